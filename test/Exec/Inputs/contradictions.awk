# Fails where a graph of --emit=capture has a fact and its opposite: no call takes such a path.
/graph @/ { delete facts }
/ fact / {
  name = $2; sub("^!", "", name)
  if ((name in facts) && facts[name] != $2) { print "a graph has the facts " name " and !" name; found = 1 }
  facts[name] = $2
}
END { if (!found) print "no contradiction"; exit found }
