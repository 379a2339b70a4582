# Configuration of the lit suites; started through the build folder's lit.site.cfg.py:
#   build/dev$ lit -v test/Capture            or   ctest -R lit-Capture
import importlib.util
import os
import platform
import sys

import lit.formats

config.name = "fullgraph"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cpp", ".graph", ".test"]
config.excludes = ["CMakeLists.txt", "Inputs", "unit", "tools", "Package", "Meta"]
config.test_source_root = os.path.join(config.fullgraph_source_dir, "test")
config.test_exec_root = os.path.join(config.fullgraph_binary_dir, "test")

for name in ("HOME", "CCACHE_DIR", "LANG", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
             "FULLGRAPH_BOTH_MODES", "FULLGRAPH_SARIF_SCHEMA"):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment["PATH"] = os.pathsep.join([config.fullgraph_llvm_bin, os.environ["PATH"]])

suppressions = os.path.join(config.test_source_root, "tools")
config.environment["TSAN_OPTIONS"] = " ".join(filter(None, [f"suppressions={suppressions}/tsan.supp", "die_after_fork=0",
                                                            config.environment.get("TSAN_OPTIONS")]))
config.environment["LSAN_OPTIONS"] = f"suppressions={suppressions}/lsan.supp:print_suppressions=0"

clang = f"clang++-{config.fullgraph_llvm_major}"
sanitize = [f"-fsanitize={config.fullgraph_sanitize}", "-g1"] if config.fullgraph_sanitize else []
include = f"-I{config.fullgraph_source_dir}/include"
library = " ".join([config.fullgraph_library, "-pthread", "-ldl", *sanitize])

# Tests of the run-time compiler name it (%jit); in all others a call that fits no version runs eagerly.
config.environment["FULLGRAPH_JIT"] = "0"
config.environment["FULLGRAPH_CACHE"] = "0"

# What test/tools/build_and_run.sh builds programs with. A sanitizer's runtime must be the one of the compiler that
# built the library.
config.environment["FG_TOOL"] = config.fullgraph_tool
config.environment["FG_CXX"] = " ".join(filter(None, [config.fullgraph_ccache, clang if sanitize else "g++"]))
config.environment["FG_CXXFLAGS"] = " ".join(["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", include, *sanitize])
config.environment["FG_LIB"] = library

script = os.path.join(config.test_source_root, "tools", "build_and_run.sh")
config.recursiveExpansionLimit = 3
config.substitutions += [
    # run the tool, compile what it wrote, link, run: `%build_and_run %s [tool options] [-- arguments of the program]`
    ("%build_and_run_eager", f"bash {script} eager %t.eager"),
    ("%build_and_run", f"bash {script} compiled %t.compiled"),
    # both; fails where what they print differs, and prints it once
    ("%build_and_compare", f"bash {script} compare %t.compare"),
    # The tool; flags for the source follow `--`: `%fullgraph %s -o %t.fg.cpp -- %fg_flags`
    # in front of the three: with the headers under LibTorch's names
    ("%with_compat", f"env 'FG_CXXFLAGS={config.environment['FG_CXXFLAGS']} {include}/fullgraph/compat'"),
    # --fix: %fix_and_compare <source> <work folder> <breaks before> <breaks after>
    ("%fix_and_compare", f"bash {os.path.dirname(script)}/fix_and_compare.sh"),
    # an example of docs/graph-breaks, in a file with the name of its kind
    ("%check_example", f"bash {os.path.dirname(script)}/check_example.sh"),
    ("%fullgraph", config.fullgraph_tool),
    # which overload a call selects: test/tools/OverloadProbe.cpp
    ("%overload_probe", os.path.join(config.fullgraph_binary_dir, "bin", "OverloadProbe")),
    ("%fg_flags", f"-std=c++20 {include}"),
    ("%jit", "env FULLGRAPH_JIT=" + os.path.join(config.fullgraph_binary_dir, "lib", "libfullgraph_jit.so")),
    # the compiler of programs, with what %build_and_run compiles and links them with
    ("%fg_cxx", " ".join([config.environment["FG_CXX"], config.environment["FG_CXXFLAGS"]])),
    ("%fg_link", config.environment["FG_CXX"].split()[-1]),
    ("%fg_include", include),
    ("%fg_lib", library),
    # the Python that runs lit, with the packages that ./dev installs
    ("%python", sys.executable),
    ("%clangxx", clang),
    ("%gxx", "g++"),
    ("%halide_flags", f"-I{config.fullgraph_halide_include} -L{config.fullgraph_halide_dir} "
                      f"-Wl,-rpath,{config.fullgraph_halide_dir} -lHalide"),
]
if platform.machine() in ("x86_64", "AMD64"):
    config.available_features.add("x86-64")
if importlib.util.find_spec("jsonschema"):
    config.available_features.add("jsonschema")
if not sanitize:
    config.available_features.add("no-sanitizer")
