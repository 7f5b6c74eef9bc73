// Approximate minimum degree: eliminate and compactLists of @spmv/reorder, whose words this uses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace spmv {

// A quotient graph, and where elimination is.
struct QuotientGraph {
  int32_t *start, *length, *elements, *weight, *degree, *mark, *parent, *head, *next, *last, *lists;
  int64_t n, deferred, free, ordered;

  void unlink(int32_t i) {
    const int32_t before = last[i], after = next[i];
    if (after != -1) last[after] = before;
    (before != -1 ? next[before] : head[degree[i]]) = after;
  }

  void link(int32_t i, int32_t d) {
    const int32_t first = head[d];
    if (first != -1) last[first] = i;
    next[i] = first;
    last[i] = -1;
    head[d] = i;
    degree[i] = d;
  }

  int32_t nextStamp(int32_t stamp, int64_t by) {
    if (stamp + by + n < std::numeric_limits<int32_t>::max()) return static_cast<int32_t>(stamp + by);
    for (int64_t e = 0; e < n; e++) mark[e] = mark[e] != 0 ? 1 : 0;
    return 2;
  }

  void compactLists() {
    for (int64_t i = 0; i < n; i++) {
      const bool isThere = elements[i] == -1 ? parent[i] == -1 && mark[i] != 0 : weight[i] != 0;
      if (!isThere || length[i] == 0) continue;
      const int32_t at = start[i];
      start[i] = lists[at];
      lists[at] = static_cast<int32_t>(-2 - i);
    }
    int64_t to = 0;
    for (int64_t at = 0; at < free;) {
      const int32_t owner = -2 - lists[at++];
      if (owner < 0) continue;
      lists[to] = start[owner];
      start[owner] = static_cast<int32_t>(to++);
      for (int32_t k = 1; k < length[owner]; k++) lists[to++] = lists[at++];
    }
    free = to;
  }

  // Nodes from `begin` on whose lists are equal become one, by buckets of hashes.
  int32_t merge(int32_t begin, int32_t end, int32_t* bucket, int32_t stamp) {
    for (int32_t at = begin; at < end; at++) {
      if (weight[lists[at]] >= 0) continue;
      const int32_t hash = last[lists[at]];
      int32_t i = bucket[hash];
      bucket[hash] = -1;
      for (; i != -1 && next[i] != -1; i = next[i]) {
        const int32_t count = length[i], mine = elements[i];
        for (int32_t k = start[i] + 1; k < start[i] + count; k++) mark[lists[k]] = stamp;
        for (int32_t before = i, j = next[i]; j != -1;) {
          bool isEqual = length[j] == count && elements[j] == mine;
          for (int32_t k = start[j] + 1; isEqual && k < start[j] + count; k++) isEqual = mark[lists[k]] == stamp;
          const int32_t after = next[j];
          if (isEqual) {
            parent[j] = i;
            weight[i] += weight[j];
            weight[j] = 0;
            elements[j] = -1;
            next[before] = after;
          } else {
            before = j;
          }
          j = after;
        }
        stamp = nextStamp(stamp, 1);
      }
    }
    return stamp;
  }
};

// The lists of nodes of weight 1; dense ones have 0.
SPMV_KERNEL(quotientGraph, const int32_t* from, const int32_t* past, const int32_t* neighbours, const int32_t* weight,
            int32_t* start, int32_t* length, int32_t* lists, int64_t n) {
  int32_t free = 0;
  for (int64_t i = 0; i < n; i++) {
    start[i] = free;
    if (weight[i] == 0) continue;
    for (int32_t k = from[i]; k < past[i]; k++) {
      if (weight[neighbours[k]] == 1) lists[free++] = neighbours[k];
    }
    length[i] = free - start[i];
  }
}

// Eliminates some pivots. `progress`: pivots so far, least, stamp, largest, ordered, free.
SPMV_KERNEL(minimumDegree, int32_t* start, int32_t* length, int32_t* elements, int32_t* weight, int32_t* degree,
            int32_t* mark, int32_t* parent, int32_t* head, int32_t* next, int32_t* last, int32_t* lists,
            int32_t* pivots, int32_t* bucket, double* progress, int64_t n, int64_t deferred, int64_t room,
            int64_t count) {
  QuotientGraph q{start, length, elements, weight, degree, mark, parent, head, next, last, lists, n, deferred, 0, 0};
  int64_t pivotCount = static_cast<int64_t>(progress[0]), least = static_cast<int64_t>(progress[1]);
  int32_t stamp = static_cast<int32_t>(progress[2]);
  int64_t largest = static_cast<int64_t>(progress[3]);
  q.ordered = static_cast<int64_t>(progress[4]);
  q.free = static_cast<int64_t>(progress[5]);
  const int64_t until = pivotCount + count;
  while (q.ordered < n - deferred && pivotCount < until) {
    while (head[least] == -1) least++;
    const int32_t pivot = head[least];
    q.unlink(pivot);
    pivots[pivotCount++] = pivot;
    const int32_t own = elements[pivot];
    if (own > 0 && q.free + least >= room) q.compactLists();

    int32_t pivotWeight = weight[pivot], size = 0;
    q.ordered += pivotWeight;
    weight[pivot] = -pivotWeight;
    const int32_t begin = own == 0 ? start[pivot] : static_cast<int32_t>(q.free);
    int32_t end = begin;
    const int32_t at0 = start[pivot];
    for (int32_t k = 0; k <= own; k++) {
      const int32_t element = k < own ? lists[at0 + k] : pivot;
      int32_t at = k < own ? start[element] : at0 + own;
      const int32_t past = at + (k < own ? length[element] : length[pivot] - own);
      for (; at < past; at++) {
        const int32_t i = lists[at], w = weight[i];
        if (w <= 0) continue;
        weight[i] = -w;
        size += w;
        lists[end++] = i;
        q.unlink(i);
      }
      if (k == own) break;
      parent[element] = pivot;
      mark[element] = 0;
    }
    if (own > 0) q.free = end;
    start[pivot] = begin;
    length[pivot] = end - begin;
    elements[pivot] = -1;
    degree[pivot] = size;

    for (int32_t at = begin; at < end; at++) {
      const int32_t i = lists[at], w = -weight[i];
      for (int32_t k = start[i]; k < start[i] + elements[i]; k++) {
        const int32_t e = lists[k];
        if (mark[e] >= stamp) {
          mark[e] -= w;
        } else if (mark[e] != 0) {
          mark[e] = degree[e] + stamp - w;
        }
      }
    }

    for (int32_t at = begin; at < end; at++) {
      const int32_t i = lists[at], first = start[i], middle = first + elements[i], past = first + length[i];
      int32_t to = first, bound = 0;
      uint64_t hash = 0;
      for (int32_t k = first; k < middle; k++) {
        const int32_t e = lists[k];
        if (mark[e] == 0) continue;
        const int32_t outside = mark[e] - stamp;
        if (outside > 0) {
          bound += outside;
          hash += static_cast<uint64_t>(e);
          lists[to++] = e;
        } else {
          parent[e] = pivot;
          mark[e] = 0;
        }
      }
      const int32_t variables = to;
      for (int32_t k = middle; k < past; k++) {
        const int32_t j = lists[k], w = weight[j];
        if (w <= 0) continue;
        bound += w;
        hash += static_cast<uint64_t>(j);
        lists[to++] = j;
      }
      if (bound == 0) {
        const int32_t w = -weight[i];
        parent[i] = pivot;
        size -= w;
        pivotWeight += w;
        q.ordered += w;
        weight[i] = 0;
        elements[i] = -1;
        continue;
      }
      degree[i] = std::min(degree[i], bound);
      lists[to] = lists[variables];
      lists[variables] = lists[first];
      lists[first] = pivot;
      elements[i] = variables - first + 1;
      length[i] = to - first + 1;
      const int32_t slot = static_cast<int32_t>(hash % static_cast<uint64_t>(n));
      next[i] = bucket[slot];
      bucket[slot] = i;
      last[i] = slot;
    }
    degree[pivot] = size;
    largest = std::max<int64_t>(largest, size);
    stamp = q.merge(begin, end, bucket, q.nextStamp(stamp, largest + 1));

    int32_t to = begin;
    for (int32_t at = begin; at < end; at++) {
      const int32_t i = lists[at], w = -weight[i];
      if (w <= 0) continue;
      weight[i] = w;
      const int64_t bound = std::min<int64_t>(degree[i] + size - w, n - deferred - q.ordered - w);
      q.link(i, static_cast<int32_t>(bound));
      least = std::min(least, bound);
      lists[to++] = i;
    }
    weight[pivot] = pivotWeight;
    length[pivot] = to - begin;
    if (own > 0) q.free = to;
    if (to == begin) mark[pivot] = 0;
  }
  const double now[] = {static_cast<double>(pivotCount), static_cast<double>(least),     static_cast<double>(stamp),
                        static_cast<double>(largest),    static_cast<double>(q.ordered), static_cast<double>(q.free)};
  std::copy(now, now + 6, progress);
}

// Pivots in their order, each followed by the nodes that went with it. `number` and `group` have n elements, `count`
// two more than there are pivots.
SPMV_KERNEL(eliminationOrder, int32_t* parent, const int32_t* pivots, int32_t* number, int32_t* group, int32_t* count,
            int32_t* order, int64_t n, int64_t pivotCount) {
  for (int64_t i = 0; i < n; i++) number[i] = -1;
  for (int64_t k = 0; k < pivotCount + 2; k++) count[k] = 0;
  for (int64_t k = 0; k < pivotCount; k++) number[pivots[k]] = static_cast<int32_t>(k);
  for (int32_t i = 0; i < n; i++) {
    int32_t root = i;
    while (number[root] == -1 && parent[root] != -1) root = parent[root];
    for (int32_t j = i; j != root;) {
      const int32_t above = parent[j];
      parent[j] = root;
      j = above;
    }
    group[i] = number[root] == -1 ? static_cast<int32_t>(pivotCount) : number[root];
    count[group[i] + 1]++;
  }
  for (int64_t k = 0; k <= pivotCount; k++) count[k + 1] += count[k];
  for (int32_t i = 0; i < n; i++) order[count[group[i]]++] = i;
}

} // namespace spmv
