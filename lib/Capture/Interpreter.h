// The abstract interpreter: walks one annotated function along one path, builds the path's graph, and forks
// on conditions of the host program by consulting the path explorer (Paths.cpp).
//
// Whatever cannot be followed exactly is a graph break (`BreakError`), never a guess. After a break the walk
// goes on with poisoned values, so that every break of a function is reported in one run.
#pragma once

#include "lib/Capture/Names.h"
#include "lib/Capture/Types.h"
#include "lib/Capture/Walk.h"
#include "lib/Frontend/ShapeSpec.h"
#include "lib/Ops/OpSchema.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

#include <set>

namespace fullgraph {

class Interpreter {
public:
  /// `region` null: the whole body.
  Interpreter(clang::ASTContext &context, FunctionContext &function, std::vector<PathDecision> prefix,
              bool verbose, const RegionRequest *region = nullptr);

  /// Walks the function; afterwards `leaf` and `decisions` describe the path.
  void run();
  /// The walk is to look for breaks alone, as it does behind its first one: on both sides of each branch.
  void diagnoseAll() { diagnosing = true; }
  std::vector<PathDecision> decisions;
  std::unique_ptr<DecisionNode> leaf;
  /// The operators that the walk has met.
  size_t walked() const {
    return graph ? graph->nodes().size() : leaf && leaf->graph ? leaf->graph->nodes().size() : 0;
  }
  /// Of a region: why its walk did not reach the end, and what is known of tensors there. The returned
  /// value's are under "$".
  std::optional<RegionFailure> failure;
  /// Were modules asked for their mode, and are they in training on this path?
  bool inTraining() const { return training == true; }
  Hints hintsAfter;

  /// Walks a class's constructor instead: what it builds. Null where it says nothing.
  const Location *runPrototype(const clang::CXXConstructorDecl *ctor, const clang::CXXRecordDecl *record);

private:
  // --- Statements.cpp ---
  Flow exec(const clang::Stmt *stmt);
  Flow execGuarded(const clang::Stmt *stmt); // records a break and goes on
  Flow execCompound(const clang::CompoundStmt *stmt);
  Flow execIf(const clang::IfStmt *stmt);
  Flow execFor(const clang::ForStmt *stmt);
  Flow execRangeFor(const clang::CXXForRangeStmt *stmt);
  Location *rangeOf(const clang::CXXForRangeStmt *stmt, Location *range);
  Flow execWhile(const clang::WhileStmt *stmt);
  Flow execDo(const clang::DoStmt *stmt);
  Flow execSwitch(const clang::SwitchStmt *stmt);
  Flow execReturn(const clang::ReturnStmt *stmt);
  void execDecl(const clang::VarDecl *var);
  void bindParts(const clang::DecompositionDecl *decl, Location *whole, const clang::Expr *init);
  void splitLoop(const clang::Expr *count);
  bool countsInUnsigned(const clang::Expr *condition);
  bool staysLoop(const clang::Stmt *loop, const clang::Expr *condition);
  bool isAssumed(const Sym &value, size_t since) const;
  std::optional<bool> loopGoesOn(const clang::Expr *condition, const clang::Stmt *loop, size_t since);
  Flow execLoopBody(const clang::Stmt *body, bool &stop);
  [[noreturn]] void splitAt(const clang::Expr *expr);
  /// Under diagnosis a break is kept and the walk goes on; a region ends at its first one.
  void keepOrThrow(BreakError &error);
  bool goesOnBehind(const BreakError &error, const clang::Expr *at) const;
  AbsValue diagnoseOperand(const clang::Expr *operand);
  Flow diagnoseBranches(const std::vector<const clang::Stmt *> &branches);
  bool assignParts(Location *object, Location *from, const clang::Expr *expr);
  void destroy(Location *object, clang::QualType type, const clang::VarDecl &var);
  void leaveScope(const std::vector<std::pair<const clang::VarDecl *, Location *>> &variables);
  void poisonTargets(const clang::Stmt *stmt);
  /// A condition's truth: decided, forked, or a break when it depends on tensor data.
  enum class Role : uint8_t { Branch, Loop, ShortCircuit, Ternary, Switch };
  std::optional<bool> decideTurn(const Sym &condition, const clang::Expr *expr);
  std::optional<bool> truth(const AbsValue &value, const clang::Expr *condition, Role role,
                            const clang::Stmt *stmt);
  void countStep(const clang::Stmt *stmt);
  void countWork();
  void enterBranch(const clang::Stmt *stmt);

  // --- Expressions.cpp ---
  AbsValue evalValue(const clang::Expr *expr);
  Location *substitute(const clang::Expr *expr);
  Location *evalObject(const clang::Expr *expr);
  AbsValue eval(const clang::Expr *expr);          // a prvalue, or the value read from a glvalue
  Location *evalLocation(const clang::Expr *expr); // the object a glvalue denotes; materialises prvalues
  AbsValue evalBinary(const clang::BinaryOperator *op);
  AbsValue evalUnary(const clang::UnaryOperator *op);
  /// Where the left operand is, which is evaluated once, and what the expression gives.
  std::pair<Location *, AbsValue> evalAssignment(const clang::BinaryOperator *op);
  AbsValue fitted(AbsValue value, const clang::Expr *target, const clang::Expr *expr);
  std::pair<Location *, AbsValue> evalIncrement(const clang::UnaryOperator *op);
  AbsValue evalCast(const clang::CastExpr *cast);
  AbsValue evalConditional(const clang::AbstractConditionalOperator *op);
  AbsValue evalLambda(const clang::LambdaExpr *lambda);
  /// An aggregate in braces or, since C++20, in parentheses.
  AbsValue evalInitialisers(llvm::ArrayRef<clang::Expr *> inits, const clang::Expr *list);
  Location *memberLocation(const clang::MemberExpr *member);
  Location *variableLocation(const clang::VarDecl *var, const clang::Expr *use);
  Location *subscript(Location *base, const AbsValue &index, const clang::Expr *expr);
  std::optional<AbsValue> evalConstant(const clang::Expr *expr);
  AbsValue valueOf(const clang::APValue &value, clang::QualType type, const clang::Expr *expr);

  // --- Scalars.cpp ---
  void assumeShift(const Sym &amount, clang::QualType type, const clang::Expr *expr);
  Sym shifted(const Sym &p, const Sym &q, clang::QualType type, const clang::Expr *expr);
  std::optional<Sym> wrapAround(clang::BinaryOperatorKind op, const Sym &p, const Sym &q, const Sym &value,
                                clang::QualType type, const clang::Expr *expr);
  AbsValue arithmetic(clang::BinaryOperatorKind op, const AbsValue &a, const AbsValue &b,
                      clang::QualType type, const clang::Expr *expr);
  AbsValue convert(const AbsValue &value, clang::QualType from, clang::QualType to, const clang::Expr *expr);
  bool isWithin(const Sym &value, int64_t low, int64_t high);
  Sym fitInteger(const Sym &value, clang::QualType type, const clang::Expr *expr, bool arithmetic = false);
  std::optional<AbsValue> mathCall(llvm::StringRef name, const std::vector<AbsValue> &args,
                                   const clang::CallExpr *call);

  // --- Construct.cpp ---
  AbsValue construct(const clang::CXXConstructorDecl *ctor, llvm::ArrayRef<const clang::Expr *> args,
                     clang::QualType type, const clang::Expr *expr);
  AbsValue defaultValue(clang::QualType type, const clang::Expr *expr, bool valueInit);
  AbsValue constructOnce(const clang::CXXConstructorDecl *ctor, const std::vector<Location *> &args,
                         clang::QualType type, const clang::Expr *expr);
  AbsValue runConstructor(const clang::CXXConstructorDecl *ctor, const std::vector<Location *> &args,
                          clang::QualType type, const clang::Expr *expr);
  void initBaseOrMember(Location *object, const clang::CXXConstructorDecl *ctor, Frame &frame);
  Location *sliced(Location *object, const clang::CXXRecordDecl *to, const clang::Expr *expr);
  void refuseOwnCopy(const clang::CXXRecordDecl *record, bool moves, const clang::Expr *expr);
  void refuseOwnAssignment(clang::QualType type, const clang::Expr *expr);
  AbsValue copyValue(const AbsValue &value, clang::QualType type, const clang::Expr *expr);
  AbsValue copyAs(Location *from, clang::QualType to, const clang::Expr *expr);
  AbsValue fitted(AbsValue value, clang::QualType from, clang::QualType to, const clang::Expr *expr);
  AbsValue moveFrom(Location *from, clang::QualType type, const clang::Expr *expr);
  void assign(Location *to, AbsValue value, const clang::Expr *expr);
  void swapObjects(Location *a, Location *b, clang::QualType type, const clang::Expr *expr);
  Location *initialise(clang::QualType type, const clang::Expr *init, std::string name);

  // --- TensorNumbers.cpp ---
  AbsValue numberOf(Value *tensor, clang::QualType type, const AbsValue &from);
  Value *checkedNumber(Value *element, ScalarType dtype, const clang::Expr *expr);
  AbsValue readNumber(Value *tensor, clang::QualType type, const clang::Expr *expr);
  Value *weakNumber(const AbsValue &number, const clang::Expr *expr);
  AbsValue convertNumber(const AbsValue &number, clang::QualType to, const clang::Expr *expr);
  AbsValue numberArithmetic(clang::BinaryOperatorKind op, const AbsValue &a, const AbsValue &b,
                            clang::QualType type, const clang::Expr *expr);
  AbsValue roundedNumber(const AbsValue &number, const clang::Expr *expr);
  AbsValue numberUnary(llvm::StringRef op, const AbsValue &number, const clang::Expr *expr);
  std::optional<AbsValue> numberFunction(llvm::StringRef name, const std::vector<AbsValue> &args,
                                         const clang::CallExpr *call);

  // --- Calls.cpp ---
  struct CallResult {
    AbsValue value;
    Location *reference = nullptr;
  };
  CallResult evalCall(const clang::CallExpr *call);
  CallResult dispatchCall(const clang::CallExpr *call);
  const clang::CXXMethodDecl *finalOverrider(Location *object, const clang::CXXMethodDecl *method,
                                             const std::vector<Location *> &args, const clang::Expr *call);
  CallResult invoke(const clang::FunctionDecl *callee, Location *object, const std::vector<Location *> &args,
                    const clang::Expr *call);
  CallResult callCallable(Location *callable, const std::vector<const clang::Expr *> &args,
                          const clang::CallExpr *call);
  void refuseThreading(const clang::CXXRecordDecl *record, const clang::Expr *expr);
  std::vector<Location *> evalArgs(const clang::FunctionDecl *callee,
                                   llvm::ArrayRef<const clang::Expr *> args);
  void bindParameters(Frame &frame, const clang::FunctionDecl *callee, const std::vector<Location *> &args);
  [[noreturn]] void breakOpaqueCall(const clang::FunctionDecl *callee, const clang::Expr *call,
                                    const std::vector<Location *> &args);

  // --- VirtualCalls.cpp ---
  [[noreturn]] void failOnTargets(BreakKind kind, std::string name,
                                  std::vector<const clang::FunctionDecl *> targets,
                                  const std::vector<Location *> &args, const clang::Expr *call);
  [[noreturn]] void failOnVirtual(const clang::CXXMethodDecl *method, const std::vector<Location *> &args,
                                  const clang::Expr *call);
  void failOnModules(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                     const clang::Expr *call);

  // --- DataSizes.cpp ---
  void remark(BreakKind kind, clang::SourceRange range, std::vector<std::string> args,
              std::vector<BreakNote> notes);
  void remarkDataSize(clang::SourceRange range, const std::string &what, Value *tensor);
  CallResult dataSized(llvm::StringRef name, Value *self, const clang::Expr *call);
  void remarkLibraryLoop(const clang::Expr *call);
  std::string calleeText(const clang::Expr *call) const;
  bool computesSince(size_t nodesBefore) const;
  void leaveLibraryLoop(size_t nodesBefore);
  CallResult libraryCall(const clang::FunctionDecl *callee, Location *object,
                         const std::vector<Location *> &args, const clang::Expr *call);
  size_t userDepth() const;
  bool isArgument() const;
  [[noreturn]] void splitAtArgument(const AbsValue &number, clang::SourceRange use);
  [[noreturn]] void failOnArgument(const AbsValue &number, const clang::Expr *use);

  // --- WaysOut.cpp ---
  std::optional<CallResult> markedCall(const clang::FunctionDecl *callee, Location *object,
                                       const std::vector<Location *> &args, const clang::Expr *call);
  CallResult customOp(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                      const clang::Expr *call);
  CallResult nonstrictCall(const clang::FunctionDecl *callee, Location *object,
                           const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> constantResult(const clang::FunctionDecl *callee,
                                           const std::vector<Location *> &args);
  Location *metaOf(const AbsValue &value, clang::QualType type, const clang::Expr *call);
  void metaHints(const std::string &host, const AbsValue &value, Hints &into);
  void logLine(const std::vector<Location *> &args, const clang::Expr *call);
  /// The call stays; what is before it and behind it is captured apart.
  [[noreturn]] void leaveCall(const clang::Expr *call, LeftCall left = {});
  Hints listCallHints(const clang::FunctionDecl *callee, Location *object,
                      const std::vector<Location *> &args, const clang::Expr *call);
  void leaveListCall(const clang::FunctionDecl *callee, Location *object, const std::vector<Location *> &args,
                     const clang::Expr *call);
  [[noreturn]] void leaveHost(const clang::Expr *expr, const char *what, Hints result = {});
  [[noreturn]] void leaveOutermost(const clang::Expr *expr, LeftCall left);
  [[noreturn]] void changeHost(const Location *object, const clang::Expr *change);
  bool isHostList(const Location *location, const clang::Expr *use);
  bool isOwn(const Location *location) const;
  void leaveHostCall(const clang::FunctionDecl *callee, Location *object, const std::vector<Location *> &args,
                     const clang::Expr *call);

  // --- ControlFlow.cpp ---
  std::optional<CallResult> controlFlowCall(const clang::FunctionDecl *callee,
                                            const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> selectedCall(const std::vector<Location *> &args, const clang::Expr *call);
  LeftCall leftControlFlow(const clang::FunctionDecl *callee, const std::vector<Location *> &args);
  std::optional<std::pair<const clang::FunctionDecl *, Location *>> functionOf(Location *callable);

  // --- KernelOps.cpp ---
  struct KernelRun;
  std::optional<CallResult> kernelCall(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                                       const clang::Expr *call);
  Value *kernelElement(const std::vector<bool> &sides);
  std::optional<bool> kernelSide(const AbsValue &number, const clang::Expr *condition);
  std::optional<CallResult> neighbour(const clang::FunctionDecl *callee, Location *object,
                                      const std::vector<Location *> &args, const clang::Expr *call);
  Value *scalarNode(const Sym &number, const clang::Expr *expr);
  Value *kernelValue(const OpSchema &op, const std::vector<Arg> &args, Value *made);
  KernelRun *kernel = nullptr; // the fg::kernel_op whose function is being walked

  // --- Refusals.cpp ---
  /// A change of an object that outlives the function, in a form that the end of the graph cannot repeat.
  [[noreturn]] void failOnChange(const Location *object, const clang::Expr *change);
  /// A number that is read from a tensor where an operator needs a host number.
  [[noreturn]] void failOnMemory(Value *tensor, const clang::Expr *call);
  [[noreturn]] void failOnDepth(const clang::Expr *call);
  size_t forkingTurns(const clang::FunctionDecl *callee) const;
  void execSystemBody(const clang::FunctionDecl *definition, const clang::FunctionDecl *callee,
                      const clang::Expr *call);
  void refuseContainer(clang::QualType type, const clang::Expr *expr);
  void refuseUnstated(const clang::FunctionDecl *callee, const clang::Expr *call);
  void refuseRelease(const clang::CXXRecordDecl *pointer, const clang::Expr *call);
  void refuseEscape(const AbsValue &closure, clang::SourceLocation leaves);
  void refuseDevice(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                    const clang::Expr *call);

  // --- TensorModels.cpp ---
  std::optional<Sym> broadcastSize(const Sym &a, const Sym &b, const clang::Expr *call);
  std::optional<CallResult> tensorCall(const clang::FunctionDecl *callee, Location *object,
                                       const std::vector<Location *> &args, const clang::Expr *call);
  void leaveCopyOfNumbers(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                          const clang::Expr *call);
  bool isUnknown(const AbsValue &value, const clang::Expr *use);
  CallResult operatorCall(const OpSchema &op, bool inPlace, const clang::FunctionDecl *callee,
                          const std::vector<Location *> &args, const clang::Expr *call);
  AbsValue tensorMethod(llvm::StringRef name, Location *object, const std::vector<Location *> &args,
                        const clang::Expr *call, bool &handled);
  Arg toArg(const AbsValue &value, const ArgSchema &schema, const clang::Expr *call);
  Value *appendChecked(const OpSchema &op, std::vector<Arg> args, const clang::Expr *expr);
  bool decideDim(const OpSchema &op, std::vector<Arg> &args, llvm::StringRef error, const clang::Expr *expr);
  std::optional<CallResult> complexCall(const OpSchema &op, bool inPlace, const clang::FunctionDecl *callee,
                                        const std::vector<Location *> &args, const std::vector<Arg> &bound,
                                        const clang::Expr *call);
  void nameForUser(Value *tensor, const std::string &name) const;
  void countFromMemory(std::vector<Arg> &args, const clang::Expr *call);
  void assumePairedStorage(Value *root, const clang::Expr *call);
  void writeParts(Value *destination, Value *source, const std::vector<Arg> &args, const clang::Expr *call);
  Value *tensorOperand(const AbsValue &value, const clang::Expr *expr);
  void refuseSharedElements(const Value *destination, const clang::Expr *expr);
  void writeTensor(Value *destination, Value *source, const std::vector<Arg> &args, const clang::Expr *expr);

  // --- StdModels.cpp, StdContainers.cpp ---
  std::optional<CallResult> stdCall(const clang::FunctionDecl *callee, Location *object,
                                    const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> stdMethod(llvm::StringRef record, llvm::StringRef name, Location *object,
                                      const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> sequenceMethod(llvm::StringRef record, llvm::StringRef name, Location *object,
                                           const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> optionalMethod(llvm::StringRef name, Location *object,
                                           const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> pointerMethod(llvm::StringRef record, llvm::StringRef name, Location *object,
                                          const std::vector<Location *> &args, const clang::Expr *call);
  // --- StdMaps.cpp ---
  static bool isMap(llvm::StringRef record);
  static AbsValue emptyMap(llvm::StringRef record);
  MapKey mapKey(Location *location, const clang::Expr *expr);
  Sym sameKey(const MapKey &a, const MapKey &b, clang::QualType type, const clang::Expr *expr);
  std::string keyText(const MapKey &key, clang::QualType type) const;
  Location *findInMap(Location *container, MapObject &map, const MapKey &key, const clang::Expr *expr);
  Location *mapEntry(const MapKey &key, clang::QualType keyType, Location *value);
  Location *insertInMap(Location *container, MapObject &map, const MapKey &key, AbsValue value,
                        const clang::Expr *expr);
  std::optional<CallResult> mapMethod(llvm::StringRef name, Location *object,
                                      const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<AbsValue> mapFrom(llvm::StringRef record, const std::vector<Location *> &args,
                                  clang::QualType type, const clang::Expr *expr);
  AbsValue copyMap(const AbsValue &value, const clang::Expr *expr);
  // --- StdVariants.cpp ---
  AbsValue loadVariant(Location *location);
  AbsValue defaultVariant(clang::QualType type, const clang::Expr *expr);
  std::optional<AbsValue> variantFrom(Location *from, clang::QualType type, const clang::Expr *expr);
  AbsValue copyVariant(const AbsValue &value, const clang::Expr *expr);
  std::optional<CallResult> variantMethod(llvm::StringRef name, Location *object,
                                          const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> variantCall(llvm::StringRef name, const clang::FunctionDecl *callee,
                                        const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<CallResult> visitVariant(Location *visitor, Location *variant, const clang::Expr *call);
  std::optional<CallResult> iteratorMethod(llvm::StringRef name, Location *object,
                                           const std::vector<Location *> &args, const clang::Expr *call);
  // --- StdStrings.cpp ---
  struct TextCall {
    std::vector<AbsValue> texts;
    std::vector<uint64_t> numbers;
    bool isChar = false; // a text is of one character, which the call is given as such
  };
  std::optional<TextCall> textCall(llvm::StringRef signature, const std::vector<Location *> &args,
                                   const clang::Expr *call);
  std::optional<AbsValue> textPart(const AbsValue &text, uint64_t from, uint64_t count,
                                   const clang::Expr *call);
  Sym textSize(const AbsValue &text, const clang::Expr *call);
  static AbsValue joined(const AbsValue &a, const AbsValue &b);
  std::optional<AbsValue> stringFrom(const clang::FunctionDecl *ctor, const std::vector<Location *> &args,
                                     const clang::Expr *expr);
  static AbsValue hostString(std::string text);
  std::optional<AbsValue> foundInString(const clang::BinaryOperator *op);
  static std::string stringText(const AbsValue &value);
  std::optional<AbsValue> textOfNumber(const AbsValue &number) const;
  std::optional<CallResult> stringMethod(llvm::StringRef name, Location *object,
                                         const std::vector<Location *> &args, const clang::Expr *call);
  std::optional<AbsValue> stdConstruct(const clang::CXXConstructorDecl *ctor,
                                       const std::vector<Location *> &args, clang::QualType type,
                                       const clang::Expr *expr);
  AbsValue callableOf(const AbsValue &target, clang::QualType type, const clang::Expr *expr);
  std::optional<AbsValue> equalValues(const AbsValue &a, const AbsValue &b);
  std::shared_ptr<SequenceObject> sequenceOf(Location *location, const clang::Expr *expr);
  Location *sequenceElement(Location *location, SequenceObject &sequence, const Sym &index,
                            const clang::Expr *expr);
  std::shared_ptr<SequenceObject> ofKnownLength(const std::shared_ptr<SequenceObject> &sequence,
                                                const clang::Expr *expr, const char *what);

  // --- Inputs.cpp: objects of the caller ---
  void enterFunction();
  Location *external(clang::QualType type, std::string host, const clang::ValueDecl *decl,
                     const Location *parent);
  void load(Location *location, const clang::Expr *use);
  void loadTensor(Location *location);
  [[noreturn]] void refuseMember(const clang::FieldDecl *decl, const clang::Expr *use);
  Location *field(Location *record, const clang::FieldDecl *decl, const clang::Expr *use);
  Sym hostSymbol(const std::string &host, SymType type, const SourceLoc &loc, const std::string &hint);
  Sym hostSymbol(SymbolDef def);
  void noteModuleNumber(const Location *location, const Sym &number);
  AbsValue &read(Location *location, const clang::Expr *use);

  // --- Prototypes.cpp: what constructors of fg::nn modules build ---
  const Prototype *prototypeOf(const clang::CXXRecordDecl *record);
  std::optional<CallResult> predictedCall(const clang::FunctionDecl *callee, Location *object,
                                          const std::vector<Location *> &args, const clang::Expr *call);
  void forgetTarget(const clang::Expr *target);
  Location *asNumber(Location *argument, const clang::ParmVarDecl *parameter);
  void forgetNumbers(AbsValue &value, clang::QualType type, const std::string &name);
  std::optional<AbsValue> makeObject(clang::QualType type, const std::vector<Location *> &args,
                                     const clang::Expr *call);
  const Location *predictedMember(const Location *object, const clang::FieldDecl *decl);
  void assumePredictedNumber(Location *location);
  bool assumePredictedLength(Location *location, const Sym &length, clang::QualType elementType);
  std::optional<bool> predictedPresence(Location *location, const Sym &present);
  bool assumePredictedTensor(Location *location);
  Location *predictedTarget(Location *pointer, clang::QualType declared);
  void assumeExactly(const Location *of, const std::string &host, clang::QualType type,
                     const SourceLoc &where);
  Location *castObject(Location *object, clang::QualType type, bool isConst, const clang::Expr *expr);
  const clang::CXXMethodDecl *expectedOverride(Location *object, const clang::CXXMethodDecl *method,
                                               const clang::Expr *call);

  // --- OtherObjects.cpp: objects that are not as their constructors make them ---
  unsigned guardOf(unsigned kind, const Location *of) const;
  bool mayDiffer(const Location *part, unsigned kind, bool forks);
  bool isAbsent(Location *tensor);
  void noteMaybeAbsent(const Value *tensor);
  int64_t lengthOf(const Location *container, const Sym &length, const std::vector<Location *> &made);
  bool isNear(const Location *number) const;
  Sym valueNear(const Location *number, int64_t made);
  int64_t oneOf(const Location *part, unsigned kind, const std::string &what, const Sym &value,
                std::vector<int64_t> values);

  // --- Alternatives.cpp: what a constructor makes for each answer to what it cannot know ---
  struct Choices;
  std::optional<bool> choose(const Sym *condition);
  void mergeAlternatives(AbsValue &part);
  static llvm::ArrayRef<const Location *> waysMade(const Location *object);
  void expectAs(Location *part, const Location *what, const Location *within = nullptr);
  bool isRuledOut(const Location *instance) const;

  // --- Instances.cpp: what other classes' constructors make of a class ---
  Location *newObject(AbsValue made, clang::QualType type);
  std::vector<Location::Instance> instancesOf(const clang::CXXRecordDecl *record);
  std::vector<Location::Instance> &possible(Location *part);
  void predict(Location *part, const Location *whole,
               llvm::function_ref<const Location *(const Location *)> partOf);
  const Location *expectedOf(Location *part,
                             llvm::function_ref<std::optional<int64_t>(const Location *)> kindOf,
                             llvm::function_ref<Sym(int64_t kind)> isOf);
  const Location *expectedOfAll(Location *part,
                                llvm::function_ref<bool(const Location *, const Location *)> agree);

  // --- DeclaredDims.cpp ---
  void declareDim(const std::string &symbol, const ShapeDim &dim, const Location &tensor);
  bool declaredBound(const std::string &symbol, const ShapeDim &dim, bool isUpper, const Location &tensor);
  void noteDims();

  // --- Members.cpp ---
  bool mayName(const clang::DeclaratorDecl *member, const clang::CXXRecordDecl *of,
               const clang::CXXRecordDecl *object) const;
  bool mayAccess(const clang::DeclaratorDecl *member, const clang::CXXRecordDecl *of,
                 const clang::CXXRecordDecl *object) const;
  bool mayReachBase(const clang::CXXRecordDecl *object, const clang::CXXRecordDecl *of) const;
  std::string memberHost(const std::string &host, const clang::CXXRecordDecl *object,
                         const clang::FieldDecl *member);

  // --- RegionWalk.cpp ---
  void runRegion();
  void noteStep();
  [[noreturn]] void leaveDeclaration(const RegionResult &result, const Location *made, BreakError &error);
  void collectHints(const std::string &host, const AbsValue &value, Hints &into, int depth = 0);
  void collectElementHints(const std::string &host, const SequenceObject &sequence, Hints &into, int depth);
  void collectNumber(const std::string &host, const Location *location, Hints &into);
  void collectHintsAfter();
  Location *localVariable(const clang::ValueDecl *variable, const clang::Expr *use);
  void loadClosure(Location *location);
  Hints argumentHints(const clang::FunctionDecl *callee, Location *object,
                      const std::vector<Location *> &args);
  void noteTopCall(const clang::FunctionDecl *callee, Location *object, const std::vector<Location *> &args,
                   const clang::Expr *call);

  // --- Render.cpp: values as C++ ---
  void finish(RegionExit exit);
  void finishPath();
  void endEagerly(const EagerPath &end);
  void finishRegion(RegionExit exit);
  void addEffects(DecisionNode &leaf);
  std::string asBefore(const std::string &host, bool isObject);
  void renderInto(HostText &text, const AbsValue &value, clang::QualType type, clang::SourceLocation loc);
  unsigned outputIndex(Value *value);
  static std::string failureText(const std::vector<Location *> &args);

  // --- SizeOrigins.cpp: of an error about sizes, where each of them comes from ---
  void noteBuilt(const Location &tensor);
  std::vector<BreakNote> sizeNotes(const std::vector<Arg> &args, const std::vector<Sym> &sizes,
                                   const clang::Expr *at) const;
  std::vector<BreakNote> callSizeNotes(const clang::Expr *at) const;
  std::vector<BreakNote> originNotes(std::vector<const Value *> operands, const std::vector<Sym> &sizes,
                                     const clang::Expr *at) const;

  bool isCallers(const Location *location) const;
  void assumeDistinctObjects();
  std::string typeName(clang::QualType type, clang::SourceLocation loc);
  void renderArgument(HostText &text, const AbsValue &value, const Location &argument,
                      const clang::Expr *call);

  // --- Diagnose.cpp ---
  SourceLoc loc(clang::SourceLocation where) const;
  SourceLoc loc(const clang::Stmt *stmt) const;
  /// Where the user's code made this happen: an operator inside a library function belongs to the call of
  /// that.
  SourceLoc userLoc(const clang::Expr *expr) const;
  bool isLibrary(clang::SourceLocation where) const;
  [[noreturn]] void fail(BreakKind kind, clang::SourceRange range, std::vector<std::string> args,
                         std::vector<BreakNote> notes = {}, const AbsValue *deciding = nullptr);
  std::string shortText(const clang::Expr *expr) const;
  [[noreturn]] void unsupported(const clang::Stmt *stmt, std::string what);
  [[noreturn]] void failOnTensorValue(BreakKind kind, const AbsValue &scalar, clang::SourceRange range,
                                      std::vector<BreakNote> extra = {});
  void record(Break graphBreak);
  std::string nameOf(Value *value) const;
  std::vector<BreakNote> definitionChain(Value *value) const;
  void trace(const clang::Stmt *stmt, const char *what) const;

  // --- Guesses.cpp ---
  void guessTypes(const OpSchema &op, const std::vector<Arg> &args, const SourceLoc &where);
  Value *typed(Value *value); // its type is wanted: an input without one gets it
  std::vector<SymbolDef> guessedSizes(const Value *input, unsigned rank) const;
  void setGuess(Value *input, ScalarType dtype, unsigned rank);

  // --- Interpreter.cpp ---
  bool decide(const Sym &condition, const SourceLoc &where);
  std::optional<bool> modeFor(const Sym &condition) const;
  /// What is known of a condition that the walk depends on. Kept in the graph: the run-time compiler asks
  /// again.
  std::optional<bool> settle(const Sym &condition);
  void noteRead(TypeRead::Kind kind, Value *value, const Sym &answer = 0, unsigned dim = 0);
  void noteReadOfType(Value *value); // dtype, rank and sizes
  void noteAsked(TypeRead::Kind kind, const Value *value);
  void noteOwnHandle(Value *value);
  std::map<std::string, unsigned> askedRanks(const Graph &walked) const; // by host text
  void assumeHost(const Sym &condition, const SourceLoc &where, std::string need = {});
  bool assumption(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                  const clang::Expr *call);
  /// What is expected of an object of the caller's: a guard of this kind (GuardKind), unless those are left
  /// out.
  void assumeExpected(unsigned kind, const Location *of, const Sym &condition, const SourceLoc &where,
                      const std::string &what = {}, const std::string &expected = {});
  Location *temporary(AbsValue value, clang::QualType type);
  Location *newLocation();

  // --- Objects.cpp: references whose object is not known ---
  CallResult referenceFrom(AbsValue value, Location *object, const std::vector<Location *> &args,
                           const clang::FunctionDecl *callee, const clang::Expr *call);
  void refuseUnknownObject(const Location *location, const clang::Expr *use);

  clang::ASTContext &context;
  FunctionContext &function;
  const std::vector<PathDecision> prefix;
  const bool verbose;
  const RegionRequest *const region;
  size_t step = 0;                                       // of the region
  std::map<const clang::ValueDecl *, Location *> locals; // of the region: made before it
  std::map<const clang::Expr *, Location *> substituted;
  std::vector<bool> stepComputes; // by step: did it apply operators?
  size_t nodesBefore = 0;         // the step
  struct TopCall {                // the call in the function's own code that is being inlined
    const clang::Expr *call = nullptr;
    const clang::FunctionDecl *callee = nullptr;
    Hints arguments;
  } topCall;

  std::unique_ptr<Graph> graph;
  std::deque<Location> arena;
  std::vector<Frame> frames;
  Frame &frame() { return frames.back(); }
  std::vector<const clang::Stmt *> loops; // of the user's that are being walked, outermost first
  const clang::Stmt *branch = nullptr;    // see PathDecision
  std::vector<Location *> externals;      // loaded or written ones, in order
  std::map<const clang::VarDecl *, Location *> globals;
  std::vector<HostText> effects;                              // calls on the caller's containers, in order
  std::vector<HostText> evaluatedFirst;                       // what the rest of the effects would change
  std::map<const SequenceObject *, Location *> openSequences; // open sequence → the container's location
  std::map<std::string, std::string> letters;                 // scope + letter → symbol name
  std::map<const Value *, unsigned> outputs;
  std::map<const Value *, SourceLoc> builtAt; // members whose sizes a constructor says: its place
  std::map<const clang::OpaqueValueExpr *, Location *> opaqueLocations;
  std::optional<clang::SourceLocation> leavesAt; // what is being rendered outlives the function
  bool scopeIsLeft = false;                      // a declaration stands in a block, which ends its variable
  bool bindsToVariable = false;                  // the temporary being made lives as long as a variable
  std::vector<const clang::Expr *> activeCalls;  // being evaluated, outermost first
  size_t steps = 0;
  uint64_t nodesCounted = 0, proofsCounted = ShapeEnv::proofSteps; // of CaptureWork
  unsigned depth = 0;                                              // of nested expressions
  bool diagnosing = false;  // something broke: forks are walked in sequence, nothing is kept
  bool unknownType = false; // FG703: so is this
  bool predicting = false;  // a constructor: whatever is not known is poison, and nothing is reported
  std::map<std::pair<const Location *, const clang::CXXRecordDecl *>, Location *> castTargets;
  bool takesModules = false;                 // predicting: a parameter's class
  std::vector<const Location *> madeObjects; // predicting: modules of the user's classes
  std::set<const Location *> ruledOut;       // instances that the object is not as, on this path
  std::map<const Location *, const Location *> outerInstances; // instance → that of the object it is in
  std::map<const Location *, Location *> unknownNumbers; // predicting: argument → the number it stands for
  Choices *choices = nullptr;                            // predicting: of the module that is being made
  std::map<const clang::FieldDecl *, bool> givenFlags;   // read so far: do they have the predicted value?
  unsigned openForks = 0;       // for other objects: decisions that the walk for expected ones does not make
  bool differs = false;         // for other objects: the path is not the one for expected ones
  std::vector<Sym> modeFlags;   // of modules that were asked for theirs
  std::optional<bool> training; // what the first one that decided anything said
  const clang::FunctionDecl *failingCallee = nullptr; // the break is one of its declaration
  size_t libraryDepth = 0; // of the frame of the user's whose call of the library's is being walked
  const clang::FunctionDecl *libraryCallee = nullptr; // in it
  bool sizedByData = false;                           // that call found a size in the elements of a tensor
  unsigned attempts = 0; // being walked to see whether a call can be captured: the first break ends one
  const clang::FunctionDecl *attempted =
      nullptr; // the function whose call that is, until its body is entered
};

} // namespace fullgraph
