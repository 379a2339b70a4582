#!/usr/bin/env bash
# check_example.sh <folder>/<slug>.cpp: is the example of a page in docs/graph-breaks C++, and does it break as the page
# says?
set -euo pipefail
slug=$(basename "${1%.cpp}")
# What a device has no code for is told where one is among the targets, once graphs are programs.
options=(--emit=capture)
if [ "$slug" = device-code ]; then options=(--emit=program --target=host --target=cuda); fi
said=$("$FG_TOOL" "$1" "${options[@]}" -o /dev/null -- -std=c++20 "-I$(dirname "$0")/../../include" 2>&1) || true
if echo "$said" | grep -v 'Wgraph-break=' | grep 'error: '; then
  echo "$1 is no C++" >&2
  exit 1
fi
# That a kernel cannot be built takes an accident that no source can bring about.
if [ "$slug" = backend-failure ]; then exit 0; fi
if [[ $said != *"[-Wgraph-break=$slug]"* ]]; then
  printf '%s does not report %s, but:\n%s\n' "$1" "$slug" "$said" >&2
  exit 1
fi
