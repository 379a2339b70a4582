// FULLGRAPH_TRACE is strict JSON at each moment: with several threads, children of fork, a process that is
// killed, a locale with a decimal comma, and a source whose name is odd.
// RUN: rm -rf %t && mkdir %t && cp %s "%t/odd 'é\"<&.cpp"
// RUN: %jit %build_and_run "%t/odd 'é\"<&.cpp" 2>/dev/null
// RUN: %jit env FULLGRAPH_TRACE=%t/trace.json "%t.compiled/odd 'é\"<&" 2>/dev/null
// RUN: %python -c "import json, sys; t = json.load(open(sys.argv[1])); k = [e for e in t if e['cat'] == 'compile']; print(len({e['pid'] for e in t}), 'processes,', len({e['args']['inputs'] for e in k}), 'kinds,', {e['args']['place'].split(':')[0] for e in t})" %t/trace.json | FileCheck %s
// CHECK: 3 processes, 5 kinds, {{.*}}é{{.*}}<&.cpp
// RUN: echo 'something else' > %t/other && %jit env FULLGRAPH_TRACE=%t/other "%t.compiled/odd 'é\"<&" 2>&1 | FileCheck --check-prefix=OTHER %s
// OTHER: fullgraph: cannot write to the trace {{.*}}other: it is there already, and no trace
// RUN: grep -c . %t/other | FileCheck --check-prefix=LINES %s
// LINES: {{^}}1{{$}}
#include <fullgraph/fullgraph.h>

#include <clocale>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

FG_COMPILE(.recompile_limit = 32) static fg::Tensor twice(FG_SHAPE("f32[4]") fg::Tensor x) {
  return x * 2.0 + 1.0;
}

int main() {
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  std::vector<std::thread> threads;
  for (const auto dtype : {fg::kDouble, fg::kHalf, fg::kInt})
    threads.emplace_back([=] { twice(fg::zeros({4}, dtype)); });
  for (std::thread &thread : threads)
    thread.join();
  if (fork() == 0) { // ends as programs do
    twice(fg::zeros({4}, fg::kLong));
    return 0;
  }
  wait(nullptr);
  if (fork() == 0) { // is killed
    twice(fg::zeros({4, 2}, fg::kFloat));
    raise(SIGKILL);
  }
  wait(nullptr);
}
