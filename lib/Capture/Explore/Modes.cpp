#include "lib/Capture/Explore/Modes.h"

#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Frontend/ProgramVisitor.h"

using namespace clang;

namespace fullgraph {
namespace {

/// The calls of Module::train and Module::eval in the user's code.
class ModeFinder : public ProgramVisitor {
public:
  using ProgramVisitor::ProgramVisitor;
  bool trains = false, evaluates = false, isProgram = false;

  bool VisitFunctionDecl(FunctionDecl *decl) override {
    isProgram |= decl->isMain();
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    const CXXMethodDecl *method = call->getMethodDecl();
    if (!method || !method->getIdentifier() || !isModule(method->getParent()))
      return true;
    if (method->getName() == "eval")
      evaluates = true;
    if (method->getName() != "train")
      return true;
    bool on = true;
    if (call->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(call->getArg(0)))
      trains = true;
    else if (!call->getArg(0)->isValueDependent() && call->getArg(0)->EvaluateAsBooleanCondition(on, context))
      (on ? trains : evaluates) = true;
    else
      trains = evaluates = true;
    return true;
  }

private:
  static bool isModule(const CXXRecordDecl *record) {
    record = record->getDefinition();
    if (!record)
      return false;
    if (isFgClass(record) && record->getName() == "Module")
      return true;
    return llvm::any_of(record->bases(), [](const CXXBaseSpecifier &base) {
      const CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl();
      return of && isModule(of);
    });
  }
};

bool trains(const DecisionNode &node) {
  return node.kind == DecisionNode::Branch ? trains(*node.whenTrue) || trains(*node.whenFalse)
                                           : node.graph && node.inTraining;
}

/// Does a call in sight pass a module in training?
bool passesTraining(const SeenCalls &seen) {
  const auto isOn = [](const auto &field) {
    const auto &[decl, part] = field;
    return decl->getName() == "training_" && isFgClass(cast<CXXRecordDecl>(decl->getParent())) &&
           part->value.isScalar() && part->value.sym.asBool() == true;
  };
  return llvm::any_of(seen.objects, [&](const auto &ofClass) {
    return llvm::any_of(ofClass.second, [&](const Location *object) {
      return object->value.is(ValueKind::Record) && llvm::any_of(object->value.record->fields, isOn);
    });
  });
}

} // namespace

void planModes(ASTContext &context, const SeenCalls *seen, std::vector<CapturedFunction> &functions) {
  const bool isPassed = seen && passesTraining(*seen);
  std::optional<ModeFinder> finder;
  for (CapturedFunction &function : functions) {
    const bool inTraining = llvm::any_of(function.regions, [](const auto &region) {
      return llvm::any_of(region->versions, [](const CapturedVersion &version) {
        return version.tree && !version.guessed && trains(*version.tree);
      });
    });
    if (!inTraining || !recompiles(function))
      continue;
    if (!finder)
      finder.emplace(context).TraverseDecl(context.getTranslationUnitDecl());
    function.trainsAtRunTime = !finder->trains && !isPassed && (finder->evaluates || !finder->isProgram);
    if (function.trainsAtRunTime)
      function.remarks.push_back(
          "modules in training are compiled for at the first call that trains: the source calls "
          "no train(), and no call in sight passes one in training");
  }
}

} // namespace fullgraph
