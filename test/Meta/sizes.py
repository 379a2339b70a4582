#!/usr/bin/env python3
"""sizes.py <root> [--write]: functions, classes and folders of the compiler that are too long to read.

  a function          at most 80 lines, but for those of test/Meta/long_functions.txt
  a class             at most 60 member functions and 20 fields
  a folder            at most 25 .cpp files

The list of long functions only shrinks: an entry that is shorter than it says, or gone, is a fault, too. --write
makes the list anew, and refuses to make it longer. The sources are read as clang-format leaves them: a function of a
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


def main():
    root = pathlib.Path(sys.argv[1])
    listed_at = root / "test/Meta/long_functions.txt"
    listed = {}
    if listed_at.exists():
        for line in listed_at.read_text().splitlines():
            if line and not line.startswith("#"):
                path, name, count = line.split()
                listed[path, name] = int(count)
    problems = []
    long = {}
    files = collections.Counter()
    for path in sources(root):
        relative = str(path.relative_to(root))
        lines = path.read_text().splitlines()
        if path.suffix == ".cpp":
            files[str(path.parent.relative_to(root))] += 1
        for name, line, count in functions(lines):
            if count > MAX_LINES:
                long[relative, name] = max(count, long.get((relative, name), 0))
        for name, methods, fields in classes(lines):
            if methods > MAX_METHODS:
                problems.append(f"{relative}: class {name} has {methods} member functions, {MAX_METHODS} at most")
            if fields > MAX_FIELDS:
                problems.append(f"{relative}: class {name} has {fields} fields, {MAX_FIELDS} at most")
    for folder, count in files.items():
        if count > MAX_FILES:
            problems.append(f"{folder}: {count} .cpp files, {MAX_FILES} at most")
    if "--write" in sys.argv:
        if listed and len(long) > len(listed):
            sys.exit("the list would grow")
        listed_at.write_text("# Functions longer than 80 lines. The list only shrinks (sizes.py --write).\n" +
                             "".join(f"{path} {name} {count}\n" for (path, name), count in sorted(long.items())))
        return
    for (path, name), count in sorted(long.items()):
        if (path, name) not in listed:
            problems.append(f"{path}: {name} has {count} lines, {MAX_LINES} at most")
        elif count > listed[path, name]:
            problems.append(f"{path}: {name} has {count} lines, {listed[path, name]} in long_functions.txt")
    for path, name in sorted(set(listed) - set(long)):
        problems.append(f"long_functions.txt: {path} has no {name} that is too long any more: take the line out")
    if problems:
        sys.exit("Too long to read:\n" + "".join(f"  {problem}\n" for problem in problems))


main()
