// Rows divided between several blocks or warps: the sums of every part but the last are left in memory, a number for
// each slot and column, as split-row.cuh says.
#pragma once

#include "spmm.cuh"
#include "split-row.cuh"

/** What V slots hold, one beside another. */
template <typename T, int V> struct Words {
  decltype(bitsOf(T())) at[V];
};
template <typename T, int V> __device__ __forceinline__ Words<T, V> slotWords(const Pack<T, V>& pack) {
  Words<T, V> words;
#pragma unroll
  for (int v = 0; v < V; v++) words.at[v] = slotWord(pack.at[v]);
  return words;
}
template <typename T, int V> __device__ __forceinline__ void addWords(Pack<T, V>& sum, const Words<T, V>& words) {
#pragma unroll
  for (int v = 0; v < V; v++) sum.at[v] += valueOf(~words.at[v]);
}

// All of them at once, as get and put have one: each word is whole by itself.
#define WORD1(C) C(words.at[0])
#define WORD2(C) WORD1(C), C(words.at[1])
#define WORD4(C) WORD2(C), C(words.at[2]), C(words.at[3])
#define GET_PUT(T, V, TYPE, GOT, FROM, PUT, LETTER) \
  __device__ __forceinline__ Words<T, V> getWords(const Pack<T, V>* from) { \
    Words<T, V> words; \
    asm volatile("ld.relaxed.gpu.global" TYPE " " GOT ", [" FROM "];" : WORD##V("=" LETTER) : "l"(from) : "memory"); \
    return words; \
  } \
  __device__ __forceinline__ void putWords(Pack<T, V>* to, const Words<T, V>& words) { \
    asm volatile("st.relaxed.gpu.global" TYPE " [%0], " PUT ";" ::"l"(to), WORD##V(LETTER) : "memory"); \
  }
GET_PUT(double, 1, ".u64", "%0", "%1", "%1", "l")
GET_PUT(double, 2, ".v2.u64", "{%0, %1}", "%2", "{%1, %2}", "l")
GET_PUT(float, 1, ".u32", "%0", "%1", "%1", "r")
GET_PUT(float, 2, ".v2.u32", "{%0, %1}", "%2", "{%1, %2}", "r")
GET_PUT(float, 4, ".v4.u32", "{%0, %1, %2, %3}", "%4", "{%1, %2, %3, %4}", "r")

template <typename T, int V> __device__ __forceinline__ bool hasEmpty(const Words<T, V>& words) {
  bool found = false;
#pragma unroll
  for (int v = 0; v < V; v++) found |= words.at[v] == 0;
  return found;
}

/** The slots of the columns that a lane has: those of one slot are `columns` in number, of a group from `first` on. */
template <typename T, int V, int M> struct Parts {
  T* partials;
  int columns, first, lane, lanes;

  __device__ __forceinline__ void leave(int slot, Pack<T, V> (&sum)[M]) const {
#pragma unroll
    for (int m = 0; m < M; m++) putWords(at(slot, m), slotWords(partsOf(sum[m])));
  }

  /** Waits for `count` slots, `first` and every `step` after it, adds them in order, and empties them. Loads of kSlots
   * slots are in flight together. */
  template <int kSlots = (V * M > 4 ? 2 : 4)>
  __device__ __forceinline__ void take(Pack<T, V> (&sum)[M], int first, int step, int count) const {
    for (int i = 0; i < count; i += kSlots) {
      decltype(getWords(at(0, 0))) words[kSlots][M];
#pragma unroll
      for (int u = 0; u < kSlots; u++)
#pragma unroll
        for (int m = 0; m < M; m++)
          if (i + u < count) words[u][m] = getWords(at(first + (i + u) * step, m));
#pragma unroll
      for (int u = 0; u < kSlots; u++) {
        if (i + u >= count) break;
#pragma unroll
        for (int m = 0; m < M; m++) {
          const auto slot = at(first + (i + u) * step, m);
          while (hasEmpty(words[u][m])) words[u][m] = getWords(slot);
          putWords(slot, {});
          addWords(partsOf(sum[m]), words[u][m]);
        }
      }
    }
  }

private:
  __device__ __forceinline__ auto at(int slot, int m) const {
    return reinterpret_cast<typename PartsOf<T, V>::Type*>(partials + static_cast<long long>(slot) * columns + first) +
           m * lanes + lane;
  }
};
