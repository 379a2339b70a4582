// Annotations where they mean nothing, that contradict each other, or that cannot be read: errors at their place, which say
// what to do instead.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <map>
#include <string>
#include <vector>

// What may carry them.
FG_COMPILE() fg::Tensor good(FG_SHAPE("f32[4]") fg::Tensor x) { return x + 1; }
FG_SHAPE("f32[4]") static std::map<std::string, fg::Tensor> by_name;
FG_SHAPE("f32[4]") static fg::Tensor several[2];
constexpr char four[] = "f32[4]";
FG_COMPILE() fg::Tensor of_name(FG_SHAPE(four) fg::Tensor x) { return x + 1; }
FG_COMPILE() fg::Tensor marked_first(fg::Tensor x);
fg::Tensor marked_first(FG_SHAPE("f32[4]") fg::Tensor x) { return x + 1; }
FG_COMPILE(.fullgraph = true) fg::Tensor same(fg::Tensor x);
FG_COMPILE(.fullgraph = true) fg::Tensor same(FG_SHAPE("f32[4]") fg::Tensor x) { return x + 1; }

FG_COMPILE() static int number = 3;
// expected-error@-1 {{FG_COMPILE means nothing on variable 'number': it stands in front of a function with a body, or behind a lambda's captures: }}
FG_COMPILE() static auto lambda = [](fg::Tensor x) { return x; };
// expected-error@-1 {{FG_COMPILE means nothing on variable 'lambda': behind the captures of its lambda it marks that: [] FG_COMPILE() (fg::Tensor x) { ... }}}
struct FG_COMPILE() Class {};
// expected-error@-1 {{FG_COMPILE means nothing on struct 'Class': }}
namespace FG_COMPILE() space { }
// expected-error@-1 {{FG_COMPILE means nothing on namespace 'space': }}
enum FG_COMPILE() Enum { Value };
// expected-error@-1 {{FG_COMPILE means nothing on enum 'Enum': }}
using Type FG_COMPILE() = fg::Tensor;
// expected-error@-1 {{FG_COMPILE means nothing on type 'Type': }}
struct Net {
  FG_COMPILE() int member;
// expected-error@-1 {{FG_COMPILE means nothing on member 'member': }}
  FG_COMPILE() Net() {}
// expected-error@-1 {{FG_COMPILE means nothing on a constructor: move the work into a function, and mark that}}
  FG_LEAF ~Net();
// expected-error@-1 {{FG_LEAF means nothing on a destructor: }}
  FG_COMPILE() Net &operator=(const Net &) = default;
// expected-error@-1 {{FG_COMPILE means nothing on defaulted function 'operator=': its body is the C++ compiler's own}}
  FG_COMPILE() fg::Tensor gone(fg::Tensor x) = delete;
// expected-error@-1 {{FG_COMPILE means nothing on deleted function 'gone': no call of it compiles}}
  FG_COMPILE() virtual fg::Tensor forward(fg::Tensor x) = 0;
// expected-error@-1 {{FG_COMPILE means nothing on pure virtual function 'forward': it stands in front of the functions that override this one}}
  FG_COMPILE() fg::Tensor elsewhere(fg::Tensor x);
// expected-error@-1 {{FG_COMPILE means nothing on function 'elsewhere', which has no body here: }}
};
FG_COMPILE() constexpr int squared(int x) { return x * x; }
// expected-error@-1 {{FG_COMPILE means nothing on constexpr function 'squared': its body may run in the C++ compiler}}
FG_COMPILE() consteval int cubed(int x) { return x * x * x; }
// expected-error@-1 {{FG_COMPILE means nothing on consteval function 'cubed': }}
template <class T> FG_COMPILE() T bodiless(T x);
// expected-error@-1 {{FG_COMPILE means nothing on function 'bodiless', which has no body here: }}
fg::Tensor first(fg::Tensor x) { return x; } // expected-note {{previous definition is here}}
FG_COMPILE() fg::Tensor first(fg::Tensor x);
// expected-warning@-1 {{attribute declaration must precede definition}}
FG_DISABLE("why") static int on_fg_disable;
// expected-error@-1 {{FG_DISABLE means nothing on variable 'on_fg_disable': it stands in front of a function that compiled functions call}}
FG_LEAF static int on_fg_leaf;
// expected-error@-1 {{FG_LEAF means nothing on variable 'on_fg_leaf': it stands in front of a function that compiled functions call}}
FG_ALLOW_IN_GRAPH static int on_fg_allow_in_graph;
// expected-error@-1 {{FG_ALLOW_IN_GRAPH means nothing on variable 'on_fg_allow_in_graph': it stands in front of a function that compiled functions call}}
FG_ASSUME_CONSTANT_RESULT static int on_fg_assume_constant_result;
// expected-error@-1 {{FG_ASSUME_CONSTANT_RESULT means nothing on variable 'on_fg_assume_constant_result': it stands in front of a function that compiled functions call}}
FG_NONSTRICT_TRACE static int on_fg_nonstrict_trace;
// expected-error@-1 {{FG_NONSTRICT_TRACE means nothing on variable 'on_fg_nonstrict_trace': it stands in front of a function that compiled functions call}}
FG_CUSTOM_OP("a::b") static int on_fg_custom_op;
// expected-error@-1 {{FG_CUSTOM_OP means nothing on variable 'on_fg_custom_op': it stands in front of a function that compiled functions call}}
FG_KERNEL_OP static int on_kernel;
// expected-error@-1 {{FG_KERNEL_OP means nothing on variable 'on_kernel': it stands in front of a function for fg::kernel_op}}
FG_SHAPE("f32[4]") static int length;
// expected-error@-1 {{FG_SHAPE means nothing on variable 'length' of type 'int': it stands in front of a parameter, member or variable that is or holds an fg::Tensor, or of a function that returns one}}
FG_SHAPE("f32[4]") FG_LEAF int counted();
// expected-error@-1 {{FG_SHAPE means nothing on function 'counted', which returns 'int': }}
struct FG_SHAPE("f32[4]") Shaped {};
// expected-error@-1 {{FG_SHAPE means nothing on struct 'Shaped': }}
FG_COMPILE() FG_SHAPE("f32[4]") fg::Tensor result(fg::Tensor x) { return x + 1; }
// expected-error@-1 {{FG_SHAPE means nothing on the result of compiled function 'result': }}

// Contradictions.
FG_COMPILE() FG_DISABLE("no") fg::Tensor contradicts_0(fg::Tensor x) { return x; }
// expected-error@-1 {{FG_DISABLE and FG_COMPILE on function 'contradicts_0' contradict each other: the function is to run as it is written, and to be compiled}}
FG_DISABLE("no") FG_LEAF fg::Tensor contradicts_1(fg::Tensor x) { return x; }
// expected-error@-1 {{FG_DISABLE and FG_LEAF on function 'contradicts_1' contradict each other: the first makes a call of the function a graph break, the second none}}
FG_LEAF FG_NONSTRICT_TRACE fg::Tensor contradicts_2(fg::Tensor x) { return x; }
// expected-error@-1 {{FG_LEAF and FG_NONSTRICT_TRACE on function 'contradicts_2' contradict each other: the first says that the function has effects, the second that it has none}}
FG_CUSTOM_OP("a::c") FG_LEAF fg::Tensor contradicts_3(fg::Tensor x) { return x.clone(); }
// expected-error@-1 {{FG_LEAF and FG_CUSTOM_OP on function 'contradicts_3' contradict each other: a custom operator's effects are those that .mutates names}}
FG_COMPILE() FG_COMPILE(.fullgraph = true) fg::Tensor twice(fg::Tensor x) { return x; }
// expected-error@-1 {{FG_COMPILE stands twice on function 'twice'}}
FG_COMPILE(.fullgraph = true) fg::Tensor declared(fg::Tensor x);
FG_COMPILE() fg::Tensor declared(fg::Tensor x) { return x; }
// expected-error@-1 {{FG_COMPILE or fg::compile has other options for this function already}}
fg::Tensor reshaped(FG_SHAPE("f32[4]") fg::Tensor x);
fg::Tensor reshaped(FG_SHAPE("f32[8]") fg::Tensor x) { return x; }
// expected-error@-1 {{FG_SHAPE on parameter 'x' is another one than on its declaration, which says 'f32[4]'}}
fg::Tensor forms(fg::Tensor x) {
  const auto f = fg::compile(good, {.fullgraph = true});
  // expected-error@-1 {{FG_COMPILE or fg::compile has other options for this function already}}
  return f(x);
}

// Texts.
FG_SHAPE(3) static fg::Tensor of_number;
// expected-error@-1 {{FG_SHAPE: its argument must be a string literal}}
FG_SHAPE("g32[4]") static fg::Tensor of_no_dtype;
// expected-error@-1 {{FG_SHAPE: unknown dtype 'g32'}}
FG_DISABLE(nullptr) fg::Tensor unexplained(fg::Tensor x);
// expected-error@-1 {{FG_DISABLE: its argument must be a string literal}}
FG_CUSTOM_OP("") fg::Tensor nameless(fg::Tensor x);
// expected-error@-1 {{FG_CUSTOM_OP: the operator has no name}}
