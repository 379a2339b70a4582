"""check_options.py <tool> <table> <include folder> <FullgraphCompile.cmake> <program> <work folder>: tries each row of the table.

A bad value of the program's environment changes nothing but stderr: what the program prints stays, and it ends well."""
import os
import re
import shutil
import subprocess
import sys

tool, table, include, compile_cmake, program, work = sys.argv[1:]
shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
source = os.path.join(work, "source.cpp")
nowhere, out = "/dev/null/nowhere", os.path.join(work, "out")
os.mkdir(out)
with open(source, "w", encoding="utf-8") as file:
    file.write("#include <fullgraph/fullgraph.h>\n"
               'FG_COMPILE() fg::Tensor f(FG_SHAPE("f32[4]") fg::Tensor x) { return x + 1; }\n')
flags = ["--", "-std=c++20", f"-I{include}"]
failures, count = [], 0


def run(command, **more):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300,
                          **{"cwd": work, **more})


def expect(row, output, wanted):
    global count
    count += 1
    if wanted not in output:
        failures.append(f"{row}\n  should say: {wanted}\n  says: {output.strip() or 'nothing'}")


def in_one_source(rows, line_of):
    """All of them in one source, a line each: the diagnostics of a line are its row's."""
    path = os.path.join(work, "rows.cpp")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#include <fullgraph/fullgraph.h>\n")
        for number, row in enumerate(rows):
            file.write(line_of(number, row) + "\n")
    output = run([tool, path, "-o", os.path.join(out, "rows.fg.cpp"), *flags, "-ferror-limit=0"]).stderr
    for number, row in enumerate(rows):
        own = [line for line in output.splitlines() if line.startswith(f"{path}:{number + 2}:")]
        expect(" | ".join(row), "\n".join(own), row[3])


def option(rows):
    # An error of Clang's ends the work before the tool's own begin: a source for each kind of rows.
    def line(number, row):
        return (f"namespace n{number} {{ FG_COMPILE(.{row[1]} = {row[2]}) fg::Tensor f("
                'FG_SHAPE("f32[4]") fg::Tensor x) { return x + 1; } }')
    own = [row for row in rows if row[3].startswith(".")]
    remarks = [row for row in rows if row[3].startswith("remark")]
    for some in (own, remarks, [row for row in rows if row not in own and row not in remarks]):
        in_one_source(some, line)


def annotation(rows):
    in_one_source(rows, lambda number, row: f"namespace n{number} {{ {row[2]} }}")


def replaced(text):
    return text.replace("SRC", source).replace("DIR", nowhere).replace("OUT", out)


def flag(rows):
    for row in rows:
        words = replaced(row[2]).split()
        compiles = source in words[:2] and words[0] in (source, "tune") and any(word.startswith(("-o", "--output")) for word in words)
        result = run([tool, *words, *(flags if compiles else [])])
        expect(" | ".join(row), result.stderr, replaced(row[3]))
        mild = "remark:" in row[3] or "profile" in row[3]
        if (result.returncode == 0) != mild:
            failures.append(f"{' | '.join(row)}\n  ends with {result.returncode}")


def cmake(rows):
    script = os.path.join(work, "try.cmake")
    for row in rows:
        with open(script, "w", encoding="utf-8") as file:
            file.write(f'cmake_minimum_required(VERSION 3.25)\ninclude("{compile_cmake}")\n'
                       f"fullgraph_compile(app {row[2]})\n")
        result = run(["cmake", "-P", script])
        expect(" | ".join(row), " ".join(result.stderr.split()), row[3])


def variable(rows):
    usual = {name: value for name, value in os.environ.items()}
    right = run([program], env=usual)
    if right.returncode != 0 or not right.stdout:
        failures.append(f"the program fails: {right.stderr}")
    for row in rows:
        result = run([program], env={**usual, row[1]: replaced(row[2])})
        expect(" | ".join(row), result.stderr, replaced(row[3]))
        told = [line for line in result.stderr.splitlines() if replaced(row[3]) in line]
        if len(told) > 1 or result.returncode != 0 or result.stdout != right.stdout:
            failures.append(f"{' | '.join(row)}\n  told {len(told)} times, status {result.returncode}, and prints "
                            f"{result.stdout!r}")


def in_tool(rows):
    for row in rows:
        result = run([tool, source, "-o", os.path.join(out, "x.fg.cpp"), *flags], env={**os.environ, row[1]: row[2]})
        expect(" | ".join(row), result.stderr, row[3])


kinds = {"option": option, "annotation": annotation, "flag": flag, "cmake": cmake, "variable": variable,
         "tool": in_tool}
rows = {}
with open(table, encoding="utf-8") as file:
    for text in file:
        if text.strip() and not text.startswith("#"):
            parts = re.split(r" \| ", text.strip(), maxsplit=3)
            assert len(parts) == 4 and parts[0] in kinds, text
            rows.setdefault(parts[0], []).append(parts)
for kind, check in kinds.items():
    check(rows[kind])
print(f"{count} rows, {len(failures)} wrong")
for failure in failures:
    print(failure)
sys.exit(bool(failures))
