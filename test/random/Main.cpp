// fullgraph-random <seed> <functions> [only]     a program, to stdout
// fullgraph-random --compare <a> <b>             two outputs; 1 where they differ by more than rounding
#include "Program.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>

namespace {

/// Equal, but for numbers that differ by what another order of additions may change.
bool sameLine(const std::string &a, const std::string &b) {
  const char *x = a.c_str(), *y = b.c_str();
  while (*x || *y) {
    if (*x == '-' && x[1] == 'n') // the sign of a NaN means nothing
      ++x;
    if (*y == '-' && y[1] == 'n')
      ++y;
    const bool number = (std::isdigit(static_cast<unsigned char>(*x)) || *x == '-') &&
                        (std::isdigit(static_cast<unsigned char>(*y)) || *y == '-');
    if (!number) {
      if (*x != *y)
        return false;
      ++x, ++y;
      continue;
    }
    char *xEnd, *yEnd;
    const double u = std::strtod(x, &xEnd), v = std::strtod(y, &yEnd);
    if (xEnd == x || yEnd == y) { // a dash, or "-nan" against "nan"
      if (*x != *y)
        return false;
      ++x, ++y;
      continue;
    }
    if (!(std::abs(u - v) <= 2e-4 * (1 + std::abs(u))))
      return (std::isnan(u) && std::isnan(v)) ? sameLine(xEnd, yEnd) : false;
    x = xEnd, y = yEnd;
  }
  return true;
}

int compare(const char *a, const char *b) {
  std::ifstream first(a), second(b);
  if (!first || !second) {
    std::cerr << "cannot read " << a << " and " << b << "\n";
    return 2;
  }
  std::string x, y, call;
  int differences = 0;
  bool reported = false;
  for (size_t line = 1;; ++line) {
    const bool more = bool(std::getline(first, x)), other = bool(std::getline(second, y));
    if (!more && !other)
      break;
    if (more && x.rfind("== ", 0) == 0)
      call = x.substr(3), reported = false;
    if (more && other && sameLine(x, y))
      continue;
    if (!reported)
      std::cout << "in " << call << ", line " << line << ":\n- " << (more ? x : "(nothing)") << "\n+ "
                << (other ? y : "(nothing)") << "\n";
    reported = true;
    if (++differences > 20 || !more || !other)
      break;
  }
  return differences ? 1 : 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc == 4 && std::string(argv[1]) == "--compare")
    return compare(argv[2], argv[3]);
  if (argc < 3 || argc > 4) {
    std::cerr << "usage: fullgraph-random <seed> <functions> [only] | --compare <a> <b>\n";
    return 2;
  }
  std::cout << random_program::program(std::strtoull(argv[1], nullptr, 10), std::atoi(argv[2]),
                                       argc == 4 ? std::atoi(argv[3]) : -1);
}
