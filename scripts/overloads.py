#!/usr/bin/env python3
"""Which overload does a call select: ours against ATen's.

  overloads.py make  --probe <OverloadProbe> --torch <torch/include> --include <include>   > aten.txt
  overloads.py check --probe <OverloadProbe> --include <include> --data aten.txt --deviations deviations.txt

`make` reads the functions that both libraries declare, writes calls of each of ATen's overloads with every form of
argument (FORMS) in every position, and prints what each call selects in ATen: the names and kinds of the parameters
that take the arguments, or `-` where the call does not compile. `check` compiles the same calls against our headers
and needs no torch. A deviation is a line `<less, more or other> | <call> | <reason>`; the
call may hold `*`, and each must still be one.
"""
import argparse
import collections
import fnmatch
import os
import re
import subprocess
import sys
import tempfile

# An argument of each form; NS is the library's namespace.
FORMS = ["1", "0", "l", "u", "true", "0.5", "f", "{}", "{1}", "{1, 2}", "{0.5, 1.5}", '"sum"', "str", "nullopt", "T",
         "S", "V", "A", "dt", "O", "L", "{T, T}", "ot", "oi", "os"]

FIXTURES = """
extern NS::Tensor T;
extern NS::Scalar S;
extern std::vector<int64_t> V;
extern NS::IntArrayRef A;
extern NS::ScalarType dt;
extern NS::TensorOptions O;
extern std::vector<NS::Tensor> L;
extern std::optional<NS::Tensor> ot;
extern std::optional<int64_t> oi;
extern std::optional<NS::Scalar> os;
extern std::string str;
extern int64_t l;
extern size_t u;
extern float f;
extern double d;
extern void *p;
using std::nullopt;
void takes_Scalar(const NS::Scalar &value);
void takes_OptionalScalar(const std::optional<NS::Scalar> &value);
void takes_IntArrayRef(NS::IntArrayRef values);
void takes_TensorOptions(const NS::TensorOptions &options);
void takes_Device(NS::Device device);
void takes_Tensor(const NS::Tensor &tensor);
void takes_OptionalTensor(const std::optional<NS::Tensor> &tensor);
void takes_TensorList(NS::TensorList tensors);
void takes_string_view(NS::string_view text);
"""
CONVERSIONS = re.findall(r"takes_\w+", FIXTURES)

# (our scope, ATen's scopes, how a function is named in a call)
SCOPES = [("fg", ["torch", "at"], "NS::"), ("fg::Tensor", ["at::Tensor"], "T."),
          ("fg::nn::functional", ["torch::nn::functional"], "NS::nn::functional::"),
          ("fg::fft", ["torch::fft"], "NS::fft::"), ("fg::special", ["torch::special"], "NS::special::")]

# Kinds of parameters, by their type without const, & and namespaces; an optional has the kind of its value. The kind
# says what an argument means; int and int[] are one: a number is a list of one.
KINDS = {"Tensor": "tensor", "Scalar": "number", "long": "ints", "int": "ints", "unsigned long": "ints",
         "SymInt": "ints", "ArrayRef<long>": "ints", "OptionalArrayRef<long>": "ints", "vector<long>": "ints",
         "ArrayRef<SymInt>": "ints", "OptionalArrayRef<SymInt>": "ints", "nullopt_t": "ints", "bool": "bool",
         "double": "number", "string_view": "text", "basic_string_view<char>": "text", "basic_string<char>": "text",
         "char *": "text", "ScalarType": "dtype", "TensorOptions": "dtype", "ArrayRef<Tensor>": "tensors",
         "IListRef<Tensor>": "tensors", "vector<Tensor>": "tensors", "ArrayRef<double>": "doubles",
         "void *": "memory", "Device": "dtype", "detail::PaddingMode": "text", "PaddingMode": "text",
         "TensorDataContainer": "data", "TensorBase": "tensor", "EmptyList": "data"}
# Names that differ from ATen's and mean the same; a parameter without a name has any.
NAMES = {"tensor": "self", "x": "self", "A": "self", "input": "self", "new_data": "other",
         "_requires_grad": "requires_grad", "dims": "dim", "operands": "tensors", "element": "elements", "from": "from_", "type1": "a", "type2": "b"}
# The argument in front of the one that is varied.
ARGUMENT = {"tensor": "T", "number": "d", "ints": "A", "bool": "true", "double": "d", "text": '"sum"', "dtype": "dt",
            "tensors": "L", "memory": "p"}


def kind(type_text):
    text = re.sub(r"\b(?:at|c10|fg|std|torch|detail)::(?:__cxx11::)?", "", type_text)
    text = re.sub(r"\bconst\b", "", text).replace("&", "").strip()
    inner = re.fullmatch(r"optional<(.*)>", text)
    text = inner.group(1).strip() if inner else text
    if text.endswith("Options") and text != "TensorOptions":
        return "options"
    if "type-parameter" in text:
        return "data"
    return KINDS.get(text, text)


def described(parameters):
    """What takes the arguments, as one text: kinds, and names where the kind leaves the meaning open."""
    result = []
    for index, (type_text, name, _) in enumerate(parameters):
        of = kind(type_text)
        if of in ("dtype", "data", "options") or (index == 0 and of == "tensor"):
            name = ""  # one place where such a thing may stand
        result.append(f"{of} {NAMES.get(name, name)}".strip())
    return ", ".join(result) or "()"


def agree(ours, atens):
    """Equal but for parameters of ours without a name."""
    if ours == atens:
        return True
    pairs = list(zip(ours.split(", "), atens.split(", ")))
    return (len(ours.split(", ")) == len(atens.split(", ")) and
            all(a == b or a == b.split(" ")[0] or b == a.split(" ")[0] for a, b in pairs))


def argument(parameter):
    of = kind(parameter[0])
    if of == "ints" and "Array" not in parameter[0]:
        return "l"
    if of == "number" and "Scalar" in parameter[0]:
        return "S"
    return ARGUMENT.get(of)


Function = collections.namedtuple("Function", "template parameters")


def listed(lines):
    scopes = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in lines:
        scope, name, how, *parameters = line.split("\t")
        parameters = [tuple(parameter.split("|")) for parameter in parameters]
        scopes[scope][name].append(Function(how == "template", parameters))
    return scopes


class Library:
    """One of the two: what a source includes, and how it is compiled."""

    def __init__(self, probe, namespace, header, flags):
        self.probe, self.namespace, self.header = probe, namespace, header
        self.flags = ["-std=c++20", *flags]

    def run(self, mode, text, namespaces=()):
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "source.cpp")
            with open(source, "w") as file:
                file.write(f"#include <{self.header}>\n#include <string>\n#include <vector>\n" + text)
            done = subprocess.run([self.probe, mode, source, *namespaces, "--", *self.flags], text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            sys.exit(f"{self.probe} {mode}: {done.stderr}")
        return done.stdout.splitlines()

    def list(self, scopes):
        return listed(self.run("list", "", [scope for scope in scopes if not scope.endswith("::Tensor")]))

    def select(self, calls):
        """What each call selects, as one text."""
        text = FIXTURES.replace("NS::", self.namespace + "::")
        for index, call in enumerate(calls):
            text += f"void probe_{index}() {{ {call.replace('NS::', self.namespace + '::')}; }}\n"
        selected = ["-"] * len(calls)
        for line in self.run("select", text):
            index, name, *parameters = line.split("\t")
            if name != "-":
                selected[int(index)] = described([parameter.split("|") for parameter in parameters])
        return selected


def shapes(callee, overloads):
    """The calls of one name with a hole: "NS::add(T, _)"."""
    result = []
    for overload in overloads:
        before = []
        for parameter in overload.parameters:
            result.append(f"{callee}({', '.join([*before, '_'])})")
            if argument(parameter) is None:
                break
            before.append(argument(parameter))
        # a hole in front of other arguments, where it may take part in the choice
        if len(overloads) > 1:
            for hole in range(len(before) - 1):
                for end in range(hole + 2, len(before) + 1):
                    result.append(f"{callee}({', '.join([*before[:hole], '_', *before[hole + 1:end]])})")
    return result


def fill(shape):
    return [shape.replace("_)", form + ")") if shape.endswith("_)") else
            re.sub(r"(?<=[(\s])_(?=[,)])", lambda _: form, shape, count=1) for form in FORMS]


def make(args):
    ours = Library(args.probe, "fg", "fullgraph/torch.h", [f"-I{args.include}"])
    aten = Library(args.probe, "torch", "torch/torch.h",
                   [f"-I{args.torch}", f"-I{args.torch}/torch/csrc/api/include"])
    our_names = ours.list(scope for scope, _, _ in SCOPES)
    aten_names = aten.list(scope for _, scopes, _ in SCOPES for scope in scopes)
    all_shapes = {}
    for scope, aten_scopes, callee in SCOPES:
        for name in sorted(our_names[scope]):
            overloads = [f for aten_scope in aten_scopes for f in aten_names[aten_scope].get(name, [])]
            if overloads and not name.startswith("_"):
                all_shapes.update(dict.fromkeys(shapes(callee + name, overloads)))
    all_shapes.update((f"{name}(_)", None) for name in CONVERSIONS)
    free = {name for scope in ("at", "torch") for name in aten_names[scope]}
    print(HEAD)
    print(ONLY_FUNCTIONAL + " ".join(sorted(set(aten_names["torch::nn::functional"]) - free)))
    write(all_shapes, aten)


HEAD = """# Made by scripts/overloads.py from the headers of PyTorch 2.13.0: what ATen's overload resolution selects.
# <call> | <parameters that take the arguments>: <forms of _> | ...; with other forms the call does not compile."""
ONLY_FUNCTIONAL = "only in torch::nn::functional: "


def write(all_shapes, library):
    calls = [call for shape in all_shapes for call in fill(shape)]
    selected = iter(library.select(calls))
    for shape in all_shapes:
        groups = collections.defaultdict(list)
        for form in FORMS:
            groups[next(selected)].append(form)
        groups.pop("-", None)
        print(" | ".join([shape, *(f"{what}: {'; '.join(forms)}" for what, forms in sorted(groups.items()))]))


def read(path):
    """{call: what it selects}, and the names that only torch::nn::functional has, from the data."""
    expected, only_functional = {}, set()
    with open(path) as file:
        for line in file:
            if line.startswith("#") or not line.strip():
                continue
            if line.startswith(ONLY_FUNCTIONAL):
                only_functional.update(line[len(ONLY_FUNCTIONAL):].split())
                continue
            shape, *groups = line.rstrip("\n").split(" | ")
            by_form = {}
            for group in groups:
                what, forms = group.rsplit(": ", 1)
                by_form.update((form, what) for form in forms.split("; "))
            for form, call in zip(FORMS, fill(shape)):
                expected[call] = by_form.get(form, "-")
    return expected, only_functional


def check(args):
    ours = Library(args.probe, "fg", "fullgraph/torch.h", [f"-I{args.include}"])
    expected, only_functional = read(args.data)
    deviations = []
    with open(args.deviations) as file:
        for line in file:
            if not line.startswith("#") and line.strip():
                sort, pattern, _ = line.strip().split(" | ", 2)
                deviations.append((sort, re.compile(fnmatch.translate(pattern.replace("[", "[[]")))))
    used, failed = set(), 0
    for name in sorted(only_functional & set(ours.list(["fg"])["fg"])):
        failed += 1
        print(f"fg::{name}: torch has it in torch::nn::functional only; here it makes a program's own {name} ambiguous")
    for call, found in zip(expected, ours.select(list(expected))):
        if agree(found, expected[call]):
            continue
        sort = "more" if expected[call] == "-" else "less" if found == "-" else "other"
        allowed = [d for d in deviations if d[0] == sort and d[1].match(call)]
        used.update(allowed)
        if not allowed:
            failed += 1
            print(f"{call}: ATen: {expected[call]}; ours: {found}")
    for d in deviations:
        if d not in used:
            failed += 1
            print(f"a deviation that is none: {d[0]} | {d[1].pattern}")
    print(f"{len(expected)} calls, {failed} failures")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=["make", "check"])
    for option in ("--probe", "--torch", "--include", "--data", "--deviations"):
        parser.add_argument(option)
    args = parser.parse_args()
    sys.exit(make(args) if args.mode == "make" else check(args))


main()
