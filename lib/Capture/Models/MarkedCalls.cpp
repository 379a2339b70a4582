// Calls that the user has said something about: leaves, custom operators, pure functions, constant results,
// logs.
#include "lib/Capture/Models/MarkedCalls.h"

#include "lib/Capture/Caller/Caller.h"
#include "lib/Capture/Caller/Renderer.h"
#include "lib/Capture/Domain/Types.h"
#include "lib/Capture/Eval/Calls.h"
#include "lib/Capture/Path/Attempt.h"
#include "lib/Capture/Path/Path.h"
#include "lib/Capture/Report/Reporter.h"
#include "lib/Capture/Report/Splits.h"
#include "lib/Capture/Tensors/TensorOps.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/AstVisitor.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {
namespace {

/// The first place where a function's body changes an object that it did not make and that is no parameter.
class OutsideWrite : public AstVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *op) override {
    if (op->isAssignmentOp())
      look(op->getLHS(), op);
    return !where;
  }
  bool VisitUnaryOperator(UnaryOperator *op) override {
    if (op->isIncrementDecrementOp())
      look(op->getSubExpr(), op);
    return !where;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) override {
    if (call->isAssignmentOp())
      look(call->getArg(0), call);
    return !where;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr *call) override {
    const CXXMethodDecl *method = call->getMethodDecl();
    const bool inPlace = method && method->getIdentifier() && method->getName().ends_with("_");
    if (method && (!method->isConst() || inPlace))
      look(call->getImplicitObjectArgument(), call);
    return !where;
  }

  const Expr *where = nullptr;
  std::string name;

private:
  void look(const Expr *target, const Expr *write) {
    target = target->IgnoreParenImpCasts();
    while (true) {
      if (const auto *member = dyn_cast<MemberExpr>(target)) {
        if (isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())) {
          where = write;
          name = "this->" + member->getMemberDecl()->getNameAsString();
          return;
        }
        target = member->getBase()->IgnoreParenImpCasts();
      } else if (const auto *element = dyn_cast<ArraySubscriptExpr>(target)) {
        target = element->getBase()->IgnoreParenImpCasts();
      } else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(target);
                 call && call->getOperator() == OO_Subscript) {
        target = call->getArg(0)->IgnoreParenImpCasts();
      } else {
        break;
      }
    }
    const auto *reference = dyn_cast<DeclRefExpr>(target);
    const auto *var = reference ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
    if (var && var->hasGlobalStorage()) {
      where = write;
      name = var->getNameAsString();
    }
  }
};

/// A literal of C++ for a constant; nullopt for other values.
std::optional<std::string> literalOf(const AbsValue &value) {
  if (!value.isScalar() || !value.sym.isConst())
    return std::nullopt;
  if (value.sym.asBool())
    return *value.sym.asBool() ? "true" : "false";
  if (value.sym.asInt())
    return std::to_string(*value.sym.asInt());
  return std::nullopt;
}

} // namespace

/// What nn::Module does for its parts: `eval()`, `to(device)`, `parameters()`. It computes nothing that a
/// graph would hold. What is behind asks the modules again.
static bool keepsHouse(const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  const FunctionDecl *definition = nullptr;
  return method && method->getIdentifier() && isFgClass(method->getParent()) &&
         method->getParent()->getName() == "Module" &&
         (method->getName() == "eval" || !method->hasBody(definition));
}

std::optional<CallResult> MarkedCalls::markedCall(const CallSite &site) {
  const auto &[callee, object, args, call] = site;
  if (keepsHouse(callee) && !walk.predicting)
    splits.leavePlainCode(call, "what a module does for its parts");
  if (!callee->hasAttr<AnnotateAttr>())
    return std::nullopt;
  if (customOpAnnotation(callee))
    return customOp(callee, args, call);
  if (annotationText(callee, "fullgraph.constant_result"))
    if (std::optional<CallResult> result = constantResult(callee, args))
      return result;
  if (annotationText(callee, "fullgraph.nonstrict_trace") && walk.attempts.entering != callee)
    return nonstrictCall(callee, object, args, call);
  if (!annotationText(callee, "fullgraph.leaf") && !annotationText(callee, "fullgraph.allow_in_graph") &&
      !annotationText(callee, "fullgraph.constant_result"))
    return std::nullopt;
  LeftCall left;
  if (const std::optional<ShapeAnnotation> shape = shapeAnnotation(callee))
    left.result[returnedKey()] = {shape->text, {}};
  splits.leaveCall(call, std::move(left));
}

/// A number that is the same at each call: read where compiled code begins.
std::optional<CallResult> MarkedCalls::constantResult(const FunctionDecl *callee,
                                                      const std::vector<Location *> &args) {
  const QualType type = callee->getReturnType().getNonReferenceType();
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if ((method && !method->isStatic()) || callee->isFunctionTemplateSpecialization() ||
      !callee->getIdentifier() || callee->getDeclContext()->isFunctionOrMethod() || !mayBeNamed(callee) ||
      !(type->isArithmeticType() || type->isEnumeralType()))
    return std::nullopt;
  std::string cxx = "::" + callee->getQualifiedNameAsString() + "(";
  if (cxx.find("(anonymous") != std::string::npos)
    cxx = callee->getNameAsString() + "(";
  for (size_t i = 0; i < args.size(); ++i) {
    const std::optional<std::string> literal = literalOf(caller.read(args[i], nullptr));
    if (!literal)
      return std::nullopt;
    cxx += (i ? ", " : "") + *literal;
  }
  cxx += ")";
  Location *result = caller.external(type, cxx, nullptr, nullptr);
  result->name = callee->getNameAsString();
  return CallResult{caller.read(result, nullptr), nullptr};
}

CallResult MarkedCalls::nonstrictCall(const FunctionDecl *callee, Location *object,
                                      const std::vector<Location *> &args, const Expr *call) {
  LeftCall left;
  if (const std::optional<ShapeAnnotation> shape = shapeAnnotation(callee))
    left.result[returnedKey()] = {shape->text, {}};
  const FunctionDecl *definition = nullptr;
  if (!callee->hasBody(definition))
    splits.leaveCall(call, std::move(left));
  OutsideWrite writes;
  writes.TraverseStmt(definition->getBody());
  if (writes.where)
    report.fail(BreakKind::ImpureNonstrict, writes.where->getSourceRange(),
                {callee->getNameAsString(), writes.name},
                {{call->getExprLoc(), "'" + callee->getNameAsString() + "' is called here", {}}});
  CallResult result;
  if (Attempt(walk, Attempt::Throws::EndPath, callee).run([&] {
        result = calls.invoke(callee, object, args, call);
      }))
    return result;
  splits.leaveCall(call, std::move(left));
}

// --- custom operators

/// A shape function's argument: tensors become what is known of them.
Location *MarkedCalls::metaOf(const AbsValue &value, QualType type, const Expr *call) {
  type = type.getNonReferenceType().getUnqualifiedType();
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (value.isTensor() && record && record->hasDefinition()) {
    const TensorType &tensor = tensors.tensorOperand(value, call)->type;
    AbsValue meta;
    meta.kind = ValueKind::Record;
    meta.type = type;
    meta.record = std::make_shared<RecordObject>();
    meta.record->decl = record->getDefinition();
    for (const FieldDecl *member : meta.record->decl->fields()) {
      AbsValue known;
      if (member->getName() == "dtype") {
        known = AbsValue::ofScalar(Sym(static_cast<int64_t>(tensor.dtype)));
      } else {
        auto sizes = std::make_shared<SequenceObject>();
        for (const Sym &size : tensor.sizes)
          sizes->elements.push_back(
              path.temporary(AbsValue::ofScalar(size), context.getIntTypeForBitwidth(64, true)));
        known = AbsValue::ofSequence(std::move(sizes));
      }
      meta.record->fields[member] = path.temporary(std::move(known), member->getType());
    }
    return path.temporary(std::move(meta), type);
  }
  const auto *container = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (value.is(ValueKind::Sequence) && !value.sequence->open && container) {
    auto sequence = std::make_shared<SequenceObject>();
    const QualType element = container->getTemplateArgs()[0].getKind() == TemplateArgument::Type
                                 ? container->getTemplateArgs()[0].getAsType()
                                 : QualType();
    for (Location *one : value.sequence->elements) {
      const AbsValue &inner = caller.read(one, call);
      sequence->elements.push_back(inner.isTensor() && !element.isNull() ? metaOf(inner, element, call)
                                                                         : one);
    }
    return path.temporary(AbsValue::ofSequence(std::move(sequence)), type);
  }
  if (value.is(ValueKind::Optional) && value.location && container) {
    const AbsValue &inner = caller.read(value.location, call);
    if (inner.isTensor())
      return path.temporary(
          AbsValue::optional(metaOf(inner, container->getTemplateArgs()[0].getAsType(), call)), type);
  }
  return path.temporary(value, type);
}

void MarkedCalls::metaHints(const std::string &key, const AbsValue &value, Hints &into) {
  if (value.is(ValueKind::Sequence) && value.sequence && !value.sequence->open) {
    for (size_t i = 0; i < value.sequence->elements.size(); ++i)
      metaHints(tupleKey(key, i), caller.read(value.sequence->elements[i], nullptr), into);
    return;
  }
  if (!value.is(ValueKind::Record))
    return;
  TensorType type;
  bool known = true;
  for (const auto &[member, location] : value.record->fields) {
    const AbsValue &part = caller.read(location, nullptr);
    if (member->getName() == "dtype") {
      known &= part.isScalar() && part.sym.asInt();
      if (known)
        type.dtype = static_cast<ScalarType>(*part.sym.asInt());
    } else if (member->getName() == "sizes") {
      known &= part.is(ValueKind::Sequence) && !part.sequence->open;
      if (known)
        for (Location *size : part.sequence->elements) {
          const AbsValue &number = caller.read(size, nullptr);
          type.sizes.push_back(number.isScalar() ? number.sym : Sym::symbol("?", SymType::Int));
        }
    }
  }
  type.strides = contiguousStrides(type.sizes);
  if (known)
    if (std::optional<TensorHint> hint = hintOf(type))
      into[key] = std::move(*hint);
}

CallResult MarkedCalls::customOp(const FunctionDecl *callee, const std::vector<Location *> &args,
                                 const Expr *call) {
  const CustomOpAnnotation annotation = *customOpAnnotation(callee);
  const QualType result = callee->getReturnType();
  LeftCall left;
  if (const std::optional<ShapeAnnotation> shape = shapeAnnotation(callee)) {
    left.result[returnedKey()] = {shape->text, {}};
  } else if (!annotation.shape) {
    const bool needsShape = isTensorType(result.getNonReferenceType()) ||
                            llvm::StringRef(result.getAsString()).contains("Tensor");
    llvm::SaveAndRestore<const FunctionDecl *> declared(report.failingCallee, callee);
    if (needsShape)
      report.fail(BreakKind::MissingShapeFunction, SourceRange(callee->getLocation()), {annotation.name},
                  {{call->getExprLoc(), "'" + callee->getNameAsString() + "' is called here", {}}});
  } else {
    const FunctionDecl *definition = nullptr;
    if (annotation.shape->hasBody(definition)) {
      // What it says is only believed: where it fails, the result is not known.
      Attempt(walk, Attempt::Throws::Fail).run([&] {
        std::vector<Location *> metas;
        for (unsigned i = 0; i < definition->getNumParams() && i < args.size(); ++i)
          metas.push_back(metaOf(caller.read(args[i], call), definition->getParamDecl(i)->getType(), call));
        const CallResult shape = calls.invoke(definition, nullptr, metas, call);
        if (!function.types.guess) // what follows from a guess is one
          metaHints(returnedKey(), shape.reference ? caller.read(shape.reference, call) : shape.value,
                    left.result);
      });
    }
  }
  splits.leaveCall(call, std::move(left));
}

// --- logs

void MarkedCalls::logLine(const std::vector<Location *> &args, const Expr *call) {
  Renderer::Effect effect;
  effect.text.add("::fg::log_line(");
  for (size_t i = 0; i < args.size(); ++i) {
    if (i)
      effect.text.add(", ");
    AbsValue value = caller.read(args[i], call);
    if (value.isPoison())
      return;
    if (value.isTensor() && value.tensor) // later writes to it are not to be seen in the log
      value.tensor = tensors.appendChecked(schemaOf(Op::clone), {value.tensor}, call);
    render.renderArgument(effect.text, value, *args[i], call);
  }
  effect.text.add(")");
  if (!walk.diagnosing)
    render.effects.push_back(std::move(effect));
}

} // namespace fullgraph
