// A shape function must take and return what its operator does.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>

static fg::TensorMeta same(const fg::TensorMeta &x) { return x; }
// expected-note@-1 2 {{a shape function takes fg::TensorMeta where its operator takes fg::Tensor}}
static fg::TensorMeta takes_int(const fg::TensorMeta &x, int) { return x; }
// expected-note@-1 {{a shape function takes fg::TensorMeta where its operator takes fg::Tensor}}
static fg::TensorMeta of_list(const std::vector<fg::TensorMeta> &xs) { return xs[0]; }

FG_CUSTOM_OP("my::fits", .shape = same) fg::Tensor fits(fg::Tensor x);
FG_CUSTOM_OP("my::list", .shape = of_list) fg::Tensor list(const std::vector<fg::Tensor> &xs);

FG_CUSTOM_OP("my::two", .shape = same) fg::Tensor two(const fg::Tensor &x, double scale);
// expected-error@-1 {{FG_CUSTOM_OP: shape function 'same' takes 1 arguments, operator 'two' 2}}
FG_CUSTOM_OP("my::scaled", .shape = takes_int) fg::Tensor scaled(const fg::Tensor &x, double scale);
// expected-error@-1 {{FG_CUSTOM_OP: shape function 'takes_int' takes 'int' where operator 'scaled' takes 'double' (scale)}}
FG_CUSTOM_OP("my::count", .shape = same) int64_t count(const fg::Tensor &x);
// expected-error@-1 {{FG_CUSTOM_OP: shape function 'same' returns 'fg::TensorMeta' where operator 'count' returns 'int64_t'}}
FG_CUSTOM_OP("my::fill", .mutates = "out, x") void fill(fg::Tensor out);
// expected-error@-1 {{FG_CUSTOM_OP: 'fill' has no parameter 'x' to mutate}}

FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[N, 4]") fg::Tensor x) { return fg::relu(fits(x)); }
