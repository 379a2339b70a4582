// std::list: what capture follows is one graph, what it refuses runs as it is written, and both give the
// same.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG %s --input-file=%t.log
// CHECK: 0: 1.5 3.5
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <iterator>
#include <list>
#include <string>
#include <utility>
#include <vector>

using fg::Tensor;
#define X FG_SHAPE("f32[N]") const Tensor &x

namespace {

/// The order of the elements shows.
double folded(const std::list<int> &list) {
  double sum = 0;
  for (int i : list)
    sum = sum * 10 + i;
  return sum;
}
template <class T> struct Counting {
  using value_type = T;
  Counting() = default;
  template <class U> Counting(const Counting<U> &) {}
  T *allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
  void deallocate(T *p, std::size_t n) { std::allocator<T>().deallocate(p, n); }
  friend bool operator==(const Counting &, const Counting &) { return true; }
};
struct Kept {
  std::list<Tensor> parts;
  int used = 0;
};

} // namespace

#define GRAPH FG_COMPILE(.fullgraph = true)

// Elements, ends and order.
GRAPH Tensor f0(X) {
  std::list<Tensor> parts{x, x * 2};
  Tensor sum = fg::zeros_like(x);
  for (const Tensor &part : parts)
    sum = sum * 0.5 + part;
  return sum - x * 0.5 - parts.front();
}
GRAPH Tensor f1(X) {
  std::list<Tensor> parts;
  parts.push_back(x);
  parts.push_front(fg::relu(x));
  parts.emplace_back(x * 3);
  Tensor &first = parts.emplace_front(x * 4);
  first = first + 1;
  parts.pop_back();
  return parts.front() * static_cast<double>(parts.size()) + parts.back() + (parts.empty() ? 1 : 2);
}
GRAPH Tensor f2(X) {
  std::list<int> list(3, 7);
  list.push_back(1);
  list.push_front(2);
  list.pop_front();
  list.pop_back();
  list.resize(4);
  list.resize(5, 9);
  return x * folded(list);
}
GRAPH Tensor f3(X) {
  const std::vector<int> v{3, 1, 2};
  std::list<int> list(v.begin(), v.end()), none(2);
  const std::vector<int> back(list.begin(), list.end());
  std::list<double> wide(list.begin(), list.end());
  return x * folded(list) + back[1] + wide.front() / 2 + folded(none);
}
// Iterators name their elements, whatever is inserted and erased elsewhere.
GRAPH Tensor f4(X) {
  std::list<int> list{1, 2, 3};
  auto second = ++list.begin();
  list.push_front(9);
  list.insert(second, 5);
  list.emplace(second, 6);
  *second = 8;
  return x * folded(list) + *second;
}
GRAPH Tensor f5(X) {
  std::list<int> list{1, 2, 3, 4, 5, 6};
  for (auto it = list.begin(); it != list.end();)
    if (*it % 2 == 0)
      it = list.erase(it);
    else
      ++it;
  return x * folded(list);
}
GRAPH Tensor f6(X) {
  std::list<int> list{1, 2, 3};
  auto it = list.end();
  int sum = 0;
  while (it != list.begin()) {
    --it;
    sum = sum * 10 + *it;
  }
  auto after = it++;
  const int there = *it--;
  return x * sum + *after * 100 + there * 10 + (it == after ? 1 : 0);
}
GRAPH Tensor f7(X) {
  std::list<int> list{1, 2, 3, 4, 5};
  list.erase(std::next(list.begin()), std::prev(list.end()));
  list.insert(list.end(), {7, 8});
  list.insert(list.begin(), 2, 6);
  const std::vector<int> v{4, 4};
  auto placed = list.insert(std::next(list.begin()), v.begin(), v.end());
  list.erase(placed);
  return x * folded(list) + static_cast<double>(std::distance(list.begin(), list.end()));
}
GRAPH Tensor f8(X) {
  std::list<int> list{1, 2, 3};
  std::list<int>::const_iterator c = list.begin();
  c = std::next(c);
  list.insert(c, 5);
  return x * folded(list) + *c;
}
GRAPH Tensor f9(X) { // a reference to an element stays one
  std::list<int> list{1, 2, 3};
  int &second = *++list.begin();
  list.push_front(4);
  second = 9;
  return x * folded(list);
}
// Copies, moves, assignments, swaps and comparisons.
GRAPH Tensor f10(X) {
  std::list<int> a{1, 2, 3};
  std::list<int> b = a;
  b.front() = 5;
  a.back() = 6;
  return x * folded(a) + folded(b);
}
GRAPH Tensor f11(X) {
  std::list<int> a{1, 2, 3};
  std::list<int> b = std::move(a);
  a = {4};
  return x * folded(a) + folded(b) + static_cast<double>(a.size());
}
GRAPH Tensor f12(X) { // the elements that there are, are assigned to
  std::list<int> a{1, 2}, b{5, 6, 7};
  auto first = a.begin();
  a = b;
  b.clear();
  return x * folded(a) + *first + static_cast<double>(b.size());
}
GRAPH Tensor f13(X) {
  std::list<int> a{1, 2, 3}, b{5};
  auto first = a.begin();
  a = b;
  int before = *first;
  a.assign(2, 8);
  return x * folded(a) + before;
}
GRAPH Tensor f14(X) { // an iterator goes with its element
  std::list<int> a{1, 2}, b{3};
  auto it = a.begin();
  a.swap(b);
  std::swap(a, b);
  b.swap(a);
  b.erase(it);
  return x * folded(a) + folded(b);
}
GRAPH Tensor f15(X) {
  const std::list<int> a{1, 2}, b{1, 2}, c{2, 1};
  return x * (a == b ? 2 : 3) + (a == c ? 5 : 7) + (a != c ? 11 : 13);
}
GRAPH Tensor f16(X) {
  std::list<std::pair<int, std::string>> named;
  named.emplace_back(2, std::string("b"));
  named.push_front(std::pair(1, std::string("a")));
  std::string all;
  int sum = 0;
  for (const auto &[number, name] : named) {
    all += name;
    sum = sum * 10 + number;
  }
  return x * sum + (all == "ab" ? 1 : 2);
}
GRAPH Tensor f17(X) { // backwards
  std::list<int> list{1, 2, 3};
  double sum = 0;
  for (auto r = list.rbegin(); r != list.rend(); ++r)
    sum = sum * 10 + *r;
  *list.rbegin() = 7;
  return x * sum + folded(list) + *list.crbegin();
}
// Lists that leave the function.
GRAPH std::list<Tensor> made(X) {
  std::list<Tensor> parts{x};
  parts.push_front(x + 1);
  return parts;
}
GRAPH std::list<int> counted(X, Tensor &out) {
  out = x * 2;
  std::list<int> list{3};
  list.push_back(4);
  return list;
}
Tensor f18(X) {
  Tensor sum = x;
  for (const Tensor &part : made(x))
    sum = sum * 2 + part;
  Tensor out;
  return sum + folded(counted(x, out)) + out;
}
// Refused, and run as they are written: a change while a loop goes over the list, iterators of elements that
// are gone to another list, another allocator, what no model states, and lists of the caller.
FG_COMPILE() Tensor f19(X) {
  std::list<int> list{1};
  for (int i : list)
    if (list.size() < 4)
      list.push_back(i + 1);
  return x * folded(list);
}
FG_COMPILE() Tensor f20(X) {
  std::list<int> a{1, 2, 3};
  auto second = ++a.begin();
  std::list<int> b = std::move(a);
  b.insert(second, 7);
  return x * folded(b);
}
FG_COMPILE() Tensor f21(X) {
  std::list<int, Counting<int>> list{1, 2};
  return x * list.front();
}
FG_COMPILE() Tensor f22(X) {
  std::list<int> list{3, 1, 2};
  list.sort();
  list.reverse();
  return x * folded(list);
}
FG_COMPILE() Tensor f23(X) {
  std::list<int> a{1, 2}, b{3};
  a.splice(a.begin(), b);
  return x * folded(a) + static_cast<double>(b.size());
}
GRAPH Tensor counts(X, const std::list<Tensor> &parts) { // asked when the call comes
  return parts.empty() ? x : x * static_cast<double>(parts.size());
}
FG_COMPILE() Tensor ofCaller(X, const std::list<Tensor> &parts) {
  Tensor sum = fg::relu(x);
  for (const Tensor &part : parts)
    sum = sum * 2 + part;
  return sum * static_cast<double>(parts.size());
}
FG_COMPILE() Tensor taken(X, std::list<Tensor> &parts) {
  std::list<Tensor> own = std::move(parts);
  own.push_back(x);
  return own.front() * static_cast<double>(own.size());
}
FG_COMPILE() Tensor swapped(X, std::list<Tensor> &a, std::list<Tensor> &b) {
  std::swap(a, b);
  return x * 2;
}
FG_COMPILE() Tensor assigned(X, Kept &a, Kept &b) {
  a = std::move(b);
  a.used += 1;
  return x * a.used;
}
// LOG: container 'std::list' with the allocator
Tensor f24(X) {
  std::list<Tensor> parts{x, x * 3}, others{x * 5};
  const Tensor y = ofCaller(x, parts) + counts(x, parts) + counts(x, {});
  swapped(x, parts, others);
  const Tensor z = taken(x, others);
  Kept a, b;
  b.parts.push_back(x);
  const Tensor w = assigned(x, a, b);
  return y + z + w + static_cast<double>(parts.size() * 100 + others.size() * 10 + a.parts.size()) +
         static_cast<double>(b.parts.size());
}

int main() {
  int number = 0;
  using Function = Tensor (*)(const Tensor &);
  for (const Function f : {f0,  f1,  f2,  f3,  f4,  f5,  f6,  f7,  f8,  f9,  f10, f11, f12,
                           f13, f14, f15, f16, f17, f18, f19, f20, f21, f22, f23, f24}) {
    Tensor x = fg::full({2}, 1.5);
    x.data_ptr<float>()[1] = 3.5;
    const Tensor y = f(x);
    std::printf("%d: %g %g\n", number++, double(y.data_ptr<float>()[0]), double(y.data_ptr<float>()[1]));
  }
}
