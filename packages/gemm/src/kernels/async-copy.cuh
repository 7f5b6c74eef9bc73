// Copies from global to shared memory that go on while the threads compute (compute capability 8.0 and later), or
// through a register.
#pragma once

/** Copies `bytes` of 16 bytes, all if not said, and zeros for the rest. */
__device__ __forceinline__ void copy16(void* shared, const void* global, int bytes = 16) {
#if __CUDA_ARCH__ >= 800
  asm volatile(
      "cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(shared))),
      "l"(global), "r"(bytes));
#else
  uint4 value = make_uint4(0, 0, 0, 0);
  const unsigned* words = static_cast<const unsigned*>(global);
  if (bytes == 16) {
    value = *reinterpret_cast<const uint4*>(global);
  } else {
    if (bytes > 0) value.x = words[0];
    if (bytes > 4) value.y = words[1];
    if (bytes > 8) value.z = words[2];
  }
  *static_cast<uint4*>(shared) = value;
#endif
}

/** Copies one number, or zero. */
template <typename V> __device__ __forceinline__ void copyOne(V* shared, const V* global, bool there) {
#if __CUDA_ARCH__ >= 800
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  if constexpr (sizeof(V) == 4)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(global), "r"(there ? 4 : 0));
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(global), "r"(there ? 8 : 0));
#else
  *shared = there ? *global : V(0);
#endif
}

__device__ __forceinline__ void endOfCopies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;");
#endif
}

/** Waits until all but the last `N` groups of copies of this thread are there. */
template <int N> __device__ __forceinline__ void waitForCopies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(N));
#endif
}

/** A barrier of the `count` threads that share `number`. */
__device__ __forceinline__ void barrier(int number, int count) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
