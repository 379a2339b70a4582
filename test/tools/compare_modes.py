"""Builds sources twice, with `fullgraph = true` for no function and for all of them, and compares the graph breaks.

    compare_modes.py [--sample] <fullgraph> <work folder> <source>... -- <compiler flags>

The two builds must tell the same breaks: the same kinds at the same places, as warnings in the one and as errors in the
other. A line of a source that ends with `// breaks: FG101 FG501` must tell these; `// breaks: none` must tell none.
--sample takes one in three of them, by a hash of their names, and passes over those whose functions all say `.fullgraph = true`,
which a test of their own builds; FULLGRAPH_BOTH_MODES=all takes all. Prints each difference; the exit status is the number of
sources that differ (at most 100).
"""
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys
import zlib

# A summary of errors, and a remark about warnings: each belongs to one of the modes. FG703 is told where nothing breaks.
SUMMARIES = {"FG801", "FG706"}
LEVELS = {("warning", "error"), ("remark", "remark"), ("error", "error"), ("warning", "warning")}


def breaks(tool, source, text, copy, mode, flags):
    """{(file, line, column, id): level} and "", or None and why the source is refused for another reason."""
    os.makedirs(os.path.dirname(copy), exist_ok=True)
    with open(copy, "w", encoding="utf-8") as file:
        file.write(text)
    run = subprocess.run(
        [tool, copy, "--emit=capture", "--format=json", *mode, "--", *flags, "-iquote", os.path.dirname(source)],
        capture_output=True, text=True, check=False)
    start = run.stderr.find("[")
    try:
        found = json.JSONDecoder().raw_decode(run.stderr[max(start, 0):])[0]
    except json.JSONDecodeError:
        return None, f"status {run.returncode}: {run.stderr[-400:]}"
    told = {}
    for diagnostic in found:
        if "id" not in diagnostic:
            if diagnostic.get("level") == "error":
                return None, diagnostic["message"]
        elif diagnostic["id"] not in SUMMARIES:
            place = (os.path.basename(diagnostic.get("file", "")), diagnostic.get("line", 0), diagnostic.get("column", 0))
            told[(*place, diagnostic["id"])] = diagnostic["level"]
    return told, ""


def compare(tool, work, source, flags):
    """The lines to print, whether the source differs, and the kinds that were told."""
    with open(source, encoding="utf-8") as file:
        original = file.read()
    text = re.sub(r"\.fullgraph\s*=\s*true", ".fullgraph = false", original)  # line by line: places stay
    copy = os.path.join(work, os.path.basename(source))
    loose, why = breaks(tool, source, text, copy, [], flags)
    strict, why_strict = breaks(tool, source, text, copy, ["--fullgraph"], flags)
    if loose is None and strict is None:  # a test of such errors says nothing here
        return [f"{source}: skipped: {why.strip()[:200]}"], False, []
    if loose is None or strict is None:
        return [f"{source}: built in one mode only: {why or why_strict}"], True, []
    lines = [f"  only with fullgraph: {key}" for key in sorted(set(strict) - set(loose))]
    lines += [f"  only without fullgraph: {key}" for key in sorted(set(loose) - set(strict))]
    lines += [f"  {loose[key]} and {strict[key]}: {key}" for key in sorted(set(loose) & set(strict))
              if (loose[key], strict[key]) not in LEVELS]
    for number, line in enumerate(original.splitlines(), 1):
        expected = re.search(r"// breaks: (.*)$", line)
        if expected:
            here = sorted(key[3] for key in strict if key[0] == os.path.basename(source) and key[1] == number)
            if sorted(expected.group(1).replace("none", "").split()) != here:
                lines.append(f"  line {number}: expected {expected.group(1)}, told {' '.join(here) or 'none'}")
    return ([source + ":", *lines] if lines else []), bool(lines), [key[3] for key in strict]


def is_strict(source):
    with open(source, encoding="utf-8") as file:
        functions = re.findall(r"FG_COMPILE\(([^;{]*?)\)", file.read())
    return bool(functions) and all(re.search(r"fullgraph\s*=\s*true", options) for options in functions)


def main():
    split = sys.argv.index("--")
    words, flags = sys.argv[1:split], sys.argv[split + 1:]
    sampled = words[0] == "--sample"
    tool, work, *sources = words[sampled:]
    if sampled and os.environ.get("FULLGRAPH_BOTH_MODES") != "all":
        sources = [source for source in sources
                   if zlib.crc32(os.path.basename(source).encode()) % 3 == 0 and not is_strict(source)]
    differing, kinds = 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(min(4, os.cpu_count() or 1)) as pool:
        for lines, differs, ids in pool.map(lambda source: compare(tool, work, source, flags), sources):
            print("\n".join(lines) + "\n" if lines else "", end="")
            differing += differs
            kinds.update(ids)
    print(f"{len(sources)} sources, {sum(kinds.values())} breaks and remarks of {len(kinds)} kinds, {differing} sources differ")
    return min(differing, 100)


if __name__ == "__main__":
    sys.exit(main())
