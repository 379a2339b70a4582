// The table of the standard library's signatures against the headers that the compiler includes.
#include "lib/Capture/Domain/Signatures.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Config.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

using namespace clang;
using namespace fullgraph;

namespace {

using Signatures = std::set<std::string>;

/// Members of a class and of its public bases that a program may name.
void collectMembers(const CXXRecordDecl *record, std::set<const CXXRecordDecl *> &seen, Signatures &found) {
  if (!record || !record->hasDefinition() || !seen.insert(record->getCanonicalDecl()).second)
    return;
  record = record->getDefinition();
  const auto take = [&](const Decl *member) {
    if (const auto *made = dyn_cast<FunctionTemplateDecl>(member))
      member = made->getTemplatedDecl();
    const auto *method = dyn_cast<CXXMethodDecl>(member);
    if (!method || method->isImplicit() || method->isDeleted() ||
        isa<CXXDestructorDecl, CXXDeductionGuideDecl>(method))
      return;
    if (method->getIdentifier() && method->getName().starts_with("_"))
      return;
    if (const std::string text = signatureOf(method);
        !text.empty()) // of fg's own specialisations there is none
      found.insert(text);
  };
  for (const Decl *member : record->decls()) {
    if (member->getAccess() != AS_public)
      continue;
    if (const auto *uses = dyn_cast<UsingDecl>(member))
      for (const UsingShadowDecl *shadow : uses->shadows())
        take(shadow->getTargetDecl());
    else
      take(member);
  }
  for (const CXXBaseSpecifier &base : record->bases()) {
    if (base.getAccessSpecifier() != AS_public)
      continue;
    const auto *special = base.getType()->getAs<TemplateSpecializationType>();
    const TemplateDecl *made = special ? special->getTemplateName().getAsTemplateDecl() : nullptr;
    if (const auto *pattern = dyn_cast_or_null<ClassTemplateDecl>(made))
      collectMembers(pattern->getTemplatedDecl(), seen, found);
  }
}

struct Headers : RecursiveASTVisitor<Headers> {
  Signatures members, functions;
  std::set<std::string> stated; // names of free functions that the table has rows for
  std::set<std::string> classes;

  bool shouldVisitTemplateInstantiations() const { return false; }
  bool VisitCXXRecordDecl(CXXRecordDecl *record) {
    if (!record->isThisDeclarationADefinition())
      return true;
    const llvm::StringRef name = signatureClassOf(record);
    if (name.empty() || (record->getName().starts_with("_") && name != record->getName()))
      return true;
    classes.insert(name.str());
    std::set<const CXXRecordDecl *> seen;
    collectMembers(record, seen, members);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *function) {
    if (isa<CXXMethodDecl>(function) || isa<CXXDeductionGuideDecl>(function) || !isStdLibrary(function))
      return true;
    const std::string text = signatureOf(function);
    const bool isOperator = function->getOverloadedOperator() != OO_None;
    const bool ofClasses = llvm::any_of(signatureClasses(), [&](const SignatureClass &entry) {
      return text.find(entry.name.str() + "<") != std::string::npos ||
             text.find("_Node_iterator_base") != std::string::npos ||
             text.find("_Deque_iterator const&") != std::string::npos;
    });
    if (stated.count(text.substr(0, text.find('('))) && (ofClasses || !isOperator))
      functions.insert(text);
    return true;
  }
};

const Headers &headers() {
  static const Headers found = [] {
    const char *code =
        "#include <fullgraph/fullgraph.h>\n"
        "#include <algorithm>\n#include <array>\n#include <bit>\n#include <cmath>\n#include <deque>\n"
        "#include <functional>\n#include <initializer_list>\n#include <iterator>\n#include <list>\n#include "
        "<map>\n"
        "#include <memory>\n#include <numeric>\n#include <optional>\n#include <set>\n#include <span>\n"
        "#include <string>\n#include <string_view>\n#include <tuple>\n#include <unordered_map>\n#include "
        "<utility>\n"
        "#include <variant>\n#include <vector>\n";
    Headers result;
    for (const SignatureRow &row : signatureRows())
      if (const llvm::StringRef name = row.text.take_until([](char c) { return c == '('; });
          !name.contains("::"))
        result.stated.insert(name.str());
    for (const char *standard : {"-std=c++20", "-std=c++23"}) {
      const std::unique_ptr<ASTUnit> unit =
          tooling::buildASTFromCodeWithArgs(code,
                                            {standard, "-I" FULLGRAPH_SOURCE_DIR "/include", "-w",
                                             "-resource-dir", FULLGRAPH_CLANG_RESOURCE_DIR},
                                            "headers.cpp");
      if (unit)
        result.TraverseDecl(unit->getASTContext().getTranslationUnitDecl());
    }
    return result;
  }();
  return found;
}

TEST(Signatures, TheTableStatesWhatTheHeadersHave) {
  Signatures stated;
  for (const SignatureRow &row : signatureRows())
    stated.insert(row.text.str());
  Signatures declared = headers().members;
  declared.insert(headers().functions.begin(), headers().functions.end());
  ASSERT_GT(declared.size(), 400u);
  for (const std::string &one : declared)
    EXPECT_TRUE(stated.count(one)) << "no row of lib/Capture/signatures states: " << one;
}

TEST(Signatures, TheHeadersHaveWhatTheTableStates) {
  Signatures declared = headers().members;
  declared.insert(headers().functions.begin(), headers().functions.end());
  std::set<llvm::StringRef> seen;
  for (const SignatureRow &row : signatureRows()) {
    EXPECT_TRUE(declared.count(row.text.str())) << "no header has: " << row.text.str();
    EXPECT_TRUE(seen.insert(row.text).second) << "stated twice: " << row.text.str();
  }
  for (const SignatureClass &entry : signatureClasses())
    EXPECT_TRUE(headers().classes.count(entry.name.str())) << "no header has the class " << entry.name.str();
}

} // namespace
