// What the body of an operator shows to be other than FG_CUSTOM_OP says is an error at the place.
// RUN: %fullgraph --verify %s -- %fg_flags
#include <fullgraph/fullgraph.h>
#include <utility>
#include <vector>

using fg::Tensor;
static fg::TensorMeta same(const fg::TensorMeta &x) { return x; }

FG_CUSTOM_OP("my::adds", .shape = same) Tensor adds(Tensor x) {
  x.add_(1); // expected-error {{FG_CUSTOM_OP: 'adds' writes to its parameter 'x', which .mutates does not name}}
  return x * 2;
}
FG_CUSTOM_OP("my::compound", .shape = same) Tensor compound(Tensor x) {
  x += 1; // expected-error {{FG_CUSTOM_OP: 'compound' writes to its parameter 'x', which .mutates does not name}}
  return x * 2;
}
FG_CUSTOM_OP("my::row", .shape = same) Tensor row(const Tensor &x) {
  x[0].fill_(1); // expected-error {{FG_CUSTOM_OP: 'row' writes to its parameter 'x', which .mutates does not name}}
  return x * 2;
}
FG_CUSTOM_OP("my::loop", .shape = same) Tensor loop(const Tensor &x) {
  float *p = x.data_ptr<float>();
  for (int64_t i = 0; i < x.numel(); ++i)
    p[i] *= 2; // expected-error {{FG_CUSTOM_OP: 'loop' writes to its parameter 'x', which .mutates does not name}}
  return x * 2;
}
FG_CUSTOM_OP("my::first") void first(const Tensor &x) {
  *x.data_ptr<float>() = 2; // expected-error {{FG_CUSTOM_OP: 'first' writes to its parameter 'x', which .mutates does not name}}
}
FG_CUSTOM_OP("my::copies", .mutates = "out") void copies(Tensor out, const Tensor &x) {
  out.copy_(x);
  x.t().zero_(); // expected-error {{FG_CUSTOM_OP: 'copies' writes to its parameter 'x', which .mutates does not name}}
}
FG_CUSTOM_OP("my::returns", .shape = same) Tensor returns(const Tensor &x) {
  if (x.size(0) == 1)
    return x; // expected-error {{FG_CUSTOM_OP: 'returns' returns its parameter 'x', or a view of it}}
  return x * 2;
}
FG_CUSTOM_OP("my::moved", .shape = same) Tensor moved(Tensor x) {
  return std::move(x); // expected-error {{FG_CUSTOM_OP: 'moved' returns its parameter 'x', or a view of it}}
}
FG_CUSTOM_OP("my::viewed", .shape = same) Tensor viewed(const Tensor &x);
Tensor viewed(const Tensor &given) {
  return given.transpose(0, 1).unsqueeze(0); // expected-error {{FG_CUSTOM_OP: 'viewed' returns its parameter 'given', or a view of it}}
}

// As declared, or not known.
FG_CUSTOM_OP("my::fill", .mutates = "to") void fill(Tensor to);
void fill(Tensor out) { out.fill_(1); }
FG_CUSTOM_OP("my::into", .mutates = "out") Tensor &into(Tensor &out, const Tensor &x) {
  out.copy_(x);
  return out;
}
FG_CUSTOM_OP("my::own", .shape = same) Tensor own(Tensor x) {
  x = x.clone();
  x.add_(1);
  float *p = x.data_ptr<float>();
  p[0] = 1;
  return x;
}
FG_CUSTOM_OP("my::reads", .shape = same) Tensor reads(const Tensor &x) {
  Tensor result = fg::empty_like(x);
  const float *from = x.data_ptr<float>();
  float *to = result.data_ptr<float>();
  for (int64_t i = 0; i < x.numel(); ++i)
    to[i] = from[i] * 2;
  const auto twice = [](Tensor y) { return y; };
  return twice(result);
}

FG_COMPILE() Tensor f(FG_SHAPE("f32[N, 4]") Tensor x) { return fg::relu(reads(x)); }
