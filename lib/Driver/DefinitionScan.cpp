#include "lib/Driver/DefinitionScan.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/TokenKinds.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

#include <array>

namespace fullgraph {

namespace {

namespace tok = clang::tok;
using llvm::StringRef;

/// "operator+" for `+`, and so on.
StringRef operatorName(tok::TokenKind kind) {
  static const std::array<std::string, tok::NUM_TOKENS> names = [] {
    std::array<std::string, tok::NUM_TOKENS> made;
    for (unsigned i = 0; i < made.size(); ++i)
      if (const char *spelling = tok::getPunctuatorSpelling(static_cast<tok::TokenKind>(i)))
        made[i] = std::string("operator") + spelling;
    made[tok::l_square] = "operator[]";
    return made;
  }();
  return names[kind];
}

class Scanner {
public:
  explicit Scanner(StringRef text)
      : text(text), lexer(clang::SourceLocation(), options(), text.begin(), text.begin(), text.end()) {
    advance();
  }

  DefinitionScan run() {
    while (!token.is(tok::eof)) {
      if (token.is(tok::hash) && token.isAtStartOfLine())
        skipDirective();
      else if (isWord("namespace"))
        openNamespace();
      else if (token.is(tok::r_brace))
        closeNamespace();
      else
        declaration();
    }
    return std::move(result);
  }

private:
  StringRef text;
  clang::Lexer lexer;
  clang::Token token;
  DefinitionScan result;
  std::vector<std::string> namespaces;

  static const clang::LangOptions &options() {
    static const clang::LangOptions made = [] {
      clang::LangOptions languages;
      languages.CPlusPlus = languages.CPlusPlus11 = languages.CPlusPlus20 = true;
      return languages;
    }();
    return made;
  }

  void advance() { lexer.LexFromRawLexer(token); }
  unsigned end() const { return static_cast<unsigned>(lexer.getBufferLocation() - text.begin()); }
  unsigned begin() const { return end() - token.getLength(); }
  bool isWord(StringRef word) const {
    return token.is(tok::raw_identifier) && token.getRawIdentifier() == word;
  }

  /// The token as a word, where it or the one in front of it makes one.
  void noteWord(std::vector<StringRef> &words, StringRef &before) const {
    if (token.is(tok::l_paren) && !before.empty())
      words.push_back(before);
    before = token.is(tok::raw_identifier) ? token.getRawIdentifier() : StringRef();
    if (const StringRef name = operatorName(token.getKind()); !name.empty())
      words.push_back(name);
  }

  void skipDirective() {
    do
      advance();
    while (!token.is(tok::eof) && !token.isAtStartOfLine());
  }

  void openNamespace() {
    std::string name;
    for (advance(); !token.is(tok::eof) && !token.is(tok::l_brace); advance())
      name += text.slice(begin(), end());
    namespaces.push_back(name);
    advance();
  }

  void closeNamespace() {
    if (!namespaces.empty())
      namespaces.pop_back();
    advance();
  }

  /// From a declaration's first token to its end: a body's brace or a semicolon.
  void declaration() {
    ScannedFunction function;
    function.begin = begin();
    std::vector<std::string> before; // the tokens up to the parameters
    StringRef identifier;            // the last token, if it is one
    bool parameters = false;
    unsigned depth = 0;
    for (; !token.is(tok::eof); advance()) {
      noteWord(function.words, identifier);
      if (depth == 0 && token.is(tok::l_paren))
        parameters = true;
      if (!parameters)
        before.push_back(text.slice(begin(), end()).str());
      if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
        ++depth;
      } else if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
        --depth;
        if (depth == 0 && token.is(tok::r_brace) && parameters) {
          function.end = end();
          advance();
          name(function, before);
          result.functions.push_back(std::move(function));
          return;
        }
      } else if (depth == 0 && token.is(tok::semi)) {
        advance();
        break;
      }
    }
    result.words.insert(result.words.end(), function.words.begin(), function.words.end());
  }

  void name(ScannedFunction &function, std::vector<std::string> before) {
    for (size_t i = 0; i < before.size(); ++i)
      if (before[i] == "operator") {
        for (size_t j = i; j < before.size(); ++j)
          function.name += before[j];
        before.resize(i);
      }
    if (function.name.empty() && !before.empty()) {
      function.name = before.back();
      before.pop_back();
    }
    std::vector<std::string> scope;
    while (before.size() >= 2 && before.back() == "::") {
      scope.insert(scope.begin(), before[before.size() - 2]);
      before.resize(before.size() - 2);
    }
    scope.insert(scope.begin(), namespaces.begin(), namespaces.end());
    function.scope = llvm::join(scope, "::");
  }
};

} // namespace

DefinitionScan scanDefinitions(StringRef text) { return Scanner(text).run(); }

} // namespace fullgraph
