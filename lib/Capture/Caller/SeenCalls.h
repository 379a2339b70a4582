// Calls that the source shows, of compiled functions and of those that they call: the types of what they pass
// and return, and the objects that compiled ones get. Functions.cpp has the functions that hold such calls
// walked (Explore/SeenCallers, Modules/PrototypeWalk).
//
// They are a belief: a loop is walked for two turns, for up to four where each shows calls of another kind,
// and code that capture cannot follow is passed over. Guards check what a graph relies on, so a wrong belief
// costs speed and nothing else.
#pragma once

#include "lib/Capture/Domain/Hints.h"
#include "lib/Capture/Domain/Values.h"
#include "lib/Capture/Walk/Profile.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace fullgraph {

/// What tensors in variables and members were in walks of callers, and those that calls returned.
struct HeldKinds {
  /// As FG_SHAPE would say it, of any sizes, or `undefinedHint`. Each kind once, in the order in which they
  /// came, but undefined ones last.
  std::map<Origin, std::vector<std::string>> kinds;
  /// The sizes of the first tensor of each of these kinds: "f32[8, 16, 1, 1]".
  std::map<std::pair<Origin, std::string>, std::string> sizes;
  size_t looked = 0; // objects
};

struct SeenCalls {
  /// As many objects of a class are kept of those that calls pass.
  static constexpr size_t mostKinds = 8;
  /// As many kinds of parts of objects are kept. They are more than those of objects: the layers of a network
  /// differ in their sizes. Where something is asked of them that has more than `mostKinds` answers, nothing
  /// is expected.
  static constexpr size_t mostParts = 32;
  std::set<const clang::FunctionDecl *> compiled; // the functions whose calls are looked for, canonical
  std::set<const clang::FunctionDecl *> reaching; // what calls them, by other functions or itself; and they
  /// The members that no compiled function names, nor what it calls: nothing is expected of them.
  std::set<const clang::FieldDecl *> namedAroundCalls;
  std::map<const clang::FunctionDecl *, std::vector<ProfiledCall>>
      calls; // by the program's function, in order
  /// The types of what the program's functions return, of any sizes, each kind once.
  std::map<const clang::FunctionDecl *, std::vector<Hints>> results;
  std::map<const clang::Expr *, std::vector<Hints>> resultsAt; // the same, of one call in the text
  std::map<const clang::Expr *, size_t>
      places; // the calls that were walked, by which of all walks was the last
  size_t walks = 0;
  size_t kinds = 0; // of calls, of all functions, and of the objects that they get
  /// What the program's own objects hold when a compiled function gets them, by class, each kind once.
  std::map<const clang::CXXRecordDecl *, std::vector<Location *>> objects;
  /// The same of lists and maps, by the function and its parameter.
  std::map<std::pair<const clang::FunctionDecl *, unsigned>, std::vector<Location *>> arguments;
  /// Of `objects`: those that a parameter gets. Null among them: and others.
  std::map<std::pair<const clang::FunctionDecl *, unsigned>, std::set<const Location *>> passed;
  std::set<std::pair<const clang::FunctionDecl *, unsigned>> varied; // maps of other keys in other calls
  HeldKinds held;
  /// A member, a real number: is it another one in some of these objects than in `made`, or not the same in
  /// all?
  bool variesReal(const clang::FieldDecl *member, const Location *made) const;
  std::vector<std::shared_ptr<void>> owners; // the walks that the objects are of
  /// Of an object that was noted: what it held then. What it holds otherwise at a later call changes.
  std::map<const Location *, Location *> noted;

  /// A copy of an object of the program's as it is now: structure, numbers and types. Poison is what the
  /// class's compiled methods change; where two objects differ, what any of its methods change. make: a new
  /// object. Returns the copy, or that of another object which is alike; null where
  /// there are too many.
  const Location *note(std::vector<Location *> &known, const Location *object,
                       const std::function<Location *(AbsValue, clang::QualType)> &make);
  /// Notes in `held` what objects, and what they lead to, are.
  void noteHeld(const Origin &origin, const Location *object);
  void noteHeld(const std::map<const clang::VarDecl *, Location *> &variables, const Location *self);
  /// Those of a class that are parts of `objects`, as the layers of a network are: each kind once; none where
  /// there are too many kinds.
  const std::vector<Location *> &partsOf(const clang::CXXRecordDecl *record) const;
  /// The pointers in `objects` to objects of a polymorphic class and of those that derive from it, as those
  /// of a `std::vector<std::unique_ptr<Layer>>`: one of each kind of object; none where there are too many
  /// kinds.
  const std::vector<Location *> &pointersTo(const clang::CXXRecordDecl *base) const;
  /// Is an object known of the class that the function is a method of, or that it takes?
  bool passObjectTo(const clang::FunctionDecl *function) const;

private:
  using CollectedParts = std::map<const clang::CXXRecordDecl *, std::vector<Location *>>;
  using Collect = void (*)(Location *object, const clang::CXXRecordDecl *record,
                           std::set<const Location *> &met, std::vector<Location *> &into);
  const std::vector<Location *> &collected(const clang::CXXRecordDecl *record, CollectedParts &known,
                                           Collect collect) const;
  void noteReals(const Location *object, std::set<const Location *> &met);

  /// The answers of partsOf and pointersTo, once all calls are seen.
  mutable CollectedParts parts, pointers;
  std::vector<std::unique_ptr<Value>> anySizes;     // the tensors of objects that differ in sizes alone
  std::map<const clang::FieldDecl *, double> reals; // of the first object that has the member
  std::set<const clang::FieldDecl *> variedReals;   // those that are not the same in all objects
};

/// The function's calls; `seen` may be null: none.
std::vector<ProfiledCall> callsOf(const SeenCalls *seen, const clang::FunctionDecl *function);

/// Is a part of `one` known, and not a number or tensor, that is not known of `other`, or that is of another
/// kind there? Or has it another flag of the program's?
bool addsStructure(const Location *one, const Location *other);

/// Forgets the members of an object, and of what it leads to, that methods of their classes change.
void forgetChanged(Location *object);

/// Are two objects of one structure, with the same integers, flags and texts?
bool areAlike(const Location *one, const Location *other);

/// What is known of its numbers, texts and empty members, and what is unknown, for a log:
/// ".layers[1].heads 4", ".mask none", ".scale ?".
std::vector<std::string> partTexts(const Location *object);

} // namespace fullgraph
