#include "second.h"

#include <net/block.h>

fg::Tensor scaled(const fg::Tensor &x) { return net::halve(x) * NET_SCALE; }
