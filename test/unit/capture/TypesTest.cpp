// What types of the program are to capture: Domain/Types.h.
#include "CaptureTestUtil.h"

#include "lib/Capture/Domain/Types.h"

#include "clang/AST/DeclCXX.h"

#include <gtest/gtest.h>

using namespace fullgraph;
using fullgraph::test::Source;

namespace {

Source &types() {
  static Source source("fullgraph fullgraph/nn.h map memory functional optional string tuple vector", R"(
struct Plain { int n; };
struct Loud { ~Loud(); };
struct Quiet { ~Quiet() {} };
struct HoldsLoud { std::vector<Loud> parts; };
struct Counts { Counts(const Counts &); };
struct HoldsCounts { Counts counts; };
struct Assigns { Assigns &operator=(const Assigns &); };
struct Open { virtual ~Open() = default; };
struct Closed final { virtual ~Closed() = default; };
struct Refers { const fg::Tensor &x; };
struct Calls { std::function<fg::Tensor()> f; };
struct Owns { fg::Tensor x; };
struct Block : fg::nn::Module {};
struct NoOperator {};
struct Deleter { void operator()(Plain *) const; };
enum Small : unsigned char { One };

Plain plain; Loud loud; Quiet quiet; extern HoldsLoud holdsLoud; extern HoldsCounts holdsCounts;
extern Assigns assigns; Open open; Closed closed; extern Refers refers; Calls calls; Owns owns;
extern Block block; Deleter deleter;
extern std::unique_ptr<Plain> pointer;
extern std::unique_ptr<Plain, Deleter> ownPointer;
std::vector<int> numbers; std::map<std::string, double> options; std::vector<fg::Tensor> tensors;
std::optional<fg::Tensor> maybe; std::pair<int, fg::Tensor> pair; std::tuple<int, float, char> tuple;
std::function<void()> function;
extern std::reference_wrapper<int> wrapped;
fg::Tensor tensor; extern fg::Tensor &reference; extern fg::TensorList list;
std::vector<int>::iterator iterator; std::map<std::string, double>::iterator mapIterator;
__int128 wide; long double longNumber; float f32; Small small; unsigned _BitInt(7) bits; bool flag; long integer;
const auto lambda = [] { return 1; };
)");
  return source;
}

clang::QualType of(const char *name) { return types().typeOf(name); }

TEST(Types, RunsDestructor) {
  EXPECT_TRUE(runsDestructor(of("loud")));
  EXPECT_TRUE(runsDestructor(of("holdsLoud")));  // an element's
  EXPECT_TRUE(runsDestructor(of("ownPointer"))); // the deleter is the user's
  for (const char *name : {"plain", "quiet", "pointer", "numbers", "tensors", "tensor", "open"})
    EXPECT_FALSE(runsDestructor(of(name))) << name;
}

TEST(Types, ShowsItsEnd) {
  EXPECT_TRUE(showsItsEnd(of("open"))); // what is derived from it may have a destructor
  EXPECT_FALSE(showsItsEnd(of("closed")));
  EXPECT_FALSE(showsItsEnd(of("owns")));
}

TEST(Types, CopiesAndAssignmentsOfTheUsersOwn) {
  const auto copies = [](const char *name) {
    const clang::CXXRecordDecl *record = copiesItself(of(name)->getAsCXXRecordDecl(), /*moves=*/false);
    return record ? record->getNameAsString() : "";
  };
  EXPECT_EQ(copies("plain"), "");
  EXPECT_EQ(copies("owns"), ""); // fg::Tensor's is the library's
  ASSERT_TRUE(assignsItself(of("assigns")));
  ASSERT_TRUE(assignsItself(of("holdsCounts")));
  EXPECT_EQ(assignsItself(of("holdsCounts"))->getNameAsString(), "Counts");
  EXPECT_FALSE(assignsItself(of("tensors")));
}

TEST(Types, MayHoldTensors) {
  for (const char *name :
       {"tensors", "maybe", "pair", "tensor", "owns", "plain"}) // of a class nobody asks what it holds
    EXPECT_TRUE(mayHoldTensors(of(name))) << name;
  for (const char *name : {"numbers", "options", "f32", "tuple", "iterator", "small"})
    EXPECT_FALSE(mayHoldTensors(of(name))) << name;
}

TEST(Types, RefersToTensors) {
  EXPECT_TRUE(refersToTensors(of("refers")));
  EXPECT_TRUE(refersToTensors(of("calls")));
  EXPECT_FALSE(refersToTensors(of("owns"))); // it holds its own
}

TEST(Types, NumbersThatASymHasRoomFor) {
  for (const char *name : {"f32", "small", "flag", "integer"})
    EXPECT_TRUE(isModelledNumber(of(name))) << name;
  for (const char *name : {"wide", "longNumber", "bits"})
    EXPECT_FALSE(isModelledNumber(of(name))) << name;
  EXPECT_EQ(symTypeOf(of("f32")), SymType::F32);
  EXPECT_EQ(symTypeOf(of("flag")), SymType::Bool);
  EXPECT_EQ(symTypeOf(of("small")), SymType::Int);
}

TEST(Types, Kinds) {
  EXPECT_TRUE(isTensorType(of("tensor")));
  EXPECT_FALSE(isTensorType(of("reference")));
  EXPECT_TRUE(isTensorList(of("list")));
  EXPECT_TRUE(isTensorList(of("tensors")));
  EXPECT_FALSE(isTensorList(of("numbers")));
  EXPECT_TRUE(isIterator(of("iterator")));
  EXPECT_TRUE(isIterator(of("mapIterator")));
  EXPECT_FALSE(isIterator(of("pointer")));
  EXPECT_TRUE(isStdFunction(of("function")));
  EXPECT_TRUE(isReferenceWrapper(of("wrapped")));
  EXPECT_TRUE(isFunctor(of("lambda")));
  EXPECT_TRUE(isFunctor(of("deleter")));
  EXPECT_FALSE(isFunctor(of("plain")));
  EXPECT_TRUE(isModuleClass(of("block")->getAsCXXRecordDecl()));
  EXPECT_FALSE(isModuleClass(of("owns")->getAsCXXRecordDecl()));
  EXPECT_EQ(partsOf(of("tuple")).size(), 3u);
  EXPECT_EQ(partsOf(of("pair")).size(), 2u);
  EXPECT_TRUE(partsOf(of("numbers")).empty());
}

} // namespace
