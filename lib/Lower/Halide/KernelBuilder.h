// A kernel graph as a Halide pipeline: each value is a Func (inlined unless a schedule says otherwise) or an
// input.
//
// Indices are written as tensors are, outermost dim first; only calls of Funcs and images turn them round,
// because Halide's dims are innermost first. Elements are in the type that formulas compute in: 16-bit floats
// in f32 (but rounded at each operator, as eager code rounds them), bool as Halide's one-bit type.
#pragma once

#include "lib/Graph/Graph.h"
#include "lib/Lower/Halide/Cost.h"
#include "lib/Lower/Halide/Number.h"
#include "lib/Lower/Halide/Recorder.h"
#include "lib/Lower/Knobs.h"
#include "lib/Ops/OpSchema.h"

#include <functional>
#include <optional>
#include <set>
#include <stdexcept>

namespace fullgraph::lower {

/// What no kernel can be made of; reported by compileKernel.
struct LowerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Index = std::vector<Halide::Expr>;
using Element = std::function<Halide::Expr(const Index &)>;

Halide::Type computeType(ScalarType t);
Halide::Type storageType(ScalarType t);
/// An element of compute type as it is stored, and back.
Halide::Expr toStorage(const Halide::Expr &value, ScalarType t);
Halide::Expr fromStorage(const Halide::Expr &value, ScalarType t);
/// An int[] argument that may be given as one number for all dims.
std::vector<Sym> expanded(const std::vector<Sym> &values, size_t dims);

/// Is the result f16 or bf16, and computed in f32 to more bits than those have?
bool mayBeBetween16BitFloats(const Node &node);

/// One pass over the reduced dims of a row.
struct ReducePass {
  Halide::Func total; // over the kept dims
  Halide::Func lanes; // (lane, unrolled, kept dims): vector accumulators; undefined when there are none
  std::vector<std::pair<Halide::Func, int>> halves; // lanes combined pairwise, and how many are left
  Halide::Var lane{"lane"}, copy{"copy"};
  std::vector<Halide::RDom> domains; // of the updates: of `lanes` if defined, else of `total`
  std::vector<Halide::Var> kept;     // of `total`, outermost first
  bool fourRows = false;             // of `total`: domains[0] begins with four steps of the last reduced dim
  /// Of few and long rows: each row in chunks, which have blocks or threads of their own. `total` is over
  /// them; theirs is over (kept…, chunk). DeviceReduction.h; on a CPU RowChunks.h.
  std::shared_ptr<ReducePass> chunks;
  Halide::Func own; // then, without lanes: the sum in a thread's registers, which `total` stores
  Sym chunkCount = 1;
};

/// A row that lanes reduce.
struct LaneRow {
  Halide::Expr length;
  int copies = 1;       // vectors beside each other
  bool isWhole = false; // the length is a multiple of these vectors'
};

/// The reductions of a row kernel, and the shape that all of them share.
struct RowPlan {
  unsigned rank = 0;
  std::vector<bool> reduced; // by dim of the row space
  std::vector<Sym> sizes;    // of the row space
  std::vector<ReducePass> passes;
  /// Values of a whole row that are computed once and read by several passes.
  std::vector<std::pair<Halide::Func, std::vector<Halide::Var>>> cached;
  int work = 4; // elementary operations an element
};

/// How many rows a contraction has, or how long those of a reduction are. Where that is a symbol, a kernel is
/// compiled once for each regime and chooses when it is called (Variants.h).
enum class Rows : uint8_t { One, OneLong, Few, FewLong, Many, Short };
/// Up to this many rows, dot products that read each row of the weights as it lies beat copying them into
/// panels.
inline constexpr int fewRows = 32;
/// OneLong and FewLong: one row, or up to `fewLongRows`, times a matrix of at least `leastLongRow` columns,
/// which lie as neighbours and are not copied. A tile of those pipelines that were longer would copy them.
inline constexpr int fewLongRows = 8;
inline constexpr int leastLongRow = 64;

/// A product that a device's library computes (DeviceProduct.h).
struct ProductCall {
  struct Copied {
    Halide::Func f;
    std::vector<Halide::Var> dims; // outermost first
    std::vector<Sym> sizes;
  };
  Halide::Func product;
  const Value *value = nullptr;
  std::vector<Copied> operands; // those that do not lie as the library wants them
  bool addsLater = false;       // the value is `product` and the bias

  /// Is its value all that the kernel computes, stored as the library stores it?
  bool isResultOf(const Graph &graph) const;
};

/// out[batch…, m, n] = sum over k of left[batch…, m, k] * right[batch…, k, n]
struct MatmulPlan {
  Halide::Func lanes, sum; // sum: of a tile of tileN x tileM; lanes: its vector accumulators along k
  Halide::Func done;       // sum in memory, as ConvolutionPlan::tile
  std::vector<std::pair<Halide::Func, int>> halves; // lanes added pairwise, and how many are left
  Halide::Func panel;                               // tileN columns of the right operand, copied
  std::vector<Halide::RDom> domains; // of lanes' update, if there are lanes; then of sum's updates
  int tileM = 1, tileN = 1;
  bool dot = false, usePanel = false;
  int dotWidth = 1; // lanes of `lanes`
  bool shiftM =
      false; // tiles may overlap at the end of m; else its last rows are computed from a repeated row
  bool clampN = false; // columns beyond the matrix repeat its last one
  bool hasM = false, hasN = false;
  std::vector<Halide::Var> batch;
  Halide::Var m{"m"}, n{"n"}, lane{"lane"}, panelN{"pn"}, panelK{"pk"}, panelO{"po"};
  Sym sizeM, sizeN, sizeK;
  Halide::Type type;
  std::optional<ProductCall> call; // then there is nothing of the above
};

/// A convolution of 3x3 taps by Winograd's products (Winograd.h). A block is 2x2 elements of the result.
struct WinogradPlan {
  Halide::Func padded, imageBlock, image, taps, filterBlock, filter, sum, products, blocks;
  Halide::Func tile;             // the result, as ConvolutionPlan::tile
  std::vector<Halide::Var> dims; // of `tile`, outermost first
  Halide::Var block{"block"}, channel{"channel"}, part{"part"}, strip{"strip"}; // of what is transformed
  Halide::RDom domain;                                                          // input channels
  Halide::RDom places;                    // blocks of a strip: across, down
  std::vector<Halide::RDom> imageColumns; // of `padded`, for even and odd columns
  Halide::Type type;
  int lanes = 1;                 // of vectors of blocks, in `products`
  int across = 1;                // lanes of vectors of blocks of one row
  int tileBlocks = 1, tileC = 1; // computed in registers
  int stripRows = 1;             // rows of blocks that share what is transformed of the image
  int64_t rowBlocks = 1;         // blocks of a row
  int64_t stripBlocks = 1;       // of a strip, with those that fill the last vector
  std::vector<Sym> sizes;        // of the result
  Sym inChannels;
};

/// Of a strip's padded copy.
struct PaddedSize {
  Sym rows = 1, columns;
  Sym perRow; // elements of the input that a row of the result needs
};

struct ConvolutionPlan {
  std::optional<WinogradPlan> winograd; // then there is nothing of what follows
  Halide::Func padded, filter, sum;
  /// Sums that are done, in memory: what is made of them is a loop, where registers would need it for each of
  /// the sums, several times as much code to compile.
  Halide::Func tile;
  std::vector<Halide::Var> paddedVars, filterVars; // outermost first
  Halide::RDom domain;                             // kernel dims, innermost first, then input channels
  Halide::Type type;
  bool channelsInner = false;          // vectors run over output channels, else over columns
  int width = 1;                       // lanes of those vectors
  int vectorRows = 1;                  // short rows: a vector takes so many of `width` columns each
  int tileC = 1, tileY = 1, tileX = 1; // computed in registers
  bool perChannel = false;             // a result's channel reads one channel: each task pads its own
  /// The padded copy is made of zeros, in which the image's rows are then put as they lie: the columns of
  /// such a row, for each phase. Else, where there are none, each of its elements asks whether it is one of
  /// the image's.
  std::vector<Halide::RDom> imageColumns;
  /// The stride of columns, where it is known and more than 1: columns of the padded copy with one remainder
  /// are neighbours, so that vectors of them are loaded as they lie.
  int phases = 1;
  Halide::Var phase{"phase"};
  Sym strip = 1; // so many rows of the result share a padded copy
  Sym inChannels;
  /// Of the padded copy: the last tiles read further than the result needs. What they read there is written,
  /// since arithmetic on what happens to be in memory, denormals, may take ten times as long.
  PaddedSize paddedSize;
  std::vector<Sym> sizes; // of the result
  Sym taps;               // products of one element
  Sym kernelWidth;        // innermost

  /// Depthwise of few taps: a tile's code has no loops.
  bool isStraight() const { return perChannel && taps.asInt().value_or(1 << 20) <= 25; }
};

/// Of a loop's kernel: the arguments of CarryOver, which the pipeline is nothing without.
struct CarriedParts {
  Halide::Func found, left;
  int parts = 0;
  std::vector<int> carried;
};

/// What a loop's turn computes: each element by a name of its own, since Halide takes an expression for a
/// tree, and one in which each operand of each operand stands in full would have no end.
class TurnValues {
public:
  /// The value as a variable; what is one operation of constants and variables stays as it is.
  Halide::Expr named(const Halide::Expr &value);
  /// `value` within definitions of all variables in it.
  Halide::Expr defined(const Halide::Expr &value) const;

private:
  struct Named {
    std::string name;
    Halide::Expr value;
    std::vector<size_t> needs; // earlier ones
  };
  std::vector<size_t> needsOf(const Halide::Expr &value) const;
  std::vector<Named> list;
  std::map<std::string, size_t> places;
};

/// Of a loop's kernel.
struct LoopParts {
  bool inTurns = false; // what its turns compute is being defined
  TurnValues values;
  std::optional<CarriedParts> carryOver;
};

/// What a kernel is called with.
struct KernelArguments {
  std::map<std::string, Halide::Expr> symbols; // the graph's: 64 bits, f64 or bool
  std::vector<Halide::ImageParam> images;
  std::vector<Halide::Argument> scalars;
  std::vector<std::string> names; // of images, then of symbols
};

/// A value of the graph, as its consumers in the kernel read it.
struct DefinedValue {
  Element element;
  Element unrounded; // where roundTo16Bits has rounded `element`; else empty
  int work = 1;      // elementary operations an element, through inlined producers
};

/// A piece of a transposed input, in registers; `along`: the dim in which the input is contiguous.
struct InputTile {
  const Value *input = nullptr; // the kernel's
  Halide::Func tile;
  std::vector<Halide::Var> dims; // outermost first
  size_t along = 0;
};

class KernelBuilder {
public:
  /// `regime`: that of a contraction whose number of rows is a symbol, or of a reduction whose rows' length
  /// is one.
  KernelBuilder(const Graph &graph, const TargetSpec &target, const LowerOptions &options,
                Rows regime = Rows::Many);

  /// Defines and schedules the pipeline. Throws LowerError, or Halide's errors.
  void build();

  Halide::Pipeline pipeline() const;
  /// The same as C++: statements, and an expression.
  std::string pipelineText() const;
  std::vector<Halide::Argument> arguments() const;
  const std::vector<std::string> &argumentNames() const { return args.names; }

  // ---- For the operator families (one file each)
  // ---------------------------------------------------------------
  /// The element of `v` at `index` of a result that `v` broadcasts to.
  Halide::Expr element(const Value *v, const Index &index);
  /// The element at an index of v's own rank.
  Halide::Expr elementAt(const Value *v, const Index &index);
  /// A size or index: Int(32).
  Halide::Expr size(const Sym &value);
  /// A C++ number, in 64 bits.
  Halide::Expr number(const Sym &value);
  std::vector<Halide::Var> vars(unsigned rank);
  /// Makes `v` a Func defined by `definition` over v's dims. In the turns of a loop it has no Func:
  /// `definition` is kept, and evaluated once for each index.
  void define(const Value *v, const Element &definition);
  void setElement(const Value *v, Element element) { values[v].element = std::move(element); }
  static Index indexOf(const std::vector<Halide::Var> &vars) { return Index(vars.begin(), vars.end()); }
  static std::vector<Halide::Expr> reversed(Index index);
  /// A Scalar argument, or its default.
  Halide::Expr numberArgument(const Node &node, std::string_view name);
  /// A number that LLVM cannot say "cannot be NaN" of, as it would of a contraction.
  Halide::Expr hideNumber(const Halide::Expr &value) const;
  /// An integer whose bounds Halide does not know. The bounds of what is the same in each iteration are it
  /// itself, with all that it is made of written out: of 63 squarings that takes forever.
  Halide::Expr hideInteger(const Halide::Expr &value) const;
  bool strict() const { return options.strictFloat; }
  Recorder &record() { return recorder; }
  const Rows regime;
  const Machine &machineModel() const { return machine; }
  /// Of this pipeline: what `options.tuning` decides, and what it could.
  Knobs &tuned() { return knobs; }

  void definePointwise(const Node &node);
  void defineCast(const Node &node);
  void defineView(const Node &node);
  void defineIndexing(const Node &node);
  void defineCreation(const Node &node);
  void defineReduction(const Node &node);
  void defineSoftmax(const Node &node);
  void defineMatmul(const Node &node);
  void defineConvolution(const Node &node);
  void defineWindow(const Node &node);

  struct ReduceOp {
    std::vector<Halide::Expr> init;
    std::function<std::vector<Halide::Expr>(const std::vector<Halide::Expr> &,
                                            const std::vector<Halide::Expr> &)>
        combine;
    /// Of two partial results whose elements may lie in any order; empty: `combine`, since order does not
    /// matter.
    std::function<std::vector<Halide::Expr>(const std::vector<Halide::Expr> &,
                                            const std::vector<Halide::Expr> &)>
        merge{};
    /// Of what a lane holds at last, what `merge` takes, which is less; empty: the same.
    std::function<std::vector<Halide::Expr>(const std::vector<Halide::Expr> &)> joined{};
    /// Is the first of several equal elements another result than the last, as argmax is?
    bool hasOrder() const { return merge && !joined; }
  };
  /// Reduces `value` (over the row space) with `op`; the result is read at an index of the row space's kept
  /// dims.
  Halide::Func reduce(const std::string &name, const ReduceOp &op,
                      const std::function<std::vector<Halide::Expr>(const Index &)> &value);
  /// The same in `width` lanes along a row: defines `pass`. `valueAt`: at the reduced dims, of which the last
  /// is a place in the row.
  void
  reduceInLanes(ReducePass &pass, const std::string &name, const ReduceOp &op, int width, const LaneRow &row,
                const std::vector<unsigned> &reducedDims,
                const std::function<std::vector<Halide::Expr>(const std::vector<Halide::Expr> &)> &valueAt);
  /// Sets, or checks, the row space.
  RowPlan &rowSpace(const std::vector<Sym> &sizes, const std::vector<bool> &reducedDims);
  Index keptOf(const Index &full) const;
  /// `v`'s element function, as a Func that is stored a row at a time when it is expensive and read `passes`
  /// times.
  Element rowValue(const Value *v, unsigned passes);
  Halide::Func cacheRow(const std::string &name, const Element &value);

private:
  friend class DeviceProduct;
  friend class DeviceSchedule;
  friend class LoopKernel;
  friend class WinogradSchedule;
  void defineInputs();
  void defineNode(const Node &node);
  /// Lets consumers in the kernel read `v` as it would be stored: eager code rounds at each operator.
  void roundTo16Bits(const Value *v);
  void defineOutput();
  void schedulePointwise();
  void scheduleTwoDims(Schedule &s, size_t inner, size_t along, bool woven, int workPerElement);
  struct RowLoops; // ScheduleRows.cpp
  void scheduleRows();
  void scheduleSingleRows(Schedule &schedule, RowLoops &loops);
  void scheduleRowVectors(Schedule &schedule, RowLoops &loops);
  struct MatmulLoops; // ScheduleMatmul.cpp
  void scheduleMatmul();
  void tileMatmul(Schedule &schedule, const MatmulLoops &loops);
  void scheduleMatmulSums(const MatmulLoops &loops);
  void shareMatmul(Schedule &schedule, const MatmulLoops &loops);
  /// The lanes of dot products and their sums, each where `place` puts it.
  void scheduleDot(Schedule &sum, const std::function<Schedule(const Halide::Func &)> &place);
  void scheduleConvolution();
  void scheduleConvolutionSums();
  void shareConvolution(Schedule &schedule);
  /// `at`: a loop of `consumer`; none: in front of everything. `few`: a dim of a few elements that is written
  /// out.
  void scheduleReduceAt(ReducePass &pass, const Halide::Func &consumer, const std::optional<Halide::Var> &at,
                        const std::optional<Halide::Var> &vectorVar, int factor, bool blocks,
                        const std::optional<Halide::Var> &few = std::nullopt);
  /// Runs the loops `outer` (outermost first; `extents` their trip counts) on Halide's threads, in tasks as
  /// Tasks.h makes them of `elements` of `workPerElement` operations. `knob`: what decides how much a task
  /// does.
  void parallelize(const std::string &knob, Schedule &schedule, const std::vector<Halide::Var> &outer,
                   const std::vector<Sym> &extents, const Sym &elements, const Sym &workPerElement,
                   const Sym &most = mostTasks);
  /// Lanes of a vector of the widest type that the kernel computes in.
  int widestLanes() const;
  /// How many elements of a dim a vectorised loop takes at once: up to `copies` vectors. `knob`: what decides
  /// how many vectors; empty: nothing does.
  int vectorFactor(const Sym &extent, int copies, const std::string &knob);
  int workOf(const Value *v) const;

  const Graph &graph;
  TargetSpec target;
  LowerOptions options;
  Machine machine;
  Knobs knobs;
  Recorder recorder;
  KernelArguments args;
  std::map<const Value *, DefinedValue> values;
  LoopParts loop;
  std::vector<Halide::Func> outputs;
  Halide::Func output;              // the only one of `outputs`, of kernels over one iteration space
  std::vector<Halide::Var> outVars; // outermost first
  std::vector<Sym> outSizes;
  std::optional<RowPlan> rows;
  std::optional<MatmulPlan> matmul;
  std::optional<ConvolutionPlan> convolution;
  bool window = false;
  std::vector<Halide::Func> windows; // large windows: loops over their taps
  std::vector<InputTile> inputTiles;
};

/// Has inputs that an elementwise kernel transposes read through small tiles, before anything is defined over
/// them.
std::vector<InputTile> tileTransposedInputs(KernelBuilder &builder, const Graph &graph);

/// Does each row of an elementwise kernel over `sizes` select elements of another one by the same indices?
bool gathersColumns(const Graph &graph, const std::vector<Sym> &sizes);

} // namespace fullgraph::lower
