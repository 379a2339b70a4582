// A source with nothing annotated comes out byte for byte, also where it ends without a newline.
// RUN: %fullgraph %s -o %t.fg.cpp -- %fg_flags
// RUN: cmp %s %t.fg.cpp
#include <fullgraph/fullgraph.h>

fg::Tensor f(fg::Tensor x) { return fg::relu(x); } 	// trailing blanks and tabs stay  
int main() { return f(fg::ones({2})).numel() == 2 ? 0 : 1; }