// What an iterator, or a key, refers to is read and written in one statement, between compiled regions: one
// object, however often the statement names it. Two iterators may refer to one object: such a turn is eager.
// RUN: env FULLGRAPH_JIT=0 FULLGRAPH_LOGS=recompiles %build_and_run %s 2>%t.log | FileCheck --implicit-check-not=FAILED %s
// RUN: FileCheck --check-prefix=LOG --implicit-check-not="running eagerly" --implicit-check-not="stays eager" %s < %t.log
// LOG: iterators.cpp: 8 functions, {{.*}} 0 breaks
// Where such a statement hands a value on, its dims are only guessed.
// LOG: shared: fg_1t: expected 2 dims, got 1; running eagerly
// LOG: mixed: needs 'it->second' and 'j->second' to be two objects; running
#include "Inputs/both.h"

#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>

using fg::Tensor;
#define ONE_GRAPH FG_COMPILE(.fullgraph = true)

namespace {

struct Track {
  FG_SHAPE("f32[4]") Tensor mean;
  FG_SHAPE("f32[4, 4]") Tensor cov;
  FG_SHAPE("f32[4]") std::vector<Tensor> past;
};
using Named = std::map<std::string, Tensor>;
using Hashed = std::unordered_map<std::string, Tensor>;

ONE_GRAPH void predict(std::vector<Track> &tracks, FG_SHAPE("f32[4, 4]") const Tensor &f) {
  for (auto it = tracks.begin(); it != tracks.end(); ++it) {
    it->mean = f.mv(it->mean);
    it->cov = f.mm(it->cov).mm(f.t()) + fg::outer(it->mean, it->mean);
  }
}

/// The old value is handed on behind the write.
ONE_GRAPH Tensor handOn(std::vector<Track> &tracks, FG_SHAPE("f32[4]") const Tensor &f) {
  Tensor last = f;
  for (auto it = tracks.begin(); it != tracks.end(); ++it) {
    std::tie(last, it->mean) = std::make_tuple(it->mean, it->mean + f * last);
    it->past.push_back(last);
  }
  return last * 2;
}

ONE_GRAPH void decay(FG_SHAPE("f32[N]") Named &state, float rate) {
  for (auto it = state.begin(); it != state.end(); ++it)
    it->second = it->second * rate + it->second.mean();
}

ONE_GRAPH void hashed(FG_SHAPE("f32[N]") Hashed &state, FG_SHAPE("f32[N]") const Tensor &g) {
  for (auto it = state.begin(); it != state.end(); ++it)
    it->second = it->second * 0.5 + g;
}

ONE_GRAPH Tensor found(FG_SHAPE("f32[N]") Hashed &state, const std::string &name,
                       FG_SHAPE("f32[N]") const Tensor &x) {
  auto it = state.find(name);
  if (it == state.end())
    return fg::relu(x);
  return it->second * 2 + x;
}

ONE_GRAPH void shared(std::vector<std::shared_ptr<Track>> &tracks) {
  for (auto it = tracks.begin(); it != tracks.end(); it++) {
    (*it)->mean = (*it)->mean * 2 + (*it)->cov.diagonal();
    (*it)->cov = (*it)->cov + fg::outer((*it)->mean, (*it)->mean);
  }
}

ONE_GRAPH void mixed(FG_SHAPE("f32[N]") Named &a, FG_SHAPE("f32[N]") Named &b) {
  auto j = b.begin();
  for (auto it = a.begin(); it != a.end() && j != b.end(); ++it, ++j)
    it->second = it->second * 0.9 + j->second * 0.1;
}

ONE_GRAPH void keyed(FG_SHAPE("f32[N]") Named &m, const std::string &key) {
  m[key] = m[key] * 2 + m[key].sum();
  m.at(key) = m.at(key) * m.at(key);
}

} // namespace

int main() {
  for (const int n : {2, 5}) {
    const auto tracks = [&] {
      std::vector<Track> result;
      for (int i = 0; i < n; ++i)
        result.push_back({both::values({4}) + i, both::values({4, 4}) - i, {}});
      return result;
    };
    const auto named = [&] {
      Named result;
      for (int i = 0; i < n; ++i)
        result[std::string(i + 1, 'a')] = both::values({n}) + i;
      return result;
    };
    const auto of = [](const auto &map) {
      std::vector<Tensor> result;
      for (const auto &[key, value] : Named(map.begin(), map.end()))
        result.push_back(value);
      return result;
    };
    const auto ofTracks = [](const std::vector<Track> &all) {
      std::vector<Tensor> result;
      for (const Track &t : all) {
        result.insert(result.end(), {t.mean, t.cov});
        result.insert(result.end(), t.past.begin(), t.past.end());
      }
      return result;
    };
    both::check("predict", [&] {
      auto all = tracks();
      predict(all, both::values({4, 4}));
      return ofTracks(all);
    });
    both::check("handOn", [&] {
      auto all = tracks();
      const Tensor first = handOn(all, both::values({4}));
      auto results = ofTracks(all);
      results.push_back(first);
      return results;
    });
    both::check("decay", [&] {
      Named map = named();
      decay(map, 0.5f);
      return of(map);
    });
    both::check("hashed", [&] {
      const Named map = named();
      Hashed hash(map.begin(), map.end());
      hash["other"] = hash["a"];
      hashed(hash, both::values({n}));
      return of(hash);
    });
    both::check("found", [&] {
      const Named map = named();
      Hashed hash(map.begin(), map.end());
      return std::vector{found(hash, "aa", hash["a"]), found(hash, "none", hash["a"])};
    });
    both::check("shared", [&] {
      std::vector<std::shared_ptr<Track>> all;
      for (const Track &t : tracks())
        all.push_back(std::make_shared<Track>(t));
      all.push_back(all[0]); // two turns change one object
      shared(all);
      std::vector<Tensor> results;
      for (const auto &t : all)
        results.insert(results.end(), {t->mean, t->cov});
      return results;
    });
    both::check("mixed", [&] {
      Named a = named(), b = named();
      mixed(a, b);
      return of(a);
    });
    both::check("mixed with itself", [&] {
      Named a = named();
      mixed(a, a);
      return of(a);
    });
    both::check("keyed", [&] {
      Named a = named();
      keyed(a, "aa");
      return of(a);
    });
  }
  // CHECK-COUNT-18: {{: same$}}
}
