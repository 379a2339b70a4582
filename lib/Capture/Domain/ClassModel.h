// What capture knows of a class of the standard library, or of fg's own lists and numbers.
//
// A class is one row of signatures/*.def: FG_CLASS names its model, which is a file of Models/Std; FG_KNOWN
// says what is to be known of a class without a model. All other code asks the row, by its facts or its
// model, and never compares a class's name (test/Meta/classes.cmake).
#pragma once

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <vector>

namespace clang {
class CXXConstructorDecl;
class CXXRecordDecl;
class Expr;
class FunctionDecl;
} // namespace clang

namespace fullgraph {

struct AbsValue;
struct CallResult;
struct Location;
struct Walk;

/// What a class is, for those who need to know no more.
enum class ClassRole : uint8_t {
  Other,
  List,       // owns elements in order, and hands all of them over when it is moved
  View,       // elements that another object owns: a copy has the same ones
  Array,      // a fixed number of elements, in a built-in array
  Product,    // parts of types of their own: std::pair, std::tuple
  Optional,   // one object, or none
  Variant,    // one object, of one of several types
  Map,        // values under keys
  Text,       // owns characters
  TextView,   // characters that another object owns
  Number,     // fg::Scalar
  Owner,      // a pointer that ends what it points to
  Function,   // std::function
  Reference,  // std::reference_wrapper
  Iterator,   // a place in a container
  Unmodelled, // a container that no model describes
  Lock,       // other threads see it
  Thread,     // starts another thread, or waits for one
  Random,     // draws random numbers when it is called
  Stream,     // input and output
};

struct ClassFacts {
  ClassRole role = ClassRole::Other;
  bool owns = false;         // it destroys, copies and assigns what its template arguments are
  bool isPlain = false;      // its members do what they say, with elements that do, too
  bool isOperand = false;    // operators take lists of numbers and of tensors as such objects
  bool isCopied = false;     // what a tensor says of itself in it does not change with the tensor
  bool fillsQuietly = false; // push_back and its like change nothing but the object itself
  bool hasDeleter = false;   // the second template argument runs at the end of what it owns
  bool isPrinted = false;    // a stream that `<<` writes text to
  bool staysInPlace = false; // a copy made in another place would draw the same numbers again
  bool isBraced = false;     // its only spelling is a list in braces
  bool keepsRoom = false;    // elements that it no longer has leave room for others: std::vector
  /// What the elements stand between where such an object is made; null: it cannot be made of elements.
  const char *opens = nullptr, *closes = nullptr;
  /// The name that programs have for it, where that is another one: "::std::string".
  const char *spelling = nullptr;
};

/// A constructor of a modelled class, its operands evaluated.
struct ConstructorSite {
  const clang::CXXConstructorDecl *constructor;
  const std::vector<Location *> &args; // at least one
  clang::QualType type;
  const clang::Expr *expr;
};

/// A call of a member of a modelled class, whose signature is stated. `name` is "convert" for a conversion.
struct MethodSite {
  const clang::CXXRecordDecl *record; // that declares it: maybe a base of the object's class
  llvm::StringRef name;
  Location *object;
  const std::vector<Location *> &args;
  const clang::Expr *call;
};

/// What the members of one class do. Each function may leave the answer to its caller (none, false): then the
/// class is treated as what its value's kind says, or the call is a graph break. A model has no state: it is
/// shared by all walks.
class ClassModel {
public:
  explicit ClassModel(const ClassFacts &facts) : facts(facts) {}
  ClassModel(const ClassModel &) = delete;
  ClassModel &operator=(const ClassModel &) = delete;
  virtual ~ClassModel();

  const ClassFacts facts;

  /// An object made of nothing. None: its default constructor is walked.
  virtual std::optional<AbsValue> defaultValue(Walk &walk, clang::QualType type, const clang::Expr *expr,
                                               bool valueInit) const;
  /// An object made by a constructor with arguments, which is neither the copy nor the move constructor.
  /// None: a graph break.
  virtual std::optional<AbsValue> construct(Walk &walk, const ConstructorSite &site) const;
  /// An object that the library makes from one of another type, as a part of a pair or an element of a list:
  /// no constructor in the source is called. None: as what both hold is converted.
  virtual std::optional<AbsValue> convert(Walk &walk, Location *from, clang::QualType to,
                                          const clang::Expr *expr) const;
  /// None: a graph break, or what stands behind the standard library among the rules of calls (CallRule.h).
  virtual std::optional<CallResult> method(Walk &walk, const MethodSite &site) const;
  /// A comparison of two objects by a free operator, `==`, `<`. None: as their values' kinds are compared.
  virtual std::optional<CallResult> compare(Walk &walk, const clang::FunctionDecl *callee,
                                            const std::vector<Location *> &args,
                                            const clang::Expr *call) const;
  /// Gives an object of the caller's its value, when it is first read. False: it can only be passed around.
  virtual bool load(Walk &walk, Location *location, const clang::Expr *use) const;
  /// What is moved out of an object that holds `value`.
  virtual std::optional<AbsValue> move(Walk &walk, Location *from, const AbsValue &value,
                                       const clang::Expr *expr) const;
  /// An assignment of `value`, which is the object's alone. False: as its kind is assigned.
  virtual bool assign(Walk &walk, Location *to, AbsValue &value, const clang::Expr *expr) const;
};

/// The model of a class that has the name of a row; null for none. Models/ClassTable.cpp has the table.
const ClassModel *modelNamed(llvm::StringRef name);

/// Null for a class without a model.
const ClassModel *modelOf(const clang::CXXRecordDecl *record);
const ClassModel *modelOf(clang::QualType type);
/// As what such an object is treated. Of a class without a row nothing is known.
const ClassFacts &factsOf(const clang::CXXRecordDecl *record);
const ClassFacts &factsOf(clang::QualType type);
/// The same for whatever class has the name: another library's shared_ptr is a shared_ptr.
const ClassFacts &factsOfAny(const clang::CXXRecordDecl *record);
/// An iterator of any library, by its name.
bool isNamedIterator(const clang::CXXRecordDecl *record);

/// A class of the standard library's, or a modelled one of fg's.
bool isLibraryClass(const clang::CXXRecordDecl *record);
/// Its name, for the user: "vector". fg::string_view is called as the library's is.
llvm::StringRef libraryClassName(const clang::CXXRecordDecl *record);

} // namespace fullgraph
