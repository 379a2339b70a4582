// What regions read of other classes' private members. An explicit instantiation may name such a member, and
// a friend function of the instantiated class hands its pointer out.

#include "lib/Emit/CxxWriter.h"
#include "lib/Emit/LeafFunction.h"

namespace fullgraph {

std::string printPrivateMembers(const CapturedFunction &function, const std::string &code) {
  std::set<PrivateMember> members; // by owner
  for (const auto &region : function.regions)
    for (const CapturedVersion &version : region->versions)
      for (const PrivateMember &member : version.privateMembers)
        if (code.find("::" + member.tag + "::" + member.member + "()") != std::string::npos)
          members.insert(member);
  if (members.empty())
    return "";
  CxxWriter out;
  out.line("// What " + commentText(function.name) +
           " reads of other classes' private members: an explicit instantiation may name them.");
  out.open("namespace " + privateNamespace(function.body.ownPrefix, function.id) + " {");
  const auto own = [&](std::string_view code) { return withPrefix(code, function.body.ownPrefix); };
  out.open(own("template <class fg_tag, auto fg_member> struct fg_reach {"));
  out.line(own("friend constexpr auto fg_pointer(fg_tag) { return fg_member; }"));
  out.close("};");
  for (auto member = members.begin(); member != members.end();) {
    const std::string tag = member->tag, owner = member->owner;
    const auto first = member;
    out.open("struct " + tag + " {");
    for (; member != members.end() && member->tag == tag; ++member)
      out.line("struct " + member->member + own(" { friend constexpr auto fg_pointer(") + member->member +
               "); };");
    out.close("};");
    for (auto it = first; it != member; ++it)
      out.line(own("template struct fg_reach<") + tag + "::" + it->member + ", &" + owner +
               "::" + it->member + ">;");
  }
  out.close("}");
  return out.str();
}

} // namespace fullgraph
