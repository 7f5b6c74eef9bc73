// The columns of one row of C as words: word w holds columns 16 w .. 16 w + 15, a bit each, in a hash table in shared
// memory. Neighbouring columns share a slot, the columns of a sorted list of words are sorted, and the place of a
// column in its row is that of its word plus the bits before it.
//
// Hash tables of a size by the row: Nagasaka, Nukada, Matsuoka, High-performance and memory-saving sparse general
// matrix-matrix multiplication for NVIDIA Pascal GPU, ICPP 2017. Columns as bits of words: Deveci, Trott,
// Rajamanickam, Multi-threaded sparse matrix-matrix multiplication for many-core and GPU architectures, 2018.
#pragma once

#include "common.cuh"

constexpr int kWordLog = 4;
constexpr int kWordColumns = 1 << kWordLog;
constexpr int kEmpty = -1;

/** Words of a row, at most, that a table of 2^logSlots slots is for when they are found out: the bound of most rows is
 * far too high. */
__host__ __device__ constexpr int mostWords(int logSlots) { return 5 << (logSlots - 3); }
/** Entries of a row, at most, that a table is for when they are known: in a fuller one the lanes of a warp wait for the
 * one that looks longest. */
__host__ __device__ constexpr int mostEntries(int logSlots) { return 1 << (logSlots - 1); }

/** A word, its columns in the lower half of `bits`, and the place of the first of them in the upper half. */
struct __align__(8) ColumnWord {
  int word;
  unsigned bits;
};

/** The place in its row of a column of a word. */
__device__ __forceinline__ int placeIn(const ColumnWord& found, int column) {
  const unsigned before = (1u << (column & (kWordColumns - 1))) - 1;
  return static_cast<int>(found.bits >> kWordColumns) + __popc(found.bits & before);
}

/** 2^logSlots slots, those of a group of lanes. */
struct ColumnWords {
  ColumnWord* slots;
  int logSlots;

  __device__ __forceinline__ unsigned slotOf(int word) const {
    return static_cast<unsigned>(word) * 0x9e3779b1u >> (32 - logSlots);
  }
  __device__ __forceinline__ unsigned after(unsigned slot) const { return (slot + 1) & ((1u << logSlots) - 1); }

  /** Empties it; by all G lanes of the group, who have to meet afterwards. */
  template <int G> __device__ __forceinline__ void clear(int lane) const {
    const int4 empty = {kEmpty, 0, kEmpty, 0};
    for (int i = lane; i < 1 << (logSlots - 1); i += G) reinterpret_cast<int4*>(slots)[i] = empty;
  }

  /** Puts in the columns of a row, all of them and in order, so that their places are found; by G lanes, who have to
   * meet before and afterwards. */
  template <int G> __device__ __forceinline__ void number(const int* columns, int count, int lane) const {
    for (int i = lane; i < count; i += G) {
      const int word = columns[i] >> kWordLog;
      const bool isFirst = i == 0 || columns[i - 1] >> kWordLog != word;
      const unsigned bit = 1u << (columns[i] & (kWordColumns - 1));
      atomicOr(&slots[put(word, [] {})].bits, isFirst ? i << kWordColumns | bit : bit);
    }
  }

  /** The slot of a word, which is put in where it is missing: then calls isNew(). Lanes may do so at once. */
  template <typename IsNew> __device__ __forceinline__ unsigned put(int word, IsNew&& isNew) const {
    unsigned slot = slotOf(word);
    while (true) {
      int found = *const_cast<volatile int*>(&slots[slot].word);
      if (found == kEmpty) {
        found = atomicCAS(&slots[slot].word, kEmpty, word);
        if (found == kEmpty) isNew();
        if (found == kEmpty || found == word) return slot;
      }
      if (found == word) return slot;
      slot = after(slot);
    }
  }

  /** Whether a column is in it, by one look: a false one says nothing. Others may be putting columns in. */
  __device__ __forceinline__ bool sees(int column) const {
    const unsigned long long seen =
        *reinterpret_cast<const volatile unsigned long long*>(slots + slotOf(column >> kWordLog));
    return static_cast<int>(seen) == column >> kWordLog && seen >> (32 + (column & (kWordColumns - 1))) & 1;
  }

  /** Puts a column in; says whether it is new. */
  template <typename IsNew> __device__ __forceinline__ bool putColumn(int column, IsNew&& isNew) const {
    const unsigned bit = 1u << (column & (kWordColumns - 1));
    return (atomicOr(&slots[put(column >> kWordLog, isNew)].bits, bit) & bit) == 0;
  }

  /** Puts columns in, those of less than 0 left out; says how many are new. Where products are many, most columns are
   * there already, and looking is cheaper than an atomic operation. */
  template <int N, typename IsNew>
  __device__ __forceinline__ int putColumns(const int (&columns)[N], IsNew&& isNew) const {
    bool wanted[N];
#pragma unroll
    for (int u = 0; u < N; u++) wanted[u] = columns[u] >= 0 && !sees(columns[u]);
    int count = 0;
#pragma unroll
    for (int u = 0; u < N; u++) {
      const int column = columns[u];
      if (wanted[u]) count += putColumn(column, [&] { isNew(column >> kWordLog); });
    }
    return count;
  }

  /** The word, which is in it. */
  __device__ __forceinline__ ColumnWord find(int word) const {
    const unsigned slot = slotOf(word);
    return findFrom(slot, slots[slot], word);
  }
  /** The same, its first slot having been read: several words may be looked for together. */
  __device__ __forceinline__ ColumnWord findFrom(unsigned slot, ColumnWord found, int word) const {
    while (found.word != word) {
      slot = after(slot);
      found = slots[slot];
    }
    return found;
  }

  /** Places in the row of columns that are in it, -1 for those of less than 0. */
  template <int N> __device__ __forceinline__ void findPlaces(const int (&columns)[N], int (&places)[N]) const {
    unsigned slot[N];
    ColumnWord found[N];
#pragma unroll
    for (int u = 0; u < N; u++) {
      slot[u] = slotOf(columns[u] >> kWordLog);
      found[u] = slots[slot[u]];
    }
#pragma unroll
    for (int u = 0; u < N; u++)
      places[u] = columns[u] < 0 ? -1 : placeIn(findFrom(slot[u], found[u], columns[u] >> kWordLog), columns[u]);
  }
};
