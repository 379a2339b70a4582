// What walks of main() cannot follow: text that it cuts into words. The tensors that are made of it have sizes that
// nobody knows, and a type that is known.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" %s < %t.log
// LOG: unknown_to_walks.cpp: 1 function, {{.*}} 0 breaks
#include <cstdio>
#include <fullgraph/fullgraph.h>
#include <map>
#include <string>
#include <vector>

using fg::Tensor;

static std::vector<int64_t> encode(const std::string &text) {
  std::map<std::string, int64_t> ids;
  std::vector<int64_t> words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    words.push_back(ids.emplace(text.substr(at, end - at), int64_t(ids.size())).first->second);
    at = end + 1;
  }
  return words;
}
struct Batch {
  Tensor ids, mask;
};
static Batch collate(const std::vector<std::string> &texts) {
  std::vector<Tensor> rows, masks;
  for (const auto &text : texts) {
    rows.push_back(fg::tensor(encode(text), fg::kLong));
    masks.push_back(fg::ones_like(rows.back(), fg::kBool));
  }
  return {fg::pad_sequence(rows, true, 0), fg::pad_sequence(masks, true, 0)};
}

struct Model {
  Tensor embed = fg::arange(12).view({4, 3}).to(fg::kFloat);
  FG_COMPILE(.fullgraph = true)
  Tensor pooled(const Batch &in) const {
    auto m = in.mask.to(fg::kFloat).unsqueeze(2);
    return (fg::embedding(embed, in.ids) * m).sum(1) / m.sum(1);
  }
};

int main() {
  Model model;
  for (const auto &texts : {std::vector<std::string>{"a b a", "b"}, std::vector<std::string>{"c d e", "d", "e f"}})
    std::printf("%g\n", model.pooled(collate(texts)).sum().item<double>());
  // CHECK: 9
  // CHECK-NEXT: 22.5
}
