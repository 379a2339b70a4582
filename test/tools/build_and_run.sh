#!/usr/bin/env bash
# Builds one source into a program and runs it:
#   build_and_run.sh compiled|eager|compare <work folder> <source.cpp> [tool options...] [-- program arguments...]
# Each --with=<file> among the options is another source of the program, built in the same way.
# compiled: fullgraph writes source.fg.cpp and its archive; the compiler takes that (with all warnings as errors), and
#           the program is linked with both
# eager:    the compiler takes the source as it is
# compare:  both; what they print must be the same, and is printed once
# FG_TOOL, FG_CXX, FG_CXXFLAGS and FG_LIB come from lit's configuration.
set -euo pipefail
mode=$1 work=$2 source=$3
shift 3
options=() sources=("$source")
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  case $1 in
    --with=*) sources+=("${1#--with=}") ;;
    *) options+=("$1") ;;
  esac
  shift
done
if [ $# -gt 0 ]; then shift; fi

rm -rf "$work"
mkdir -p "$work"
folder=$(cd "$(dirname "$source")" && pwd)
name=$(basename "${source%.*}")

build_eager() { # <program>
  local one objects=()
  for one in "${sources[@]}"; do
    objects+=("$work/$(basename "${one%.*}").o")
    $FG_CXX $FG_CXXFLAGS -c "$one" -o "${objects[-1]}"
  done
  ${FG_CXX#*ccache } "${objects[@]}" $FG_LIB -o "$1"
}

build_compiled() { # <program>
  local one other base with objects=() archives=()
  for one in "${sources[@]}"; do
    base=$work/$(basename "${one%.*}") with=()
    for other in "${sources[@]}"; do
      [ "$other" = "$one" ] || with+=("--with=$other")
    done
    "$FG_TOOL" "$one" -o "$base.fg.cpp" ${with[@]+"${with[@]}"} ${options[@]+"${options[@]}"} -- $FG_CXXFLAGS >&2
    $FG_CXX $FG_CXXFLAGS -iquote "$folder" -c "$base.fg.cpp" -o "$base.fg.o"
    objects+=("$base.fg.o") archives+=("$base.fg.a")
  done
  ${FG_CXX#*ccache } "${objects[@]}" "${archives[@]}" $FG_LIB -o "$1"
}

case $mode in
  eager)
    build_eager "$work/$name"
    "$work/$name" "$@" ;;
  compiled)
    build_compiled "$work/$name"
    "$work/$name" "$@" ;;
  compare)
    build_eager "$work/$name.eager"
    build_compiled "$work/$name"
    "$work/$name.eager" "$@" >"$work/eager.out"
    "$work/$name" "$@" >"$work/compiled.out"
    if ! diff -u "$work/eager.out" "$work/compiled.out"; then
      echo "$source: the compiled program prints something else than the eager one" >&2
      exit 1
    fi
    cat "$work/compiled.out" ;;
  *) echo "unknown mode $mode" >&2; exit 2 ;;
esac
