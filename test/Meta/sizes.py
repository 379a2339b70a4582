#!/usr/bin/env python3
"""sizes.py <root> [--write]: functions, classes and folders of the compiler that are too long to read.

  a function          at most 80 lines
  a class             at most 60 member functions and 20 fields
  a folder            at most 25 .cpp files

test/Meta/too_long.txt lists what is longer than that, with its length. The list only shrinks: what is shorter than it
says is a fault, too. --write makes the list anew, and refuses to let anything grow. The sources are read as clang-format leaves them: a function of a
file begins in its first column, a member function's body in its class's third.
"""
import collections
import pathlib
import re
import sys

MAX_LINES, MAX_METHODS, MAX_FIELDS, MAX_FILES = 80, 60, 20, 25
FOLDERS = ("lib", "tool")


def sources(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                yield path


def name_of(head):
    head = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", head))
    found = re.search(r"([~\w:]+(?:operator\W+)?)\s*\(", head)
    return found.group(1) if found else head.strip()


def functions(lines):
    """(name, first line, number of lines) of each function whose body is more than one line."""
    head = ""
    start = None
    for number, line in enumerate(lines):
        for indent in ("", "  "):
            if start is None and line.startswith(indent) and line[len(indent):len(indent) + 1].strip() and \
                    not line.lstrip().startswith(("//", "#", "}", "namespace", "public:", "private:", "protected:")):
                begin = line[len(indent):]
                text = begin
                at = number
                while not re.search(r"[{;]\s*(//.*)?$", text) and at + 1 < len(lines) and at - number < 12:
                    at += 1
                    text += " " + lines[at].strip()
                # A definition: parameters, then the body, and neither a type nor an initialiser.
                if re.search(r"\)[^;=]*\{\s*(//.*)?$", text) and "(" in text and \
                        not re.match(r"(class|struct|enum|union|if|for|while|switch|else|do|return|static_assert)\b", begin):
                    end = at + 1
                    while end < len(lines) and not lines[end].startswith(indent + "}"):
                        end += 1
                    yield name_of(text), number + 1, end - number + 1
                break


def classes(lines):
    """(name, member functions, fields) of each class and struct in the file's or a namespace's scope."""
    number = 0
    while number < len(lines):
        found = re.match(r"(?:class|struct) (\w+)[^;]*\{\s*(//.*)?$", lines[number])
        if not found:
            number += 1
            continue
        methods = fields = 0
        end = number + 1
        text = ""
        while end < len(lines) and not lines[end].startswith("}"):
            line = re.sub(r"//.*", "", lines[end])
            end += 1
            if not line.strip() or line.strip() in ("public:", "private:", "protected:"):
                continue
            if not text and not re.match(r"  \S", line):
                continue  # inside of a body
            text += " " + line.strip()
            if text.count("(") != text.count(")"):
                continue
            if re.search(r"\{$", text):  # a body, or a type of its own
                if not re.match(r" ?(struct|class|enum|union)\b", text):
                    methods += 1
                text = ""
            elif re.search(r"[;}]$", text):
                declared = re.sub(r"<[^<>]*>", "", re.sub(r"<[^<>]*>", "", text)).strip()
                if re.match(r"(using|friend|struct|class|enum|typedef|template|static_assert|static constexpr|\})", declared):
                    pass
                elif re.match(r"[^={]*\w\(", declared):
                    methods += 1
                else:
                    fields += 1
                text = ""
        yield found.group(1), methods, fields
        number = end


LIMITS = {"lines": MAX_LINES, "member functions": MAX_METHODS, "fields": MAX_FIELDS, "files": MAX_FILES}


def measure(root):
    """{(path, name, unit): count} of what is over its limit."""
    counts = collections.Counter()
    for path in sources(root):
        relative = str(path.relative_to(root))
        lines = path.read_text().splitlines()
        if path.suffix == ".cpp":
            counts[str(path.parent.relative_to(root)), ".", "files"] += 1
        for name, _, count in functions(lines):
            counts[relative, name, "lines"] = max(count, counts[relative, name, "lines"])
        for name, methods, fields in classes(lines):
            counts[relative, name, "member functions"] = methods
            counts[relative, name, "fields"] = fields
    return {key: count for key, count in counts.items() if count > LIMITS[key[2]]}


def main():
    root = pathlib.Path(sys.argv[1])
    listed_at = root / "test/Meta/too_long.txt"
    listed = {}
    if listed_at.exists():
        for line in listed_at.read_text().splitlines():
            if line and not line.startswith("#"):
                path, name, count, unit = line.split(maxsplit=3)
                listed[path, name, unit] = int(count)
    found = measure(root)
    grown = [key for key, count in found.items() if count > listed.get(key, 0)]
    if "--write" in sys.argv:
        if listed and grown:
            sys.exit("the list would grow: " + ", ".join(f"{path} {name}" for path, name, _ in sorted(grown)))
        listed_at.write_text("# What is longer than sizes.py allows. The list only shrinks (sizes.py . --write).\n" +
                             "".join(f"{path} {name} {count} {unit}\n" for (path, name, unit), count in sorted(found.items())))
        return
    problems = [f"{path}: {name} has {found[path, name, unit]} {unit}, {LIMITS[unit]} at most"
                for path, name, unit in sorted(grown)]
    problems += [f"too_long.txt: {path}: {name} has {found.get((path, name, unit), 'few')} {unit} now, not {count}: "
                 "make the list anew (sizes.py . --write)"
                 for (path, name, unit), count in sorted(listed.items()) if found.get((path, name, unit), 0) < count]
    if problems:
        sys.exit("Too long to read:\n" + "".join(f"  {problem}\n" for problem in problems))


main()
