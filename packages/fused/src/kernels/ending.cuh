// What becomes of y: rows are finished by threads of a block, each of which keeps the terms of its own rows; they are
// added up as block-sums.cuh says.
#pragma once

#include "block-sums.cuh"

/** Elements begin .. end - 1 of a vector are going to be read by this block: into the second cache, which all see. */
template <typename V> __device__ __forceinline__ void expect(const V* vector, int begin, int end) {
  constexpr int kLine = 128 / sizeof(V);
  for (int i = begin + static_cast<int>(threadIdx.x) * kLine; i < end; i += blockDim.x * kLine)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(vector + i));
}

/** Ends rows: y, and sums over it where they are wanted. `z` is not read without DOT. */
template <typename V, bool DOT, bool NORM> class Sums : public KeptSums<V, DOT, NORM> {
public:
  __device__ __forceinline__ Sums(V* y, const V* z, V alpha, V beta) : y_(y), z_(z), alpha_(alpha), beta_(beta) {}

  __device__ __forceinline__ void operator()(int row, V sum) {
    // What A and x hold is not to be seen when alpha is 0.
    V result = alpha_ == V(0) ? V(0) : alpha_ * sum;
    if (beta_ != V(0)) result += beta_ * y_[row];
    y_[row] = result;
    if (DOT) this->addDot(result, afterEarlier(z_)[row]);
    if (NORM) this->addNorm(result);
  }

private:
  V* y_;
  const V* z_;
  V alpha_, beta_;
};

/** Ends rows: y, and w <- gamma * y + delta * w, w not being read when delta is 0. */
template <typename V> class Update {
public:
  __device__ __forceinline__ Update(V* y, const V* gamma, V* w, V alpha, V beta, V delta)
      : y_(y), gamma_(gamma), w_(w), alpha_(alpha), beta_(beta), delta_(delta) {}

  __device__ __forceinline__ void operator()(int row, V sum) {
    V result = alpha_ == V(0) ? V(0) : alpha_ * sum;
    if (beta_ != V(0)) result += beta_ * y_[row];
    y_[row] = result;
    V updated = afterEarlier(gamma_)[0] * result;
    if (delta_ != V(0)) updated += delta_ * w_[row];
    w_[row] = updated;
  }

private:
  V* y_;
  const V* gamma_;
  V* w_;
  V alpha_, beta_, delta_;
};
