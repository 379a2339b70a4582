// Functions in unusual forms, without a declared rank, with breaks on paths that are not the likeliest. Each line says what
// is told of it, in both modes: see both_modes.test.
#include <fullgraph/fullgraph.h>
#include <cstdio>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>
using fg::Tensor;
static bool big(const Tensor &x) { return (x.max() > 3).item<bool>(); } // breaks: FG103
static Tensor noisy(Tensor x) { std::puts("noisy"); return x * 2; } // breaks: FG501
static Tensor branchy(Tensor x) { if (x.sum().item<float>() > 0) x = x.sin(); if (x.min().item<float>() < 0) x = x.cos(); return x; } // breaks: FG101 FG101
static Tensor ranked(Tensor x) { if (x.dim() == 3) { std::puts("three"); return x.sum(0); } return x; } // breaks: FG501
static float scaleOf(Tensor x) { return x.item<float>(); }

FG_COMPILE() Tensor f01(Tensor x) { if (x.numel() == 1 || (x.max() - x.min() <= 1).item<bool>()) return x * 2; return x + 1; } // breaks: FG101
FG_COMPILE() Tensor f02(Tensor x) { if (x.dim() == 2) return x + 1; if (big(x)) return x * 2; return x; } // breaks: FG101
FG_COMPILE() Tensor f03(Tensor x) { if (x.dim() > 2 && big(x)) return x * 2; return x; } // breaks: FG101
FG_COMPILE() Tensor f04(Tensor x) { return x.dim() == 1 ? x : big(x) ? x * 2 : x * 3; } // breaks: FG101
FG_COMPILE() Tensor f05(Tensor x) { switch (x.dim()) { case 1: return x; case 2: return x.t(); case 3: std::puts("3"); return x * 3; default: if (big(x)) return x; return x * 2; } } // breaks: FG101 FG501
FG_COMPILE() Tensor f06(Tensor x) { if (x.scalar_type() == fg::kLong) { std::puts("long"); return x + 1; } return x * 2; } // breaks: FG501
FG_COMPILE() Tensor f07(Tensor x) { if (!x.is_floating_point()) { if (big(x.to(fg::kFloat))) return x + 1; } return x * 2; } // breaks: FG101
FG_COMPILE() Tensor f08(std::optional<Tensor> x, Tensor y) { if (x) { if (big(*x)) return y; return *x + y; } return y * 2; } // breaks: FG101
FG_COMPILE() Tensor f09(std::optional<Tensor> x, Tensor y) { if (!x) { std::puts("none"); return y * 2; } return *x + y; } // breaks: FG501
FG_COMPILE() Tensor f10(Tensor x, bool a, bool b) { if (a) { if (b) { if (big(x)) return x; } else std::puts("b"); } return x * 2; } // breaks: FG101 FG501
FG_COMPILE() Tensor f11(Tensor x, int n) { for (int i = 0; i < n; ++i) { if (i == 3) std::puts("3"); x = x * 2; } return x; } // breaks: FG501
FG_COMPILE() Tensor f12(Tensor x) { for (int i = 0; i < 3; ++i) if (i == 2 && big(x)) x = x + 1; return x; } // breaks: FG101
FG_COMPILE() Tensor f13(Tensor x) { auto g = [&](Tensor y) { if (big(y)) return y * 2; return y; }; return g(x) + g(x + 1); } // breaks: FG101
FG_COMPILE() Tensor f14(Tensor x) { return branchy(x) + branchy(x * 2); } // breaks: none
FG_COMPILE() Tensor f15(Tensor x) { return ranked(x) * 2; } // breaks: none
FG_COMPILE() Tensor f16(Tensor x) { return (big(x) ? x : (x.min() < 1).item<bool>() ? x * 2 : x * 3); } // breaks: FG101 FG101
FG_COMPILE() Tensor f17(Tensor x) { return fg::add(big(x) ? x : x * 2, (x.min() < 1).item<bool>() ? x : x * 3); } // breaks: FG101 FG101
FG_COMPILE() Tensor f18(Tensor x, Tensor y) { if (big(x) && big(y)) return x; if (big(x) || big(y)) return y; return x + y; } // breaks: FG101 FG106
FG_COMPILE() Tensor f19(Tensor x) { while (big(x)) { x = x / 2; if ((x.min() < 0).item<bool>()) break; } return x; } // breaks: FG101 FG102
FG_COMPILE() Tensor f20(Tensor x) { do { x = x / 2; std::puts("turn"); } while (big(x)); return x; } // breaks: FG501
FG_COMPILE() Tensor f21(std::vector<Tensor> xs) { Tensor y = xs[0]; for (auto &x : xs) { if (x.dim() == 2 && big(x)) y = y + x; } return y; } // breaks: FG101
FG_COMPILE() Tensor f22(Tensor x) { return x * scaleOf(x.sum()); } // breaks: FG703
FG_COMPILE() Tensor f23(Tensor x) { float s = scaleOf(x.sum()); if (x.dim() == 0) std::printf("%f\n", s); return x * s; } // breaks: FG501
FG_COMPILE() Tensor f24(Tensor x, std::string mode) { if (mode == "a") return x; if (mode == "b") { std::puts("b"); return x * 2; } if (big(x)) return x; return x * 3; } // breaks: FG101 FG501
FG_COMPILE() Tensor f25(Tensor x, const std::map<std::string, Tensor> &m) { if (m.count("w")) { if (big(m.at("w"))) return x; } return x * 2; } // breaks: FG101
FG_COMPILE() std::tuple<Tensor, bool> f26(Tensor x) { bool b = big(x); return {x * 2, b}; } // breaks: none
FG_COMPILE() Tensor f27(Tensor x, Tensor y) { if (x.sizes() == y.sizes()) return x + y; if (big(y)) return x; return y; } // breaks: FG101
FG_COMPILE() Tensor f28(Tensor x) { if (x.is_contiguous()) return x * 2; std::puts("strided"); return x.contiguous(); } // breaks: FG501
FG_COMPILE() Tensor f29(Tensor x) { if (x.size(0) > 4) return x * 2; if (x.size(0) > 2) std::puts("3, 4"); else if (big(x)) return x; return x + 1; } // breaks: FG101 FG501
FG_COMPILE() Tensor f30(Tensor x) { if (!x.defined()) { std::puts("undefined"); return fg::zeros({1}); } return x * 2; } // breaks: FG501
FG_COMPILE() Tensor f31(std::variant<Tensor, double> v, Tensor x) { if (std::holds_alternative<double>(v)) { std::puts("double"); return x * std::get<double>(v); } return x * std::get<Tensor>(v); } // breaks: FG501
FG_COMPILE() Tensor f32(Tensor x, std::function<Tensor(Tensor)> g) { if (x.dim() == 1) return x; return g(x); } // breaks: FG203
FG_COMPILE() Tensor f33(Tensor *x) { if (x) { if (big(*x)) return *x; return *x * 2; } return fg::zeros({2}); } // breaks: FG101
FG_COMPILE() Tensor f34(Tensor x, int a, int b, int c, int d, int e, int f) { if (a) x = x + 1; if (b) x = x * 2; if (c) x = x + 3; if (d) x = x * 4; if (e) x = x.sin(); if (f) { if (big(x)) x = x + 7; } return x; } // breaks: FG101
static Tensor many(Tensor x, int a, int b, int c, int d, int e, int f) { if (a) x = x + 1; if (b) x = x * 2; if (c) x = x + 3; if (d) x = x * 4; if (e) x = x.sin(); if (f) { if (big(x)) x = x + 7; } return x; } // breaks: FG101
FG_COMPILE() Tensor f35(FG_SHAPE("f32[N]") Tensor x, int a, int b, int c, int d, int e, int f) { return many(x, a, b, c, d, e, f); } // breaks: none
FG_COMPILE() Tensor f36(FG_SHAPE("f32[N] | f32[N,M] | f32[N,M,K]") Tensor x) { if (x.dim() == 1) std::puts("1"); if (x.dim() == 2 && big(x)) return x; if (x.dim() == 3) { std::puts("3"); } return x * 2; } // breaks: FG101 FG501 FG501
FG_COMPILE() Tensor f37(Tensor x) { Tensor y = x.dim() == 2 ? noisy(x) : x; return y + 1; } // breaks: none
FG_COMPILE() Tensor f38(Tensor x, Tensor y) { Tensor z = x + y; if (z.dim() == 3 && x.dim() == 1) std::puts("broadcast"); return z; } // breaks: FG501
FG_COMPILE() Tensor f39(Tensor x) { try { x = x * 2; if (big(x)) x = x + 1; } catch (...) { std::puts("caught"); } return x; } // breaks: FG101 FG301 FG501
FG_COMPILE() Tensor f40(Tensor x) { if (x.dim() == 2) { goto done; } x = x * 2; done: return x; } // breaks: FG302 FG302
FG_COMPILE() Tensor f41(Tensor x) { static int calls = 0; if (x.dim() == 4) ++calls; return x * 2; } // breaks: FG308
FG_COMPILE() Tensor f42(Tensor x) { if (x.dim() == 4) { float *p = x.data_ptr<float>(); p[0] = 1; } return x * 2; } // breaks: FG402
FG_COMPILE() Tensor f43(Tensor x) { auto [a, b] = x.max(0); if (a.dim() == 0 && big(b.to(fg::kFloat))) return a; return a * 2; } // breaks: FG101
FG_COMPILE() Tensor f44(Tensor x) { std::printf("%d %d\n", (int)big(x), (int)(x.min() < 0).item<bool>()); return x * 2; } // breaks: FG501
FG_COMPILE() Tensor f45(Tensor x) { int n = big(x) ? 1 : 2; for (int i = 0; i < n; ++i) x = x * 2; return x; } // breaks: FG101
FG_COMPILE() Tensor f46(Tensor x) { return noisy(noisy(x)) + (big(x) ? noisy(x) : x); } // breaks: FG101
