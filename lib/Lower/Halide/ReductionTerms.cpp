#include "lib/Lower/Halide/ReductionTerms.h"

namespace fullgraph::lower {
using namespace Halide;

Values current(const Func &f, const Values &args) {
  Values values;
  const size_t count = static_cast<size_t>(f.outputs());
  for (size_t i = 0; i < count; ++i)
    values.push_back(count == 1 ? Expr(f(args)) : Expr(f(args)[static_cast<int>(i)]));
  return values;
}

void assign(Func &f, const Values &args, const Values &values) {
  if (values.size() == 1)
    f(args) = values[0];
  else
    f(args) = Tuple(values);
}

Values over(const RDom &domain, Values values) {
  for (const Expr &value : values)
    for (int i = 0; i < domain.dimensions(); ++i)
      if (Halide::Internal::expr_uses_var(value, domain[i].name()))
        return values;
  values[0] = select(domain[0] >= Halide::Internal::make_const(Int(32), -1), values[0], values[0]);
  return values;
}

void mergeLanes(Recorder &recorder, ReducePass &pass, const std::string &name, const Merge &merge, int lanes,
                Values merged) {
  const Values kept = KernelBuilder::reversed(KernelBuilder::indexOf(pass.kept));
  const auto at = [&](const Expr &lane) {
    Values args = {lane};
    args.insert(args.end(), kept.begin(), kept.end());
    return args;
  };
  for (; lanes > 1; lanes /= 2) {
    Func f = recorder.func(name + "_lanes" + std::to_string(lanes));
    assign(f, at(pass.lane), merged);
    pass.halves.emplace_back(f, lanes);
    const Expr half = lanes / 2;
    merged = lanes > 2 ? merge(current(f, at(pass.lane)), current(f, at(pass.lane + half)))
                       : merge(current(f, at(0)), current(f, at(1)));
  }
  assign(pass.total, kept, merged);
}

} // namespace fullgraph::lower
