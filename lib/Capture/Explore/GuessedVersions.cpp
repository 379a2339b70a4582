// Versions for inputs whose dtype and rank nobody declared (FG703; Caller/TypeGuesses.cpp): the walk is
// repeated for each of the ranks, and of the dtypes, that the code asks for.
#include "lib/Capture/Caller/Prototypes.h"
#include "lib/Capture/Caller/SeenCalls.h"
#include "lib/Capture/Domain/Hints.h"
#include "lib/Capture/Explore/AheadVersions.h"
#include "lib/Capture/Explore/Guesses.h"
#include "lib/Frontend/ShapeSpec.h"
#include "lib/Graph/StableSort.h"
#include "lib/Graph/UserName.h"

#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace fullgraph {

static void append(std::vector<CapturedVersion> &versions, std::vector<CapturedVersion> &&more) {
  std::move(more.begin(), more.end(), std::back_inserter(versions));
}

namespace {

template <class T> std::optional<T> find(const std::map<std::string, T> &map, const std::string &key) {
  const auto found = map.find(key);
  return found == map.end() ? std::nullopt : std::optional(found->second);
}

/// Walks with guesses, the likeliest first, until they cover what the walk asks for. explore(trial) returns
/// the versions, or nothing where the guess does not fit.
class GuessSearch {
public:
  /// What breaks with the trial's types is told: a call may have them. What only stays a loop or a call with
  /// them is nothing, where the source shows which types calls have (`isAny` is false).
  struct Fit {
    std::vector<CapturedVersion> versions;
    bool isIdle = false; // of a region: calls of these types apply no operator there
  };
  using Explore = std::function<std::optional<Fit>(FunctionContext &trial, bool isAny)>;
  using Take = std::function<void(std::vector<CapturedVersion> &&)>;

  /// For calls in sight the search may do one of `parts` equal parts of what the function may.
  GuessSearch(FunctionContext &function, const std::vector<ProfiledCall> &seen, unsigned parts,
              Explore explore, Take take)
      : function(function), seen(seen), parts(parts), explore(std::move(explore)), take(std::move(take)) {}

  /// The types of the calls in sight; where there are none, what the inputs' variables held in walks of the
  /// callers. Returns whether some fit.
  bool runSeen() {
    if (function.options.aheadVersions > 0)
      trySeen();
    if (function.options.aheadVersions > 0 && fit.empty()) {
      Trial trial = tryCall({});
      tryOtherHeld({}, trial);
      if (trial.held.empty()) { // the walk of the first rank
        if (trial.fits)
          fit.pop_back();
        first = std::move(trial);
      }
    }
    if (!fit.empty() && llvm::all_of(fit, [](const auto &one) { return one.second.isIdle; })) {
      fit.clear();
      likely.clear();
      ofSeen.clear();
    }
    seenToFit = fit.size();
    if (seenToFit > 0)
      addOtherRanks();
    likelyOfSeen = likely.size();
    return seenToFit > 0;
  }

  /// Those of calls in other sources.
  void runOthers() {
    if (seenToFit == 0)
      return search();
    for (const unsigned rank : {2u, 4u, 3u, 1u})
      if (versionCount < maxVersions / 2 && !function.work->isHalfSpent() && tryRanks({rank, {}, {}}) &&
          ranks.empty())
        break; // as good for all ranks
    likely.resize(likelyOfSeen);
  }

  /// What is known behind each call in sight; then behind other types that fit, as a map's other entry.
  std::vector<std::vector<Hints>> behindCalls(std::vector<std::vector<Hints>> behindLikely) const {
    std::vector<std::vector<Hints>> behind;
    std::set<size_t> ofCalls;
    for (const std::optional<size_t> likely : ofSeen) {
      const bool isKnown = likely && *likely < behindLikely.size();
      behind.push_back(isKnown ? behindLikely[*likely] : std::vector<Hints>());
      if (isKnown)
        ofCalls.insert(*likely);
    }
    for (size_t i = 0; i < behindLikely.size(); ++i)
      if (!ofCalls.count(i))
        behind.push_back(std::move(behindLikely[i]));
    const bool any = llvm::any_of(behind, [](const std::vector<Hints> &outcomes) {
      return llvm::any_of(outcomes, [](const Hints &hints) { return !hints.empty(); });
    });
    return any ? behind : std::vector<std::vector<Hints>>();
  }

  /// No guess can fit any more: there are too many graphs, whatever the types, or what holds for all of them
  /// is known.
  void stop() { isStopped = true; }

  /// The types of the inputs in the walks that fit, the likeliest first; where calls were seen, in these.
  std::vector<ProfiledCall> likely;

private:
  struct Trial {
    bool fits = false, asksSizes = false;
    bool isIdle = false;                                  // it fits, and applies no operator
    std::map<std::string, std::vector<std::string>> held; // by inputs that the guess says nothing of
    std::set<std::string> inputs, dtypes;                 // that got a guess; whose dtype was asked for
    std::set<std::string> read;                           // tensors of the caller's
    std::optional<size_t> likely;                         // which of those has its types
  };

  /// Inputs of which neither the calls nor what was held says anything, where the code is good for all ranks:
  /// the elements of `net->parameters()` are weights and biases.
  void addOtherRanks() {
    std::set<std::string> open = likely.front().guessed;
    std::erase_if(open, [&](const std::string &cxx) { return fit.front().second.held.count(cxx) != 0; });
    if (!open.empty() && ranks.empty())
      for (const unsigned rank : likelyRanks)
        likely.push_back(withRank(likely.front(), rank, open));
  }

  void search() {
    for (const unsigned rank : {2u, 4u, 3u, 1u, 5u, 6u, 0u})
      if (tryRanks({rank, {}, {}}, std::exchange(first, {})) && ranks.empty()) { // as good for all ranks
        for (const unsigned other : likelyRanks)
          likely.push_back(withRank(likely.front(), other));
        return tryOtherDtypes();
      }
    while (fit.empty() && refineBest()) {
    }
    for (TypeGuess &guess : mixedRanks(ranks))
      if (versionCount < maxVersions / 2) // the rest is for other dtypes
        tryRanks(std::move(guess));
    tryOtherDtypes();
  }

  /// First each call as it is, then what their other inputs may be beside.
  void trySeen() {
    std::vector<std::pair<ProfiledCall, Trial>> tried;
    for (const ProfiledCall &call : seen)
      if (fit.empty() || hasWorkLeft()) { // the rest is for what comes behind
        ProfiledCall whole = withWhatOthersPass(call, seen);
        Trial trial = tryCall(whole);
        ofSeen.push_back(trial.likely);
        tried.emplace_back(std::move(whole), std::move(trial));
      }
    for (const auto &[call, trial] : tried)
      tryOtherHeld(call, trial);
  }

  /// What the call does not say of its inputs is what their variables held in walks of the callers: each
  /// combination of those but the first.
  void tryOtherHeld(const ProfiledCall &call, const Trial &trial) {
    constexpr size_t mostCombined = 12;
    for (const std::map<std::string, std::string> &shapes : otherCombinations(trial.held, mostCombined)) {
      if (!hasWorkLeft())
        break;
      ProfiledCall other = call;
      other.shapes.insert(shapes.begin(), shapes.end());
      tryCall(other);
    }
  }

  /// As the call passes it. What it does not say of other inputs is the first that their variables held in
  /// walks of the callers, or the walk finds it out.
  Trial tryCall(const ProfiledCall &call) {
    TypeGuess guess{2, {}, {}};
    guess.asHeld = true;
    guess.sizes = call.shapes;
    for (const auto &[cxx, sizes] : call.sizes)
      guess.sizes[cxx] = sizes;
    for (const auto &[cxx, shape] : call.shapes)
      setTypes(guess, cxx, shape);
    return walkCall(call, guess);
  }

  Trial walkCall(const ProfiledCall &call, TypeGuess guess) {
    // Calls that differ in what the walk does not read are one. `fit` and `likely` are parallel.
    const auto isRead = [](const Trial &trial, const TypeGuess &one, const TypeGuess &other) {
      return restricted(one, trial.read) == restricted(other, trial.read) && lacked(one) == lacked(other);
    };
    for (const auto &[known, trial] : walked)
      if (isRead(trial, known, guess))
        return trial;
    // Calls that differ in their layouts alone, or in sizes that nobody asks for: one walk says whether they
    // fit.
    const auto isSame = [&](const auto &one) {
      TypeGuess other = one.first;
      if (!one.second.asksSizes)
        other.sizes = guess.sizes;
      return isRead(one.second, other, guess);
    };
    if (const auto known = llvm::find_if(fit, isSame); known != fit.end()) {
      likely.push_back(likely[static_cast<size_t>(known - fit.begin())]);
      fit.push_back(*known);
      fit.back().second.likely = likely.size() - 1;
    } else {
      const TypeGuess given = guess;
      Trial trial = walk(guess);
      // A function that asks for the rank of an input of which nothing is known, and refuses it.
      for (const unsigned rank : {3u, 4u, 1u})
        if (!trial.fits && !call.shapes.empty() && !failures.empty() && failures.back().guess == guess) {
          guess.rank = rank;
          trial = walk(guess);
        }
      // Its tensors may fit the objects that the source's calls pass, and none that a constructor makes of
      // its default arguments.
      if (!trial.fits && !call.shapes.empty() && knowsObjects()) {
        guess.rank = given.rank;
        guess.ofSeenObjects = true;
        trial = walk(guess);
      }
      if (trial.fits)
        trial.likely = likely.size() - 1;
      walked.emplace_back(given, trial);
      if (!trial.fits)
        return trial;
      fit.emplace_back(std::move(guess), std::move(trial));
    }
    ProfiledCall &types = likely.back();
    for (const auto &[cxx, shape] : types.shapes)
      if (!findByKey(call.shapes, cxx))
        types.guessed.insert(cxx);
    for (auto &[cxx, shape] : types.shapes)
      if (const std::string *given = findByKey(call.shapes, cxx))
        shape = *given;
    types.shapes.insert(call.shapes.begin(), call.shapes.end()); // of members, which have a type, too
    const auto &held = fit.back().second.held;
    std::erase_if(types.sizes, [&](const auto &size) { // of another call, or what this one says itself
      return !held.count(size.first) || findByKey(call.sizes, size.first);
    });
    for (const auto &[cxx, sizes] : call.sizes)
      types.sizes.insert_or_assign(cxx, sizes);
    return fit.back().second;
  }

  // What a function costs: time of the tool, and text in the program. Long functions get the likeliest
  // guesses alone.
  static constexpr unsigned likelyRanks[] = {4, 3, 1}; // beside 2, which is walked first
  static constexpr size_t maxWalks = 160, maxVersions = 48, maxOperators = 1500, alwaysTried = 4;

  FunctionContext &function;
  const std::vector<ProfiledCall> &seen;
  const unsigned parts;
  const Explore explore;
  const Take take;
  const uint64_t workBefore = function.work->total();
  std::set<TypeGuess> tried;
  std::optional<Trial> first;                      // the walk of the first rank, where it is known
  std::set<std::string> ranks;                     // that a walk asked for
  std::map<std::string, ScalarType> needed;        // dtypes, for a walk to fit
  std::vector<std::pair<TypeGuess, Trial>> fit;    // the walks that did, by default dtypes
  std::vector<std::pair<TypeGuess, Trial>> walked; // for calls
  struct Failure {
    TypeGuess guess;
    std::set<std::string> ranks; // that it asked for
    size_t progress = 0;
  };
  std::vector<Failure> failures;             // walks that ended in a throw, and were not refined
  std::vector<std::optional<size_t>> ofSeen; // of each call in sight: which of `likely` has its types
  size_t seenToFit = 0;                      // of `fit`: those that the source shows
  size_t likelyOfSeen = 0;                   // of `likely`: these, and with other ranks
  size_t versionCount = 0, operators = 0;    // of what was taken
  size_t wasted = 0;                         // operators of walks that did not fit, about
  bool isStopped = false;

  /// For another kind of call, where one fits.
  bool hasWorkLeft() const {
    const CaptureWork &work = *function.work;
    return work.total() < work.allowed / 4 * 3 && work.total() - workBefore < work.allowed / parts;
  }

  bool isSpent() const {
    if (isStopped)
      return true;
    const bool isLong = operators >= maxOperators || (fit.empty() && wasted >= 4 * maxOperators) ||
                        (versionCount > 0 && tried.size() * (operators / versionCount) >= 4 * maxOperators);
    return tried.size() >= maxWalks || versionCount >= maxVersions ||
           ((isLong || function.work->isHalfSpent()) && tried.size() >= alwaysTried);
  }

  /// Of the walk that got furthest before it threw: with other ranks of the inputs that it asked for, one at
  /// a time. A recurrent layer asks for its input's rank, and then for its state's.
  bool refineBest() {
    const auto best =
        std::max_element(failures.begin(), failures.end(),
                         [](const Failure &a, const Failure &b) { return a.progress < b.progress; });
    if (best == failures.end() || isSpent())
      return false;
    const Failure refined = std::move(*best);
    failures.erase(best);
    for (const std::string &cxx : refined.ranks)
      for (const unsigned rank : {3u, 2u, 1u, 4u, 0u}) {
        TypeGuess guess = refined.guess;
        if (find(guess.ranks, cxx).value_or(guess.rank) == rank)
          continue;
        guess.ranks[cxx] = rank;
        if (tryRanks(std::move(guess)))
          return true;
      }
    return true;
  }

  bool expectsSeen() const { return function.prototypes && function.prototypes->expectsSeen; }
  /// Are objects of such calls known, and do walks for all objects go by what their classes' constructors
  /// say?
  bool knowsObjects() const {
    return function.prototypes && function.prototypes->seen && !function.prototypes->expectsSeen &&
           function.prototypes->seen->passObjectTo(function.decl);
  }

  Trial walk(const TypeGuess &guess) {
    Trial result;
    if (isSpent() || !tried.insert(guess).second)
      return result;
    FunctionContext trial = trialOf(function);
    trial.forks = function.forks;
    trial.types.guess = guess;
    trial.types.guess->isBesideSeen = seenToFit > 0;
    bool noTable = false;
    const llvm::SaveAndRestore<bool> expects(trial.prototypes ? trial.prototypes->expectsSeen : noTable,
                                             guess.ofSeenObjects || expectsSeen());
    std::optional<Fit> found = explore(trial, seenToFit == 0);
    ranks.insert(trial.types.ranksAsked.begin(), trial.types.ranksAsked.end());
    result.inputs = std::move(trial.types.guessed);
    result.dtypes = std::move(trial.types.dtypesAsked);
    result.asksSizes = trial.types.guess->sizesAsked;
    result.read = std::move(trial.types.read);
    for (const auto &[cxx, kinds] : trial.types.held)
      if (guess.asHeld && !guess.ranks.count(cxx) && !guess.undefined.count(cxx))
        result.held.emplace(cxx, kinds);
    // Only calls in sight are served where they compute nothing.
    const bool isOfCall = guess.asHeld && !guess.sizes.empty();
    result.isIdle = found && found->isIdle && found->versions.empty() && isOfCall;
    if (!found || (found->versions.empty() && !result.isIdle)) {
      wasted += trial.found.thrown ? std::max<size_t>(trial.found.thrownAfter, 40) : 300;
      if (trial.found.thrown) {
        failures.push_back({guess, std::move(trial.types.ranksAsked), trial.found.thrownAfter});
        if (!function.found.thrown || trial.found.thrownAfter > function.found.thrownAfter) {
          function.found.thrown = std::move(trial.found.thrown);
          function.found.thrownAfter = trial.found.thrownAfter;
        }
      }
      return result;
    }
    result.fits = true;
    likely.push_back(typesIn(found->versions, result.inputs));
    for (const auto &[cxx, kinds] : result.held) {
      addHeld(cxx, kinds.front(), likely.back());
      if (const auto sizes = trial.types.heldSizes.find(cxx); sizes != trial.types.heldSizes.end())
        likely.back().sizes.emplace(cxx, sizes->second);
    }
    for (const auto &[cxx, shape] : guess.sizes)
      addHeld(cxx, shape, likely.back());
    for (CapturedVersion &version : found->versions) {
      versionCount += !version.forOthers;
      operators += version.forOthers ? 0 : operatorsOf(*version.tree);
      version.guessed = true;
      version.label = labelOf(guess, !result.held.empty()) + (version.forOthers ? ", other objects" : "");
    }
    if (!result.isIdle)
      take(std::move(found->versions));
    return result;
  }

  /// The layout of what the input's variable held, or that it held nothing.
  static void addHeld(const std::string &cxx, const std::string &shape, ProfiledCall &call) {
    const auto known = call.shapes.find(cxx);
    if (known == call.shapes.end() ? isUndefined(shape)
                                   : !isUndefined(shape) && isOfDtypeAndRank(known->second, shape))
      call.shapes[cxx] = shape;
  }

  bool tryRanks(TypeGuess guess, std::optional<Trial> walked = {}) {
    guess.dtypes = needed;
    return tryDtypes(guess, std::move(walked));
  }

  /// A walk that fails may need integers: an index. Of one input that it asks for, or of all.
  bool tryDtypes(const TypeGuess &guess, std::optional<Trial> walked = {}) {
    Trial trial = walked ? std::move(*walked) : walk(guess);
    if (trial.fits) {
      needed = guess.dtypes;
      fit.emplace_back(guess, std::move(trial));
      return true;
    }
    std::set<std::string> asked;
    for (const std::string &cxx : trial.dtypes)
      if (!guess.dtypes.count(cxx))
        asked.insert(cxx);
    for (const std::string &cxx : asked)
      if (tryDtypes(with(guess, {cxx}, fg::kLong)))
        return true;
    return asked.size() > 1 && tryDtypes(with(guess, asked, fg::kLong));
  }

  /// Where a walk asks for an input's dtype (`x.options()`), it is made for other ones, too: of the inputs
  /// that were asked for, or where operators refuse that, of all.
  void tryOtherDtypes() {
    for (const ScalarType dtype : {fg::kDouble, fg::kLong, fg::kHalf, fg::kBFloat16, fg::kByte})
      for (const auto &[guess, known] : fit)
        for (const std::set<std::string> *inputs : {&known.dtypes, &known.inputs})
          if (const TypeGuess other = with(guess, *inputs, dtype);
              known.dtypes.empty() || other == guess || walk(other).fits)
            break;
  }
};

} // namespace

void guessVersions(ASTContext &context, FunctionContext &function, const std::vector<ProfiledCall> &seen,
                   std::vector<CapturedVersion> &versions, bool verbose) {
  GuessSearch search(
      function, seen, /*parts=*/2,
      [&](FunctionContext &trial, bool isAny) -> std::optional<GuessSearch::Fit> {
        Exploration paths = explorePaths(context, trial, nullptr, verbose);
        if (trial.splits && (isAny || trial.work->isJoined())) // it is planned in regions, for all types
          search.stop();
        if (!isAny && !trial.found.hasBreak() && (trial.splits || !trial.found.unknownTypes.empty()))
          return std::nullopt;
        // A call may have these types: what breaks for it is told, whatever the other guesses meet.
        for (Break &b : trial.found.breaks)
          if (function.found.places.insert(b.at()).second)
            function.found.breaks.push_back(std::move(b));
        function.splits |= trial.splits;
        function.split.insert(trial.split.begin(), trial.split.end());
        function.forks.add(trial.forks);
        if (trial.found.hasBreak() || trial.splits || !trial.found.unknownTypes.empty())
          return std::nullopt;
        addOtherVersions(context, trial, nullptr, paths, verbose);
        return GuessSearch::Fit{std::move(paths.versions)};
      },
      [&](std::vector<CapturedVersion> &&found) { append(versions, std::move(found)); });
  const auto build = [&] {
    if (!function.found.hasBreak() && !function.splits)
      buildAhead(context, function, nullptr, search.likely, versions, verbose);
  };
  const bool isSeen = search.runSeen();
  if (isSeen) // what is walked for others may take all the work that there is
    build();
  search.runOthers();
  if (!isSeen)
    build();
}

Exploration exploreGuesses(ASTContext &context, FunctionContext &shared, const RegionRequest &region,
                           bool verbose) {
  std::optional<Exploration> found, idle;
  // Where calls of some types come to a break, or to a call that stays, the region ends there for all: for
  // what is behind it, each of them has a region again.
  std::optional<RegionFailure> furthest, first;
  size_t ended = 0; // walks that came to one
  Exploration paths;
  static const std::vector<ProfiledCall> noCalls;
  GuessSearch search(
      shared, region.seen ? *region.seen : noCalls, /*parts=*/8,
      [&](FunctionContext &trial, bool isAny) -> std::optional<GuessSearch::Fit> {
        paths = explorePaths(context, trial, &region, verbose);
        if (paths.failure && paths.failure->many)
          search.stop();
        else if (!isAny && paths.failure && !paths.failure->graphBreak)
          return std::nullopt;
        shared.split.insert(trial.split.begin(), trial.split.end());
        shared.forks.add(trial.forks);
        if (paths.failure && !paths.failure->unknown) {
          if (!first || paths.failure->step < first->step)
            first = std::move(paths.failure);
          // The region ends there, whatever is tried: more walks only show whether others end in front of it.
          constexpr size_t mostEnded = 4;
          if (++ended == mostEnded || first->step == 0)
            search.stop();
          return std::nullopt;
        }
        if (paths.failure) {
          if (!furthest || paths.failure->step >= furthest->step)
            furthest = std::move(paths.failure);
          return std::nullopt;
        }
        addOtherVersions(context, trial, &region, paths, verbose);
        GuessSearch::Fit fit{std::move(paths.versions), !paths.idle.empty()};
        paths.versions.clear();
        if (fit.versions.empty()) // an operator throws for such a guess, or there is nothing to compile
          idle = std::move(paths);
        return fit;
      },
      [&](std::vector<CapturedVersion> &&versions) {
        if (!found) {
          found = std::move(paths);
        } else {
          found->goesOn |= paths.goesOn;
          found->returns |= paths.returns;
          found->after = joinHints(found->after, paths.after); // dtypes that all have in common
        }
        append(found->versions, std::move(versions));
      });
  search.runSeen();
  search.runOthers();
  if (first)
    furthest = std::move(first);
  else if (found) {
    found->believed =
        search.behindCalls(buildAhead(context, shared, &region, search.likely, found->versions, verbose));
    found->returned.clear(); // no guess is passed on
    return std::move(*found);
  }
  if (!furthest)
    return idle ? std::move(*idle) : Exploration();
  Exploration none;
  none.failure = std::move(furthest);
  return none;
}

} // namespace fullgraph
