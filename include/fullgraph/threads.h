// How many threads compute.
#pragma once

namespace fg {

/// at::set_num_threads: so many threads, at least 1, compute in compiled kernels from now on; a pool that has
/// grown is not made smaller than what it is computing. Without a call it is the environment's
/// HL_NUM_THREADS, or as many as the machine has processors. Operators that are not compiled compute on the
/// thread that calls them.
void set_num_threads(int threads);
int get_num_threads();

} // namespace fg
