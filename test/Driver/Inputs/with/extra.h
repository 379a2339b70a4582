#pragma once
inline double by(float) { return 100; }
#define FACTOR 3
