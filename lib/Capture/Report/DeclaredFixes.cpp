#include "lib/Capture/Report/DeclaredFixes.h"

#include "lib/Frontend/Annotations.h"
#include "lib/Frontend/LibraryFiles.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace fullgraph {
namespace {

void addFields(const CXXRecordDecl *record, std::vector<const ValueDecl *> &to) {
  if (!record || !record->hasDefinition())
    return;
  for (const CXXBaseSpecifier &base : record->getDefinition()->bases())
    addFields(base.getType()->getAsCXXRecordDecl(), to);
  for (const FieldDecl *field : record->getDefinition()->fields())
    to.push_back(field);
}

/// The declarations whose letters are those of the one at `where`.
std::vector<const ValueDecl *> sharingLetters(const FunctionDecl *function, SourceLocation where) {
  const auto holds = [&](const std::vector<const ValueDecl *> &all) {
    return llvm::any_of(all, [&](const ValueDecl *one) { return one->getLocation() == where; });
  };
  const std::vector<const ValueDecl *> parameters(function->param_begin(), function->param_end());
  if (holds(parameters))
    return parameters;
  std::vector<const CXXRecordDecl *> objects;
  if (const auto *method = dyn_cast<CXXMethodDecl>(function))
    objects.push_back(method->getParent());
  for (const ValueDecl *parameter : parameters)
    objects.push_back(parameter->getType().getNonReferenceType()->getAsCXXRecordDecl());
  for (const CXXRecordDecl *object : objects) {
    std::vector<const ValueDecl *> fields;
    addFields(object, fields);
    if (holds(fields))
      return fields;
  }
  return {};
}

struct Piece {
  size_t begin = 0, end = 0; // of a dim, in the annotation's text
  std::string text;          // in its place
};

/// The dims of all alternatives that are replaced.
std::vector<Piece> piecesOf(llvm::StringRef spec, const std::string &letter,
                            llvm::function_ref<std::string(const ShapeDim &)> replacement) {
  std::vector<Piece> pieces;
  for (size_t at = spec.find('['); at != llvm::StringRef::npos; at = spec.find('[', at)) {
    const size_t close = std::min(spec.find(']', at), spec.size());
    while (at < close) {
      const size_t begin = at + 1, end = std::min(spec.find(',', begin), close);
      at = end;
      const llvm::StringRef dim = spec.slice(begin, end);
      std::optional<ShapeSpecError> error;
      const std::vector<ShapeSpec> parsed = parseShapeSpec("f32[" + dim.str() + "]", error);
      if (parsed.size() != 1 || parsed[0].dims.size() != 1 || parsed[0].dims[0].kind != ShapeDim::Named ||
          parsed[0].dims[0].name != letter)
        continue;
      if (std::string text = replacement(parsed[0].dims[0]); !text.empty())
        pieces.push_back({begin + (dim.size() - dim.ltrim().size()), end - (dim.size() - dim.rtrim().size()),
                          std::move(text)});
    }
  }
  return pieces;
}

/// Where the text of an annotation stands, if that is one ordinary literal of the user's.
SourceLocation literalText(const ASTContext &context, const ShapeAnnotation &shape) {
  const SourceManager &sources = context.getSourceManager();
  const SourceLocation quote = sources.getSpellingLoc(shape.loc);
  if (isLibraryCode(quote, context))
    return {};
  const auto [file, offset] = sources.getDecomposedLoc(quote);
  const std::string written = "\"" + shape.text + "\"";
  return sources.getBufferData(file).substr(offset, written.size()) == written ? quote.getLocWithOffset(1)
                                                                               : SourceLocation();
}

} // namespace

void addShapeFix(Break &b, ASTContext &context, const FunctionDecl *function, SourceLocation declaration,
                 const std::string &letter, llvm::function_ref<std::string(const ShapeDim &)> replacement) {
  BreakNote note;
  for (const ValueDecl *one : sharingLetters(function, declaration)) {
    const std::optional<ShapeAnnotation> shape = shapeAnnotation(one);
    if (!shape)
      continue;
    std::vector<Piece> pieces = piecesOf(shape->text, letter, replacement);
    if (pieces.empty())
      continue;
    const SourceLocation text = literalText(context, *shape);
    if (text.isInvalid())
      return;
    std::string edited = shape->text;
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece) {
      edited.replace(piece->begin, piece->end - piece->begin, piece->text);
      note.fixIts.push_back(FixItHint::CreateReplacement(
          CharSourceRange::getCharRange(text.getLocWithOffset(static_cast<int>(piece->begin)),
                                        text.getLocWithOffset(static_cast<int>(piece->end))),
          piece->text));
    }
    note.text += (note.text.empty() ? "FG_SHAPE(\"" : " and FG_SHAPE(\"") + edited + "\")";
    if (note.loc.isInvalid())
      note.loc = text;
  }
  if (!note.fixIts.empty())
    b.notes.push_back(std::move(note));
}

} // namespace fullgraph
