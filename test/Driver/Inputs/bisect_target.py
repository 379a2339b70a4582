"""A program with a compiler's fault, for bisect.test: follows the environment as compiled programs do, and fails where
the parts that the argument names are not replaced.

  kernel:<n>  kernel n        pass:<n>  the graph after pass n
  cut         kernels, whichever                 ahead     what was built ahead
  eager       also as written   flaky   every other run  none  never
"""
import os
import sys

fault, state = sys.argv[1], sys.argv[2]
graphs, kernels = [f"g{i}" for i in range(7)], [f"k{i}" for i in range(5)]
passes = ["functionalise", "eliminateDeadCode", "canonicalise", "fold", "eliminateCommonSubexpressions", "fold"]
guilty = "g4"


def listed(variable):
    value = os.environ.get(variable, "")
    if value.startswith("@"):
        with open(value[1:]) as file:
            return set(file.read().split())
    return set(value.split(","))


def has(variable, name):
    return name in listed(variable) or "*" in listed(variable)


if "FULLGRAPH_UNITS" in os.environ:
    with open(os.environ["FULLGRAPH_UNITS"], "a") as file:
        for graph in graphs:
            file.write(f"graph\t{graph}\tf{graph} (model.cpp:1:1)\n")
        if has("FULLGRAPH_REMAKE", guilty):
            file.writelines(f"kernel\t{kernel}\texp, add\n" for kernel in kernels)
            file.writelines(f"pass\t{i + 1}\t{name}\n" for i, name in enumerate(passes))

runs = int(open(state).read()) + 1 if os.path.exists(state) else 1
with open(state, "w") as file:
    file.write(str(runs))

kind, _, number = fault.partition(":")
interpreted = int(os.environ.get("FULLGRAPH_INTERP_PASSES", "0"))
wrong = {
    "kernel": lambda: not interpreted and not has("FULLGRAPH_INTERP", "k" + number),
    "pass": lambda: not interpreted or interpreted >= int(number),
    "cut": lambda: not interpreted,
    "ahead": lambda: not has("FULLGRAPH_REMAKE", guilty),
}
if fault == "eager":
    print("the test is wrong")
    sys.exit(1)
if fault == "flaky":
    sys.exit(runs % 2)
if fault == "none":
    sys.exit(0)
sys.exit(1 if not has("FULLGRAPH_EAGER", guilty) and wrong[kind]() else 0)
