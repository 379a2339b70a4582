#pragma once

inline fg::Tensor scaled(const fg::Tensor &x) { return x * 0.5; } // found beside layer.h only
