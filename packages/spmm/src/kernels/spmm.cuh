// What kernels of Y <- alpha A X + beta Y share. A group of 2^lanesLog neighbouring lanes has a row of A, or a part of
// one, at a time; each lane has M packs of V neighbouring columns of X and Y, a group's width apart.
#pragma once

#include "overlap.cuh"

// Of a block: with more, a lane would not have the registers for what it loads at once.
constexpr int kMostThreads = 512;

/** V neighbouring numbers, loaded and stored at once. */
template <typename T, int V> struct __align__(sizeof(T) * V) Pack { T at[V]; };

#define OUT1(C) "+" C(pack.at[0])
#define OUT2(C) OUT1(C), "+" C(pack.at[1])
#define OUT4(C) OUT2(C), "+" C(pack.at[2]), "+" C(pack.at[3])
#define LOAD_PACK(T, V, PTX, WANTED, ...) \
  __device__ __forceinline__ Pack<T, V> loadPack(const Pack<T, V>* address, bool wanted) { \
    Pack<T, V> pack = {}; \
    asm("{ .reg .pred p; setp.ne.s32 p, " WANTED ", 0; @p " SPMV_LOAD PTX "; }" \
        : __VA_ARGS__ \
        : "l"(address), "r"(static_cast<int>(wanted))); \
    return pack; \
  }
LOAD_PACK(double, 1, ".f64 %0, [%1]", "%2", OUT1("d"))
LOAD_PACK(double, 2, ".v2.f64 {%0, %1}, [%2]", "%3", OUT2("d"))
LOAD_PACK(float, 1, ".f32 %0, [%1]", "%2", OUT1("f"))
LOAD_PACK(float, 2, ".v2.f32 {%0, %1}, [%2]", "%3", OUT2("f"))
LOAD_PACK(float, 4, ".v4.f32 {%0, %1, %2, %3}, [%4]", "%5", OUT4("f"))

/** The same numbers by their parts, of which complex ones have two. */
template <typename T, int V> struct PartsOf {
  using Type = Pack<T, V>;
};
template <typename R, int V> struct PartsOf<Complex<R>, V> {
  using Type = Pack<R, 2 * V>;
};
template <typename T, int V> __device__ __forceinline__ auto& partsOf(Pack<T, V>& pack) {
  return reinterpret_cast<typename PartsOf<T, V>::Type&>(pack);
}
template <typename R, int V>
__device__ __forceinline__ Pack<Complex<R>, V> loadPack(const Pack<Complex<R>, V>* address, bool wanted) {
  Pack<Complex<R>, V> pack;
  partsOf(pack) = loadPack(reinterpret_cast<const Pack<R, 2 * V>*>(address), wanted);
  return pack;
}

/** How X and Y lie: element (i, j) is at i * row + j * col. */
struct Steps {
  long long xRow, xCol, yRow, yCol;
};

/** What one lane has of X and Y, columns of which are `vectors` in number; its group has columns from `start` on. */
template <typename T, int V, int M> class Columns {
public:
  using Sums = Pack<T, V>[M];

  __device__ __forceinline__ Columns(const T* x, T* y, const Steps& steps, int start, int lane, int lanes, int vectors)
      : first_(start + lane * V), width_(lanes * V), vectors_(vectors), x_(x + first_ * steps.xCol), xRow_(steps.xRow),
        xNext_(width_ * steps.xCol), y_(y + first_ * steps.yCol), yRow_(steps.yRow), yCol_(steps.yCol),
        whole_(steps.yCol == 1 && steps.yRow % V == 0 && vectors % V == 0) {}

  /** Whether pack m has any column. X has all of a pack or nothing of it. */
  __device__ __forceinline__ bool has(int m) const { return first_ + m * width_ < vectors_; }

  __device__ __forceinline__ Pack<T, V> load(int row, int m, bool wanted) const {
    return loadPack(reinterpret_cast<const Pack<T, V>*>(x_ + row * xRow_ + m * xNext_), wanted && has(m));
  }

  /** Y's row <- alpha * sum + beta * what it is, not reading it when beta is 0. */
  __device__ __forceinline__ void finish(int row, const Sums& sum, T alpha, T beta) const {
#pragma unroll
    for (int m = 0; m < M; m++) {
      if (!has(m)) continue;
      T* to = y_ + row * yRow_ + m * width_ * yCol_;
      if (whole_) {
        Pack<T, V>* const pack = reinterpret_cast<Pack<T, V>*>(to);
        Pack<T, V> result = beta == T(0) ? Pack<T, V>{} : *pack;
#pragma unroll
        for (int v = 0; v < V; v++) result.at[v] = finished(sum[m].at[v], result.at[v], alpha, beta);
        *pack = result;
      } else {
#pragma unroll
        for (int v = 0; v < V; v++) {
          if (first_ + m * width_ + v >= vectors_) break;
          T& one = to[v * yCol_];
          one = finished(sum[m].at[v], beta == T(0) ? T(0) : one, alpha, beta);
        }
      }
    }
  }

private:
  static __device__ __forceinline__ T finished(T sum, T old, T alpha, T beta) {
    return beta == T(0) ? scaled(alpha, sum) : scaled(alpha, sum) + scaled(beta, old);
  }

  int first_, width_, vectors_;
  const T* x_;
  long long xRow_, xNext_;
  T* y_;
  long long yRow_, yCol_;
  bool whole_;
};

template <typename T, int V, int M> __device__ __forceinline__ void clear(Pack<T, V> (&sum)[M]) {
#pragma unroll
  for (int m = 0; m < M; m++)
#pragma unroll
    for (int v = 0; v < V; v++) sum[m].at[v] = T(0);
}

template <typename T, int V, int M>
__device__ __forceinline__ void addProducts(Pack<T, V> (&sum)[M], T a, const Pack<T, V> (&x)[M]) {
#pragma unroll
  for (int m = 0; m < M; m++)
#pragma unroll
    for (int v = 0; v < V; v++) sum[m].at[v] += a * x[m].at[v];
}

template <typename T, int V, int M>
__device__ __forceinline__ void addPacks(Pack<T, V> (&sum)[M], const Pack<T, V>* other, int step) {
#pragma unroll
  for (int m = 0; m < M; m++)
#pragma unroll
    for (int v = 0; v < V; v++) sum[m].at[v] += other[m * step].at[v];
}

// Entries of a lane whose loads of X are begun together, while those of the next entries are.
constexpr int kAtOnce = 4;

/** Some entries of a row: column -1 where there is none. */
template <typename T> struct Entries {
  int column[kAtOnce];
  T value[kAtOnce];
};

/** Adds `entries`, which are those from `next` on, and all that `load(number)` has `step` after step below `count`. */
template <typename T, int V, int M, typename Load>
__device__ __forceinline__ void addEntries(Pack<T, V> (&sum)[M], const Columns<T, V, M>& own, Entries<T> entries,
                                           int next, int step, int count, Load load) {
  while (true) {
    Pack<T, V> x[kAtOnce][M];
    const Entries<T> now = entries;
#pragma unroll
    for (int u = 0; u < kAtOnce; u++)
#pragma unroll
      for (int m = 0; m < M; m++) x[u][m] = own.load(now.column[u], m, now.column[u] >= 0);
    next += step;
    // What is missing is at the end.
    const bool more = now.column[kAtOnce - 1] >= 0 && next < count;
    if (more) entries = load(next);
#pragma unroll
    for (int u = 0; u < kAtOnce; u++)
      if (now.column[u] >= 0) addProducts(sum, now.value[u], x[u]);
    if (!more) return;
  }
}

/** The sum over lanes whose numbers differ in bits from `most` down to `least`, powers of two, in each of them. By a
 * whole warp. */
template <typename T, int V, int M> __device__ __forceinline__ void sumOver(Pack<T, V> (&sum)[M], int most, int least) {
  for (int offset = most; offset >= least; offset /= 2)
#pragma unroll
    for (int m = 0; m < M; m++)
#pragma unroll
      for (int v = 0; v < V; v++) sum[m].at[v] += __shfl_xor_sync(kAllLanes, sum[m].at[v], offset);
}
