// Runs every reference case eagerly, and checks that every operator has cases.
//
//   ops_reference_test <folder of the data> [text]        with a text: only cases whose call contains it
#include "test/Ops/EagerCalls.h"

#include <fullgraph/error.h>

#include <cstdio>
#include <set>
#include <stdexcept>

using namespace fullgraph::test;

namespace {

/// Rows of Ops.def that no C++ function runs: the compiler's own. The list may only shrink.
const std::set<std::string> withoutFunction = {"scalar",        "number",     "select_scatter",
                                               "slice_scatter", "turn_state", "turn_slice",
                                               "last_turn",     "all_turns"};
/// PyTorch's generator gives other numbers: test/unit/runtime/RandomTest.cpp has their own reference.
const std::set<std::string> random = {"random_key", "random_uniform", "random_normal", "random_integers"};
constexpr int fewestCases = 10;

/// What is wrong; empty when the call does what PyTorch does.
std::string run(const CaseFile &file, const Case &c, UnusedStrides unused) {
  const auto call = eagerCalls().find(c.op);
  if (call == eagerCalls().end())
    return "EagerCalls.cpp has no such operator";
  Arguments arguments(file, c, unused);
  try {
    const fg::Tensor result = call->second(arguments);
    if (c.error)
      return "no error, expected: " + *c.error;
    for (size_t i = 0; i < c.arguments.size(); ++i) {
      if (!arguments.isTensor(i))
        continue;
      const bool alias = result.is_alias_of(arguments.tensor(i));
      if (result.nbytes() > 0 && alias != c.alias)
        return alias ? "aliases its operand" : "does not alias its operand";
      break;
    }
    return compare(result, file, c, unused);
  } catch (const fg::Error &error) {
    if (!c.error)
      return std::string("error: ") + error.what();
    return sameError(*c.error, error.what())
               ? ""
               : std::string("error: ") + error.what() + "\n    expected: " + *c.error;
  }
}

int checkCoverage(const std::map<std::string, int> &succeeded) {
  int failures = 0;
  for (const Schema &schema : schemas()) {
    if (withoutFunction.count(schema.name) || random.count(schema.name))
      continue;
    const auto found = succeeded.find(schema.name);
    if (found != succeeded.end() && found->second >= fewestCases)
      continue;
    std::printf("FAIL %s: Ops.def has it, but fewer than %d reference cases give it a result\n",
                schema.name.c_str(), fewestCases);
    ++failures;
  }
  for (const auto &[name, call] : eagerCalls())
    if (!schemaOf(name)) {
      std::printf("FAIL %s: EagerCalls.cpp has it, but Ops.def does not\n", name.c_str());
      ++failures;
    }
  return failures;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: ops_reference_test <folder of the data> [text]\n");
    return 2;
  }
  const std::string only = argc > 2 ? argv[2] : "";
  int cases = 0, failures = 0;
  std::map<std::string, int> succeeded;
  try {
    std::vector<const char *> all(std::begin(families), std::end(families));
    all.insert(all.end(), std::begin(eagerFamilies), std::end(eagerFamilies));
    for (const char *const family : all) {
      const CaseFile file = readCases(argv[1], family);
      for (const Case &c : file.cases) {
        if (c.text.find(only) == std::string::npos)
          continue;
        ++cases;
        if (!c.error)
          ++succeeded[c.op];
        std::string wrong = run(file, c, UnusedStrides::Stored);
        if (wrong.empty() && !c.error)
          if (wrong = run(file, c, UnusedStrides::Odd); !wrong.empty())
            wrong = "with other strides at dims of one element: " + wrong;
        if (wrong.empty())
          continue;
        ++failures;
        std::printf("FAIL %s.cases:%d: %s\n    %s\n", family, c.line, c.text.c_str(), wrong.c_str());
      }
    }
  } catch (const std::exception &error) {
    std::fprintf(stderr, "ops_reference_test: %s\n", error.what());
    return 2;
  }
  if (only.empty())
    failures += checkCoverage(succeeded);
  std::printf("%d of %d reference cases failed\n", failures, cases);
  return failures || cases == 0;
}
