// Objects that exist before the call: parameters, `this`, globals, variables in front of a region. They are
// read when the path first needs them, so that a graph has only the inputs and guards that it uses. `read` is
// the one way to the value of any object.
#pragma once

#include "lib/Capture/Walk/WalkPart.h"

namespace fullgraph {

class Caller : WalkPart {
public:
  using WalkPart::WalkPart;

  [[noreturn]] void leaveChange(const clang::Expr *change);
  bool isOpenList(const Location *location, const clang::Expr *use);
  Location *mapEntry(const MapKey &key, clang::QualType keyType, Location *value);
  std::shared_ptr<SequenceObject> sequenceOf(Location *location, const clang::Expr *expr);
  Location *elementAtEntry(Location *list, SequenceObject &sequence, const Sym &index,
                           const clang::Expr *expr);
  Location *sequenceElement(Location *location, SequenceObject &sequence, const Sym &index,
                            const clang::Expr *expr);
  std::shared_ptr<SequenceObject> ofKnownLength(const std::shared_ptr<SequenceObject> &sequence,
                                                const clang::Expr *expr, const char *what);
  void enterFunction();
  Location *external(clang::QualType type, std::string cxx, const clang::ValueDecl *decl,
                     const Location *parent);
  Location *field(Location *record, const clang::FieldDecl *decl, const clang::Expr *use);
  Sym cxxSymbol(const std::string &cxx, SymType type, const SourceLoc &loc, const std::string &hint);
  Sym cxxSymbol(SymbolDef def);
  std::optional<std::string> textAtEntry(const Sym &number) const;
  AbsValue &read(Location *location, const clang::Expr *use);
  void noteModuleNumber(const Location *location, const Sym &number);
  static void refersElsewhere(Location *location);
  void becomeDerived(Location *object, const clang::CXXRecordDecl *to, std::string cxx);
  void noteMaybeAbsent(const Value *tensor);
  void noteDims();
  bool mayName(const clang::DeclaratorDecl *member, const clang::CXXRecordDecl *of,
               const clang::CXXRecordDecl *object) const;
  std::string memberCxx(const std::string &cxx, const clang::CXXRecordDecl *object,
                        const clang::FieldDecl *member);
  Location *localVariable(const clang::ValueDecl *variable, const clang::Expr *use);
  bool isNameTaken(const clang::ValueDecl *variable, const clang::Expr *use) const;
  bool isCallers(const Location *location) const;
  bool isPassedUndefined(const Location *tensor);
  /// The same of what an optional of the call holds, by its C++ text: nothing.
  bool isPassedUndefined(const std::string &cxx);

  std::vector<Location *> externals; // loaded or written ones, in order
  std::map<const clang::VarDecl *, Location *> globals;
  std::map<const SequenceObject *, Location *> openSequences; // open sequence → the container's location

private:
  void load(Location *location, const clang::Expr *use);
  bool loadOfType(Location *location, const clang::Expr *use);
  void loadEnumerator(Location *location);
  void loadNumber(Location *location);
  bool loadPointer(Location *location);
  void loadArray(Location *location, uint64_t size, clang::QualType element, const clang::Expr *use);
  bool loadClass(Location *location, const clang::CXXRecordDecl *record, const clang::Expr *use);
  void loadRecord(Location *location, const clang::CXXRecordDecl *record);
  void addMembers(Location *location);
  void declareShape(Location *location);
  void loadTensor(Location *location);
  Value *addInput(Location *location);
  std::string symbolOfDim(const Location &tensor, const ShapeDim &dim, unsigned d,
                          const std::string &valueName);
  [[noreturn]] void refuseMember(const clang::FieldDecl *decl, const clang::Expr *use);
  Sym strideOf(const ShapeStride &declared, const TensorType &type, const Location &tensor, size_t d);
  bool isAbsent(Location *tensor);
  bool assumeUndefined(const Location *tensor);
  bool isUndefinedHere(const Location *tensor);
  void declareDim(const std::string &symbol, const ShapeDim &dim, const Location &tensor);
  bool declaredBound(const std::string &symbol, const ShapeDim &dim, bool isUpper, const Location &tensor);
  bool mayAccess(const clang::DeclaratorDecl *member, const clang::CXXRecordDecl *of,
                 const clang::CXXRecordDecl *object) const;
  bool mayReachBase(const clang::CXXRecordDecl *object, const clang::CXXRecordDecl *of) const;
  void loadClosure(Location *location);
  void refuseUnknownObject(const Location *location, const clang::Expr *use);

  std::map<const clang::ValueDecl *, Location *> locals; // of the region: made before it
  std::map<std::string, std::string> letters;            // scope + letter → symbol name

  Reporter &report = use<Reporter>();
  Splits &splits = use<Splits>();
  Path &path = use<Path>();
  TypeGuesses &guesses = use<TypeGuesses>();
  Expectations &expectations = use<Expectations>();
};

} // namespace fullgraph
