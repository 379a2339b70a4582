#!/usr/bin/env python3
"""Writes docs/operators.md from Ops.def, ops.h and the composites; with --check, says whether it is current."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).parents[1]
INCLUDE = ROOT / "include/fullgraph"
HOW = {
    "Unary": "fused", "Binary": "fused", "Ternary": "fused", "Compare": "fused", "Cast": "fused", "Creation": "fused",
    "View": "no work", "Reduction": "own kernel, fused with what surrounds it", "Row": "own kernel, fused with what surrounds it",
    "Contraction": "own kernel, what follows is fused", "Window": "own kernel, what follows is fused", "Index": "fused",
    "Concat": "parts are written in place", "Mutation": "fused into what computes the value", "Library": "step of the program: a function of libfullgraph",
    "Loop": "of a loop, which is a kernel",
}
FUNCTION = re.compile(r"^(?:template <.*> )?(?:inline )?[\w:<>, ]+?&? ?\b(\w+)\((?:const |Tensor|Scalar|std|int64_t|IntArrayRef|double|uint64_t|string_view|T\b|ArrayRef|bool|void)", re.M)


KINDS = {"floating": {"f64", "f32", "f16", "bf16"}, "integers": {"i64", "i32", "i16", "i8", "u8"}, "bool": {"bool"}, "complex": {"c64", "c128"}}


def dtypes(operators):
    """The dtypes of the first operand for which PyTorch's stored answer is a result, by operator."""
    found = {}
    for path in sorted((ROOT / "test/Ops/data").glob("*.cases")):
        tensors = {}
        for line in path.read_text().splitlines():
            if line.startswith("t "):
                _, name, rest = line.split(" ", 2)
                tensors[name] = rest[:rest.index("[")]
            elif line.startswith("c ") and " = " in line and not re.search(r"\) ! ", line):
                operator = re.match(r"c (\w+)\(", line).group(1)
                operator = operator if operator in operators else operator[:-1]
                operand = re.search(r"%(t\d+)", line)
                made = re.search(r"dtype = (\w+)", line)
                found.setdefault(operator, set()).add(tensors[operand.group(1)] if operand else made.group(1) if made else "i64")
    return found


def kinds(found):
    names = []
    for kind, all_of_them in KINDS.items():
        have = found & all_of_them
        if have == all_of_them:
            names.append(kind)
        else:
            names += sorted(have)
    return ", ".join(names)


def public(text):
    """Without nested namespaces, whose functions are not the user's."""
    text = re.sub(r"^namespace (detail|indexing|special|linalg|fft|complex_forms) \{.*?^\} // namespace \1$", "", text, flags=re.M | re.S)
    text = re.sub(r">\n(\w+\()", r"> \1", text)  # a long result type stands on a line of its own
    return [n for n in FUNCTION.findall(text) if not n.startswith("operator") and n not in ("return", "optional")
            and (n == n.lower() or n == "numpy_T")]


# What ATen's Tensor has and fg's has not, of what a dense tensor on the host could have: compared by name with ATen's headers.
ABSENT = [
    "## Not there", "",
    "Methods of ATen's `Tensor` that `fg::Tensor` does not declare, so that a use of one is a compiler's error:", "",
    "- in place of a storage or its sizes: `resize_`, `resize_as_`, `set_`, `as_strided_`, `storage`, `share_memory_` (assign a new",
    "  tensor instead: `x = fg::empty({n, m})`, `x = y`);",
    "- `as_strided_scatter`, `chalf`, `conj_physical_`, `geqrf`, `is_conj`, `is_neg`, `is_non_overlapping_and_dense`, `is_set_to`, `is_view`,",
    "  `matrix_H`, `new_empty_strided`, `nonzero_numpy`, `nonzero_static`, `orgqr`, `ormqr`, `suggest_memory_format`, and the forms on `SymInt` (`sym_sizes`);",
    "- gradients (`grad`, `grad_fn`, `register_hook`, `retain_grad`), and all of sparse, quantised, nested and other devices' tensors.",
]


def page():
    rows = re.findall(r'^FG_OP\((\w+), (\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+),[\w\s,]+\)$', (INCLUDE / "Ops.def").read_text(), re.M)
    operators = {name for name, _, _ in rows}
    lines = ["# Operators", "", "Made by `scripts/operators_page.py` from `Ops.def` and the headers; do not edit.", "",
             "Every function below runs eagerly and in compiled code, with the meaning, dtypes and errors of PyTorch 2.13's of the",
             "same name; `name_` is the form in place. There are no gradients.", "",
             "The dtypes of a first operand are those for which PyTorch's results are stored in `test/Ops/data` and agreed with. On complex",
             "tensors an operator is captured as what it is composed of (`composites/complex.h`).", "",
             f"## Primitive operators ({len(rows)})", "", "| operator | schema | first operand | compiled |", "|---|---|---|---|"]
    tested = dtypes(operators)
    for name, family, text in rows:
        schema = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"').replace("|", "\\|")
        lines.append(f"| `{name}` | `{schema}` | {kinds(tested.get(name, set()))} | {HOW[family]} |")
    composites, total = [], 0
    for header in sorted((INCLUDE / "composites").glob("*.h")):
        names = sorted(set(public(header.read_text())) - operators)
        total += len(names)
        composites += [f"### {header.stem} ({len(names)})", "", ", ".join(f"`{n}`" for n in names), ""]
    lines += ["", f"## Compositions of them ({total})", "", "Functions over them, captured as a user's own code is, and fused as the operators that they call.", "", *composites]
    declared = (INCLUDE / "ops.h").read_text()
    tail = declared[declared.index("// --- not operators of the graph"):]
    left = sorted(set(public(tail)) - operators)
    lines += ["## Not in graphs", "", "Eager only; a call in compiled code ends the graph there, because the size of the result depends on elements, or because",
              "the function concerns the program around the graph.", "", ", ".join(f"`{n}`" for n in left), "", *ABSENT]
    return "\n".join(lines) + "\n"


def main():
    target = ROOT / "docs/operators.md"
    if "--check" in sys.argv:
        if not target.exists() or target.read_text() != page():
            sys.exit("docs/operators.md is not current: run scripts/operators_page.py")
        print("docs/operators.md is current")
    else:
        target.write_text(page())


if __name__ == "__main__":
    main()
