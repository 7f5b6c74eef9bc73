// A pass over vectors: moved <- moved + step * second, into <- by * first (weights o first) + share * second, and sums
// over it. Threads take 16 bytes of each at a time, two of them in flight, in steps of the whole grid. What is loaded
// and stored stays in the order that it is written in, so that a vector may be updated in place.
// also complex
#include "block-sums.cuh"
#include "safe.cuh"

/** What a pass does: the bits of WAY of the kit. */
constexpr int kBy = 2, kWeights = 4, kSecond = 8, kMoved = 16, kInto = 32, kOther = 64, kOwn = 128, kSquares = 256,
              kNorm = 512, kMinus = 1024, kUnconjugated = 2048;

/** N neighbouring elements: as many as 16 bytes hold, or one. */
template <typename V, int N> struct Pack {
  V v[N];
};

__device__ __forceinline__ void loadPack(Pack<double, 2>& pack, const double* from) {
  asm volatile("ld.global.v2.f64 {%0, %1}, [%2];" : "=d"(pack.v[0]), "=d"(pack.v[1]) : "l"(from));
}
__device__ __forceinline__ void loadPack(Pack<float, 4>& pack, const float* from) {
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(pack.v[0]), "=f"(pack.v[1]), "=f"(pack.v[2]), "=f"(pack.v[3])
               : "l"(from));
}
__device__ __forceinline__ void loadPack(Pack<float, 2>& pack, const float* from) {
  asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(pack.v[0]), "=f"(pack.v[1]) : "l"(from));
}
__device__ __forceinline__ void loadPack(Pack<double, 1>& pack, const double* from) {
  asm volatile("ld.global.f64 %0, [%1];" : "=d"(pack.v[0]) : "l"(from));
}
__device__ __forceinline__ void loadPack(Pack<float, 1>& pack, const float* from) {
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(pack.v[0]) : "l"(from));
}
__device__ __forceinline__ void storePack(double* to, const Pack<double, 2>& pack) {
  asm volatile("st.global.v2.f64 [%0], {%1, %2};" ::"l"(to), "d"(pack.v[0]), "d"(pack.v[1]) : "memory");
}
__device__ __forceinline__ void storePack(float* to, const Pack<float, 4>& pack) {
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(to), "f"(pack.v[0]), "f"(pack.v[1]), "f"(pack.v[2]),
               "f"(pack.v[3])
               : "memory");
}
__device__ __forceinline__ void storePack(float* to, const Pack<float, 2>& pack) {
  asm volatile("st.global.v2.f32 [%0], {%1, %2};" ::"l"(to), "f"(pack.v[0]), "f"(pack.v[1]) : "memory");
}
__device__ __forceinline__ void storePack(double* to, const Pack<double, 1>& pack) {
  asm volatile("st.global.f64 [%0], %1;" ::"l"(to), "d"(pack.v[0]) : "memory");
}
__device__ __forceinline__ void storePack(float* to, const Pack<float, 1>& pack) {
  asm volatile("st.global.f32 [%0], %1;" ::"l"(to), "f"(pack.v[0]) : "memory");
}
// Complex numbers as twice as many real ones.
template <typename R, int N>
__device__ __forceinline__ void loadPack(Pack<Complex<R>, N>& pack, const Complex<R>* from) {
  Pack<R, 2 * N> parts;
  loadPack(parts, &from->re);
#pragma unroll
  for (int k = 0; k < N; k++) pack.v[k] = {parts.v[2 * k], parts.v[2 * k + 1]};
}
template <typename R, int N>
__device__ __forceinline__ void storePack(Complex<R>* to, const Pack<Complex<R>, N>& pack) {
  Pack<R, 2 * N> parts;
#pragma unroll
  for (int k = 0; k < N; k++) {
    parts.v[2 * k] = pack.v[k].re;
    parts.v[2 * k + 1] = pack.v[k].im;
  }
  storePack(&to->re, parts);
}

/** Elements of V that 16 bytes hold. */
template <typename V> constexpr int kPack = 16 / static_cast<int>(sizeof(V));
/** Packs of each vector that a thread loads at once. */
constexpr int kPacksAtOnce = 2;

/** What is given to a pass; what it has not is null. */
template <typename V> struct Given {
  const V *first, *weights, *second;
  V *moved, *into;
  const V* other;
  V* sums;
  V by, share, step;
  bool reads, adds, moves;
};

/** `number`, or a quotient that is 0 where it is not finite. */
template <typename V> __device__ __forceinline__ V factor(bool isThere, const V* number, const V* over) {
  if (!isThere) return V(0);
  const V value = waitForPrevious(number)[0];
  return over == nullptr ? value : safe(value / waitForPrevious(over)[0]);
}

template <typename V, int WAY> class Pass {
public:
  template <int N> struct Loaded {
    Pack<V, N> first, weights, second, moved, other;
  };

  __device__ __forceinline__ explicit Pass(const Given<V>& given) : given_(given) {}

  /** What the N elements from i on are computed of. */
  template <int N> __device__ __forceinline__ Loaded<N> load(int i) const {
    Loaded<N> loaded = {};
    if (WAY & kMoved || (WAY & kSecond && given_.adds)) loadPack(loaded.second, given_.second + i);
    if (WAY & kMoved && given_.moves) loadPack(loaded.moved, given_.moved + i);
    if (!(WAY & kBy) || given_.reads) loadPack(loaded.first, given_.first + i);
    if (WAY & (kWeights | kSquares)) loadPack(loaded.weights, given_.weights + i);
    if (WAY & kOther && !(WAY & kOwn)) loadPack(loaded.other, given_.other + i);
    return loaded;
  }

  /** Computes and stores them. What was not read is 0, but an infinite factor times that would be seen. */
  template <int N> __device__ __forceinline__ void finish(int i, Loaded<N> loaded) {
    if (WAY & kMoved && given_.moves) {
      addTo(loaded.moved, given_.step, loaded.second);
      storePack(given_.moved + i, loaded.moved);
    }
    Pack<V, N> result = loaded.first;
#pragma unroll
    for (int k = 0; k < N; k++) {
      if (WAY & kBy) result.v[k] = given_.reads ? scaled(given_.by, result.v[k]) : V(0);
      if (WAY & kWeights) result.v[k] *= loaded.weights.v[k];
    }
    if (WAY & kMinus && given_.adds) {
#pragma unroll
      for (int k = 0; k < N; k++) result.v[k] -= scaled(given_.share, loaded.second.v[k]);
    } else if (WAY & kSecond && given_.adds) {
      addTo(result, given_.share, loaded.second);
    }
    if (WAY & kInto) storePack(given_.into + i, result);
#pragma unroll
    for (int k = 0; k < N; k++) {
      const V value = result.v[k];
      const V other = (WAY & kOwn ? loaded.first : loaded.other).v[k];
      if (WAY & kOther) dot_ += (WAY & kUnconjugated ? other : conjugated(other)) * value;
      if (WAY & kSquares) dot_ += conjugated(value) * (loaded.weights.v[k] * value);
      if (WAY & kNorm) norm_ += realPart(conjugated(value) * value);
    }
  }

  /** All n elements by the grid, and the sums of each block for the second launch. */
  __device__ __forceinline__ void sweep(int n) {
    constexpr int N = kPack<V>;
    const int packs = n / N;
    const int stride = static_cast<int>(gridDim.x * blockDim.x);
    const int own = static_cast<int>(globalThread());
    int p = own;
    for (; p < packs - (kPacksAtOnce - 1) * stride; p += kPacksAtOnce * stride) {
      Loaded<N> loaded[kPacksAtOnce];
#pragma unroll
      for (int u = 0; u < kPacksAtOnce; u++) loaded[u] = load<N>((p + u * stride) * N);
#pragma unroll
      for (int u = 0; u < kPacksAtOnce; u++) finish((p + u * stride) * N, loaded[u]);
    }
    for (; p < packs; p += stride) finish(p * N, load<N>(p * N));
    if (own < n - packs * N) finish(packs * N + own, load<1>(packs * N + own));
    constexpr bool kDots = WAY & (kOther | kSquares), kNorms = WAY & kNorm;
    __shared__ V scratch[kWarp];
    V* const left = given_.sums + static_cast<size_t>(blockIdx.x) * (kDots + kNorms);
    if (kDots) putBlock(left, dot_, scratch);
    if (kNorms) putBlock(left + kDots, V(norm_), scratch);
  }

private:
  /** Always in one rounding: a compiler could fuse another product instead. */
  template <int N> static __device__ __forceinline__ void addTo(Pack<V, N>& sum, V factor, const Pack<V, N>& pack) {
#pragma unroll
    for (int k = 0; k < N; k++) sum.v[k] = fma(factor, pack.v[k], sum.v[k]);
  }

  Given<V> given_;
  V dot_ = 0;
  Real<V> norm_ = 0;
};

/** A pass whose second factors are alpha and beta. */
template <typename V, int WAY>
__device__ __forceinline__ void scaledPass(const V* first, const V* weights, const V* second, V* moved, V* into,
                                           const V* other, V* sums, const V* by, const V* byOver, const V* share,
                                           const V* shareOver, const V* step, const V* stepOver, V beta, V alpha,
                                           int n) {
  launchDependents();
  const V ofFirst = factor(WAY & kBy, by, byOver), ofSecond = factor(WAY & kSecond, share, shareOver),
          along = factor(WAY & kMoved, step, stepOver);
  Pass<V, WAY>({waitForPrevious(first).address, weights, second, moved, into, other, sums, scaled(beta, ofFirst),
                scaled(alpha, ofSecond), along, beta != V(0) && ofFirst != V(0), alpha != V(0) && ofSecond != V(0),
                along != V(0)})
      .sweep(n);
}
template <typename V, int WAY>
__device__ __forceinline__ void pass(const V* first, const V* weights, const V* second, V* moved, V* into,
                                     const V* other, V* sums, const V* by, const V* byOver, const V* share,
                                     const V* shareOver, const V* step, const V* stepOver, int n) {
  scaledPass<V, WAY>(first, weights, second, moved, into, other, sums, by, byOver, share, shareOver, step, stepOver, 1,
                     1, n);
}
// One for each row of the table, as test/compiled-ways.test.ts writes them. passes:begin
ENTRIES(linear_none, 16, scaledPass<V, 43>)
ENTRIES(linear_dot, 16, scaledPass<V, 107>)
ENTRIES(linear_norm, 16, scaledPass<V, 555>)
ENTRIES(linear_dot_norm, 16, scaledPass<V, 619>)
ENTRIES(advance, 14, pass<V, 57>)
ENTRIES(descend_plain, 14, pass<V, 1577>)
ENTRIES(descend_scaled, 14, pass<V, 1833>)
ENTRIES(conjugate_plain, 14, pass<V, 57>)
ENTRIES(conjugate_scaled, 14, pass<V, 61>)
ENTRIES(hadamard_none, 14, pass<V, 37>)
ENTRIES(hadamard_dot, 14, pass<V, 229>)
ENTRIES(dots_dot, 14, pass<V, 65>)
ENTRIES(dots_norm, 14, pass<V, 513>)
ENTRIES(dots_dot_norm, 14, pass<V, 577>)
ENTRIES(dots_dotu, 14, pass<V, 2113>)
// passes:end

template <typename V> __device__ __forceinline__ void total(const V* sums, V* s, int blocks) {
  launchDependents();
  addBlocks<1>(waitForPrevious(sums), blocks, {s});
}
template <typename V> __device__ __forceinline__ void totalBoth(const V* sums, V* s, V* t, int blocks) {
  launchDependents();
  addBlocks<2>(waitForPrevious(sums), blocks, {s, t});
}
ENTRIES(total, 3, total<V>)
ENTRIES(total_both, 4, totalBoth<V>)
