#!/usr/bin/env bash
# fix_and_compare.sh <source.cpp> <work folder> <breaks before> <breaks after>: applies --fix to a copy of the source, and
# checks that the result compiles, has that many breaks, and prints what the source prints eagerly. Prints what --fix says.
set -euo pipefail
source=$1 work=$2 before=$3 after=$4
tools=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work"
fixed=$work/$(basename "$source")
cp "$source" "$fixed"

expect_breaks() { # <number>
  local said count
  said=$("$FG_TOOL" "$fixed" --emit=capture -o /dev/null -- $FG_CXXFLAGS 2>&1)
  count=$(grep -c 'graph break: .*\[-Wgraph-break=' <<<"$said" || true)
  if [ "$count" != "$1" ]; then
    printf '%s: %s breaks, not %s:\n%s\n' "$fixed" "$count" "$1" "$said" >&2
    exit 1
  fi
}

expect_breaks "$before"
"$FG_TOOL" --fix "$fixed" -- $FG_CXXFLAGS 2>"$work/diagnostics"
expect_breaks "$after"
bash "$tools/build_and_run.sh" eager "$work/eager" "$source" >"$work/expected"
bash "$tools/build_and_run.sh" compiled "$work/compiled" "$fixed" >"$work/printed" 2>"$work/log"
diff -u "$work/expected" "$work/printed" >&2
[ -s "$work/printed" ] || { echo "$source prints nothing: there was nothing to compare" >&2; exit 1; }
# A second run finds nothing more to do, and leaves the file as it is.
cp "$fixed" "$work/once"
"$FG_TOOL" --fix "$fixed" -- $FG_CXXFLAGS >"$work/again" 2>&1
cmp "$fixed" "$work/once"
