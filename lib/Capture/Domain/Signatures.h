// What capture may do of the standard library: a model acts only on a signature that the table states
// (signatures/*.def). Without a row, a constructor is never taken for another one that begins like it.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
class FunctionDecl;
class ASTContext;
class Expr;
} // namespace clang

namespace fullgraph {

enum class SignatureStatus : uint8_t {
  Modelled, // a model does what the call does, or refuses the values that it is given
  Walked,   // the library's own body is interpreted, as the user's code is
  Refused,  // neither: the call is a graph break
};

/// A class of the table: its name, and those of its parameters, "K, V, C, A".
struct SignatureClass {
  llvm::StringRef name, parameters;
};
struct SignatureRow {
  SignatureStatus status;
  llvm::StringRef text;
};

const std::vector<SignatureClass> &signatureClasses();
/// In the order of the table's files.
const std::vector<SignatureRow> &signatureRows();

/// "vector::insert(const_iterator, T const&)", "min(U0 const&, U0 const&)": the declaration that a callee was
/// made from, in a form that does not depend on how the library spells it. T, A, ... are the parameters of
/// the class, as the table names them; U0, U1, ... those of the function. "" for a member of a class that the
/// table does not have, and for what the program itself specialised.
std::string signatureOf(const clang::FunctionDecl *callee);
/// The row of that signature; null where none states it.
const SignatureRow *findSignature(const clang::FunctionDecl *callee);
/// May a model act on a call of it? Of a class of the table, what is implicit is no more than its parts.
bool isModelled(const clang::FunctionDecl *callee);
/// The arguments of BreakKind::SystemCallee: the function, and what is in the way. A model may state the
/// function for known values only: a std::string of the caller's has no length at build time.
std::vector<std::string> systemCallee(const clang::FunctionDecl *callee);
/// The class of the table that a class of the library is, or is a base of: "shared_ptr" for __shared_ptr. ""
/// for others.
llvm::StringRef signatureClassOf(const clang::CXXRecordDecl *record);

/// A template argument that a class of the table is not modelled with: "the comparator 'CaseLess" (a message
/// closes the quotes). Models know the defaults, and of a std::map std::greater.
std::optional<std::string> unmodelledArgument(const clang::CXXRecordDecl *record);
/// A container whose keys go down: a std::map with std::greater.
bool isDescending(const clang::CXXRecordDecl *record);
/// A size_t that is known where it is written: 2, std::string::npos, name.npos.
std::optional<uint64_t> constantCount(const clang::Expr *expr, const clang::ASTContext &context);

} // namespace fullgraph
