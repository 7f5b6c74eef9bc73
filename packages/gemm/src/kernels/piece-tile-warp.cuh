// A tile of C of 128 x 128 by eight warps, each with the tensor cores' instruction for one warp (compute capability 8.0
// and later).
#pragma once

#include "async-copy.cuh"
#include "pieces.cuh"

__device__ __forceinline__ void readMatrices(unsigned (&to)[4], unsigned address) {
#if __CUDA_ARCH__ >= 800
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
               : "r"(address));
#endif
}

#define MULTIPLY_WARP(PIECE, SHAPE, TYPE) \
  __device__ __forceinline__ void multiplyWarp(PIECE, float(&d)[4], const unsigned(&a)[4], unsigned b0, unsigned b1) { \
    asm("mma.sync.aligned." SHAPE ".row.col.f32." TYPE "." TYPE \
        ".f32 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" \
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1)); \
  }
#if __CUDA_ARCH__ >= 800
MULTIPLY_WARP(Half, "m16n8k16", "f16")
MULTIPLY_WARP(BFloat, "m16n8k16", "bf16")
MULTIPLY_WARP(Tf32, "m16n8k8", "tf32")
#endif

/** 128 x 128 sums, 64 x 32 a warp. */
template <typename P, int kStages> struct WarpTile {
  using T = typename P::Type;
  static constexpr int kThreads = 256;
  static constexpr int kStageBytes = 2 * P::kPieces * kImageBytes;
  static constexpr int kBytes = kStages * kStageBytes;

  template <typename V>
  static __device__ __forceinline__ void
  run(unsigned char* memory, const unsigned char* leftImages, const unsigned char* rightImages,
      const int* leftExponents, const int* rightExponents, V* out, float alpha, float beta, Sizes s, Tile tile) {
#if __CUDA_ARCH__ >= 800
    constexpr int kPanel = P::kPieces * kImageBytes;
    const int across = (s.k + T::kEach - 1) / T::kEach;
    const unsigned char* left =
        leftImages + tile.row / kLines * static_cast<long long>(kPanel) * across + threadIdx.x * 16;
    const unsigned char* right =
        rightImages + tile.column / kLines * static_cast<long long>(kPanel) * across + threadIdx.x * 16;
    int fetched = 0;
    const auto fetch = [&] {
      if (fetched < across) {
        unsigned char* to = memory + fetched % kStages * kStageBytes + threadIdx.x * 16;
#pragma unroll
        for (int i = 0; i < kPanel; i += kThreads * 16) {
          copy16(to + i, left + i);
          copy16(to + kPanel + i, right + i);
        }
        left += kPanel;
        right += kPanel;
        fetched++;
      }
      endOfCopies();
    };
#pragma unroll
    for (int i = 0; i < kStages - 1; i++) fetch();
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int row = warp / 4 * 64, column = warp % 4 * 32;
    float sum[4][4][4] = {};
    const unsigned begin = static_cast<unsigned>(__cvta_generic_to_shared(memory));
    for (int t = 0; t < across; t++) {
      waitForCopies<kStages - 2>();
      __syncthreads();
      fetch();
      const unsigned tileLeft = begin + t % kStages * kStageBytes, tileRight = tileLeft + kPanel;
#pragma unroll
      for (int half = 0; half < 2; half++) {
        // Lanes 0 ... 15 have the lines of the first chunk, the others those of the second.
        unsigned b[P::kPieces][2][4];
#pragma unroll
        for (int p = 0; p < P::kPieces; p++)
#pragma unroll
          for (int j = 0; j < 2; j++)
            readMatrices(b[p][j],
                         tileRight + p * kImageBytes + imageByte(column + j * 16 + lane % 16, half * 2 + lane / 16));
#pragma unroll
        for (int i = 0; i < 4; i++) {
          unsigned a[P::kPieces][4];
#pragma unroll
          for (int p = 0; p < P::kPieces; p++)
            readMatrices(a[p], tileLeft + p * kImageBytes + imageByte(row + i * 16 + lane % 16, half * 2 + lane / 16));
#pragma unroll
          for (int q = 0; q < P::kProducts; q++) {
            const int pa = P::product(q) / P::kPieces, pb = P::product(q) % P::kPieces;
#pragma unroll
            for (int j = 0; j < 4; j++)
              multiplyWarp(T(), sum[i][j], a[pa], b[pb][j / 2][j % 2], b[pb][j / 2][j % 2 + 2]);
          }
        }
      }
    }
    waitForCopies<0>();
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int j = 0; j < 4; j++)
#pragma unroll
        for (int half = 0; half < 2; half++)
          storeSums<P>(out, sum[i][j][2 * half], sum[i][j][2 * half + 1], tile.row + row + i * 16 + half * 8 + lane / 4,
                       tile.column + column + j * 8 + lane % 4 * 2, alpha, beta, s, leftExponents, rightExponents);
#endif
  }
};
