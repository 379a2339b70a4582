#include "lib/Fusion/Memory.h"
#include "lib/Graph/StableSort.h"

#include <algorithm>

namespace fullgraph::fusion {

namespace {

struct Region {
  Sym offset, bytes;
  size_t freeAfter = 0; // the last step that uses it
};

Sym bytesOf(const TensorType &type) {
  // The last element's place, for any strides.
  Sym elements = 1;
  if (type.isContiguous()) {
    elements = type.numel();
  } else {
    for (size_t d = 0; d < type.rank(); ++d)
      elements = elements + (symMax(type.sizes[d], Sym(1)) - Sym(1)) * type.strides[d];
  }
  const Sym bytes = elements * Sym(static_cast<int64_t>(fg::elementSize(type.dtype)));
  return ceilDiv(bytes, Sym(64)) * Sym(64);
}

} // namespace

void planWorkspace(Program &program) {
  const size_t count = program.buffers.size();
  std::vector<size_t> first(count, SIZE_MAX), last(count, 0);
  for (size_t step = 0; step < program.steps.size(); ++step) {
    const auto see = [&](const BufferView &view) {
      first[view.buffer] = std::min(first[view.buffer], step);
      last[view.buffer] = std::max(last[view.buffer], step);
    };
    if (const auto *call = std::get_if<KernelCall>(&program.steps[step].action)) {
      for (const BufferView &view : call->inputs)
        see(view);
      for (const BufferView &view : call->outputs)
        see(view);
    } else if (const auto *check = std::get_if<IndexCheck>(&program.steps[step].action)) {
      see(check->index);
    } else {
      see(std::get<WriteBack>(program.steps[step].action).value);
    }
  }
  std::vector<unsigned> order;
  for (unsigned i = 0; i < count; ++i)
    if (program.buffers[i].kind == BufferKind::Workspace && first[i] != SIZE_MAX)
      order.push_back(i);
  stableSort(order, [&](unsigned a, unsigned b) { return first[a] < first[b]; });

  std::vector<Region> regions;
  Sym total = 0;
  for (const unsigned i : order) {
    const Sym bytes = bytesOf(program.buffers[i].type);
    // The smallest free region that is known to be large enough.
    Region *best = nullptr;
    for (Region &region : regions) {
      if (region.freeAfter >= first[i])
        continue;
      const auto have = region.bytes.asInt(), need = bytes.asInt();
      const bool fits = region.bytes == bytes || (have && need && *have >= *need);
      if (fits && (!best || (have && best->bytes.asInt() && *have < *best->bytes.asInt())))
        best = &region;
    }
    if (!best) {
      regions.push_back({total, bytes, 0});
      total = total + bytes;
      best = &regions.back();
    }
    best->freeAfter = last[i];
    program.buffers[i].offset = best->offset;
  }
  program.workspaceBytes = total;
}

} // namespace fullgraph::fusion
