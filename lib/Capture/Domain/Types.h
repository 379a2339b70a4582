// What the program's types and declarations are to capture. Any room of lib/Capture may ask it. It looks at
// declarations only, so the answer is the same on every path; what a class of the standard library is, its
// row in signatures/*.def says.
#pragma once

#include "lib/Graph/Sym.h"

#include "clang/AST/APValue.h"
#include "clang/AST/Type.h"

#include <vector>

namespace fullgraph {

bool isFgNamespace(const clang::DeclContext *context);
/// fg or fg::detail
bool isFgOrDetail(const clang::DeclContext *context);
/// A function of fg::detail: isDetail(callee, "wrapDim").
bool isDetail(const clang::FunctionDecl *callee, llvm::StringRef name);
/// A declaration of the standard library's, or a member of one.
bool isStdLibrary(const clang::Decl *decl);
/// A class of fullgraph's own headers.
bool isFgClass(const clang::CXXRecordDecl *record);
/// fg::nn::Module, or a class derived from it.
bool isModuleClass(const clang::CXXRecordDecl *record);
/// The canonical type of a class.
clang::QualType classType(const clang::CXXRecordDecl *decl);
/// "fg::Tensor", also through sugar; false for references to it.
bool isTensorType(clang::QualType type);
/// Of std::optional<T>, T; null for what is no instance of a template.
clang::QualType contentOfOptional(clang::QualType type);
/// A dtype, a type of devices, and their like.
bool isFgEnum(clang::QualType type);
/// A list of tensors: its elements' FG_SHAPE is the list's.
bool isTensorList(clang::QualType type);
/// Numbers, and the standard library's containers, iterators and strings of them, hold none.
bool mayHoldTensors(clang::QualType type);
/// Tensors and numbers, pairs and tuples of them, and structs of such members whose copies are C++'s own:
/// what an optional holds of them can be written member by member.
bool isPlainContent(clang::QualType type);
/// An iterator of the standard library's.
bool isIterator(clang::QualType type);
/// The types of a pair's or tuple's parts; none for any other type.
std::vector<clang::QualType> partsOf(clang::QualType type);
/// An object of a class that can be called.
bool isFunctor(clang::QualType type);
bool isStdFunction(clang::QualType type);
bool isReferenceWrapper(clang::QualType type);
/// Does the end of such an object's life run code of the user's: its class's, a base's, a member's or an
/// element's? An empty body is none.
bool runsDestructor(clang::QualType type);
/// May the end of such an object show what it held last? An object of a class derived from a part's may have
/// a destructor that its own class has not.
bool showsItsEnd(clang::QualType type);
/// May such an object lead to tensors that it does not own: by a reference, a pointer or a function?
bool refersToTensors(clang::QualType type);
/// The class, `record` or a base of it, with a copy (move) constructor of its own, which an implicit one of
/// `record` runs; null for none.
const clang::CXXRecordDecl *copiesItself(const clang::CXXRecordDecl *record, bool moves);
/// Does the library's swap of two such objects, as parts of others, find a swap() of the user's by their
/// class?
bool mayHaveOwnSwap(clang::QualType type);
/// The class, of the object or in it, with a copy or an assignment of its own; null for none.
const clang::CXXRecordDecl *assignsItself(clang::QualType type);
/// The classes that are defined in the program's own scopes and those of its libraries, but for the standard
/// one, in the order of the source; instances of templates among them.
std::vector<const clang::CXXRecordDecl *> classesOf(const clang::ASTContext &context);
/// A number that capture computes with: bool, an enumeration or integer of at most 64 bits, float or double.
/// A Sym has no room for __int128, _BitInt, long double and 16-bit floats.
bool isModelledNumber(clang::QualType type);
SymType symTypeOf(clang::QualType type);
/// A constant of such a type; none where no Sym has its value.
std::optional<Sym> constantNumber(const clang::APValue &value, clang::QualType type);

} // namespace fullgraph
