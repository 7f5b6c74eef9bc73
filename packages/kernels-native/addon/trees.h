// Graphs of matrices and trees of their elimination: adjacencyOf of @spmv/reorder, eliminationTree, postorder and
// columnCounts of @spmv/direct, whose words these use.
#pragma once

#include <cstdint>

namespace spmv {

// `start` has n + 1 zeros, `seen` n elements, `neighbours` room for two an entry.
SPMV_KERNEL(adjacency, const int32_t* rowIndex, const int32_t* colIndex, int32_t* start, int32_t* past,
            int32_t* neighbours, int32_t* seen, int64_t n, int64_t entries) {
  for (int64_t k = 0; k < entries; k++) {
    const int32_t i = rowIndex[k], j = colIndex[k];
    if (i == j) continue;
    start[i + 1]++;
    start[j + 1]++;
  }
  for (int64_t i = 0; i < n; i++) {
    start[i + 1] += start[i];
    past[i] = start[i];
    seen[i] = -1;
  }
  for (int64_t k = 0; k < entries; k++) {
    const int32_t i = rowIndex[k], j = colIndex[k];
    if (i == j) continue;
    neighbours[past[i]++] = j;
    neighbours[past[j]++] = i;
  }
  for (int32_t i = 0; i < n; i++) {
    int32_t to = start[i];
    for (int32_t at = to; at < past[i]; at++) {
      const int32_t j = neighbours[at];
      if (seen[j] == i) continue;
      seen[j] = i;
      neighbours[to++] = j;
    }
    past[i] = to;
  }
}

SPMV_KERNEL(eliminationTree, const int32_t* start, const int32_t* past, const int32_t* neighbours, const int32_t* order,
            const int32_t* place, int32_t* parent, int32_t* ancestor, int64_t n) {
  for (int32_t j = 0; j < n; j++) {
    parent[j] = ancestor[j] = -1;
    const int32_t node = order[j];
    for (int32_t at = start[node]; at < past[node]; at++) {
      int32_t i = place[neighbours[at]];
      while (i < j && i != -1) {
        const int32_t above = ancestor[i];
        ancestor[i] = j;
        if (above == -1) parent[i] = j;
        i = above;
      }
    }
  }
}

// `count` has n zeros; the others have room for n.
SPMV_KERNEL(columnCounts, const int32_t* start, const int32_t* past, const int32_t* neighbours, const int32_t* order,
            const int32_t* place, const int32_t* parent, int32_t* count, int32_t* firstLeaf, int32_t* lastNeighbour,
            int32_t* lastLeaf, int32_t* ancestor, int64_t n) {
  for (int32_t k = 0; k < n; k++) {
    firstLeaf[k] = lastNeighbour[k] = lastLeaf[k] = -1;
    ancestor[k] = k;
  }
  for (int32_t k = 0; k < n; k++) {
    if (firstLeaf[k] == -1) count[k] = 1;
    for (int32_t j = k; j != -1 && firstLeaf[j] == -1; j = parent[j]) firstLeaf[j] = k;
  }
  for (int32_t j = 0; j < n; j++) {
    if (parent[j] != -1) count[parent[j]]--;
    const int32_t node = order[j];
    for (int32_t at = start[node]; at < past[node]; at++) {
      const int32_t i = place[neighbours[at]];
      if (i <= j || firstLeaf[j] <= lastNeighbour[i]) continue;
      lastNeighbour[i] = j;
      count[j]++;
      const int32_t before = lastLeaf[i];
      lastLeaf[i] = j;
      if (before == -1) continue;
      int32_t meet = before;
      while (meet != ancestor[meet]) meet = ancestor[meet];
      for (int32_t s = before; s != meet;) {
        const int32_t above = ancestor[s];
        ancestor[s] = meet;
        s = above;
      }
      count[meet]--;
    }
    if (parent[j] != -1) ancestor[j] = parent[j];
  }
  for (int32_t j = 0; j < n; j++) {
    if (parent[j] != -1) count[parent[j]] += count[j];
  }
}

// Siblings by size, where `size` is not null. `child`, `sibling`, `stack` and `at` have room for n + 2.
SPMV_KERNEL(postorder, const int32_t* parent, const int32_t* size, int32_t* child, int32_t* sibling, int32_t* stack,
            int32_t* at, int32_t* found, int64_t n) {
  for (int64_t i = 0; i < n; i++) child[i] = sibling[i] = -1;
  // By increasing size in `stack`, which is not in use yet.
  if (size != nullptr) {
    for (int64_t s = 0; s < n + 2; s++) at[s] = 0;
    for (int64_t i = 0; i < n; i++) at[size[i] + 1]++;
    for (int64_t s = 0; s <= n; s++) at[s + 1] += at[s];
    for (int32_t i = 0; i < n; i++) stack[at[size[i]]++] = i;
  }
  for (int64_t k = n - 1; k >= 0; k--) {
    const int32_t i = size != nullptr ? stack[k] : static_cast<int32_t>(k), p = parent[i];
    if (p == -1) continue;
    sibling[i] = child[p];
    child[p] = i;
  }
  int64_t count = 0;
  for (int32_t root = 0; root < n; root++) {
    if (parent[root] != -1) continue;
    int64_t depth = 1;
    stack[0] = root;
    while (depth > 0) {
      const int32_t i = stack[depth - 1], c = child[i];
      if (c == -1) {
        found[count++] = i;
        depth--;
      } else {
        child[i] = sibling[c];
        stack[depth++] = c;
      }
    }
  }
}

} // namespace spmv
