#!/usr/bin/env python3
"""Programs in other people's styles: how much of each is built ahead.

corpus.py <build folder> [--write] [--jobs N] [name...]

For each program of this folder: functions, breaks, and the calls that code built ahead serves where there is no run-time
compiler (FULLGRAPH_JIT=0). What the program prints must be what its source prints without the tool: with
FULLGRAPH_DISABLE=1 the statements still stand as the tool has put them. The table is compared with expected.txt: a
program that is served less than there, or breaks more, fails. --write puts the rows of these programs into expected.txt.
"""
import argparse, concurrent.futures, os, pathlib, re, subprocess, sys, tempfile, time

here = pathlib.Path(__file__).resolve().parent
root = here.parent.parent


def run(command, env=None, limit=600):
    return subprocess.run(command, capture_output=True, text=True, timeout=limit, env=dict(os.environ, **(env or {})))


def agree(one, other):
    """The same words; numbers to about single precision."""
    one, other = one.split(), other.split()
    if len(one) != len(other):
        return False
    for a, b in zip(one, other):
        if a == b:
            continue
        try:
            if abs(float(a) - float(b)) > 2e-4 * max(1.0, abs(float(a))):
                return False
        except ValueError:
            return False
    return True


def expected():
    """By the program's name: functions, breaks, calls ahead, calls."""
    table = {}
    path = here / "expected.txt"
    for line in path.read_text().splitlines() if path.exists() else []:
        name, *rest = line.split()
        table[name] = [int(word) for word in rest if word.isdigit()]
    return table


def write(lines):
    """The rows `lines` for the ones of the same programs in expected.txt; rows whose program is gone are dropped."""
    path = here / "expected.txt"
    rows = {line.split()[0]: line for line in (path.read_text().splitlines() if path.exists() else []) + lines}
    path.write_text("".join(rows[name] + "\n" for name in sorted(rows) if (here / f"{name}.cpp").exists()))


def fallen(row, wanted):
    """Why it is worse than the table says; "" where it is not."""
    if wanted is None:
        return "is not in expected.txt (--write)"
    functions, breaks, ahead, calls = wanted
    if (row["functions"], row["calls"]) != (functions, calls):
        return f"expected {functions} functions and {calls} calls"
    if row["breaks"] > breaks:
        return f"expected {breaks} breaks"
    return f"expected {ahead} calls ahead" if row["ahead"] < ahead else ""


flags = ["-std=c++20", f"-I{root}/include", f"-I{root}/include/fullgraph/compat"]


def precompile(work):
    """What the programs have in common, compiled once: LibTorch's headers, and the count of calls."""
    (work / "common").mkdir(exist_ok=True)
    header = work / "common" / "calls.h"
    header.write_text(f'#include <torch/torch.h>\n#include "{here}/calls.h"\n')
    for what in (["-x", "c++-header", str(header), "-o", f"{header}.gch"],
                 [f"-I{here}", "-c", str(here / "calls_at_exit.cpp"), "-o", str(work / "common" / "calls_at_exit.o")]):
        done = run(["g++", "-w", "-O1", *flags, *what])
        if done.returncode:
            sys.exit(done.stderr)


def as_written(source, build, work):
    """What the program prints without the tool; a text says why there is none."""
    program = work / f"{source.stem}.plain"
    link = run(["g++", "-w", "-O1", f"-I{work}/common", *flags, "-include", "calls.h", str(source),
                str(work / "common" / "calls_at_exit.o"), str(build / "lib/libfullgraph.a"), "-pthread", "-ldl", "-o",
                str(program)])
    return run([str(program)], {"CORPUS_CALLS": "/dev/null"}) if link.returncode == 0 else link.stderr[:300]


def measure(source, build, work):
    name = source.stem
    row = {"name": name, "functions": 0, "breaks": 0, "calls": 0, "ahead": 0, "seconds": 0.0, "why": "", "reasons": []}
    generated, program = work / f"{name}.fg.cpp", work / name
    begun = time.time()
    tool = run([str(build / "bin/fullgraph"), str(source), "-o", str(generated), "--", *flags])
    row["seconds"] = time.time() - begun
    (work / f"{name}.log").write_text(tool.stderr)
    summary = re.search(r"(\d+) functions?(?: \([^)]*\))?, .*?(\d+) breaks?", tool.stdout)
    if summary:
        row["functions"], row["breaks"] = int(summary[1]), int(summary[2])
    if tool.returncode:
        row["why"] = "not built: " + next((l for l in tool.stderr.splitlines() if "error:" in l), "?").strip()
        return row
    counted = generated.read_text().replace("::fg::rt::enabled()", "::corpus::enabled()")
    generated.write_text('#include "calls.h"\n#line 1\n' + counted)
    archive = [str(p) for p in [work / f"{name}.fg.a"] if p.exists()]
    link = run(["g++", "-w", "-O1", f"-I{work}/common", *flags, str(generated), str(work / "common" / "calls_at_exit.o"), *archive,
                str(build / "lib/libfullgraph.a"), "-pthread", "-ldl", "-o", str(program)])
    if link.returncode:
        row["why"] = "the compiler refuses it: " + link.stderr[:300]
        return row
    calls = work / f"{name}.calls"
    def numbers(env):
        done = run([str(program)], dict(env, FULLGRAPH_JIT="0", CORPUS_CALLS=str(calls)))
        lines = calls.read_text().splitlines() if calls.exists() else []
        calls.unlink(missing_ok=True)
        return done, [int(n) for n in lines[0].split()] if lines else [0, 0], lines[1:]
    wanted = as_written(source, build, work)
    if isinstance(wanted, str):
        row["why"] = "the compiler refuses its source: " + wanted
        return row
    done, (row["calls"], eager), row["reasons"] = numbers({})
    row["ahead"] = row["calls"] - eager
    if done.returncode or wanted.returncode:
        row["why"] = f"ends with {done.returncode}, as written with {wanted.returncode}: " + done.stderr[-300:]
    elif not agree(wanted.stdout, done.stdout):
        row["why"] = f"prints '{done.stdout.strip()[:200]}', as written '{wanted.stdout.strip()[:200]}'"
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--work", type=pathlib.Path)
    parser.add_argument("--sources", type=pathlib.Path, default=here, help="a folder of other programs")
    parser.add_argument("-v", action="store_true", help="why calls were not served ahead")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    sources = sorted(s for s in options.sources.glob("*.cpp")
                     if s.name != "calls_at_exit.cpp" and (not options.names or s.stem in options.names))
    with tempfile.TemporaryDirectory() as folder:
        work = options.work or pathlib.Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        precompile(work.resolve())
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            rows = list(pool.map(lambda s: measure(s, options.build.resolve(), work.resolve()), sources))
    lines, bad, table = [], False, expected()
    for row in rows:
        if not row["why"] and not options.write and options.sources == here:
            row["why"] = fallen(row, table.get(row["name"]))
        lines.append(f"{row['name']:24} {row['functions']:3} functions {row['breaks']:3} breaks "
                     f"{row['ahead']:5} of {row['calls']:5} calls ahead")
        print(lines[-1], f"{row['seconds']:6.2f} s", row["why"])
        bad |= bool(row["why"])
        if options.v:
            for reason in row["reasons"]:
                print("      ", reason)
    calls, ahead = sum(r["calls"] for r in rows), sum(r["ahead"] for r in rows)
    print(f"{len(rows)} programs, {ahead} of {calls} calls ahead")
    if options.write:
        write(lines)
    return bad


if __name__ == "__main__":
    sys.exit(main())
