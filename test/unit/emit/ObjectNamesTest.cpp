#include "lib/Emit/ObjectNames.h"

#include <gtest/gtest.h>

namespace fullgraph {
namespace {

struct Shortened {
  std::vector<std::string> texts;
  std::string declarations;
};

Shortened shortened(const std::vector<std::string> &texts) {
  NameTable names;
  ObjectNames objects(names);
  for (const std::string &text : texts)
    objects.note(text);
  ObjectNames::Scope scope;
  CxxWriter out;
  Shortened result;
  for (const std::string &text : texts)
    result.texts.push_back(objects.shorten(text, scope, out));
  result.declarations = out.str();
  return result;
}

using Texts = std::vector<std::string>;

TEST(ObjectNames, anObjectOfTwoTextsIsDeclaredOnce) {
  const Shortened result = shortened({"(*this->fc.impl_).weight", "(*this->fc.impl_).bias"});
  EXPECT_EQ(result.texts, (Texts{"fg_fc_impl.weight", "fg_fc_impl.bias"}));
  EXPECT_EQ(result.declarations, "auto &&fg_fc_impl = *this->fc.impl_;\n");
}

TEST(ObjectNames, anObjectOfOneTextStays) {
  const Shortened result = shortened({"(*this->a.impl_).weight", "(*this->b.impl_).weight"});
  EXPECT_EQ(result.texts, (Texts{"(*this->a.impl_).weight", "(*this->b.impl_).weight"}));
  EXPECT_EQ(result.declarations, "");
}

// The list is a part of one object only, which has a name: it needs none of its own.
TEST(ObjectNames, anObjectIsDeclaredOverThoseInFront) {
  const Shortened result =
      shortened({"static_cast<::net::Block &>((*(*this->list.impl_).modules_[0])).scale",
                 "::fg::rt::isExactly<::net::Block>((*(*this->list.impl_).modules_[0]))",
                 "static_cast<::net::Block &>((*(*this->list.impl_).modules_[0])).shift"});
  EXPECT_EQ(result.texts, (Texts{"fg_list_impl_modules_0_as_Block.scale",
                                 "::fg::rt::isExactly<::net::Block>(fg_list_impl_modules_0)",
                                 "fg_list_impl_modules_0_as_Block.shift"}));
  EXPECT_EQ(
      result.declarations,
      "auto &&fg_list_impl_modules_0 = *(*this->list.impl_).modules_[0];\n"
      "auto &&fg_list_impl_modules_0_as_Block = static_cast<::net::Block &>(fg_list_impl_modules_0);\n");
}

// What is not reached whenever the text is, may not be reached in front of it: a null pointer, an empty
// optional.
TEST(ObjectNames, textsThatChooseStay) {
  const Texts texts = {"(this->p ? (*this->p).a : 0)", "this->p && (*this->p).b", "(*this->p).c"};
  const Shortened result = shortened(texts);
  EXPECT_EQ(result.texts, texts);
  EXPECT_EQ(result.declarations, "");
}

TEST(ObjectNames, argumentsOfCallsAndLiteralsAreNoObjects) {
  const Texts texts = {"f(*p)", "g<int>(*p)", "this->map.at(\"(*p)\")", "h[0](*p)",
                       "static_cast<void (*)(int)>(f)"};
  const Shortened result = shortened({texts[0], texts[1], texts[2], texts[3], texts[4], texts[0] + ".x"});
  EXPECT_EQ(Texts(result.texts.begin(), result.texts.end() - 1), texts);
  EXPECT_EQ(result.declarations, "");
}

TEST(ObjectNames, aBracketThatNobodyClosesIsText) {
  const Texts texts = {"(*p", "static_cast<A &>(x", "\"(*p", "(*p).x + (*q"};
  EXPECT_EQ(shortened(texts).texts, texts);
}

} // namespace
} // namespace fullgraph
