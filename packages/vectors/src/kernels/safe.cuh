// Numbers that take the place of quotients and roots that are not finite.
#pragma once

/** 0 where the value is not finite. */
template <typename V> __device__ __forceinline__ V safe(V value) { return isfinite(value) ? value : V(0); }
