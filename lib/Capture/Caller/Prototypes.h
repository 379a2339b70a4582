// Predictions: what the constructor of an fg::nn module builds.
//
// The structure of a module is run-time data, which a graph needs to know: which sub-modules there are and of
// what class, the numbers in their options, the sizes of their parameters. A class's constructor usually
// says, so it is interpreted, once, with parameters that are unknown. Members of an object of the class are
// then expected to be what the prototype holds, and each expectation that the walk relies on is a guard: an
// object that was built or changed in another way runs the user's own code. What the constructor leaves open
// (a number that is passed to it, say) is read from the object, as in any other class. So is what a default
// argument says, where code in sight passes another one. Both values of a flag that is passed to it are
// walked; what is built is then what the flag's default builds. What an object that is passed to it holds
// (the modules of a shortcut) is expected to be as in one of the objects of the class that constructors of
// other classes make, each kind a path of its own (HandedObjects.cpp).
#pragma once

#include "lib/Capture/Walk/FunctionContext.h"

namespace fullgraph {

class Interpreter;
struct SeenCalls;

struct Prototype {
  FunctionContext function;                    // of the constructor's walk
  std::shared_ptr<Interpreter> interpreter;    // owns the objects
  const Location *object = nullptr;            // null: the constructor says nothing
  std::vector<const Location *> madeObjects;   // modules of the program's classes, made on the way
  bool takesModules = false;                   // what they are, and hold, is open
};

struct PrototypeTable {
  std::map<const clang::CXXRecordDecl *, std::unique_ptr<Prototype>> byClass;
  std::vector<const clang::CXXRecordDecl *>
      modules;                     // all of the program's own classes, once one is asked for
  /// Members that methods of any class write, `cell->seen += 1`, but constructors; once a class is asked for.
  std::optional<std::set<const clang::FieldDecl *>> changing;
  const SeenCalls *seen = nullptr; // what the source's calls pass; null: that was not looked for
  /// Objects are expected to be as those that the source's calls pass. Otherwise only code that is built
  /// ahead for such calls expects that: for all objects there is no graph of the whole function.
  bool expectsSeen = false;
  /// Virtual calls that run, for the objects of calls in sight, a function with regions of its own.
  std::set<const clang::Expr *> splitForSeen;
};

/// A bool or enumeration that a module's constructor is given, by itself or in an object: the prototype has
/// its default, and programs build objects with other values.
bool isGivenFlag(const clang::FieldDecl *member);
/// Does code in sight construct an object with an argument for this parameter of a constructor, which has a
/// default one?
bool isPassed(const clang::ParmVarDecl *parameter);
/// The constructor that others delegate to; the first one that makes something where there are several such.
const clang::CXXConstructorDecl *mainConstructor(const clang::CXXRecordDecl *record);
/// A module of the library that holds others: its own constructor says nothing of them.
bool isModuleContainer(const clang::CXXRecordDecl *record);

/// Where a module container keeps its modules.
inline constexpr const char *moduleContainerField = "modules_";
/// Where a ParameterList or ParameterDict keeps its parameters: in an OrderedDict, whose own list has this
/// name, too.
inline constexpr const char *parameterContainerField = "items_";

/// What the constructor of the class builds, walked once for a function and kept in its context. Null while
/// that walk is under way.
const Prototype *prototypeOf(const clang::CXXRecordDecl *record, clang::ASTContext &context,
                             FunctionContext &function);

} // namespace fullgraph
