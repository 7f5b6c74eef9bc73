// What becomes of y: rows are finished by threads of a block, each of which keeps the terms of its own rows; they are
// added up by the block, always in one order, and by a second launch of one block. No atomic addition.
#pragma once

#include "block-sums.cuh"

/** Elements begin .. end - 1 of a vector are going to be read by this block: into the second cache, which all see. */
template <typename V> __device__ __forceinline__ void expect(const V* vector, int begin, int end) {
  constexpr int kLine = 128 / sizeof(V);
  for (int i = begin + static_cast<int>(threadIdx.x) * kLine; i < end; i += blockDim.x * kLine)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(vector + i));
}

/** y[row], computed and stored. What A and x hold is not to be seen when alpha is 0. */
template <typename V> __device__ __forceinline__ V finished(V* y, int row, V sum, V alpha, V beta) {
  V result = alpha == V(0) ? V(0) : scaled(alpha, sum);
  if (beta != V(0)) result += scaled(beta, y[row]);
  y[row] = result;
  return result;
}

/** Ends rows: y, and sums over it where they are wanted, of which one conjugates z. `z` is not read without DOT. */
template <typename V, bool DOT, bool NORM> class Sums {
public:
  __device__ __forceinline__ Sums(V* y, const V* z, V alpha, V beta) : y_(y), z_(z), alpha_(alpha), beta_(beta) {}

  __device__ __forceinline__ void operator()(int row, V sum) {
    const V result = finished(y_, row, sum, alpha_, beta_);
    if (DOT) dot_ += conjugated(waitForPrevious(z_)[row]) * result;
    if (NORM) norm_ += realPart(conjugated(result) * result);
  }

  /** Leaves the sums of this block, by all its threads; `scratch` has a place for each warp. */
  __device__ __forceinline__ void leave(V* sums, V* scratch) {
    V* const own = sums + static_cast<size_t>(blockIdx.x) * (DOT + NORM);
    if (DOT) putBlock(own, dot_, scratch);
    if (NORM) putBlock(own + DOT, V(norm_), scratch);
  }

private:
  V* y_;
  const V* z_;
  V alpha_, beta_, dot_ = 0;
  Real<V> norm_ = 0;
};

/** Ends rows: y, and w <- gamma * y + delta * w, w not being read when delta is 0. */
template <typename V> class Update {
public:
  __device__ __forceinline__ Update(V* y, const V* gamma, V* w, V alpha, V beta, V delta)
      : y_(y), gamma_(gamma), w_(w), alpha_(alpha), beta_(beta), delta_(delta) {}

  __device__ __forceinline__ void operator()(int row, V sum) {
    const V result = finished(y_, row, sum, alpha_, beta_);
    V updated = scaled(waitForPrevious(gamma_)[0], result);
    if (delta_ != V(0)) updated += scaled(delta_, w_[row]);
    w_[row] = updated;
  }

private:
  V* y_;
  const V* gamma_;
  V* w_;
  V alpha_, beta_, delta_;
};

template <typename V> __device__ __forceinline__ void total(const V* sums, const int* blocks, V* s) {
  launchDependents();
  addBlocks<1>(waitForPrevious(sums), *blocks, {s});
}
template <typename V> __device__ __forceinline__ void totalBoth(const V* sums, const int* blocks, V* s, V* t) {
  launchDependents();
  addBlocks<2>(waitForPrevious(sums), *blocks, {s, t});
}
ENTRIES(fused_total, 3, total<V>)
ENTRIES(fused_total_both, 4, totalBoth<V>)
