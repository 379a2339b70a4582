// The abstract domain: what the interpreter knows of a C++ value while it walks a function. All of
// lib/Capture uses it. A value is what the program would have there on this path, never a guess; objects have
// identity (a Location), values are copied.
#pragma once

#include "lib/Graph/Graph.h"

#include "clang/AST/Type.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"

#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
class Expr;
class FieldDecl;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace fullgraph {

struct Location;

/// An object of class type that is interpreted member by member. Base-class subobjects share one field map:
/// a FieldDecl belongs to exactly one class.
struct RecordObject {
  const clang::CXXRecordDecl *decl = nullptr;
  std::map<const clang::FieldDecl *, Location *> fields;
  /// Of a prototype whose constructor asks what it cannot know: the objects for each answer, this one's
  /// first.
  std::vector<const Location *> alternatives;
};

/// std::vector, array, initializer_list, span, pair, tuple, and built-in arrays: elements in order.
/// A vector of the caller's has elements that are not all known: `prefix` symbolic ones, then `elements`
/// that this function appended.
struct SequenceObject {
  std::vector<Location *> elements;
  bool open =
      false;      // a caller's container: its length is `length`, and elements are read through its C++ text
  Sym length = 0; // open only
  std::shared_ptr<SequenceObject> copyOf; // open only: its elements are copies of those, and have no names
  std::map<std::string, Location *> read; // open only: elements read so far, by the text of the index
  /// A std::vector that this function made: how many elements it has room for, where that is more than it
  /// holds (reserve, pop_back). What refers to its elements stays valid as it grows.
  Sym room = 0;
  bool grows = false;    // as calls in sight pass it: another one passes the same list with another length
  bool released = false; // its container was moved from: who is assigned it takes the elements themselves
  /// What a loop appended, turn by turn: the slices of this tensor along dim 0. Such a list is open and has
  /// no C++; nothing asks for more than `stack` or `cat` of it.
  Value *slicesOf = nullptr;
  std::vector<Value *> slicesAlsoIn; // tensors that the last of them is, too: no one writes these meanwhile
  const clang::Stmt *filledBy = nullptr; // the loop
  /// The library's call, in the user's code, that makes as many elements as a size says: x.unbind(1).
  const clang::Expr *countedBy = nullptr;
};

/// A key of a map: text or a number. Their order is that of std::less. One of the user's program's, which is
/// only known at run time, is its C++ expression.
struct MapKey {
  bool isText = false;
  std::string text;
  int64_t number = 0;
  bool isOpen = false; // only known at run time: `text` is its C++ expression
  friend auto operator<=>(const MapKey &, const MapKey &) = default;
};

/// std::map, std::unordered_map: an entry is an object that holds the pair of key and value.
struct MapObject {
  bool ordered = true;   // by key, which decides what a loop sees
  bool open = false;     // a caller's map: `entries` are those looked up so far, `erased` the keys it has not
  bool complete = false; // open: it came with the keys in `entries`, and no others
  std::map<MapKey, Location *> entries;
  std::set<MapKey> erased;
  // What loops over an unordered map see depends on how it was filled: with `listed` keys at once, then one
  // by one. `refilled`: in another way.
  std::vector<MapKey> filled;
  size_t listed = 0;
  bool refilled = false;
};

enum class ValueKind : uint8_t {
  None,         // uninitialised, or void
  Poison,       // the result of something that broke: anything may be done with it, silently
  Tensor,       // `tensor`; null: an undefined fg::Tensor
  Scalar,       // `sym`: arithmetic, bool, enum, fg::Scalar
  TensorScalar, // a C++ number read from a tensor: the 0-d `tensor` holds it, `expr` read it, `type` is its
                // C++ type (null: fg::Scalar)
  Record,
  Sequence,
  Map,
  Variant,    // `location`: the contained object, the alternative `sym`
  Optional,   // `location`: the contained object, or null
  Pointer,    // `location`: the pointee, or null; with `sequence` an iterator or pointer into it at `sym`
  Place,      // an iterator that names its element: `location`, null behind the last one, of `sequence`
  Callable,   // std::function: `location` holds the target, or null
  Function,   // a function's address
  String,     // `text`, a known string
  OpenString, // a string of the user's program: `text` is its C++ expression
  Opaque,     // a C++ object that can only be passed around: `text` is its C++ expression, maybe empty
};

/// A value is copied like the C++ object it stands for only by `Interpreter::copyValue`: a plain copy of this
/// struct shares the record's or sequence's members.
struct AbsValue {
  ValueKind kind = ValueKind::None;
  Value *tensor = nullptr;
  Value *origin = nullptr; // TensorScalar: what item() was called on
  Sym sym = 0;
  std::shared_ptr<RecordObject> record;
  std::shared_ptr<SequenceObject> sequence;
  std::shared_ptr<MapObject> map;
  Location *location = nullptr;
  const clang::FunctionDecl *function = nullptr;
  const clang::Expr *expr = nullptr;
  std::string text;
  clang::QualType type; // of the C++ object, where it matters (records, scalars' width)
  /// A scalar that is a part of `x.device()`, for a tensor of the call's. It has the CPU's value. Code that
  /// only hands it on, as `zeros({3}, x.options())` does, holds for any device; who reads it notes that.
  bool isOfCallsDevice = false;

  static AbsValue poison() { return make(ValueKind::Poison); }
  static AbsValue ofTensor(Value *value) {
    AbsValue v = make(ValueKind::Tensor);
    v.tensor = value;
    return v;
  }
  static AbsValue ofScalar(Sym sym) {
    AbsValue v = make(ValueKind::Scalar);
    v.sym = std::move(sym);
    return v;
  }
  static AbsValue ofString(std::string text) {
    AbsValue v = make(ValueKind::String);
    v.text = std::move(text);
    return v;
  }
  static AbsValue pointerTo(Location *location) {
    AbsValue v = make(ValueKind::Pointer);
    v.location = location;
    return v;
  }
  static AbsValue optional(Location *location) {
    AbsValue v = make(ValueKind::Optional);
    v.location = location;
    return v;
  }
  static AbsValue ofSequence(std::shared_ptr<SequenceObject> sequence) {
    AbsValue v = make(ValueKind::Sequence);
    v.sequence = std::move(sequence);
    return v;
  }
  bool is(ValueKind k) const { return kind == k; }
  bool isPoison() const { return kind == ValueKind::Poison; }
  bool isTensor() const { return kind == ValueKind::Tensor; }
  bool isScalar() const { return kind == ValueKind::Scalar; }

private:
  static AbsValue make(ValueKind kind) {
    AbsValue v;
    v.kind = kind;
    return v;
  }
};

/// What is declared of a tensor of the caller's.
struct DeclaredTensor {
  std::string shape, scope; // the annotation's text, and the scope of its letters
  bool isPredicted = false; // `shape` is what the constructor of the object around it says
  /// Of its dims in memory, outermost first, where that is not 0, 1, 2...
  std::vector<unsigned> order;
};

/// How the function gets at an object that exists before the call, and so which others it may be the same as.
struct ObjectReach {
  bool outlives = false;    // a write is visible after the call
  bool byReference = false; // may be the same object as another one of its type
  bool direct = false;      // a variable itself: never the same object as another such one
  bool ofGlobal = false;    // a global variable, or reached by one
  /// The variable of the function's own that this is a part of, or that owns it as an element: no object of
  /// the caller's.
  const clang::VarDecl *storage = nullptr;
  /// The nearest enclosing object that is reached by a name, reference or pointer. Objects of one anchor are
  /// distinct members; those of two may be the same object when both are reached by reference.
  const Location *anchor = nullptr;
  /// The member of a class that it is. No object is two members: unions are not read (FG306).
  const clang::FieldDecl *member = nullptr;
};

/// What constructors say that an object of the caller's holds (Modules/Prototypes.h).
struct ExpectedObject {
  const Location *object = nullptr; // as the constructor makes it
  std::string by;                   // the object whose constructor says so, as C++
  /// What it is in objects of its class that constructors of other classes make, where its own leaves it
  /// open.
  struct Instance {
    const Location *whole = nullptr, *part = nullptr;
    bool sameConstructor = false; // as the others' of this object: letters mean the same in all
    bool isSeen = false;          // a call in the source passes it, or an object that it is a part of
  };
  std::vector<Instance> instances;
  /// Is it known by calls in the source alone? Each configuration that they pass has its own graphs.
  bool isAsSeen() const {
    return !object && !instances.empty() &&
           std::all_of(instances.begin(), instances.end(), [](const Instance &one) { return one.isSeen; });
  }
  /// A flag that is handed to the object's constructor: one value is as likely as another.
  const clang::FieldDecl *givenFlag = nullptr;
  /// An integer that the class's methods change: a position, or how many there are.
  bool counts = false;
};

/// A location that stands for one of several objects, nobody knows which.
struct Candidates {
  std::vector<std::pair<Location *, AbsValue>> objects; // each with what it held then: valid while it does
  bool lost = false;      // what it stood for went to a container of the caller's
  std::string returnedBy; // the function that returned it
};

/// Whose value an object of the caller's is: a variable's or member's, or what a call returned; part: of a
/// pair or tuple there. Elements of a list are of the list's origin.
struct Origin {
  const void *of = nullptr; // ValueDecl or Expr
  std::string part;
  friend auto operator<=>(const Origin &, const Origin &) = default;
};

/// Of `Origin::part`: the part `index` of a pair or tuple.
inline std::string partOfProduct(size_t index) { return "<" + std::to_string(index) + ">"; }

/// An object in memory: a variable, member, element or temporary.
struct Location {
  AbsValue value;
  clang::QualType type; // without reference
  /// C++ that names this object at the function's entry; empty for objects the function makes itself.
  std::string cxx;
  std::string name; // the user's name for it, for messages
  SourceLoc loc;    // its declaration
  clang::SourceLocation declaration;
  Origin origin;
  DeclaredTensor declared;
  Candidates oneOf;

  // The rest is about objects that exist before the call.
  bool external = false;          // it is such an object; its value is made when first read
  bool loaded = false;            // `value` is set
  bool written = false;           // assigned as a whole since
  size_t writtenStep = 0;         // of the region: where that was last
  Value *initialTensor = nullptr; // loaded: what it held on entry
  bool exact = false;             // an object of its type, and of no class derived from that
  bool ofLibrary = false;         // a member of a class of fg's
  ObjectReach reach;
  ExpectedObject expected;
};

/// What a call gives: a value, or the object that it returns by reference.
struct CallResult {
  AbsValue value;
  Location *reference = nullptr;
};

/// A map without entries.
AbsValue emptyMap(bool ordered);

/// Of a std::variant.
std::vector<clang::QualType> alternativesOf(clang::QualType variant);
AbsValue variantOf(size_t index, Location *content);

/// Is it a device of the call's tensors, or options with one?
bool hasCallsDevice(const Location *object);

} // namespace fullgraph
