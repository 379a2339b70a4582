// What a call throws, as text.
#pragma once

#include <fullgraph/error.h>

#include <gtest/gtest.h>
#include <string>

/// The message of the fg::Error that `f` throws.
template <class F> std::string errorOf(F f) {
  try {
    f();
  } catch (const fg::Error &e) {
    return e.what();
  }
  return "no error";
}

inline bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

#define EXPECT_ERROR(expression, part)                                                                       \
  EXPECT_PRED2(contains, errorOf([&] { (void)(expression); }), std::string(part))
