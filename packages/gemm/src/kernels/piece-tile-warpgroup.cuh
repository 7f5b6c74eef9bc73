// A tile of C of 128 rows by two warpgroups, and a warp that fetches the images of the pieces for them.
#pragma once

#include "warpgroup.cuh"

/** 128 x kN sums, kStages images of each piece in shared memory at once. */
template <typename P, int kN, int kStages> struct WarpgroupTile {
  using T = typename P::Type;
  static constexpr int kThreads = 288;
  static constexpr int kRightImages = kN / kLines;
  static constexpr int kStageBytes = P::kPieces * (1 + kRightImages) * kImageBytes;
  static constexpr int kBytes = kStages * kStageBytes + 1024 + 16 * kStages;

  template <typename V>
  static __device__ __forceinline__ void
  run(unsigned char* memory, const unsigned char* leftImages, const unsigned char* rightImages,
      const int* leftExponents, const int* rightExponents, V* out, float alpha, float beta, Sizes s, Tile tile) {
    const unsigned begin = (sharedAddress(memory) + 1023) & ~1023u;
    const unsigned full = begin + kStages * kStageBytes, empty = full + 8 * kStages;
    const int across = (s.k + T::kEach - 1) / T::kEach;
    if (threadIdx.x == 0) {
      for (int i = 0; i < kStages; i++) {
        initBarrier(full + 8 * i, 1);
        initBarrier(empty + 8 * i, 2);
      }
      asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    const int group = threadIdx.x / 128;
    if (group == 2) {
      if (threadIdx.x % 32 == 0) fetch(begin, full, empty, leftImages, rightImages, across, s, tile);
      return;
    }
    float sum[kN / 2];
#pragma unroll
    for (int i = 0; i < kN / 2; i++) sum[i] = 0;
    for (int t = 0; t < across; t++) {
      const int stage = t % kStages;
      waitAt(full + 8 * stage, t / kStages & 1);
      const unsigned left = begin + stage * kStageBytes + group * (kImageBytes / 2);
      const unsigned right = begin + stage * kStageBytes + P::kPieces * kImageBytes;
      fenceSums(sum);
      beginGroup();
#pragma unroll
      for (int half = 0; half < 2; half++)
#pragma unroll
        for (int i = 0; i < P::kProducts; i++) {
          const int a = P::product(i) / P::kPieces, b = P::product(i) % P::kPieces;
          multiplyGroup(T(), sum, describeLines(left + a * kImageBytes + half * 32),
                        describeLines(right + b * (kRightImages * kImageBytes) + half * 32));
        }
      endGroup();
      fenceSums(sum);
      // The images before these are free once their products are done; these products go on meanwhile.
      waitForGroups<1>();
      if (t > 0 && threadIdx.x % 128 == 0) arriveAt(empty + 8 * ((t - 1) % kStages));
    }
    waitForGroups<0>();
    fenceSums(sum);
    const int row = tile.row + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
    const int column = tile.column + threadIdx.x % 4 * 2;
#pragma unroll
    for (int j = 0; j < kN / 8; j++) {
      storeSums<P>(out, sum[4 * j], sum[4 * j + 1], row, column + 8 * j, alpha, beta, s, leftExponents, rightExponents);
      storeSums<P>(out, sum[4 * j + 2], sum[4 * j + 3], row + 8, column + 8 * j, alpha, beta, s, leftExponents,
                   rightExponents);
    }
  }

  static __device__ __forceinline__ void fetch(unsigned begin, unsigned full, unsigned empty,
                                               const unsigned char* leftImages, const unsigned char* rightImages,
                                               int across, const Sizes& s, Tile tile) {
    constexpr long long kPanel = P::kPieces * kImageBytes;
    const unsigned char* left = leftImages + tile.row / kLines * kPanel * across;
    const int panels = (s.n + kLines - 1) / kLines;
    for (int t = 0; t < across; t++) {
      const int stage = t % kStages;
      if (t >= kStages) waitAt(empty + 8 * stage, (t / kStages + 1) & 1);
      const unsigned to = begin + stage * kStageBytes;
      expectBytes(full + 8 * stage, kStageBytes);
#pragma unroll
      for (int p = 0; p < P::kPieces; p++)
        copyImage(to + p * kImageBytes, left + t * kPanel + p * kImageBytes, full + 8 * stage);
#pragma unroll
      for (int i = 0; i < kRightImages; i++) {
        // Beyond the last column any image does: what it gives is not stored.
        const int panel = min(tile.column / kLines + i, panels - 1);
        const unsigned char* right = rightImages + (panel * static_cast<long long>(across) + t) * kPanel;
#pragma unroll
        for (int p = 0; p < P::kPieces; p++)
          copyImage(to + (P::kPieces + p * kRightImages + i) * kImageBytes, right + p * kImageBytes, full + 8 * stage);
      }
    }
  }
};
