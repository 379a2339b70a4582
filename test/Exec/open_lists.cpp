// What a function does with lists, maps and iterators of the user's program whose length is only known at run
// time stays as it is written, between compiled regions, and is no graph break: copies, moves, insertions,
// algorithms, iterators in any direction.
// RUN: env FULLGRAPH_JIT=0 %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="served eagerly" --implicit-check-not="stays eager" %s < %t.log
// LOG: open_lists.cpp: 28 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <fullgraph/nn.h>

#include <algorithm>
#include <deque>
#include <map>
#include <numeric>
#include <span>

using fg::Tensor;
using List = std::vector<Tensor>;
#define N_ FG_SHAPE("f32[N]")
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

namespace {

// --- iterators
ONE_GRAPH Tensor forwards(N_ const List &v, N_ Tensor x) {
  for (auto it = v.begin(); it != v.end(); ++it)
    x = fg::relu(x + *it);
  return x;
}
ONE_GRAPH Tensor backwards(N_ const List &v, N_ Tensor y) {
  auto it = v.rbegin();
  Tensor x = *it++ + y;
  for (; it != v.rend(); ++it)
    x = fg::relu(x * 2 + *it);
  return x;
}
ONE_GRAPH Tensor walking(N_ const List &v, N_ Tensor x) {
  auto it = v.cbegin();
  x = fg::sin(x);
  while (it != v.cend()) {
    x = fg::tanh(x - *it);
    it = std::next(it);
  }
  return x;
}
ONE_GRAPH Tensor pointers(N_ const Tensor *v, size_t n, N_ Tensor x) {
  for (const Tensor *p = v; p != v + n; ++p)
    x = fg::relu(x + *p);
  return x;
}
ONE_GRAPH Tensor counted(N_ const List &v, N_ Tensor x) {
  for (int i = static_cast<int>(v.size()) - 1; i > 0; --i)
    x = fg::relu(x * 2 + v[i]) - v[i - 1];
  return x;
}
ONE_GRAPH Tensor entries(N_ const std::map<std::string, Tensor> &v, N_ Tensor x) {
  for (auto it = v.begin(); it != v.end(); ++it)
    x = fg::tanh(x + it->second);
  for (const auto &[key, value] : v)
    x = x - value * static_cast<double>(key.size());
  return x;
}
ONE_GRAPH Tensor spanned(N_ std::span<const Tensor> v, N_ Tensor x) {
  for (const Tensor &t : v)
    x = fg::relu(x + t);
  return x;
}

ONE_GRAPH Tensor collapsed(const List &pyramid) {
  namespace F = fg::nn::functional;
  auto it = pyramid.rbegin();
  Tensor x = *it++;
  for (; it != pyramid.rend(); ++it)
    x = *it +
        F::interpolate(x, F::InterpolateFuncOptions().size(std::vector<int64_t>{it->size(2), it->size(3)}));
  return x;
}

// --- lists that a loop fills
ONE_GRAPH List built(N_ Tensor x, int n) {
  List out;
  out.reserve(n);
  for (int i = 0; i < n; ++i) {
    out.push_back(x * i);
    x = fg::relu(x) + 1;
  }
  return out;
}
ONE_GRAPH List builtAndMore(N_ Tensor x, int n) {
  List out;
  for (int i = 0; i < n; ++i)
    out.emplace_back(x * i);
  out.emplace_back(std::move(x));
  return out;
}
ONE_GRAPH Tensor stacked(N_ Tensor x, int n) {
  List out;
  for (int i = 0; i < n; ++i)
    out.push_back(fg::sin(x * i));
  return fg::stack(out) * 2;
}
ONE_GRAPH List sized(N_ const List &v, N_ Tensor x) {
  List out(v.size());
  for (size_t i = 0; i < v.size(); ++i)
    out[i] = v[i] * x;
  return out;
}
ONE_GRAPH std::pair<Tensor, List> states(N_ Tensor x, N_ const List &before) {
  List after;
  after.reserve(before.size());
  for (const Tensor &s : before) {
    after.push_back(s * 0.5 + x);
    x = fg::tanh(after.back());
  }
  return {x, std::move(after)};
}
ONE_GRAPH std::tuple<Tensor, List> statesInATuple(N_ Tensor x, N_ const List &before) {
  List after;
  for (const Tensor &s : before)
    after.push_back(s * 0.5 + x);
  return std::make_tuple(x, after);
}
ONE_GRAPH std::vector<List> nested(N_ const std::vector<List> &v, N_ Tensor x) {
  std::vector<List> out;
  for (const List &row : v) {
    List r;
    for (const Tensor &t : row)
      r.push_back(t + x);
    out.push_back(std::move(r));
  }
  return out;
}
ONE_GRAPH std::map<std::string, Tensor> named(N_ const List &v, N_ Tensor x) {
  std::map<std::string, Tensor> out;
  for (size_t i = 0; i < v.size(); ++i)
    out["k" + std::to_string(i)] = v[i] * x;
  return out;
}
ONE_GRAPH std::map<int, Tensor> keyed(int n, N_ Tensor x, int end) {
  std::map<int, Tensor> out;
  while (n < end) {
    x = x * 2;
    out[n] = x + 1;
    ++n;
  }
  return out;
}

// --- lists as wholes
ONE_GRAPH List copied(N_ const List &v, N_ Tensor x) {
  List w = v;
  for (Tensor &t : w)
    t = t + x;
  return w;
}
ONE_GRAPH List byValue(N_ List v, N_ Tensor x) {
  for (Tensor &t : v)
    t = fg::relu(t + x);
  return v;
}
ONE_GRAPH List moved(N_ List v, N_ Tensor x) {
  List w = std::move(v);
  w.push_back(x + 1);
  return w;
}
ONE_GRAPH List joined(N_ const List &a, N_ const List &b, N_ Tensor x) {
  List out(a);
  out.insert(out.end(), b.begin(), b.end());
  out.push_back(fg::exp(x));
  return out;
}
ONE_GRAPH Tensor popped(N_ List v, N_ Tensor x) {
  while (!v.empty()) {
    x = fg::relu(x + v.back());
    v.pop_back();
  }
  return x;
}
ONE_GRAPH std::deque<Tensor> windowed(N_ const List &v, size_t size) {
  std::deque<Tensor> window;
  for (const Tensor &t : v) {
    window.push_back(fg::sin(t));
    if (window.size() > size)
      window.pop_front();
  }
  return window;
}
ONE_GRAPH List reversed(N_ List v, N_ Tensor x) {
  std::reverse(v.begin(), v.end());
  v[0] = v[0] + x;
  return v;
}

// --- algorithms: the functions that they are handed are compiled
ONE_GRAPH Tensor accumulated(N_ const List &v, N_ Tensor x) {
  return std::accumulate(v.begin(), v.end(), x,
                         [](N_ const Tensor &a, N_ const Tensor &b) { return fg::relu(a + b); });
}
ONE_GRAPH List transformed(N_ const List &v, N_ Tensor x) {
  List out;
  std::transform(v.begin(), v.end(), std::back_inserter(out),
                 [&](N_ const Tensor &t) { return fg::tanh(t * x); });
  return out;
}

std::vector<Tensor> listed(const std::map<std::string, Tensor> &map) {
  std::vector<Tensor> out;
  for (const auto &[key, value] : map)
    out.push_back(value + static_cast<double>(key.size()));
  return out;
}

} // namespace

int main() {
  for (const int n : {1, 3, 6}) {
    List v;
    for (int i = 0; i < n; ++i)
      v.push_back(both::values({4 + n}) - i);
    const Tensor x = both::values({4 + n}) * 0.25;
    std::map<std::string, Tensor> map;
    for (int i = 0; i < n; ++i)
      map[std::string(i + 1, 'a')] = v[i];
    // What a function was given must be as it was, too.
    const auto with = [&](List results) {
      results.push_back(x);
      results.insert(results.end(), v.begin(), v.end());
      return results;
    };
    both::check("forwards", [&] { return with({forwards(v, x)}); });
    both::check("backwards", [&] { return with({backwards(v, x)}); });
    both::check("walking", [&] { return with({walking(v, x)}); });
    both::check("pointers", [&] { return with({pointers(v.data(), v.size(), x)}); });
    both::check("counted", [&] { return with({counted(v, x)}); });
    both::check("entries", [&] { return with({entries(map, x)}); });
    both::check("spanned", [&] { return with({spanned(v, x)}); });
    both::check("collapsed", [&] {
      List pyramid;
      for (int i = 0; i < n; ++i)
        pyramid.push_back(both::values({1, 2, 3 * (n - i), 4 * (n - i)}));
      return std::vector{collapsed(pyramid)};
    });
    both::check("built", [&] { return with(built(x, n)); });
    both::check("builtAndMore", [&] { return with(builtAndMore(x, n)); });
    both::check("stacked", [&] { return with({stacked(x, n)}); });
    both::check("sized", [&] { return with(sized(v, x)); });
    both::check("states", [&] {
      auto [last, after] = states(x, v);
      after.push_back(last);
      return with(after);
    });
    both::check("statesInATuple", [&] { return with(std::get<1>(statesInATuple(x, v))); });
    both::check("nested", [&] { return with(nested({v, v}, x)[1]); });
    both::check("named", [&] { return with(listed(named(v, x))); });
    both::check("keyed", [&] { return with({keyed(2, x, 2 + n)[1 + n]}); });
    both::check("copied", [&] { return with(copied(v, x)); });
    both::check("byValue", [&] { return with(byValue(v, x)); });
    both::check("moved", [&] { return with(moved(v, x)); });
    both::check("joined", [&] { return with(joined(v, v, x)); });
    both::check("popped", [&] { return with({popped(v, x)}); });
    both::check("windowed", [&] {
      const std::deque<Tensor> window = windowed(v, 2);
      return with({window.begin(), window.end()});
    });
    both::check("reversed", [&] { return with(reversed(v, x)); });
    both::check("accumulated", [&] { return with({accumulated(v, x)}); });
    both::check("transformed", [&] { return with(transformed(v, x)); });
  }
  // CHECK-COUNT-78: {{: same$}}
}
