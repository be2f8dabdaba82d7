// NCCL's reductions, by its numbers of types and operations.

#pragma once

#include <cstddef>

namespace nccl {

/// Reduces `ranks` contiguous runs of `count` elements at `from`, in the order of the ranks.
void reduce(char* to, const char* from, int ranks, size_t count, int type, int op);

}  // namespace nccl
