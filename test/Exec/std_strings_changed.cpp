// Strings that change.
// Each function is built eagerly and compiled, and gives the same, captured or refused. They go through
// the signatures of lib/Capture/signatures/Strings.def.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: 0 sig sig:
#include <fullgraph/fullgraph.h>

#include <cstdio>
#include <string_view>
#include <utility>
#include <stdexcept>
#include <string>

using fg::Tensor;
#define ONE FG_SHAPE("f32[1]")

#define GIVEN [[maybe_unused]] const std::string &s, [[maybe_unused]] const std::string &t, \
  [[maybe_unused]] std::string_view v

// clang-format off: a signature a line
FG_COMPILE() Tensor f0([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k += "x";
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f1([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k += "x";
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f2([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k += 'x';
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f3([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k += 'x';
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f4([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k += s;
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f5([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k += s;
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f6([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k += v;
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f7([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k += v;
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f8([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k += {'x', 'y'};
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f9([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k += {'x', 'y'};
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f10([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append("x");
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f11([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append("x");
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f12([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append("xyz", 2);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f13([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append("xyz", 2);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f14([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append(s);
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f15([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append(s);
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f16([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append(s, 1, 2);
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f17([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append(s, 1, 2);
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f18([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append("xyz", 1, 2);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f19([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append("xyz", 1, 2);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f20([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append(2, 'x');
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f21([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append(2, 'x');
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f22([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append(v);
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f23([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append(v);
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f24([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append(v, 1, 1);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f25([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append(v, 1, 1);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f26([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append({'x'});
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f27([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.append({'x'});
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f28([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.append(s.begin(), s.end());
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f29([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.append(s.begin(), s.end());
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f30([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign("x");
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f31([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.assign("x");
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f32([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign("xyz", 2);
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f33([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.assign("xyz", 2);
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f34([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign(s);
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f35([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.assign(s);
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f36([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign(s, 1, 2);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f37([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.assign(s, 1, 2);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f38([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign(2, 'x');
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f39([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.assign(2, 'x');
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f40([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign(std::string("q"));
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f41([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.assign(std::string("q"));
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f42([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign(v);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f43([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.assign(v);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f44([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign({'x', 'y'});
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f45([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.assign({'x', 'y'});
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f46([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.assign(s.begin(), s.end());
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f47([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.assign(s.begin(), s.end());
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f48([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k = "x";
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f49([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k = "x";
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f50([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k = 'x';
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f51([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k = 'x';
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f52([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k = s;
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f53([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k = s;
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f54([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k = v;
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f55([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k = v;
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f56([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k = {'x', 'y'};
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f57([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k = {'x', 'y'};
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f58([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k = s.substr(1);
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f59([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k = s.substr(1);
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f60([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.push_back('x');
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f61([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.push_back('x');
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f62([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.pop_back();
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f63([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.pop_back();
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f64([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.clear();
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f65([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.clear();
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f66([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.insert(1, "x");
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f67([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.insert(1, "x");
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f68([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.insert(1, s);
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f69([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.insert(1, s);
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f70([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.insert(1, "xyz", 2);
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f71([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.insert(1, "xyz", 2);
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f72([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.insert(1, 2, 'x');
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f73([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.insert(1, 2, 'x');
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f74([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.insert(1, s, 1, 1);
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f75([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.insert(1, s, 1, 1);
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f76([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.insert(k.begin(), 'x');
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f77([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.insert(k.begin(), 'x');
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f78([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.insert(k.begin(), 2, 'x');
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f79([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.insert(k.begin(), 2, 'x');
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f80([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab";
  k.insert(k.begin(), s.begin(), s.end());
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f81([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.insert(k.begin(), s.begin(), s.end());
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f82([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.erase(1);
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f83([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.erase(1);
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f84([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.erase(1, 2);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f85([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.erase(1, 2);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f86([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.erase();
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f87([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.erase();
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f88([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.erase(k.begin());
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f89([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.erase(k.begin());
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f90([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab";
  k.erase(k.begin(), k.begin() + 2);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f91([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.erase(k.begin(), k.begin() + 2);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f92([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.replace(1, 2, "x");
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f93([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.replace(1, 2, "x");
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f94([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.replace(1, 2, "xyz", 2);
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f95([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.replace(1, 2, "xyz", 2);
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f96([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.replace(1, 2, s);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f97([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.replace(1, 2, s);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f98([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.replace(1, 2, s, 1, 1);
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f99([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.replace(1, 2, s, 1, 1);
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f100([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.replace(1, 2, 3, 'x');
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f101([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.replace(1, 2, 3, 'x');
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f102([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab";
  k.replace(k.begin(), k.begin() + 1, "x");
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f103([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k.replace(k.begin(), k.begin() + 1, "x");
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f104([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.resize(2);
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f105([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.resize(2);
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f106([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.resize(7, 'x');
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f107([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.resize(7, 'x');
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f108([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.reserve(20);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f109([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.reserve(20);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f110([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.shrink_to_fit();
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f111([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.shrink_to_fit();
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f112([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; std::string o = "other";
  k.swap(o);
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f113([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  std::string o = "other"; k.swap(o);
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f114([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; std::string o = "other";
  std::swap(k, o);
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f115([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  std::string o = "other"; std::swap(k, o);
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f116([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab";
  std::string o = std::move(k); k = o + "!";
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f117([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  std::string o = std::move(k); k = o + "!";
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f118([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k[0] = 'x';
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f119([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k[0] = 'x';
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f120([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.at(1) = 'x';
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f121([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.at(1) = 'x';
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f122([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.front() = 'x';
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f123([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.front() = 'x';
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f124([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.back() = 'x';
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f125([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.back() = 'x';
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f126([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; char &c = k[1]; c = 'x';
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f127([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; char &c = k[1];
  c = 'x';
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f128([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab";
  for (char &c : k) c = 'x';
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f129([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  for (char &c : k) c = 'x';
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f130([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; *k.begin() = 'x';
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f131([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; *k.begin() = 'x';
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f132([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k.data()[0] = 'x';
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f133([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k.data()[0] = 'x';
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f134([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; char b[3] = {};
  k.copy(b, 2, 1); k = std::string(b, 2);
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f135([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; char b[3] = {};
  k.copy(b, 2, 1); k = std::string(b, 2);
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f136([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; std::string o = "q"; o = k;
  o += "1"; k = o;
  if (k == "bcab") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f137([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; std::string o = "q";
  o = k; o += "1"; k = o;
  if (k == "ig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f138([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab"; k = k.substr(1) + k[0];
  if (k == "abcabx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f139([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2; k = k.substr(1) + k[0];
  if (k == "sigx") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f140([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = "abcab";
  k = std::exchange(k, "new") + k;
  if (k == "x") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f141([[maybe_unused]] ONE Tensor x, GIVEN) { std::string k = s; x = x * 2;
  k = std::exchange(k, "new") + k;
  if (k == "sig") return x * 2;
  x = x + static_cast<double>(k.size()); return k.compare("b") < 0 ? x * 3 : x; }
FG_COMPILE() Tensor f142([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = v; w.remove_prefix(1);
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f143([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = "abcab"; w.remove_prefix(1);
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f144([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = v; w.remove_suffix(1);
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f145([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = "abcab"; w.remove_suffix(1);
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f146([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = v; std::string_view o = "ab";
  w.swap(o); return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f147([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = "abcab";
  std::string_view o = "ab"; w.swap(o); return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f148([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = v; w = w.substr(1);
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f149([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = "abcab"; w = w.substr(1);
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f150([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = v; w = "other";
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f151([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = "abcab"; w = "other";
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f152([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = v; w = s;
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
FG_COMPILE() Tensor f153([[maybe_unused]] ONE Tensor x, GIVEN) { std::string_view w = "abcab"; w = s;
  return w == "ig" ? x * 2 : w.empty() ? x : x + 3; }
// clang-format on

int main() {
  const auto one = [](int number, auto f, const std::string &s, const std::string &t) {
    try {
      const Tensor y = f(fg::full({1}, 1.5), s, t, s);
      std::printf("%d %s %s: %g\n", number, s.c_str(), t.c_str(), double(y.data_ptr<float>()[0]));
    } catch (const std::out_of_range &) {
      std::printf("%d %s %s: out of range\n", number, s.c_str(), t.c_str());
    }
  };
  int number = 0;
  using Function = Tensor (*)(Tensor, const std::string &, const std::string &, std::string_view);
  for (const Function f : { f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17,
         f18, f19, f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37, f38,
         f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55, f56, f57, f58, f59,
         f60, f61, f62, f63, f64, f65, f66, f67, f68, f69, f70, f71, f72, f73, f74, f75, f76, f77, f78, f79, f80,
         f81, f82, f83, f84, f85, f86, f87, f88, f89, f90, f91, f92, f93, f94, f95, f96, f97, f98, f99, f100, f101,
         f102, f103, f104, f105, f106, f107, f108, f109, f110, f111, f112, f113, f114, f115, f116, f117, f118,
         f119, f120, f121, f122, f123, f124, f125, f126, f127, f128, f129, f130, f131, f132, f133, f134, f135,
         f136, f137, f138, f139, f140, f141, f142, f143, f144, f145, f146, f147, f148, f149, f150, f151, f152, f153
         }) {
    for (const char *s : {"sig", "xig", "sigx", "si", "aaa"})
      one(number, f, s, "sig");
    one(number, f, "sig", "ig");
    one(number, f, "33", "");
    one(number++, f, std::string("a\0b", 3), "aaa");
  }
}
