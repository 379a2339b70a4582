// Memory for the host's tensors and for workspaces: what malloc does slowly for many megabytes. Tensors'
// storages and the workspace of compiled code call it; whoever frees a block says how large it was meant to
// be.
#pragma once

#include <cstddef>

namespace fg::detail {

/// Lets the kernel back the whole huge pages (2 MiB) in `block` by huge pages. Memory that is used for the
/// first time costs a fault a page, and 512 times fewer so: relu(x + y) of 16 M elements takes 7.5 ms, and 31
/// without. Fails silently, where the kernel has no huge pages or may not use them: the memory is the same,
/// in small pages.
void adviseHugePages(void *block, size_t bytes);

/// As malloc, which gives each block of this size and more back to the system when it is freed, so that the
/// next one is cleared page by page: x * 2 of 16 M elements took 5.6 ms, and takes 3.0 in memory that is
/// there.
constexpr size_t leastLargeBlock = size_t{32} << 20;
/// Are such blocks kept? Not under AddressSanitizer, which would not see who uses one that is free.
extern const bool keepsLargeBlocks;
/// May be a block that `freeLarge` kept.
void *allocateLarge(size_t bytes);
/// A block of malloc's or of allocateLarge. Keeps it for the next allocation, if it is a large one, up to 256
/// MiB of them. All that is kept is freed when an allocation does not find what it needs: large blocks never
/// take more memory together than they were in use with at some time. (Where two threads meet, one of them
/// asks malloc alone.)
void freeLarge(void *block) noexcept;

} // namespace fg::detail
