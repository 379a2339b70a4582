// The library's functions over lists whose length is only known at run time: `cat` of what a loop collected.
#include "lib/Capture/Interpreter.h"

#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace fullgraph {
namespace {

bool isOpenList(const AbsValue &value) { return value.is(ValueKind::Sequence) && value.sequence->open; }

bool isTensorList(QualType type) {
  const auto *record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  return record && (record->getName() == "ArrayRef" || record->getName() == "vector") &&
         isTensorType(record->getTemplateArgs()[0].getAsType());
}

} // namespace

/// What is known of the result: what lists of one element and of two give.
Hints Interpreter::listCallHints(const FunctionDecl *callee, Location *object,
                                 const std::vector<Location *> &args, const Expr *call) {
  const auto resultOf = [&](size_t length) {
    std::vector<Location *> known = args;
    for (Location *&arg : known) {
      const AbsValue value = read(arg, call);
      if (!isOpenList(value))
        continue;
      auto list = std::make_shared<SequenceObject>();
      list->elements.assign(length, sequenceElement(arg, *value.sequence, Sym(0), call));
      arg = temporary(AbsValue::ofSequence(std::move(list)), arg->type);
    }
    const CallResult result = invoke(callee, object, known, call);
    Hints hints;
    collectHints("$", result.reference ? read(result.reference, call) : result.value, hints);
    return hints;
  };
  // The walk ends here whatever becomes of these: a result that nothing is known of is typed where it is
  // used.
  try {
    return joinHints(resultOf(1), resultOf(2));
  } catch (const UnknownType &) {
  } catch (const BreakError &) {
  } catch (const EagerPath &) {
  }
  return {};
}

/// Such a call is made as the user wrote it, between two regions; it is no break.
void Interpreter::leaveListCall(const FunctionDecl *callee, Location *object,
                                const std::vector<Location *> &args, const Expr *call) {
  for (unsigned i = 0; i < args.size() && i < callee->getNumParams(); ++i) {
    if (!isTensorList(callee->getParamDecl(i)->getType()) || !isOpenList(read(args[i], call)) ||
        isa<CXXMethodDecl>(callee) || callee->isInStdNamespace() || !isLibrary(callee->getLocation()))
      continue;
    LeftCall left;
    left.result = listCallHints(callee, object, args, call);
    leaveCall(call, std::move(left));
  }
}

} // namespace fullgraph
