/* A C source in the target is compiled as it is. */
int plain(void) { return 7; }
