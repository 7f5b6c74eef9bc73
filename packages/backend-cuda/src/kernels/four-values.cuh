// Four neighbouring values that are read once, 16 bytes a load.
#pragma once

#include "common.cuh"

/** Entries a thread takes at once. */
constexpr int kFour = 4;

__device__ __forceinline__ void loadFour(const double* from, double (&into)[kFour]) {
  const double2 low = stream(reinterpret_cast<const double2*>(from));
  const double2 high = stream(reinterpret_cast<const double2*>(from) + 1);
  into[0] = low.x, into[1] = low.y, into[2] = high.x, into[3] = high.y;
}
__device__ __forceinline__ void loadFour(const float* from, float (&into)[kFour]) {
  const float4 four = stream(reinterpret_cast<const float4*>(from));
  into[0] = four.x, into[1] = four.y, into[2] = four.z, into[3] = four.w;
}
template <typename A, typename R> __device__ __forceinline__ void loadFour(const A* from, Complex<R> (&into)[kFour]) {
#pragma unroll
  for (int i = 0; i < kFour; i++) into[i] = stream(from + i);
}
