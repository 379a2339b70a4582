// What generated code calls a user's operator (FG_CUSTOM_OP) through: in debug builds, the first calls are
// compared with what the declaration says, as torch.library.opcheck does.
//
// Not for users.
#pragma once

#include <fullgraph/tensor.h>
#include <fullgraph/tensor_meta.h>

#include <array>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace fg::rt {

/// The values, made in the order in which the compiler evaluates a call's arguments.
template <class... Values> std::tuple<std::decay_t<Values>...> hold(Values &&...values) {
  return {std::forward<Values>(values)...};
}

/// A std::vector of the values, with room for `count` elements: it grows so far without moving them.
template <class List, class... Values> List list_with_room(std::size_t count, Values &&...values) {
  List list;
  list.reserve(count);
  (list.push_back(std::forward<Values>(values)), ...);
  return list;
}

#ifdef NDEBUG

template <class Op, class Shape>
constexpr Op checked_operator(Op op, Shape, const char *, const char *, const char *) {
  return op;
}

#else

/// One call of an operator that is looked at: what goes in, and what comes out.
class OperatorCheck {
public:
  /// `parameters`, `mutates`: names, a comma behind each.
  OperatorCheck(const char *name, const char *parameters, const char *mutates);
  ~OperatorCheck();
  OperatorCheck(const OperatorCheck &) = delete;
  /// Of the operator's first calls only: looking at all elements takes longer than most operators.
  bool isWanted() const { return wanted; }

  template <class T> void input(const T &value) {
    forEachTensor(value, [this](const Tensor &x) { add(x); });
    ++parameter;
  }
  /// Throws where an argument was changed that .mutates does not name.
  void compareInputs() const;
  template <class T> void compareResult(const T &value) const {
    forEachTensor(value, [this](const Tensor &x) { compareStorage(x); });
  }
  template <class Meta, class T> void compareShape(const Meta &meta, const T &value) const {
    if constexpr (std::is_same_v<Meta, TensorMeta> && std::is_same_v<T, Tensor>)
      compareMeta(meta, value);
    else if constexpr (requires { std::tuple_size<Meta>::value; })
      [&]<size_t... I>(std::index_sequence<I...>) {
        (compareShape(std::get<I>(meta), std::get<I>(value)), ...);
      }(std::make_index_sequence<std::tuple_size_v<Meta>>());
    else if constexpr (requires {
                         meta.size();
                         value.size();
                         meta[0];
                       })
      for (size_t i = 0; i < meta.size() && i < value.size(); ++i)
        compareShape(meta[i], value[i]);
    else if constexpr (requires {
                         meta.has_value();
                         *meta;
                       })
      if (meta.has_value() && value.has_value())
        compareShape(*meta, *value);
  }

  template <class T, class Visit> static void forEachTensor(const T &value, const Visit &visit) {
    if constexpr (std::is_same_v<T, Tensor>) {
      visit(value);
    } else if constexpr (requires { std::tuple_size<T>::value; }) {
      std::apply([&](const auto &...parts) { (forEachTensor(parts, visit), ...); }, value);
    } else if constexpr (requires {
                           value.begin();
                           value.end();
                         } && !std::is_convertible_v<T, std::string>) {
      for (const auto &part : value)
        forEachTensor(part, visit);
    } else if constexpr (requires {
                           value.has_value();
                           *value;
                         }) {
      if (value.has_value())
        forEachTensor(*value, visit);
    }
  }

private:
  struct Input;
  void add(const Tensor &x);
  void compareStorage(const Tensor &result) const;
  void compareMeta(const TensorMeta &meta, const Tensor &result) const;

  const char *name;
  std::vector<std::string> parameters;
  std::vector<std::string> mutates;
  std::vector<Input> inputs;
  size_t parameter = 0;
  bool wanted = false;
};

/// A tensor as a shape function takes it; other arguments as they are.
inline TensorMeta metaOf(const Tensor &x) { return meta(x); }
inline std::optional<TensorMeta> metaOf(const std::optional<Tensor> &x) {
  return x ? std::optional(meta(*x)) : std::nullopt;
}
inline std::vector<TensorMeta> metaOf(const std::vector<Tensor> &xs) {
  std::vector<TensorMeta> metas;
  for (const Tensor &x : xs)
    metas.push_back(meta(x));
  return metas;
}
template <class T> const T &metaOf(const T &value) { return value; }

template <class Shape, class Result, class... Parameters> struct CheckedOperator {
  Result (*op)(Parameters...);
  Shape shape;
  const char *name, *parameters, *mutates;

  Result operator()(Parameters... args) const {
    OperatorCheck check(name, parameters, mutates);
    if (!check.isWanted())
      return op(std::forward<Parameters>(args)...);
    (check.input(args), ...);
    const auto expected = [&] {
      if constexpr (!std::is_same_v<Shape, std::nullptr_t> &&
                    std::is_invocable_v<Shape, decltype(metaOf(args))...>)
        return shape(metaOf(args)...);
      else
        return 0;
    }();
    if constexpr (std::is_void_v<Result>) {
      op(std::forward<Parameters>(args)...);
      check.compareInputs();
    } else {
      Result result = op(std::forward<Parameters>(args)...);
      check.compareInputs();
      if constexpr (!std::is_reference_v<Result>) {
        check.compareResult(result);
        check.compareShape(expected, result);
      }
      return static_cast<Result>(result);
    }
  }
};

template <class Result, class... Parameters, class Shape>
CheckedOperator<Shape, Result, Parameters...> checked_operator(Result (*op)(Parameters...), Shape shape,
                                                               const char *name, const char *parameters,
                                                               const char *mutates) {
  return {op, shape, name, parameters, mutates};
}

#endif

} // namespace fg::rt
