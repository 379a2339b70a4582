// Loops over a deque or a list from behind that look at a neighbour: `it + 1` of a deque's iterator is a free
// function, and reads nothing that anyone could see.
// RUN: %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="stays eager" %s < %t.log
// LOG: deque_iterators.cpp: 7 functions, {{.*}} 0 breaks
#include "Inputs/both.h"

#include <deque>
#include <vector>

using fg::Tensor;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

namespace {

struct Gaussian {
  Tensor mean, cov;
};
struct Step {
  Gaussian prior, posterior;
  Tensor cross;
};

ONE_GRAPH Tensor pairs(const std::deque<Gaussian> &steps) {
  Tensor sum = steps.back().mean * 0;
  for (auto it = steps.begin(); it + 1 != steps.end(); ++it) {
    const auto &next = *(it + 1);
    sum = sum + fg::mv(next.cov, it->mean) + (it + 1)->mean;
  }
  return sum;
}

ONE_GRAPH Tensor neighbours(const std::deque<Tensor> &xs) {
  Tensor sum = xs.front() * 0;
  for (auto it = xs.begin(); it != xs.end(); ++it)
    if (std::next(it) != xs.end())
      sum = sum * 0.5 + *it * *(1 + it);
  return sum;
}

ONE_GRAPH Tensor differences(const std::deque<Tensor> &xs) {
  Tensor sum = xs.front() * 0;
  for (auto it = xs.begin() + 1; it < xs.end(); ++it)
    sum = sum + (*it - *(it - 1)).abs() * double(it - xs.begin());
  return sum;
}

/// Behind the loop both names are what they were: the statement may not change `it`.
ONE_GRAPH Tensor counted(std::deque<Tensor> &xs) {
  Tensor sum = xs.front() * 0;
  auto it = xs.begin();
  while (it + 1 != xs.end()) {
    *it = *it + *(it + 1);
    sum = sum + *it++;
  }
  return sum + *it;
}

ONE_GRAPH Tensor own(FG_SHAPE("f32[N]") const Tensor &x, bool longer) {
  std::deque<Tensor> list{x, x * 2, x * 3};
  if (longer)
    list.push_front(x * 4);
  Tensor sum = x * double(list.end() - list.begin());
  for (auto it = list.begin(); it != list.end(); ++it)
    sum = sum * 0.5 + *it * double(it - list.begin()) + *(list.end() - 1);
  std::deque<Tensor>::const_iterator last = list.cbegin() + 2;
  return last - 1 == list.begin() ? sum : sum + *(last - 1) * double(2 + list.cbegin() == last);
}

ONE_GRAPH Tensor fromBehind(const std::vector<Gaussian> &steps) {
  Tensor sum = steps.back().mean * 0;
  for (auto it = steps.rbegin(); it + 1 != steps.rend(); ++it) {
    const auto &g = (it + 1)->cov;
    sum = sum * 0.5 + g.mv(it->mean);
  }
  return sum;
}

/// A smoother. That no right side of 0 dims fits is found in the guess of such ones, not at a call.
ONE_GRAPH std::vector<Gaussian> smooth(const std::vector<Step> &steps) {
  std::deque<Gaussian> out{steps.back().posterior};
  for (auto it = steps.rbegin(); it + 1 != steps.rend(); ++it) {
    const auto &next = *it;
    const auto &g = (it + 1)->posterior;
    auto gain = fg::linalg_solve(next.prior.cov, next.cross.t()).t();
    out.push_front({g.mean + gain.mv(out.front().mean - next.prior.mean),
                    g.cov + gain.mm(out.front().cov - next.prior.cov).mm(gain.t())});
  }
  return {out.begin(), out.end()};
}

} // namespace

int main() {
  const auto row = [](int i) { return both::values({3}, fg::kFloat) * double(i + 1); };
  const auto square = [](int i) {
    return fg::eye(3) * double(i + 2) + both::values({3, 3}, fg::kFloat) * 0.1;
  };
  for (const int count : {1, 2, 3, 5}) {
    std::deque<Gaussian> steps;
    std::deque<Tensor> xs;
    std::vector<Step> filtered;
    for (int i = 0; i < count; ++i) {
      steps.push_back({row(i), square(i)});
      xs.push_back(row(i));
      filtered.push_back({{row(i), square(i)}, {row(i) + 1, square(i + 1)}, square(i) * 0.5});
    }
    const std::vector<Gaussian> list(steps.begin(), steps.end());
    both::check("pairs", [&] { return std::vector<Tensor>{pairs(steps)}; });
    both::check("neighbours", [&] { return std::vector<Tensor>{neighbours(xs)}; });
    both::check("differences", [&] { return std::vector<Tensor>{differences(xs)}; });
    both::check("counted", [&] {
      std::deque<Tensor> own = xs;
      std::vector<Tensor> seen{counted(own)};
      seen.insert(seen.end(), own.begin(), own.end());
      return seen;
    });
    both::check("own", [&] { return std::vector<Tensor>{own(row(count), false), own(row(count), true)}; });
    both::check("fromBehind", [&] { return std::vector<Tensor>{fromBehind(list)}; });
    both::check("smooth", [&] {
      std::vector<Tensor> parts;
      for (const Gaussian &g : smooth(filtered)) {
        parts.push_back(g.mean);
        parts.push_back(g.cov);
      }
      return parts;
    });
  }
  both::check("no right side of 0 dims", [&] {
    fg::linalg_solve(fg::eye(2), fg::tensor(1.0));
    return std::vector<Tensor>{};
  });
  // CHECK-COUNT-28: {{: same$}}
  // CHECK-NEXT: no right side of 0 dims: same error
}
