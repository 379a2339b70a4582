// Linked into the tool in builds with AddressSanitizer. LLVM and Halide are not instrumented, and free little
// before exit: leaks would fail each run, and containers that cross the boundary look overrun.
extern "C" const char *__asan_default_options() { return "detect_leaks=0:detect_container_overflow=0:allow_user_poisoning=0"; }
