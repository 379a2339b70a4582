#!/usr/bin/env bash
# Random programs, built eagerly and compiled, which run with the run-time compiler and without it; what they print
# must be the same, up to rounding:
#   run.sh <work folder> <first seed> <seeds> <functions a seed>
# Prints one line a seed. A failing seed leaves its sources, logs and outputs in its folder, and the others' are
# removed. FG_RANDOM_SEEDS and FG_RANDOM_FIRST take the place of the arguments, for longer runs by hand:
#   FG_RANDOM_FIRST=1000 FG_RANDOM_SEEDS=100 ctest -R random-programs
# FG_TOOL, FG_LIB, FG_JIT (the run-time compiler), FG_INCLUDE and FG_RANDOM (the generator) come from CMake; FG_RANDOM_CXX
# names the compilers, which take turns.
set -uo pipefail
work=$1 first=${FG_RANDOM_FIRST:-$2} seeds=${FG_RANDOM_SEEDS:-$3} functions=$4
here=$(cd "$(dirname "$0")" && pwd)
read -ra compilers <<<"${FG_RANDOM_CXX:-g++}"
flags=(-std=c++20 -O0 -Wall -Wextra -Werror -Wno-tautological-compare -Wno-parentheses -Wno-unused-but-set-variable -pthread -isystem "$FG_INCLUDE" "-I$here")
mkdir -p "$work"

# The library's headers are most of what there is to parse: once a compiler.
declare -A header
for cxx in "${compilers[@]}"; do
  folder=$work/header-$(basename "$cxx")
  mkdir -p "$folder"
  { grep '^#include <' "$here/support.h" && echo '#include <fullgraph/dispatch.h>'; } >"$folder/common.h"
  if [[ $($cxx --version) == *clang* ]]; then
    $cxx "${flags[@]}" -x c++-header "$folder/common.h" -o "$folder/common.pch" && header[$cxx]="-include-pch $folder/common.pch"
  else
    $cxx "${flags[@]}" -x c++-header "$folder/common.h" -o "$folder/common.h.gch" && header[$cxx]="-include $folder/common.h"
  fi
done

failures=0
one() { # <seed>: prints what went wrong
  local seed=$1 dir=$2 cxx=${compilers[$(($1 % ${#compilers[@]}))]}
  "$FG_RANDOM" "$seed" "$functions" ${FG_RANDOM_ONLY:-} >"$dir/p.cpp" || { echo "no program"; return 1; }
  $cxx "${flags[@]}" ${header[$cxx]:-} "$dir/p.cpp" $FG_LIB -o "$dir/eager" >"$dir/eager.log" 2>&1 ||
    { echo "the program is no C++: $dir/eager.log"; return 1; }
  timeout 60 "$dir/eager" >"$dir/eager.out" 2>"$dir/eager.err" || { echo "the eager program fails: $dir/eager.err"; return 1; }
  timeout 300 "$FG_TOOL" "$dir/p.cpp" -o "$dir/p.fg.cpp" --object-dir="$work/objects" -Wno-graph-break \
    -Wgraph-break=backend-failure -- "${flags[@]}" >"$dir/tool.log" 2>&1 || { echo "the tool fails ($?): $dir/tool.log"; return 1; }
  grep -m1 "backend crashed" "$dir/tool.log" && return 1
  # What breaks is told in the same way whether it is an error (fullgraph) or not.
  "${FG_RANDOM_PYTHON:-python3}" "$here/../tools/compare_modes.py" "$FG_TOOL" "$dir/modes" "$dir/p.cpp" -- "${flags[@]}" \
    >"$dir/modes.log" 2>&1 || { echo "the modes tell of other breaks: $dir/modes.log"; return 1; }
  $cxx "${flags[@]}" ${header[$cxx]:-} "$dir/p.fg.cpp" "$dir/p.fg.a" $FG_LIB -o "$dir/compiled" >"$dir/compiled.log" 2>&1 ||
    { echo "the generated file does not compile: $dir/compiled.log"; return 1; }
  FULLGRAPH_JIT=$FG_JIT timeout 120 "$dir/compiled" >"$dir/compiled.out" 2>"$dir/compiled.err" ||
    { echo "the compiled program fails ($?): $dir/compiled.err"; "$FG_RANDOM" --compare "$dir/eager.out" "$dir/compiled.out"; return 1; }
  "$FG_RANDOM" --compare "$dir/eager.out" "$dir/compiled.out" || return 1
  grep -m1 "no run-time compiler" "$dir/compiled.err" && return 1
  FULLGRAPH_JIT=0 timeout 60 "$dir/compiled" >"$dir/ahead.out" 2>"$dir/ahead.err" ||
    { echo "without the run-time compiler the program fails ($?): $dir/ahead.err"; return 1; }
  "$FG_RANDOM" --compare "$dir/eager.out" "$dir/ahead.out" || { echo "without the run-time compiler"; return 1; }
}
for ((seed = first; seed < first + seeds; ++seed)); do
  dir=$work/seed-$seed
  rm -rf "$dir" && mkdir -p "$dir"
  if what=$(one "$seed" "$dir"); then
    echo "seed $seed: same"
    [ -n "${FG_RANDOM_KEEP:-}" ] || rm -rf "$dir"
  else
    echo "seed $seed: FAILED: $what"
    failures=$((failures + 1))
  fi
done
echo "$((seeds * functions)) functions, $failures of $seeds programs FAILED"
[ "$failures" = 0 ]
