// Operators of the user's own: a function of one element, in plain C++, that compiled code fuses with what is
// around it.
//
//   FG_KERNEL_OP
//   float soft_clip(float x, float drive) {
//     const float y = drive * x;
//     return y > 1.0f ? 1.0f - 1.0f / (4.0f * y) : 0.75f * y;
//   }
//   fg::Tensor y = fg::kernel_op(soft_clip, x, 2.0f) + bias;
//
// As in Halide, the function says what an element of the result is, and the compiler decides where it is
// computed. It may be an instantiation of a template: what also takes Halide::Expr serves both.
#pragma once

#include <fullgraph/tensor.h>

namespace fg {

/// A kernel function's parameter for a tensor of which it reads elements around its own: in the last `Dims`
/// dims, `x(dy, dx)` is the element that far away. Coordinates outside are those of the nearest element (as
/// Halide's repeat_edge).
template <class T, size_t Dims> class Neighbours {
public:
  Neighbours(const T *data, const int64_t *sizes, int64_t element) : data(data), sizes(sizes) {
    for (size_t d = Dims; d-- > 0;) {
      at[d] = element % sizes[d];
      element /= sizes[d];
    }
    plane = element;
  }

  template <class... Offsets>
    requires(sizeof...(Offsets) == Dims)
  T operator()(Offsets... offsets) const {
    const int64_t away[Dims] = {static_cast<int64_t>(offsets)...};
    int64_t element = plane;
    for (size_t d = 0; d < Dims; ++d) {
      const int64_t wanted = at[d] + away[d], last = sizes[d] - 1;
      element = element * sizes[d] + (wanted < 0 ? 0 : wanted > last ? last : wanted);
    }
    return data[element];
  }

private:
  const T *data;
  const int64_t *sizes; // of the last dims
  int64_t at[Dims], plane;
};

namespace detail {

template <class T> struct KernelParameter {
  using Element = T;
  static constexpr size_t dims = 0;
};
template <class T, size_t Dims> struct KernelParameter<Neighbours<T, Dims>> {
  using Element = T;
  static constexpr size_t dims = Dims;
};

/// One operand of a call, whatever its element type.
struct KernelOperand {
  Tensor tensor;
  bool isNumber = false;
  ScalarType wanted = ScalarType::Undefined; // by the function
  size_t dims = 0;                           // of Neighbours
  const void *data = nullptr;                // elements in the result's order
  const int64_t *sizes = nullptr;            // Neighbours: of the last dims
  int64_t step = 0;                          // from one element to the next: 0 for a single one
};

/// The new result tensor; lays the operands' elements out in its order. Throws where a dtype or a size does
/// not fit.
Tensor prepareKernel(KernelOperand *operands, size_t count, ScalarType result);

template <class Parameter, class Operand> KernelOperand kernelOperand(const Operand &operand) {
  KernelOperand made;
  made.wanted = scalarTypeOf<typename KernelParameter<Parameter>::Element>;
  made.dims = KernelParameter<Parameter>::dims;
  if constexpr (std::is_same_v<Operand, Tensor>)
    made.tensor = operand;
  else
    made.isNumber = true;
  return made;
}

template <class Parameter, class Operand>
Parameter kernelArgument(const KernelOperand &made, const Operand &operand, int64_t element) {
  using Element = typename KernelParameter<Parameter>::Element;
  if constexpr (!std::is_same_v<Operand, Tensor>)
    return static_cast<Element>(operand);
  else if constexpr (KernelParameter<Parameter>::dims > 0)
    return Parameter(static_cast<const Element *>(made.data), made.sizes, element);
  else
    return static_cast<const Element *>(made.data)[element * made.step];
}

template <class Result, class... Parameters, size_t... I, class... Operands>
Tensor runKernel(Result (*function)(Parameters...), std::index_sequence<I...>, const Operands &...operands) {
  KernelOperand made[] = {kernelOperand<std::remove_cvref_t<Parameters>>(operands)...};
  Tensor result = prepareKernel(made, sizeof...(Operands), scalarTypeOf<Result>);
  Result *out = static_cast<Result *>(result.data_ptr());
  const int64_t count = result.numel();
  for (int64_t element = 0; element < count; ++element)
    out[element] = function(kernelArgument<std::remove_cvref_t<Parameters>>(made[I], operands, element)...);
  return result;
}

} // namespace detail

/// function(...) of each element. Operands are tensors of the parameters' types, which broadcast, and
/// numbers; operands for Neighbours have all of the result's sizes. The result is a new contiguous tensor of
/// the function's return type. Throws "kernel_op(): ..." where a tensor's dtype is another one than its
/// parameter's. The function has no effects; in which order elements are computed is not said.
template <class Result, class... Parameters, class... Operands>
  requires(sizeof...(Parameters) == sizeof...(Operands) && sizeof...(Operands) > 0)
Tensor kernel_op(Result (*function)(Parameters...), const Operands &...operands) {
  static_assert(detail::scalarTypeOf<Result> != ScalarType::Undefined,
                "a kernel function returns a number of a tensor's dtype");
  static_assert(
      ((detail::scalarTypeOf<typename detail::KernelParameter<std::remove_cvref_t<Parameters>>::Element> !=
        ScalarType::Undefined) &&
       ...),
      "a kernel function takes numbers of tensors' dtypes, and fg::Neighbours");
  static_assert(((std::is_same_v<Operands, Tensor> || std::is_arithmetic_v<Operands>) && ...),
                "the operands are tensors and numbers");
  static_assert(((std::is_same_v<Operands, Tensor> ||
                  detail::KernelParameter<std::remove_cvref_t<Parameters>>::dims == 0) &&
                 ...),
                "the operand for fg::Neighbours is a tensor");
  return detail::runKernel(function, std::index_sequence_for<Operands...>(), operands...);
}

} // namespace fg
