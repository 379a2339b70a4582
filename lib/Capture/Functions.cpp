// The functions of a translation unit: first each as one graph; where that fails, in regions.
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Capture.h"
#include "lib/Capture/Domain/Names.h"
#include "lib/Capture/Domain/UnitMemory.h"
#include "lib/Capture/Explore/AheadVersions.h"
#include "lib/Capture/Explore/DeclaredDims.h"
#include "lib/Capture/Explore/Modes.h"
#include "lib/Capture/Explore/Paths.h"
#include "lib/Capture/Explore/SameVersions.h"
#include "lib/Capture/Explore/SeenCallers.h"
#include "lib/Capture/Explore/StaticSizes.h"
#include "lib/Capture/Regions/EagerCode.h"
#include "lib/Capture/Regions/LeftCalls.h"
#include "lib/Capture/Regions/Regions.h"
#include "lib/Capture/Report/BreakAt.h"
#include "lib/Capture/Report/FixIts.h"
#include "lib/Capture/Report/LoopBreaks.h"
#include "lib/Capture/Syntax/Instantiations.h"
#include "lib/Capture/Unit.h"
#include "lib/Capture/Walk/FunctionContext.h"
#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/LibraryFiles.h"
#include "lib/Frontend/Modes.h"
#include "lib/Frontend/OtherSources.h"
#include "lib/Graph/ProofMemory.h"
#include "lib/Graph/StableSort.h"

#include "clang/AST/ASTLambda.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/thread.h"

#include <chrono>

using namespace clang;

namespace fullgraph {
namespace {

bool isStatic(const CompileOptionValues &options) { return options.dynamic == 2; } // fg::Dynamic::Never

class FunctionCapture {
public:
  FunctionCapture(UnitContext &unit, const FunctionDecl *decl, const CompileOptionValues &options)
      : unit(unit), context(unit.context), decl(decl) {
    shared.decl = decl;
    shared.options = result.options = options;
    shared.prototypes = std::make_shared<PrototypeTable>();
    if (options.aheadVersions > 0)
      shared.prototypes->seen = &seenCalls(unit);
    shared.own.prefix = result.body.ownPrefix = unit.ownPrefix;
  }

  /// An annotated function.
  CapturedFunction run() {
    const auto start = std::chrono::steady_clock::now();
    const ProofMemory memory; // of the walks over it
    describe();
    const bool eager = result.options.backendKind() == BackendKind::AsWritten;
    const size_t planned = unit.captured.size();
    if (!result.options.disable && result.breaks.empty())
      captureWithin();
    if (eager)
      keepAsWritten(planned);
    else if (!result.options.disable)
      tellOfEagerCode();
    report();
    unit.returned[decl->getCanonicalDecl()] = std::move(returned);
    result.work.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(result);
  }

private:
  /// The backend "eager" runs what is written, and tells of breaks as the others do, as in torch.compile.
  void keepAsWritten(size_t firstCallee) {
    for (size_t i = firstCallee; i < unit.captured.size(); ++i)
      dropRegions(unit.captured[i]);
    dropRegions(result);
    result.compiledInCallees = guesses = false;
    unknown.clear();
  }
  static void dropRegions(CapturedFunction &function) { function.regions.clear(), function.edits.clear(); }

  /// Never in silence: a function for which no code is made, and nothing told, runs only what is compiled.
  void tellOfEagerCode() {
    if (!result.regions.empty() || !result.breaks.empty() || unit.toldByCallees.count(result.id) ||
        (!unknown.empty() && !guesses))
      return;
    const auto isCompiled = [&](const FunctionDecl *function) {
      const auto planned = unit.planned.find(function->getCanonicalDecl());
      return unit.annotated.count(function->getCanonicalDecl()) ||
             (planned != unit.planned.end() && planned->second.index);
    };
    if (const Expr *call = firstEagerCall(decl, context, unit.kept, isCompiled)) {
      result.breaks.push_back(breakAt(BreakKind::UnsupportedConstruct, call->getSourceRange(),
                                      {"the way from '" + result.name + "' to this call"}, decl));
      result.breaks.back().notes.push_back(
          {decl->getLocation(),
           "no code is made for '" + result.name + "': calls of it run the operator eagerly",
           {}});
    }
  }

  void describe() {
    const SourceManager &sources = context.getSourceManager();
    result.name = decl->getQualifiedNameAsString();
    const auto *method = dyn_cast<CXXMethodDecl>(decl);
    if (method && method->getParent()->isLambda()) {
      const SourceLoc where = locOf(decl->getLocation(), context);
      result.name = "lambda at line " + std::to_string(where.line);
    }
    result.prototype =
        decl->getReturnType().getAsString(context.getPrintingPolicy()) + " " + result.name + "(";
    for (const ParmVarDecl *parameter : decl->parameters()) {
      if (result.prototype.back() != '(')
        result.prototype += ", ";
      result.prototype +=
          parameter->getType().getAsString(context.getPrintingPolicy()) + " " + parameter->getNameAsString();
    }
    result.prototype += method && method->isConst() ? ") const" : ")";
    result.loc = locOf(decl->getLocation(), context);
    if (!sources.isInMainFile(sources.getExpansionLoc(decl->getLocation())))
      result.place = CodePlace::Header;
    result.id = functionId(decl, context);
    const Stmt *body = decl->getBody();
    if (isa_and_nonnull<CoroutineBodyStmt>(body)) {
      result.breaks.push_back(breakAt(BreakKind::Coroutine, SourceRange(decl->getLocation()), {}, decl));
      return;
    }
    if (!isa_and_nonnull<CompoundStmt>(body)) {
      result.breaks.push_back(breakAt(BreakKind::Exception, SourceRange(decl->getLocation()), {"try"}, decl));
      return;
    }
    const SourceLocation brace = body->getBeginLoc();
    if (brace.isMacroID()) {
      result.breaks.push_back(breakAt(BreakKind::UnsupportedConstruct, SourceRange(decl->getLocation()),
                                      {"a function whose body comes from a macro"}, decl));
      return;
    }
    const SourceLoc where = locOf(brace, context);
    result.body.file = where.file;
    result.body.offset = sources.getFileOffset(brace) + 1;
    result.body.line = where.line;
    result.body.column = where.column + 1;
    const SourceLocation outermost = outermostDeclaration(decl, sources);
    if (sources.getFileID(outermost) == sources.getFileID(brace))
      result.declaration = sources.getFileOffset(outermost);
    if (decl->getTemplateInstantiationPattern()) {
      const std::optional<InstantiationCondition> condition = instantiationCondition(context, decl);
      if (condition) {
        result.instantiation = condition->text;
        declaredInFront = condition->declared;
      } else
        result.breaks.push_back(
            breakAt(BreakKind::UnsupportedConstruct, SourceRange(decl->getLocation()),
                    {"one of several instantiations that cannot be named where the template stands"}, decl));
    }
  }

  /// As much as the work allows: past that, what was planned so far is dropped, too.
  void captureWithin() {
    try {
      capture();
    } catch (const WorkSpent &) {
      result.regions.clear();
      result.edits.clear();
      for (Break &b : shared.found.breaks)
        result.breaks.push_back(std::move(b));
      result.breaks.push_back(tooMuchWork(context, shared));
    }
    for (const UnknownTensor &tensor : unknown)
      result.remarks.push_back("rank or dtype of '" + tensor.name + "' is not known at build time");
    result.work = *shared.work;
    if (result.place == CodePlace::Header && dependsOnSource(unit.seen, *shared.work, context))
      result.place = CodePlace::HeaderOfSource;
  }

  void capture() {
    const Profile &profile = isStatic(result.options) ? unit.options.staticProfile : unit.options.profile;
    const auto profiled = profile.find(result.name);
    if (profiled != profile.end())
      shared.alternatives.profile = &profiled->second.calls;
    const Forks forks = shared.forks;
    Exploration paths = exploreWhole();
    bool whole = !shared.found.hasBreak() && !shared.splits;
    if (const SeenCalls *seen = shared.prototypes->seen; !whole && seen && seen->passObjectTo(decl)) {
      // It is no graph for all objects. Those of calls in sight may have one, or regions without a break.
      FunctionContext forAll = std::exchange(shared, trialOf(shared));
      shared.forks = forks; // a list of theirs may have a length that is known
      shared.prototypes->expectsSeen = true;
      Exploration forSeen = exploreWhole();
      whole = !shared.found.hasBreak() && !shared.splits && !forSeen.versions.empty();
      const bool mends = shared.splits && forAll.found.hasBreak() && !shared.found.hasBreak();
      forAll.found.forgetVirtualCalls(shared.found);
      if (whole)
        paths = std::move(forSeen);
      else if (!mends)
        shared = std::move(forAll);
      shared.prototypes->expectsSeen = whole || mends;
    }
    if (whole && !unknown.empty() && paths.versions.empty())
      unfit = shared.found.thrown;
    if (whole && !paths.versions.empty()) {
      // Of paths that come to an input of unknown type, no size has a graph at build time.
      if (unknown.empty())
        for (Break &b : specialisedDims(context, shared))
          shared.found.breaks.push_back(std::move(b));
      auto region = std::make_unique<CapturedRegion>();
      region->place = result.body;
      region->loc = result.loc;
      region->versions = std::move(paths.versions);
      dropSameVersions(region->versions);
      noteGuesses(*region);
      returned = resultsOf(paths.returned);
      SourceEdit edit;
      edit.offset = result.body.offset;
      edit.isLines = true;
      edit.region = region.get();
      result.edits.push_back(std::move(edit));
      result.regions.push_back(std::move(region));
      declareInFront();
    } else if (whole && unknown.empty()) {
      if (std::optional<Break> b = whyNoCallFits(context, shared))
        shared.found.breaks.push_back(std::move(*b));
      else if (shared.found.broke) // never in silence
        shared.found.breaks.push_back(breakAt(BreakKind::UnsupportedConstruct,
                                              SourceRange(decl->getLocation()),
                                              {"what a function that this one calls does"}, decl));
    } else {
      unit.split.insert(shared.split.begin(), shared.split.end());
      unit.forks.add(shared.forks);
      // Each region, and each function that has some, tells which types it needs.
      const auto needed = std::exchange(unknown, {});
      returned = planInRegions({});
      if (unknown.empty() && result.regions.empty() && !result.compiledInCallees)
        unknown = needed;
      llvm::erase_if(
          shared.found.breaks, [&](const Break &b) { // what a region left to the program has no graphs
            return b.kind == BreakKind::LibraryTurns && llvm::any_of(unit.forks.lists, [&](const Expr *list) {
                     return list->getSourceRange() == b.range;
                   });
          });
      if (std::optional<Break> b = joinedConditions(context, shared, result))
        shared.found.breaks.push_back(std::move(*b));
    }
    const bool quiet = !result.options.fullgraph && (!result.regions.empty() || result.compiledInCallees);
    for (Break &b : shared.found.breaks)
      (b.told && quiet ? unit.toldByCallees[result.id] : result.breaks).push_back(std::move(b));
  }

  /// The whole body as one graph a path, where it is one.
  Exploration exploreWhole() {
    Exploration paths = explorePaths(context, shared, nullptr, unit.options.verbose);
    if (shared.alternatives.profile &&
        (shared.found.hasBreak() || shared.splits || !shared.found.unknownTypes.empty())) {
      // A profile neither breaks a graph nor names what FG_SHAPE should.
      for (size_t i = 0; i < shared.alternatives.profile->size(); ++i)
        staleCall((*shared.alternatives.profile)[i]);
      shared = trialOf(shared);
      paths = explorePaths(context, shared, nullptr, unit.options.verbose);
    }
    for (const size_t stale : shared.alternatives.staleCalls)
      staleCall((*shared.alternatives.profile)[stale]);
    for (const auto &[name, where] : shared.found.unknownTypes)
      addUnknown({name, where});
    addOtherVersions(context, shared, nullptr, paths, unit.options.verbose);
    if (!shared.found.hasBreak() && !shared.splits && !unknown.empty() &&
        (recompiles(result) || result.options.aheadVersions > 0)) {
      guessVersions(context, shared, callsOf(shared.prototypes->seen, decl), paths.versions,
                    unit.options.verbose);
      if (!recompiles(result))
        llvm::erase_if(paths.versions, [](const CapturedVersion &version) { return version.guessed; });
    }
    return paths;
  }

  void staleCall(const ProfiledCall &call) {
    DiagnosticsEngine &diags = context.getDiagnostics();
    const unsigned id = diags.getCustomDiagID(
        DiagnosticsEngine::Warning, "the profile's call of '%0' with %1 is not compiled for: no graph of the "
                                    "whole function comes of it");
    diags.Report(decl->getLocation(), id) << result.name << call.str();
  }

  Hints planInRegions(const Hints &arguments) {
    RegionContext regions{context,   unit.options.verbose, unit.split,    unit.forks,
                          unit.kept, shared.work,          unit.ownPrefix};
    regions.planCallee = [this](const FunctionDecl *callee, const Hints &given) {
      return planCallee(callee, given);
    };
    regions.record = [this](Break b) { addBreak(std::move(b)); };
    regions.unknown = [this](UnknownTensor tensor) { addUnknown(std::move(tensor)); };
    regions.prototypes = shared.prototypes;
    regions.seen = callsOf(shared.prototypes->seen, decl);
    RegionPlan plan = planRegions(regions, decl, result.options, arguments);
    result.regions = std::move(plan.regions);
    result.edits = std::move(plan.edits);
    result.tensors = std::move(plan.tensors);
    result.leftLoops = std::move(plan.leftLoops);
    for (const auto &region : result.regions) {
      region->loc.file = region->place.file = result.body.file;
      noteGuesses(*region);
    }
    shareEdits();
    declareInFront();
    return std::move(plan.returned);
  }

  /// Classes that the condition of an instantiation names.
  void declareInFront() {
    if (declaredInFront && !result.regions.empty())
      result.edits.push_back(*declaredInFront);
  }

  /// Instantiations of one template stand in one text. Regions of the second are tried where those of the
  /// first are, when they are the same statements and leave the same variables.
  void shareEdits() {
    const FunctionDecl *pattern = decl->getTemplateInstantiationPattern();
    if (!pattern || result.regions.empty())
      return;
    const auto [entry, first] = unit.patterns.try_emplace(pattern->getCanonicalDecl());
    SharedEdits &shared = entry->second;
    if (first || shared.of == decl) { // or planned again: those that share are asked again at the end
      shared = SharedEdits(decl, result, std::move(shared.others));
      return;
    }
    if (!declaredInFront && shared.fits(result)) {
      shared.others.insert(decl);
      result.editsOf = functionId(shared.of, context);
      for (const auto &region : result.regions)
        region->instance = "_" + result.id;
      return;
    }
    result.regions.clear();
    result.edits.clear();
    addBreak(otherRegions(decl));
  }

  /// A function that an annotated one calls, with a break or a loop in it: it is split once, whoever calls
  /// it.
  const Hints *planCallee(const FunctionDecl *callee, const Hints &arguments) {
    callee = callee->getCanonicalDecl();
    if (unit.annotated.count(callee)) {
      const auto known = unit.returned.find(callee);
      if (known == unit.returned.end())
        return nullptr;
      return &(unit.returnedHere = inTermsOf(arguments, callee, known->second));
    }
    const auto [entry, fresh] = unit.planned.try_emplace(callee);
    UnitContext::Planned &planned = entry->second;
    if (!fresh) {
      if (planned.active || !planned.possible)
        return nullptr;
      // Another caller passes something else: planned again, for both.
      Hints both = joinArguments(planned.arguments, arguments);
      if (both == planned.arguments || planned.plans >= 3) {
        (outer ? outer : this)->result.compiledInCallees |=
            planned.index && !unit.captured[*planned.index].regions.empty();
        return &planned.returned;
      }
      planned.arguments = std::move(both);
    } else {
      planned.arguments = arguments;
    }
    const FunctionDecl *definition = nullptr;
    if (!callee->hasBody(definition) || definition->isDependentContext() ||
        isLibraryCode(definition->getLocation(), context) ||
        isOfOtherSource(definition->getLocation(), context.getSourceManager()))
      return nullptr;
    FunctionCapture inner(unit, definition, result.options);
    inner.result.isCallee = true;
    inner.shared.work = shared.work;
    inner.outer = outer ? outer : this;
    inner.describe();
    for (Break &b : inner.result.breaks)
      addBreak(std::move(b));
    if (!inner.result.breaks.empty())
      return nullptr;
    ++planned.plans;
    {
      const llvm::SaveAndRestore<bool> active(planned.active, true); // the work may end within
      planned.returned = inner.planInRegions(planned.arguments);
    }
    planned.possible = true;
    if (!inner.result.regions.empty()) {
      (outer ? outer : this)->result.compiledInCallees = true;
      if (!planned.index) {
        planned.index = unit.captured.size();
        unit.captured.emplace_back();
      }
      unit.captured[*planned.index] = std::move(inner.result);
    }
    return &planned.returned;
  }

  /// The walk over the whole body has seen most breaks, with more of their story than a region knows.
  void addBreak(Break b) {
    FunctionContext &diagnosis = outer ? outer->shared : shared;
    const SourceManager &sources = context.getSourceManager();
    const auto begins = [&](const Break &one) { return sources.getExpansionLoc(one.range.getBegin()); };
    const auto ends = [&](const Break &one) { return sources.getExpansionRange(one.range).getEnd(); };
    for (const Break &known : diagnosis.found.breaks)
      if ((known.kind != BreakKind::DataDependentShape &&
           !sources.isBeforeInTranslationUnit(ends(known), begins(b)) &&
           !sources.isBeforeInTranslationUnit(ends(b), begins(known))) ||
          (known.kind == BreakKind::VersionLimit && b.kind == known.kind)) // told once
        return;
    b.function = diagnosis.decl->getQualifiedNameAsString();
    diagnosis.found.breaks.push_back(std::move(b));
  }

  void noteGuesses(const CapturedRegion &region) {
    (outer ? outer : this)->guesses |=
        llvm::any_of(region.versions, [](const CapturedVersion &version) { return version.guessed; });
  }

  void addUnknown(UnknownTensor tensor) {
    FunctionCapture &top = outer ? *outer : *this;
    const auto listOf = [](llvm::StringRef element) {
      return element.take_until([](char c) { return c == '['; });
    };
    for (UnknownTensor &known : top.unknown) // of the elements of a list, one is told
      if (listOf(known.name) == listOf(tensor.name) && known.where == tensor.where) {
        if (tensor.unfit)
          known.unfit = std::move(tensor.unfit);
        return;
      }
    top.unknown.push_back(std::move(tensor));
  }

  /// Under fullgraph each break is one. An operator that can only throw is one where each call comes to it.
  bool isError(const Break &b) const {
    return result.options.fullgraph && !(b.kind == BreakKind::AlwaysThrows && b.strict == false);
  }

  void report() {
    DiagnosticsEngine &diags = context.getDiagnostics();
    const SourceManager &sources = context.getSourceManager();
    if (const unsigned unchecked = AllGuards & ~result.options.guards; unchecked && !result.regions.empty())
      result.breaks.push_back(breakAt(BreakKind::UncheckedGuards, SourceRange(decl->getLocation()),
                                      {result.name, guardKindsText(unchecked)}, decl));
    stableSort(result.breaks, [&](const Break &a, const Break &b) {
      const SourceLocation la = sources.getExpansionLoc(a.range.getBegin()),
                           lb = sources.getExpansionLoc(b.range.getBegin());
      if (la != lb && la.isValid() && lb.isValid())
        return sources.isBeforeInTranslationUnit(la, lb);
      return a.kind < b.kind;
    });
    for (Break &b : result.breaks) {
      b.resumed = !result.regions.empty() || result.compiledInCallees;
      if (b.kind == BreakKind::LibraryTurns && result.options.ahead)
        b.strict = true;
      // In a function that several call, or in a template: once, where it is no error.
      unit.toldPlaces.emplace(b.kind, b.range.getBegin().getRawEncoding());
      if (result.options.fullgraph ||
          unit.told.insert({b.kind, b.range.getBegin().getRawEncoding(), b.args}).second)
        reportBreak(diags, b, isError(b), unit.options.breakFlags);
    }
    reportSummary();
    if (!unit.toldByCallees.count(result.id))
      reportUnknown(llvm::any_of(result.breaks, [](const Break &b) { return !isRemark(b.kind); }));
  }

  /// hasBreaks: what they leave behind is of unknown types; where no guess fits it, that is told.
  void reportUnknown(bool hasBreaks) {
    if (hasBreaks)
      llvm::erase_if(unknown, [](const UnknownTensor &tensor) { return !tensor.unfit; });
    FixItContext fixes{context, decl, nullptr, nullptr, nullptr, nullptr, {}};
    if (!unknown.empty() && !hasBreaks)
      fixes.shape = supposedShape();
    for (UnknownTensor &tensor : unknown) {
      const auto [taker, taken] = takerOf(tensor.where);
      const SourceLocation at = tensor.where.isValid() ? tensor.where : decl->getLocation();
      Break b = breakAt(BreakKind::UnknownRank, SourceRange(at), {tensor.name}, taker);
      b.function = taken->name;
      b.resumed = !result.regions.empty() || result.compiledInCallees;
      b.compiledByCalls = guesses && !tensor.unfit;
      b.builtFor = tensor.unfit ? std::vector<std::string>() : typesAhead(*taken, tensor.name);
      const std::string why = notServed(callsOf(shared.prototypes->seen, taker), tensor.name, b.builtFor);
      if (why.empty() && b.builtFor.empty()) // an optional that no call in sight has
        b.builtFor = {"calls without it"};
      if (result.options.ahead && !why.empty()) {
        b.strict = true;
        b.notes.push_back({decl->getLocation(), "an error under '.ahead': " + why, {}});
      }
      if (!tensor.unfit && !guesses && !b.resumed)
        tensor.unfit = std::exchange(unfit, std::nullopt); // told once
      if (tensor.unfit)
        b.notes.push_back(whyNoGuessFits(*tensor.unfit));
      addFixIts(b, fixes);
      reportBreak(context.getDiagnostics(), b, result.options.fullgraph, unit.options.breakFlags);
    }
  }

  /// The function whose graphs take what is declared there: this one, or one that it calls and that has
  /// regions of its own.
  std::pair<const FunctionDecl *, const CapturedFunction *> takerOf(SourceLocation where) const {
    for (const auto &[callee, planned] : unit.planned)
      if (const FunctionDecl *definition = callee->getDefinition();
          planned.index && definition && where.isValid() && definition->getSourceRange().fullyContains(where))
        return {definition, &unit.captured[*planned.index]};
    return {decl, &result};
  }

  /// An FG_SHAPE for the tensors that have none, with which there is a graph: "" when there is no such one.
  std::string supposedShape() {
    for (const char *shape : {"f32[?, ?]", "f32[?, ?, ?, ?]", "f32[?, ?, ?]", "f32[?]"}) {
      if (shared.work->isHalfSpent())
        return "";
      FunctionContext trial = trialOf(shared);
      trial.types.supposedShape = shape;
      if (explorePaths(context, trial, nullptr, false).versions.empty() || trial.found.hasBreak() ||
          trial.splits)
        continue;
      for (const auto &[name, where] : trial.found.unknownTypes) // those behind the first one
        addUnknown({name, where});
      return shape;
    }
    return "";
  }

  void reportSummary() {
    const auto count = llvm::count_if(result.breaks, [](const Break &b) { return isGraphBreak(b.kind); });
    std::vector<Break> summary;
    if (result.options.fullgraph && count > 0) {
      const std::string breaks = count == 1 ? "1 graph break" : std::to_string(count) + " graph breaks";
      summary.push_back(breakAt(BreakKind::FullgraphViolation, SourceRange(decl->getLocation()),
                                {result.name, breaks}, decl));
    } else if (count > 0) {
      std::vector<unsigned> regions;
      for (const auto &region : result.regions)
        regions.push_back(region->place.offset);
      summary = breaksInLoops(context, decl, result.breaks, regions);
    }
    for (const Break &b : summary)
      reportBreak(context.getDiagnostics(), b, result.options.fullgraph, unit.options.breakFlags);
  }

  UnitContext &unit;
  ASTContext &context;
  const FunctionDecl *decl;
  FunctionCapture *outer = nullptr; // of a called function: the annotated one
  std::optional<EagerPath> unfit;   // where the guess that got furthest ends, if none fits
  bool guesses = false;             // versions for the run-time compiler, here or in a called function
  FunctionContext shared;
  CapturedFunction result;
  Hints returned;                            // under returnedKey()
  std::optional<SourceEdit> declaredInFront; // classes, for the condition of an instantiation
  std::vector<UnknownTensor> unknown;
};

} // namespace

std::vector<CapturedFunction> captureTranslationUnit(ASTContext &context, const CaptureOptions &options) {
  std::vector<CapturedFunction> result;
  checkAnnotations(context);
  checkCustomOps(context);
  const std::vector<AnnotatedFunction> annotated = findAnnotatedFunctions(context);
  if (annotated.empty()) {
    for (const FunctionDecl *pattern : findUninstantiatedTemplates(context)) {
      Break graphBreak = breakAt(BreakKind::UninstantiatedTemplate, SourceRange(pattern->getLocation()),
                                 {pattern->getNameAsString()}, pattern);
      addFixIts(graphBreak, FixItContext{context, pattern, nullptr, nullptr, nullptr, nullptr, {}});
      reportBreak(context.getDiagnostics(), graphBreak, false, options.breakFlags);
    }
    return result;
  }
  if (context.getDiagnostics().hasErrorOccurred())
    return result;
  // The interpreter recurses with the program's expressions and calls: it gets a stack that its own nesting
  // limit fits.
  constexpr unsigned stackBytes = 512u << 20; // address space; pages are taken as they are used
  llvm::thread worker(std::optional<unsigned>(stackBytes), [&] {
    const UnitMemory memory;
    UnitContext unit{context, options, result};
    for (const AnnotatedFunction &function : annotated)
      unit.annotated.insert(function.decl->getCanonicalDecl());
    for (const AnnotatedFunction &function : annotated) {
      remarkMode(context, function);
      CompileOptionValues values = function.options;
      values.fullgraph |= options.fullgraph;
      values.ahead |= options.ahead;
      for (int *most : {&values.aheadVersions, &values.aheadVersionsOfSeen})
        *most = std::min(*most, options.aheadVersions);
      result.push_back(FunctionCapture(unit, function.decl, values).run());
    }
    for (CapturedFunction &function : result)
      if (isStatic(function.options))
        leaveSizesToRunTime(context, function);
    tellForCallees(unit);
    checkSharedEdits(unit);
    planModes(context, unit.seen ? &*unit.seen : nullptr, result);
  });
  worker.join();
  return result;
}

} // namespace fullgraph
