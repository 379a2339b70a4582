// What a walk says to the user: where something is in the user's code, what it is called there, and the graph
// breaks. Everything that walks may call it. A break leaves by an exception (`fail`); while breaks are looked
// for (Walk::diagnosing) `record` keeps it once for one place.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Reporter : WalkPart {
public:
  using WalkPart::WalkPart;

  /// Under diagnosis a break is kept and the walk goes on; a region ends at its first one.
  void keepOrThrow(BreakError &error);
  bool goesOnBehind(const BreakError &error, const clang::Expr *at) const;
  void refuseThreading(const clang::CXXRecordDecl *record, const clang::Expr *expr);
  void remark(BreakKind kind, clang::SourceRange range, std::vector<std::string> args,
              std::vector<BreakNote> notes);
  /// The path that is walked goes on to its graph; others do not.
  void remarkOfOtherPaths(BreakKind kind, clang::SourceRange range, std::vector<std::string> args);
  void remarkDataSize(clang::SourceRange range, const std::string &what, Value *tensor);
  std::string calleeText(const clang::Expr *call) const;
  size_t userDepth() const;
  /// A number that is read from a tensor where an operator needs a C++ number.
  [[noreturn]] void failOnMemory(Value *tensor, const clang::Expr *call);
  [[noreturn]] void failOnDepth(const clang::Expr *call);
  void refuseContainer(clang::QualType type, const clang::Expr *expr);
  void refuseUnstated(const clang::FunctionDecl *callee, const clang::Expr *call);
  void refuseRelease(const clang::CXXRecordDecl *pointer, const AbsValue &held, const clang::Expr *call);
  void refuseEscape(const AbsValue &closure, clang::SourceLocation leaves);
  /// Fails where the tensor, or what a creation function makes, is to lie on another device than the CPU.
  /// Does the call name a device at all?
  bool refuseDevice(const clang::FunctionDecl *callee, const std::vector<Location *> &args,
                    const clang::Expr *call);
  static std::string failureText(const std::vector<Location *> &args);
  void noteBuilt(const Location &tensor);
  std::vector<BreakNote> sizeNotes(const std::vector<Arg> &args, const std::vector<Sym> &sizes,
                                   const clang::Expr *at) const;
  std::vector<BreakNote> callSizeNotes(const clang::Expr *at) const;
  std::vector<BreakNote> originNotes(std::vector<const Value *> operands, const std::vector<Sym> &sizes,
                                     const clang::Expr *at) const;
  SourceLoc loc(clang::SourceLocation where) const;
  SourceLoc loc(const clang::Stmt *stmt) const;
  /// Where the user's code made this happen: an operator inside a library function belongs to the call of
  /// that.
  SourceLoc userLoc(const clang::Expr *expr) const;
  bool isLibrary(clang::SourceLocation where) const;
  [[noreturn]] void fail(BreakKind kind, clang::SourceRange range, std::vector<std::string> args,
                         std::vector<BreakNote> notes = {}, const AbsValue *deciding = nullptr);
  std::string shortText(const clang::Expr *expr) const;
  [[noreturn]] void unsupported(const clang::Stmt *stmt, std::string what);
  [[noreturn]] void failOnTensorValue(BreakKind kind, const AbsValue &scalar, clang::SourceRange range,
                                      std::vector<BreakNote> extra = {});
  void record(Break graphBreak);
  std::string nameOf(Value *value) const;
  std::vector<BreakNote> definitionChain(Value *value) const;
  void trace(clang::SourceLocation where, const llvm::Twine &what) const;

  const clang::FunctionDecl *failingCallee = nullptr; // the break is one of its declaration

private:
  std::map<const Value *, SourceLoc> builtAt; // members whose sizes a constructor says: its place

  Splits &splits = use<Splits>();
};

} // namespace fullgraph
