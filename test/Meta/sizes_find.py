#!/usr/bin/env python3
"""sizes_find.py <sizes.py>: the check finds what it is for, on small trees."""
import pathlib
import subprocess
import sys
import tempfile


def says(files):
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = pathlib.Path(root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        run = subprocess.run([sys.executable, sys.argv[1], root], capture_output=True, text=True)
        return run.returncode, run.stderr


def expect(files, *texts):
    status, said = says(files)
    if (status != 0) != bool(texts) or any(text not in said for text in texts):
        sys.exit(f"expected {texts or 'no fault'}, the check says ({status}):\n{said}")


def function(name, lines):
    return f"int {name}(int n) {{\n" + "  ++n;\n" * (lines - 2) + "}\n"


def members(kind, count):
    return "".join(f"  {'int f' if kind == 'fields' else 'void m'}{i}{'' if kind == 'fields' else '(int a)'};\n" for i in range(count))


expect({"lib/A.cpp": function("f", 80)})
expect({"lib/A.cpp": function("f", 81)}, "lib/A.cpp: f has 81 lines, 80 at most")
method = "struct S {\n  int of(int n) {\n" + "    ++n;\n" * 80 + "  }\n};\n"
expect({"lib/A.cpp": method}, "lib/A.cpp: of has 82 lines")
expect({"lib/A.cpp": function("f", 90), "test/Meta/too_long.txt": "lib/A.cpp f 90 lines\n"})
expect({"lib/A.cpp": function("f", 91), "test/Meta/too_long.txt": "lib/A.cpp f 90 lines\n"}, "f has 91 lines")
expect({"lib/A.cpp": function("f", 85), "test/Meta/too_long.txt": "lib/A.cpp f 90 lines\n"}, "f has 85 lines now, not 90")
expect({"lib/A.cpp": function("f", 20), "test/Meta/too_long.txt": "lib/A.cpp f 90 lines\n"}, "f has few lines now, not 90")
expect({"lib/A.h": "class C {\n" + members("fields", 20) + members("methods", 60) + "};\n"})
expect({"lib/A.h": "class C {\n" + members("fields", 21) + "};\n"}, "C has 21 fields, 20 at most")
expect({"lib/A.h": "class C {\n" + members("methods", 61) + "};\n"}, "C has 61 member functions, 60 at most")
expect({f"lib/R/F{i}.cpp": "" for i in range(25)})
expect({f"lib/R/F{i}.cpp": "" for i in range(26)}, "lib/R: . has 26 files, 25 at most")
