#!/usr/bin/env python3
"""Writes docs/standard-library.md from lib/Capture/signatures: what capture knows of the standard library.

standard_library_page.py          writes the page
standard_library_page.py --check  fails where it is not current
"""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
page = root / "docs" / "standard-library.md"
titles = {"Strings": "Strings", "Sequences": "Lists", "Maps": "Maps", "Values": "Values and pointers",
          "Functions": "Free functions"}
words = {"Modelled": "modelled", "Walked": "walked", "Refused": "refused"}

intro = """# The standard library in capture

Made by `scripts/standard_library_page.py` from `lib/Capture/signatures`; do not edit.

For each member of the classes that capture has models of, and each overload of the functions that it has models of:

- **modelled**: capture does what the call does, where it knows enough of the values; else the call is a graph break.
- **walked**: the library's own body is followed, as the program's code is.
- **refused**: a graph break (FG205).

`T`, `A`, ... are the parameters of the class, `U0`, `U1`, ... those of the function. Members that only copy or move a
whole object are modelled. Other functions of the library are walked where their bodies are visible.

Of template arguments, models know the defaults: another comparator, hash, equality, allocator, other traits or
characters are a graph break (FG407). A `std::map` may have `std::greater`, a `std::unique_ptr` any deleter (whose call
is FG309), a `std::span` any extent.
"""


def text():
    lines = [intro]
    for file, title in titles.items():
        rows = re.findall(r'FG_ROW\((\w+), "(.*)"\)', (root / "lib/Capture/signatures" / (file + ".def")).read_text())
        lines += ["## " + title, "", "| | |", "|---|---|"]
        lines += [f"| `{signature}` | {words[status]} |" for status, signature in rows]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


if sys.argv[1:] == ["--check"]:
    if not page.exists() or page.read_text() != text():
        sys.exit("docs/standard-library.md is not current: run scripts/standard_library_page.py")
else:
    page.write_text(text())
