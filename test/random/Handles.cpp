// Handles that are one tensor or two, empty tensors that are written, and modules in both modes.
#include "Program.h"

namespace random_program {

void Body::handles() {
  const Type type = someType();
  const std::string source = find(type, false)->name, v = name("v");
  const auto declared = [&](const std::string &text, const Type &made) {
    line("auto " + v + " = " + text + ";");
    tensors.push_back({v, made, true});
  };
  const int kind = rng.below(4);
  if (kind == 0 && !modules.empty() && type.dtype == 'f' && !generic)
    return declared(rng.pick(modules) + ".forward(" + source + ")", type);
  if (kind == 1 && !generic && !type.dims.empty() &&
      type.isFloat()) { // a size of 0 has no place for an index
    const size_t at = size_t(rng.below(int(type.dims.size())));
    Dims chosen = type.dims;
    chosen[at] = Dim{1 + rng.below(2), 0, 0};
    const std::string written = "fg::" + rng.word({"scatter", "scatter_add"}) + "(" + source + ", " +
                                std::to_string(at) + ", fg::zeros(" + sizes(chosen) + ", fg::kLong), " +
                                tensor({type.dtype, chosen, false}, 1) + ")";
    if (rng.chance(30)) // nobody wants it, but its error
      return line(written + ";");
    return declared(written, type);
  }
  Type cast = type;
  std::string text = source;
  switch (rng.below(6)) {
  case 0:
    text += ".contiguous()";
    break;
  case 1:
    text += ".alias()";
    break;
  case 2:
    text += ".type_as(" + source + ")";
    break;
  case 3:
    text += ".clone()";
    break;
  default:
    if (type.isFloat())
      cast.dtype = rng.chance(60) ? type.dtype : type.dtype == 'f' ? 'd' : 'f';
    text += ".to(" + dtypeName(cast.dtype) + ")";
  }
  declared(text, cast);
  if (prints && rng.chance(50))
    line("std::printf(\"same %d\\n\", int(" + v + ".is_same(" + source + ")));");
}

} // namespace random_program
