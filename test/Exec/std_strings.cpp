// What is asked of strings.
// Each function is built eagerly and compiled, and gives the same, captured or refused. They go through
// the signatures of lib/Capture/signatures/Strings.def.
// RUN: env FULLGRAPH_JIT=0 %build_and_compare %s 2>%t.log | FileCheck %s
// CHECK: 0 sig sig: 3
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
FG_COMPILE() Tensor f0([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(s, 1) == "ig" ? x * 2 : x + 1; }
FG_COMPILE() Tensor f1([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(s, 1, 2) == "ig" ? x * 3 : x + 2; }
FG_COMPILE() Tensor f2([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(s, 0, 3) == "sig" ? x * 4 : x + 3; }
FG_COMPILE() Tensor f3([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(s, 4) == "oid" ? x * 5 : x + 4; }
FG_COMPILE() Tensor f4([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string(s, 1, std::string::npos) == "ig" ? x * 6 : x + 5; }
FG_COMPILE() Tensor f5([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(s) == "sig" ? x * 7 : x + 1; }
FG_COMPILE() Tensor f6([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string(s, s.get_allocator()) == "sig" ? x * 8 : x + 2; }
FG_COMPILE() Tensor f7([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(s.c_str()) == "sig" ? x * 2 : x + 3;
  }
FG_COMPILE() Tensor f8([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string(s.c_str(), 2) == "si" ? x * 3 : x + 4; }
FG_COMPILE() Tensor f9([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string("sigmoid", 3) == "sig" ? x * 4 : x + 5; }
FG_COMPILE() Tensor f10([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string("sigmoid", 3) == s ? x * 5 : x + 1;
  }
FG_COMPILE() Tensor f11([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string("a\0b", 3) == s ? x * 6 : x + 2; }
FG_COMPILE() Tensor f12([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(3, 'a') == s ? x * 7 : x + 3; }
FG_COMPILE() Tensor f13([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(3, 'a') == "aaa" ? x * 8 : x + 4; }
FG_COMPILE() Tensor f14([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string("xsig", 1, 3) == s ? x * 2 : x + 5;
  }
FG_COMPILE() Tensor f15([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string({'s', 'i', 'g'}) == s ? x * 3 : x + 1; }
FG_COMPILE() Tensor f16([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string(s.begin(), s.end()) == "sig" ? x * 4 : x + 2; }
FG_COMPILE() Tensor f17([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string(s.rbegin(), s.rend()) == "gis" ? x * 5 : x + 3; }
FG_COMPILE() Tensor f18([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(v) == "sig" ? x * 6 : x + 4; }
FG_COMPILE() Tensor f19([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string(v, 1, 2) == "ig" ? x * 7 : x + 5; }
FG_COMPILE() Tensor f20([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string(std::string_view("sigm", 3)) == s ? x * 8 : x + 1; }
FG_COMPILE() Tensor f21([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr() == "sig" ? x * 2 : x + 2; }
FG_COMPILE() Tensor f22([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(1) == "ig" ? x * 3 : x + 3; }
FG_COMPILE() Tensor f23([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(1, 2) == "ig" ? x * 4 : x + 4; }
FG_COMPILE() Tensor f24([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(0, 3) == "sig" ? x * 5 : x + 5; }
FG_COMPILE() Tensor f25([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(3) == "" ? x * 6 : x + 1; }
FG_COMPILE() Tensor f26([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(3).empty() ? x * 7 : x + 2; }
FG_COMPILE() Tensor f27([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(1).size() == 2 ? x * 8 : x + 3; }
FG_COMPILE() Tensor f28([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(1).substr(1) == "g" ? x * 2 : x + 4; }
FG_COMPILE() Tensor f29([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(1, 2) == s ? x * 3 : x + 5; }
FG_COMPILE() Tensor f30([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(1, 2) == t ? x * 4 : x + 1; }
FG_COMPILE() Tensor f31([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(1) + "x" == "igx" ? x * 5 : x + 2; }
FG_COMPILE() Tensor f32([[maybe_unused]] ONE Tensor x, GIVEN) { return "x" + s.substr(1) == "xig" ? x * 6 : x + 3; }
FG_COMPILE() Tensor f33([[maybe_unused]] ONE Tensor x, GIVEN) { return s.substr(1).starts_with("ig") ? x * 7 : x + 4;
  }
FG_COMPILE() Tensor f34([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.substr(1).find("g") != std::string::npos ? x * 8 : x + 5; }
FG_COMPILE() Tensor f35([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.substr(1, 2).compare("ig") == 0 ? x * 2 : x + 1; }
FG_COMPILE() Tensor f36([[maybe_unused]] ONE Tensor x, GIVEN) { return v.substr(1, 2) == "ig" ? x * 3 : x + 2; }
FG_COMPILE() Tensor f37([[maybe_unused]] ONE Tensor x, GIVEN) { return v.substr(1) == "ig" ? x * 4 : x + 3; }
FG_COMPILE() Tensor f38([[maybe_unused]] ONE Tensor x, GIVEN) { return v.substr(1, 2) == s ? x * 5 : x + 4; }
FG_COMPILE() Tensor f39([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string(v.substr(1)) == "ig" ? x * 6 : x + 5; }
FG_COMPILE() Tensor f40([[maybe_unused]] ONE Tensor x, GIVEN) { return s == t ? x * 7 : x + 1; }
FG_COMPILE() Tensor f41([[maybe_unused]] ONE Tensor x, GIVEN) { return s != t ? x * 8 : x + 2; }
FG_COMPILE() Tensor f42([[maybe_unused]] ONE Tensor x, GIVEN) { return s < t ? x * 2 : x + 3; }
FG_COMPILE() Tensor f43([[maybe_unused]] ONE Tensor x, GIVEN) { return s > t ? x * 3 : x + 4; }
FG_COMPILE() Tensor f44([[maybe_unused]] ONE Tensor x, GIVEN) { return s <= t ? x * 4 : x + 5; }
FG_COMPILE() Tensor f45([[maybe_unused]] ONE Tensor x, GIVEN) { return s >= t ? x * 5 : x + 1; }
FG_COMPILE() Tensor f46([[maybe_unused]] ONE Tensor x, GIVEN) { return s < "sig" ? x * 6 : x + 2; }
FG_COMPILE() Tensor f47([[maybe_unused]] ONE Tensor x, GIVEN) { return s == v ? x * 7 : x + 3; }
FG_COMPILE() Tensor f48([[maybe_unused]] ONE Tensor x, GIVEN) { return "sig" == s ? x * 8 : x + 4; }
FG_COMPILE() Tensor f49([[maybe_unused]] ONE Tensor x, GIVEN) { return (s <=> t) < 0 ? x * 2 : x + 5; }
FG_COMPILE() Tensor f50([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(t) == 0 ? x * 3 : x + 1; }
FG_COMPILE() Tensor f51([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(t) < 0 ? x * 4 : x + 2; }
FG_COMPILE() Tensor f52([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare("sig") > 0 ? x * 5 : x + 3; }
FG_COMPILE() Tensor f53([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(1, 2, "ig") == 0 ? x * 6 : x + 4; }
FG_COMPILE() Tensor f54([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(1, 2, t) == 0 ? x * 7 : x + 5; }
FG_COMPILE() Tensor f55([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(1, 2, t, 1, 2) == 0 ? x * 8 : x + 1;
  }
FG_COMPILE() Tensor f56([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.compare(1, 2, "igor", 2) == 0 ? x * 2 : x + 2; }
FG_COMPILE() Tensor f57([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(0, 3, "sig") == 0 ? x * 3 : x + 3; }
FG_COMPILE() Tensor f58([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(1, 2, v) == 0 ? x * 4 : x + 4; }
FG_COMPILE() Tensor f59([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(1, 2, v, 1, 1) < 0 ? x * 5 : x + 5; }
FG_COMPILE() Tensor f60([[maybe_unused]] ONE Tensor x, GIVEN) { return s.compare(v) == 0 ? x * 6 : x + 1; }
FG_COMPILE() Tensor f61([[maybe_unused]] ONE Tensor x, GIVEN) { return v.compare(t) == 0 ? x * 7 : x + 2; }
FG_COMPILE() Tensor f62([[maybe_unused]] ONE Tensor x, GIVEN) { return v.compare(1, 2, "ig") == 0 ? x * 8 : x + 3; }
FG_COMPILE() Tensor f63([[maybe_unused]] ONE Tensor x, GIVEN) { return v.compare(1, 2, v, 0, 2) == 0 ? x * 2 : x + 4;
  }
FG_COMPILE() Tensor f64([[maybe_unused]] ONE Tensor x, GIVEN) {
  return v.compare(1, 2, "igor", 2) == 0 ? x * 3 : x + 5; }
FG_COMPILE() Tensor f65([[maybe_unused]] ONE Tensor x, GIVEN) { return v.compare("sig") == 0 ? x * 4 : x + 1; }
FG_COMPILE() Tensor f66([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find("g") == 2 ? x * 5 : x + 2; }
FG_COMPILE() Tensor f67([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find("g", 1) == 2 ? x * 6 : x + 3; }
FG_COMPILE() Tensor f68([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find("gx", 1, 1) == 2 ? x * 7 : x + 4; }
FG_COMPILE() Tensor f69([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find('g') == 2 ? x * 8 : x + 5; }
FG_COMPILE() Tensor f70([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find('g', 2) == 2 ? x * 2 : x + 1; }
FG_COMPILE() Tensor f71([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find(t) == std::string::npos ? x * 3 : x + 2;
  }
FG_COMPILE() Tensor f72([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.find(t, 1) != std::string::npos ? x * 4 : x + 3; }
FG_COMPILE() Tensor f73([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find(v) == 0 ? x * 5 : x + 4; }
FG_COMPILE() Tensor f74([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.find("g") != std::string::npos ? x * 6 : x + 5; }
FG_COMPILE() Tensor f75([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find("") == 0 ? x * 7 : x + 1; }
FG_COMPILE() Tensor f76([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string::npos != s.find("i", 1) ? x * 8 : x + 2; }
FG_COMPILE() Tensor f77([[maybe_unused]] ONE Tensor x, GIVEN) { return s.rfind("s") == 0 ? x * 2 : x + 3; }
FG_COMPILE() Tensor f78([[maybe_unused]] ONE Tensor x, GIVEN) { return s.rfind("i", 1) == 1 ? x * 3 : x + 4; }
FG_COMPILE() Tensor f79([[maybe_unused]] ONE Tensor x, GIVEN) { return s.rfind("igx", 2, 2) == 1 ? x * 4 : x + 5; }
FG_COMPILE() Tensor f80([[maybe_unused]] ONE Tensor x, GIVEN) { return s.rfind('s') == 0 ? x * 5 : x + 1; }
FG_COMPILE() Tensor f81([[maybe_unused]] ONE Tensor x, GIVEN) { return s.rfind('s', 0) == 0 ? x * 6 : x + 2; }
FG_COMPILE() Tensor f82([[maybe_unused]] ONE Tensor x, GIVEN) { return s.rfind(t, 3) == 0 ? x * 7 : x + 3; }
FG_COMPILE() Tensor f83([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_first_of("ig") == 1 ? x * 8 : x + 4; }
FG_COMPILE() Tensor f84([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_first_of("xig", 2) == 2 ? x * 2 : x + 5;
  }
FG_COMPILE() Tensor f85([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.find_first_of("xig", 0, 2) == 1 ? x * 3 : x + 1; }
FG_COMPILE() Tensor f86([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_first_of('i') == 1 ? x * 4 : x + 2; }
FG_COMPILE() Tensor f87([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_first_of(t) == 0 ? x * 5 : x + 3; }
FG_COMPILE() Tensor f88([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_first_of(v, 1) == 1 ? x * 6 : x + 4; }
FG_COMPILE() Tensor f89([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_last_of("si") == 1 ? x * 7 : x + 5; }
FG_COMPILE() Tensor f90([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_last_of("sig", 1) == 1 ? x * 8 : x + 1;
  }
FG_COMPILE() Tensor f91([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.find_last_of("sig", 2, 1) == 0 ? x * 2 : x + 2; }
FG_COMPILE() Tensor f92([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_last_of('g') == 2 ? x * 3 : x + 3; }
FG_COMPILE() Tensor f93([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_first_not_of("s") == 1 ? x * 4 : x + 4;
  }
FG_COMPILE() Tensor f94([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.find_first_not_of("si", 1) == 2 ? x * 5 : x + 5; }
FG_COMPILE() Tensor f95([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.find_first_not_of("sig", 0, 2) == 2 ? x * 6 : x + 1; }
FG_COMPILE() Tensor f96([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_first_not_of('s') == 1 ? x * 7 : x + 2;
  }
FG_COMPILE() Tensor f97([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_last_not_of("g") == 1 ? x * 8 : x + 3; }
FG_COMPILE() Tensor f98([[maybe_unused]] ONE Tensor x, GIVEN) { return s.find_last_not_of('g') == 1 ? x * 2 : x + 4; }
FG_COMPILE() Tensor f99([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s.find_last_not_of(t) == std::string::npos ? x * 3 : x + 5; }
FG_COMPILE() Tensor f100([[maybe_unused]] ONE Tensor x, GIVEN) { return v.find("g") == 2 ? x * 4 : x + 1; }
FG_COMPILE() Tensor f101([[maybe_unused]] ONE Tensor x, GIVEN) { return v.find('g', 1) == 2 ? x * 5 : x + 2; }
FG_COMPILE() Tensor f102([[maybe_unused]] ONE Tensor x, GIVEN) { return v.find("gx", 1, 1) == 2 ? x * 6 : x + 3; }
FG_COMPILE() Tensor f103([[maybe_unused]] ONE Tensor x, GIVEN) { return v.rfind('s') == 0 ? x * 7 : x + 4; }
FG_COMPILE() Tensor f104([[maybe_unused]] ONE Tensor x, GIVEN) { return v.find_first_of("ig") == 1 ? x * 8 : x + 5; }
FG_COMPILE() Tensor f105([[maybe_unused]] ONE Tensor x, GIVEN) { return v.find_last_not_of("g") == 1 ? x * 2 : x + 1;
  }
FG_COMPILE() Tensor f106([[maybe_unused]] ONE Tensor x, GIVEN) { return v.find(v) == 0 ? x * 3 : x + 2; }
FG_COMPILE() Tensor f107([[maybe_unused]] ONE Tensor x, GIVEN) { return s.starts_with("si") ? x * 4 : x + 3; }
FG_COMPILE() Tensor f108([[maybe_unused]] ONE Tensor x, GIVEN) { return s.starts_with('s') ? x * 5 : x + 4; }
FG_COMPILE() Tensor f109([[maybe_unused]] ONE Tensor x, GIVEN) { return s.starts_with(t) ? x * 6 : x + 5; }
FG_COMPILE() Tensor f110([[maybe_unused]] ONE Tensor x, GIVEN) { return s.starts_with(v) ? x * 7 : x + 1; }
FG_COMPILE() Tensor f111([[maybe_unused]] ONE Tensor x, GIVEN) { return s.ends_with("ig") ? x * 8 : x + 2; }
FG_COMPILE() Tensor f112([[maybe_unused]] ONE Tensor x, GIVEN) { return s.ends_with('g') ? x * 2 : x + 3; }
FG_COMPILE() Tensor f113([[maybe_unused]] ONE Tensor x, GIVEN) { return s.ends_with(t) ? x * 3 : x + 4; }
FG_COMPILE() Tensor f114([[maybe_unused]] ONE Tensor x, GIVEN) { return v.starts_with("si") ? x * 4 : x + 5; }
FG_COMPILE() Tensor f115([[maybe_unused]] ONE Tensor x, GIVEN) { return v.ends_with('g') ? x * 5 : x + 1; }
FG_COMPILE() Tensor f116([[maybe_unused]] ONE Tensor x, GIVEN) { return v.ends_with(t) ? x * 6 : x + 2; }
FG_COMPILE() Tensor f117([[maybe_unused]] ONE Tensor x, GIVEN) { return v.starts_with(s) ? x * 7 : x + 3; }
FG_COMPILE() Tensor f118([[maybe_unused]] ONE Tensor x, GIVEN) { return s[0] == 's' ? x * 8 : x + 4; }
FG_COMPILE() Tensor f119([[maybe_unused]] ONE Tensor x, GIVEN) { return s[1] == 'x' ? x * 2 : x + 5; }
FG_COMPILE() Tensor f120([[maybe_unused]] ONE Tensor x, GIVEN) { return s.at(0) == 's' ? x * 3 : x + 1; }
FG_COMPILE() Tensor f121([[maybe_unused]] ONE Tensor x, GIVEN) { return s.at(2) == 'g' ? x * 4 : x + 2; }
FG_COMPILE() Tensor f122([[maybe_unused]] ONE Tensor x, GIVEN) { return s.front() == 's' ? x * 5 : x + 3; }
FG_COMPILE() Tensor f123([[maybe_unused]] ONE Tensor x, GIVEN) { return s.back() == 'g' ? x * 6 : x + 4; }
FG_COMPILE() Tensor f124([[maybe_unused]] ONE Tensor x, GIVEN) { return v[0] == 's' ? x * 7 : x + 5; }
FG_COMPILE() Tensor f125([[maybe_unused]] ONE Tensor x, GIVEN) { return v.at(2) == 'g' ? x * 8 : x + 1; }
FG_COMPILE() Tensor f126([[maybe_unused]] ONE Tensor x, GIVEN) { return v.front() == 's' ? x * 2 : x + 2; }
FG_COMPILE() Tensor f127([[maybe_unused]] ONE Tensor x, GIVEN) { return v.back() == 'g' ? x * 3 : x + 3; }
FG_COMPILE() Tensor f128([[maybe_unused]] ONE Tensor x, GIVEN) { return s.size() == 3 ? x * 4 : x + 4; }
FG_COMPILE() Tensor f129([[maybe_unused]] ONE Tensor x, GIVEN) { return s.length() == 3 ? x * 5 : x + 5; }
FG_COMPILE() Tensor f130([[maybe_unused]] ONE Tensor x, GIVEN) { return s.empty() ? x * 6 : x + 1; }
FG_COMPILE() Tensor f131([[maybe_unused]] ONE Tensor x, GIVEN) { return v.empty() ? x * 7 : x + 2; }
FG_COMPILE() Tensor f132([[maybe_unused]] ONE Tensor x, GIVEN) { return v.size() == 3 ? x * 8 : x + 3; }
FG_COMPILE() Tensor f133([[maybe_unused]] ONE Tensor x, GIVEN) { return s.max_size() > 3 ? x * 2 : x + 4; }
FG_COMPILE() Tensor f134([[maybe_unused]] ONE Tensor x, GIVEN) { return s.capacity() > 0 ? x * 3 : x + 5; }
FG_COMPILE() Tensor f135([[maybe_unused]] ONE Tensor x, GIVEN) { return std::size(s) == 3 ? x * 4 : x + 1; }
FG_COMPILE() Tensor f136([[maybe_unused]] ONE Tensor x, GIVEN) { return std::empty(s) ? x * 5 : x + 2; }
FG_COMPILE() Tensor f137([[maybe_unused]] ONE Tensor x, GIVEN) { return s.data()[0] == 's' ? x * 6 : x + 3; }
FG_COMPILE() Tensor f138([[maybe_unused]] ONE Tensor x, GIVEN) { return s.c_str()[1] == 'i' ? x * 7 : x + 4; }
FG_COMPILE() Tensor f139([[maybe_unused]] ONE Tensor x, GIVEN) { return *s.begin() == 's' ? x * 8 : x + 5; }
FG_COMPILE() Tensor f140([[maybe_unused]] ONE Tensor x, GIVEN) { return s.end() - s.begin() == 3 ? x * 2 : x + 1; }
FG_COMPILE() Tensor f141([[maybe_unused]] ONE Tensor x, GIVEN) { return std::string_view(s) == "sig" ? x * 3 : x + 2;
  }
FG_COMPILE() Tensor f142([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string_view(s.c_str()) == "sig" ? x * 4 : x + 3; }
FG_COMPILE() Tensor f143([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string_view(s.c_str(), 2) == "si" ? x * 5 : x + 4; }
FG_COMPILE() Tensor f144([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string_view("sigma", 3) == s ? x * 6 : x + 5; }
FG_COMPILE() Tensor f145([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string_view(s).substr(1) == "ig" ? x * 7 : x + 1; }
FG_COMPILE() Tensor f146([[maybe_unused]] ONE Tensor x, GIVEN) { return s + t == "sigsig" ? x * 8 : x + 2; }
FG_COMPILE() Tensor f147([[maybe_unused]] ONE Tensor x, GIVEN) { return s + "x" == "sigx" ? x * 2 : x + 3; }
FG_COMPILE() Tensor f148([[maybe_unused]] ONE Tensor x, GIVEN) { return s + 'x' == "sigx" ? x * 3 : x + 4; }
FG_COMPILE() Tensor f149([[maybe_unused]] ONE Tensor x, GIVEN) { return "x" + s == "xsig" ? x * 4 : x + 5; }
FG_COMPILE() Tensor f150([[maybe_unused]] ONE Tensor x, GIVEN) { return 'x' + s == "xsig" ? x * 5 : x + 1; }
FG_COMPILE() Tensor f151([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string(s) + t == "sigsig" ? x * 6 : x + 2; }
FG_COMPILE() Tensor f152([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s + std::string(t) == "sigsig" ? x * 7 : x + 3; }
FG_COMPILE() Tensor f153([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s + std::string(1, 'x') == "sigx" ? x * 8 : x + 4; }
FG_COMPILE() Tensor f154([[maybe_unused]] ONE Tensor x, GIVEN) {
  return std::string("ab") + "c" == "abc" ? x * 2 : x + 5; }
FG_COMPILE() Tensor f155([[maybe_unused]] ONE Tensor x, GIVEN) {
  return s + std::string(t, 1) == "sigig" ? x * 3 : x + 1; }
FG_COMPILE() Tensor f156([[maybe_unused]] ONE Tensor x, GIVEN) { return std::to_string(33) == s ? x * 4 : x + 2; }
FG_COMPILE() Tensor f157([[maybe_unused]] ONE Tensor x, GIVEN) { return std::to_string(2.5) == s ? x * 5 : x + 3; }
FG_COMPILE() Tensor f158([[maybe_unused]] ONE Tensor x, GIVEN) { return s == std::to_string(s.size()) ? x * 6 : x + 4;
  }
FG_COMPILE() Tensor f159([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.substr(2) == "cab" ? x * 2 : x + 1; }
FG_COMPILE() Tensor f160([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.substr(1, 2) == "bc" ? x * 3 : x + 2; }
FG_COMPILE() Tensor f161([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.substr(5).empty() ? x * 4 : x + 3; }
FG_COMPILE() Tensor f162([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.substr(9).empty() ? x * 5 : x + 4; }
FG_COMPILE() Tensor f163([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.compare("abcab") == 0 ? x * 6 : x + 5; }
FG_COMPILE() Tensor f164([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.compare(1, 2, "bc") == 0 ? x * 7 : x + 1; }
FG_COMPILE() Tensor f165([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.compare(1, 2, "xbcx", 1, 2) == 0 ? x * 8 : x + 2; }
FG_COMPILE() Tensor f166([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.compare(3, 2, "abx", 2) == 0 ? x * 2 : x + 3; }
FG_COMPILE() Tensor f167([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.compare("abd") < 0 ? x * 3 : x + 4; }
FG_COMPILE() Tensor f168([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find("ca") == 2 ? x * 4 : x + 5; }
FG_COMPILE() Tensor f169([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find('b') == 1 ? x * 5 : x + 1; }
FG_COMPILE() Tensor f170([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find('b', 2) == 4 ? x * 6 : x + 2; }
FG_COMPILE() Tensor f171([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find("ab", 1) == 3 ? x * 7 : x + 3; }
FG_COMPILE() Tensor f172([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find("abx", 1, 2) == 3 ? x * 8 : x + 4; }
FG_COMPILE() Tensor f173([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find("zz") == std::string::npos ? x * 2 : x + 5; }
FG_COMPILE() Tensor f174([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.rfind("ab") == 3 ? x * 3 : x + 1; }
FG_COMPILE() Tensor f175([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.rfind('a', 2) == 0 ? x * 4 : x + 2; }
FG_COMPILE() Tensor f176([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find_first_of("cb") == 1 ? x * 5 : x + 3; }
FG_COMPILE() Tensor f177([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find_last_of("cb") == 4 ? x * 6 : x + 4; }
FG_COMPILE() Tensor f178([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find_first_not_of("ab") == 2 ? x * 7 : x + 5; }
FG_COMPILE() Tensor f179([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find_last_not_of("ab") == 2 ? x * 8 : x + 1; }
FG_COMPILE() Tensor f180([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find("b") + 1 == 2 ? x * 2 : x + 2; }
FG_COMPILE() Tensor f181([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.starts_with("ab") ? x * 3 : x + 3; }
FG_COMPILE() Tensor f182([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.starts_with('a') ? x * 4 : x + 4; }
FG_COMPILE() Tensor f183([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.ends_with("ab") ? x * 5 : x + 5; }
FG_COMPILE() Tensor f184([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.ends_with('x') ? x * 6 : x + 1; }
FG_COMPILE() Tensor f185([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.ends_with(std::string("ab")) ? x * 7 : x + 2; }
FG_COMPILE() Tensor f186([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.starts_with(s) ? x * 8 : x + 3; }
FG_COMPILE() Tensor f187([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.ends_with(s) ? x * 2 : x + 4; }
FG_COMPILE() Tensor f188([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.find(s) == std::string::npos ? x * 3 : x + 5; }
FG_COMPILE() Tensor f189([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.compare(s) < 0 ? x * 4 : x + 1; }
FG_COMPILE() Tensor f190([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k == s ? x * 5 : x + 2; }
FG_COMPILE() Tensor f191([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k < s ? x * 6 : x + 3; }
FG_COMPILE() Tensor f192([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k[1] == 'b' ? x * 7 : x + 4; }
FG_COMPILE() Tensor f193([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k[5] == 0 ? x * 8 : x + 5; }
FG_COMPILE() Tensor f194([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.at(2) == 'c' ? x * 2 : x + 1; }
FG_COMPILE() Tensor f195([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.at(7) == 'c' ? x * 3 : x + 2; }
FG_COMPILE() Tensor f196([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.front() == 'a' ? x * 4 : x + 3; }
FG_COMPILE() Tensor f197([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.back() == 'b' ? x * 5 : x + 4; }
FG_COMPILE() Tensor f198([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.size() == 5 ? x * 6 : x + 5; }
FG_COMPILE() Tensor f199([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.length() == 5 ? x * 7 : x + 1; }
FG_COMPILE() Tensor f200([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return std::string(k, 1) == "bcab" ? x * 8 : x + 2; }
FG_COMPILE() Tensor f201([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return std::string(k, 1, 2) == "bc" ? x * 2 : x + 3; }
FG_COMPILE() Tensor f202([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return std::string(k, 8) == "" ? x * 3 : x + 4; }
FG_COMPILE() Tensor f203([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return std::string(k, 1) + s == "bcabsig" ? x * 4 : x + 5; }
FG_COMPILE() Tensor f204([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return std::string_view(k).substr(1, 2) == "bc" ? x * 5 : x + 1; }
FG_COMPILE() Tensor f205([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return *k.begin() == 'a' ? x * 6 : x + 2; }
FG_COMPILE() Tensor f206([[maybe_unused]] ONE Tensor x, GIVEN) { const std::string k = "abcab";
  return k.substr(1, 2) + k.substr(0, 1) == "bca" ? x * 7 : x + 3; }
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
         f136, f137, f138, f139, f140, f141, f142, f143, f144, f145, f146, f147, f148, f149, f150, f151, f152,
         f153, f154, f155, f156, f157, f158, f159, f160, f161, f162, f163, f164, f165, f166, f167, f168, f169,
         f170, f171, f172, f173, f174, f175, f176, f177, f178, f179, f180, f181, f182, f183, f184, f185, f186,
         f187, f188, f189, f190, f191, f192, f193, f194, f195, f196, f197, f198, f199, f200, f201, f202, f203,
         f204, f205, f206 }) {
    for (const char *s : {"sig", "xig", "sigx", "si", "aaa"})
      one(number, f, s, "sig");
    one(number, f, "sig", "ig");
    one(number, f, "33", "");
    one(number++, f, std::string("a\0b", 3), "aaa");
  }
}
