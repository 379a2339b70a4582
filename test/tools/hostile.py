#!/usr/bin/env python3
"""Sources that are hard to capture: hostile.py <kind> <size> [options of FG_COMPILE] prints one; hostile.py prints the
kinds; hostile.py --check <tool> <include folder> [size [kinds]] measures.

Each is valid C++ whose text is about proportional to the size. Capture of each must be about linear in it, or stop at a
limit with the work bounded (docs/architecture.md, "Work").
"""
import os
import re
import subprocess
import sys
import tempfile
import time

HEAD = ("#include <fullgraph/fullgraph.h>\n\n" +
        "".join(f"#include <{name}>\n" for name in ("map", "optional", "stdexcept", "string", "vector")) + "\n")
NN = "#include <fullgraph/nn.h>\n"
X = 'FG_SHAPE("f32[N,4]") fg::Tensor x'


def function(body, args="int n", head="FG_COMPILE()", name="f"):
    return f"{head} fg::Tensor {name}({X}, {args}) {{\n{body}\n  return x;\n}}\n"


def lines(count, text):
    return "\n".join("  " + text(i) for i in range(count))


def nested_if(n):
    return function(lines(n, lambda i: f"if (n > {i}) {{ x = x + {i};") + "\n" + "}" * n)


def nested_if_else(n):
    return function(lines(n, lambda i: f"if (n != {3 * i}) {{ x = x + {i};") + "\n" +
                    "\n".join(f"}} else {{ x = x * {i}; }}" for i in range(n)))


def nested_products(n):  # conditions of two numbers
    return function(lines(n, lambda i: f"if (n * m > {i}) {{ x = x + {i};") + "\n" + "}" * n, "int n, int m")


def nested_flags(n):
    return function(lines(n, lambda i: f"if (b{i}) {{ x = x + {i};") + "\n" + "}" * n,
                    ", ".join(f"bool b{i}" for i in range(n)))


def flat_if(n):
    return function(lines(n, lambda i: f"if (n % {i + 2} == 1) x = x + {i};"))


def flat_if_else(n):
    return function(lines(n, lambda i: f"if (n > {i}) x = x + {i}; else x = x * {i};"))


def flat_flags(n):
    return function(lines(n, lambda i: f"if (flags[{i}]) x = x + {i};"), "const std::vector<int> &flags")


def early_returns(n):
    return function(lines(n, lambda i: f"if (n == {i}) return x + {i};"))


def else_ifs(n):
    return function("  " + "\n  else ".join(f"if (n == {i}) x = x + {i};" for i in range(n)))


def ternaries(n):
    return function("  x = " + "".join(f"n == {i} ? x + {i} : " for i in range(n)) + "x * 2;")


def flat_ternaries(n):
    return function(lines(n, lambda i: f"x = n > {i} ? x + {i} : x * 2;"))


def switches(n):
    cases = "".join(f" case {i}: x = x + {i}; break;" for i in range(8))
    return function(lines(n, lambda i: f"switch ((n + {i}) % 8) {{{cases} default: break; }}"))


def nested_switches(n):
    return function(lines(n, lambda i: f"switch (n + {i}) {{ case 0: x = x * 2; break; default: x = x + {i};") + "\n" +
                    "}" * n)


def big_switch(n):
    return function("  switch (n) {\n" + lines(n, lambda i: f"case {i}: x = x + {i}; break;") + "\n  default: break; }")


def nested_loops(n):
    return function(lines(n, lambda i: f"for (int i{i} = 0; i{i} < n; ++i{i}) {{ x = x + {i};") + "\n" + "}" * n)


def flat_loops(n):
    return function(lines(n, lambda i: f"for (int i = 0; i < n + {i}; ++i) x = x + {i};"))


def known_loops(n):  # 2^n turns
    return function(lines(n, lambda i: f"for (int i{i} = 0; i{i} < 2; ++i{i}) {{ x = x + {i};") + "\n" + "}" * n)


def lambdas(n):
    return function(lines(n, lambda i: f"auto l{i} = [&](fg::Tensor y) {{ return " +
                          (f"l{i - 1}(y) + l{i - 1}(y + {i})" if i else "y + 1") + "; };") + f"\n  x = l{n - 1}(x);")


def nested_lambdas(n):
    return function("  x = " + "".join(f"[&](fg::Tensor y{i}) {{ return y{i} + " for i in range(n)) + "x" +
                    "".join(f"; }}(x + {i})" for i in range(n)) + ";")


def calls(n):  # each calls the one before it once
    text = "static fg::Tensor g0(fg::Tensor x) { return x + 1; }\n"
    for i in range(1, n):
        text += f"static fg::Tensor g{i}(fg::Tensor x) {{ return g{i - 1}(x) * {i}; }}\n"
    return text + function(f"  x = g{n - 1}(x);")


def doubled_calls(n):  # 2^n operators
    text = "static fg::Tensor g0(fg::Tensor x) { return x + 1; }\n"
    for i in range(1, n):
        text += f"static fg::Tensor g{i}(fg::Tensor x) {{ return g{i - 1}(x) + g{i - 1}(x * 2); }}\n"
    return text + function(f"  x = g{n - 1}(x);")


def forking_calls(n):
    text = "static fg::Tensor g0(fg::Tensor x, int n) { return x + n; }\n"
    for i in range(1, n):
        text += (f"static fg::Tensor g{i}(fg::Tensor x, int n) {{ if (n > {i}) return g{i - 1}(x, n) + 1; "
                 f"return g{i - 1}(x * 2, n - 1); }}\n")
    return text + function(f"  x = g{n - 1}(x, n);")


def templates(n):
    return ("template <int N> FG_COMPILE() fg::Tensor f(" + X + ") {\n"
            "  if constexpr (N > 0)\n    return f<N - 1>(x + N);\n"
            "  else\n    return x;\n}\nfg::Tensor use(fg::Tensor x) { return f<" + str(n) + ">(x); }\n")


def template_calls(n):
    return ("template <int N> fg::Tensor g(fg::Tensor x) {\n  if constexpr (N > 0)\n    return g<N - 1>(x + N);\n"
            "  else\n    return x;\n}\n" + function(f"  x = g<{n}>(x);"))


def recursion(n):
    calls = " + ".join(f"g(x * {i}, n - {i + 1})" for i in range(n))
    return ("static fg::Tensor g(fg::Tensor x, int n) {\n  if (n <= 0) return x;\n  return " + calls + ";\n}\n" +
            function("  x = g(x, n);"))


def tree(n):
    return ("struct Tree { int kind; fg::Tensor w; std::vector<Tree> parts; };\n"
            "static fg::Tensor walk(const Tree &t, fg::Tensor x) {\n  if (t.parts.empty()) return x + t.w;\n"
            "  auto a = walk(t.parts[0], x);\n  auto b = walk(t.parts[1], x);\n" +
            lines(n, lambda i: f"if (t.kind == {i}) return a + b * {i};") + "\n  return a * b;\n}\n" +
            function("  x = walk(t, x);", "const Tree &t"))


def statements(n):
    return function(lines(n, lambda i: f"x = x * {i} + {i};"))


def declarations(n):
    return function("  auto a0 = x;\n" + lines(n, lambda i: f"auto a{i + 1} = a{i} * {i} + x;") + f"\n  x = a{n};")


def numbers(n):  # a long function of C++ numbers
    return function(lines(n, lambda i: f"n = n * 3 + {i};") + "\n  x = x + n;", "int64_t n")


def known_numbers(n):
    return function("  int k = 1;\n" + lines(n, lambda i: f"k = (k * 3 + {i}) % 1000;") + "\n  x = x + k;")


def expression(n):  # one long expression
    return function("  x = x" + "".join(f" + {i}" for i in range(n)) + ";")


def broken_statements(n):  # a break in each
    return ("fg::Tensor opaque(fg::Tensor x);\n" +
            function(lines(n, lambda i: f"x = x + {i};" if i % 2 else "x = opaque(x);")))


def data_branches(n):
    return function(lines(n, lambda i: f"if ((x > {i}).any().item<bool>()) x = x + {i};"))


def nested_data_branches(n):
    return function(lines(n, lambda i: f"if ((x > {i}).any().item<bool>()) {{ x = x + {i};") + "\n" + "}" * n)


def nested_breaks(n):  # host branches around a break
    return ("fg::Tensor opaque(fg::Tensor x);\n" +
            function(lines(n, lambda i: f"if (n > {i}) {{ x = x + {i};") + "\n x = opaque(x);\n" + "}" * n))


def nested_blocks(n):
    return ("fg::Tensor opaque(fg::Tensor x);\n" +
            function(lines(n, lambda i: f"{{ x = x + {i};") + "\n x = opaque(x);\n" + "}" * n))


def parameters(n):
    tensors = ", ".join(f'FG_SHAPE("f32[N,4]") fg::Tensor p{i}' for i in range(n))
    return function(lines(n, lambda i: f"x = x + p{i};"), tensors)


def unknown_parameters(n):
    return ("FG_COMPILE() fg::Tensor f(" + ", ".join(f"fg::Tensor p{i}" for i in range(n)) + ") {\n  auto x = p0;\n" +
            lines(n - 1, lambda i: f"x = x + p{i + 1};") + "\n  return x;\n}\n")


def unknown_layers(n):
    return ("FG_COMPILE() fg::Tensor f(fg::Tensor x, const std::vector<fg::Tensor> &w) {\n" +
            lines(n, lambda i: f"x = fg::relu(fg::linear(x, w[{i}]));") + "\n  return x;\n}\n")


def optionals(n):
    return ("FG_COMPILE() fg::Tensor f(" + X + ", " + ", ".join(f"std::optional<fg::Tensor> p{i}" for i in range(n)) +
            ") {\n" + lines(n, lambda i: f"if (p{i}) x = x + *p{i};") + "\n  return x;\n}\n")


def functions(n):
    return "".join(function(lines(4, lambda j: f"x = x * {j} + {i};"), name=f"f{i}") for i in range(n))


def structs(n):
    text = 'struct S0 { FG_SHAPE("f32[4]") fg::Tensor w; int n = 0; };\n'
    for i in range(1, n):
        text += f'struct S{i} {{ S{i - 1} inner; FG_SHAPE("f32[4]") fg::Tensor w; int n = 0; }};\n'
    return text + function(lines(n, lambda i: f"x = x + s{'.inner' * i}.w;"), f"const S{n - 1} &s")


def modules(n):
    text = ("struct M0Impl : fg::nn::Module {\n  fg::nn::Linear l{nullptr};\n  M0Impl() { l = register_module(\"l\", "
            "fg::nn::Linear(4, 4)); }\n  fg::Tensor forward(fg::Tensor x) { return l(x); }\n};\nFG_MODULE(M0);\n")
    for i in range(1, n):
        text += (f"struct M{i}Impl : fg::nn::Module {{\n  M{i - 1} inner{{nullptr}};\n  fg::nn::Linear l{{nullptr}};\n"
                 f"  M{i}Impl() {{ inner = register_module(\"inner\", M{i - 1}()); l = register_module(\"l\", "
                 f"fg::nn::Linear(4, 4)); }}\n"
                 f"  FG_COMPILE() fg::Tensor forward({X}) {{ return l(inner->forward(x)); }}\n}};\n"
                 f"FG_MODULE(M{i});\n")
    return text


def sequential(n):
    return ("struct Net : fg::nn::Module {\n  fg::nn::Sequential s;\n  Net() {\n" +
            lines(n, lambda i: "s->push_back(fg::nn::Linear(4, 4));") + "\n    register_module(\"s\", s);\n  }\n"
            "  FG_COMPILE() fg::Tensor forward(" + X + ") { return s->forward(x); }\n};\n")


def lstm_steps(n):  # of a cell that is written by hand
    return function("  auto h = x, c = x;\n  for (int t = 0; t < " + str(n) + "; ++t) {\n"
                    "    auto i = fg::sigmoid(x + h), "
                    "f = fg::sigmoid(x * h), o = fg::sigmoid(x - h), g = fg::tanh(x + h * 2);\n    c = f * c + i * g;\n"
                    "    h = o * fg::tanh(c);\n  }\n  x = h;")


def rolls(n):
    return function(lines(n, lambda i: f"x = fg::roll(x, {{{i + 1}}}, {{0}});"))


def strings(n):
    return function(lines(n, lambda i: f'if (s == "mode{i}") x = x + {i};'), "const std::string &s")


def maps(n):
    return function("  std::map<std::string, fg::Tensor> m;\n" + lines(n, lambda i: f'm["k{i}"] = x + {i};') +
                    "\n  for (auto &[k, v] : m) x = x + v;")


def vectors(n):
    return function("  std::vector<fg::Tensor> v;\n" + lines(n, lambda i: f"v.push_back(x + {i});") +
                    "\n  for (auto &t : v) x = x + t;")


def loops_of_ifs(n):
    return function("  for (int i = 0; i < " + str(n) + "; ++i)\n    if (n > i) x = x + i;")


def forking_loop(n):
    return function("  for (int i = 0; i < n; ++i) {\n" + lines(n, lambda i: f"if (n > i + {i}) x = x + {i};") +
                    "\n  }")


def checks(n):
    return function(lines(n, lambda i: f'if (x.size(0) == {i}) throw std::runtime_error("no");'))


def sizes(n):
    return function(lines(n, lambda i: f"if (x.size(0) > {i}) x = x.slice(0, 0, {i + 1}) + x.slice(0, 0, {i + 1});"))


def reshapes(n):
    return function(lines(n, lambda i: "x = (x.reshape({2, -1}) + 1).reshape({-1, 4});"))


def shared_block(n):  # one helper with branches, called everywhere
    return ("static fg::Tensor block(fg::Tensor x, int n) { if (n > 2) x = x * 2; if (n < 9) x = x + 1; return x; }\n" +
            function(lines(n, lambda i: f"x = block(x, n + {i});")))


def declared_variants(n):
    shapes = " | ".join(f"f32[N,{i + 1}]" for i in range(8))
    return ("FG_COMPILE() fg::Tensor f(" + ", ".join(f'FG_SHAPE("{shapes}") fg::Tensor p{i}' for i in range(n)) +
            ") {\n  auto x = p0.sum();\n" + lines(n - 1, lambda i: f"x = x + p{i + 1}.sum();") + "\n  return x;\n}\n")


KINDS = {name: value for name, value in list(globals().items())
         if callable(value) and name not in ("function", "lines")}


def source(kind, size, options=""):
    includes = HEAD + (NN if kind in ("modules", "sequential") else "")
    return (includes + KINDS[kind](size)).replace("FG_COMPILE()", f"FG_COMPILE({options})")


def work(tool, include, kind, size, folder):
    """What capture counts, and whether it ended at a limit; nothing is compiled to kernels."""
    path = os.path.join(folder, f"{kind}.cpp")
    with open(path, "w") as file:
        file.write(source(kind, size, '.backend = "interp"'))
    run = subprocess.run([tool, path, "-o", os.path.join(folder, "out.cpp"), "--log=capture", "--", "-std=c++20",
                          f"-I{include}", "-ftemplate-depth=2000"], capture_output=True, text=True, timeout=300)
    if run.returncode:
        sys.exit(f"{kind} {size}: {run.stderr}")
    counts = [(int(total), int(most)) for total, most in re.findall(r"prover: (\d+) of (\d+)", run.stdout)]
    return (sum(total for total, _ in counts), all(total <= 1.05 * most for total, most in counts),
            "may walk for one function" in run.stderr)


def check(tool, include, names, base):
    """Of three sizes, each twice the one before: linear with room for what is the same in all, or at the limit."""
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for kind in names or KINDS:
            sizes = [base, 2 * base, 4 * base]
            began = time.time()
            results = [work(tool, include, kind, size, folder) for size in sizes]
            totals = [total for total, _, _ in results]
            limited = any(stopped for _, _, stopped in results)
            grows = totals[2] - totals[1] > 3 * (totals[1] - totals[0]) + 20000
            bounded = all(within for _, within, _ in results)
            wrong = not bounded or (grows and not limited)
            failed |= wrong
            print(f"{kind:22}", "WRONG" if wrong else "limit" if limited else "linear", *totals,
                  f"{time.time() - began:.1f} s", flush=True)
    return failed


if __name__ == "__main__":
    if len(sys.argv) >= 4 and sys.argv[1] == "--check":
        sys.exit(check(sys.argv[2], sys.argv[3], sys.argv[5:], int(sys.argv[4]) if len(sys.argv) > 4 else 20))
    elif len(sys.argv) in (3, 4):
        print(source(sys.argv[1], int(sys.argv[2]), *sys.argv[3:]))
    else:
        print("\n".join(KINDS))
