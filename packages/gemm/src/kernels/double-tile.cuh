// A tile of C on the tensor cores' f64 units. Shared memory holds steps of A and B as they lie in memory.
#pragma once
#include "async-copy.cuh"
#include "product.cuh"

/** d += a b for 16 x 8 numbers of C and 4, 8 or 16 of k. Lane l holds a of rows l / 4 and l / 4 + 8, b of column l / 4.
 */
template <int kDeep> __device__ __forceinline__ void multiplyDouble(double (&d)[4], const double* a, const double* b) {
#if __CUDA_ARCH__ >= 900
  if constexpr (kDeep == 4)
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(b[0]));
  if constexpr (kDeep == 8)
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
  if constexpr (kDeep == 16)
    asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 "
        "{%0,%1,%2,%3},{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%0,%1,%2,%3};"
        : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
        : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]),
          "d"(b[2]), "d"(b[3]));
#endif
#if __CUDA_ARCH__ >= 800
  if constexpr (kDeep < 4 || __CUDA_ARCH__ < 900) {
    constexpr int kSteps = kDeep < 4 ? 1 : kDeep / 4;
#pragma unroll
    for (int i = 0; i < kSteps; i++) {
      asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
          : "+d"(d[0]), "+d"(d[1])
          : "d"(a[2 * i]), "d"(b[i]));
      asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
          : "+d"(d[2]), "+d"(d[3])
          : "d"(a[2 * i + 1]), "d"(b[i]));
    }
  }
#endif
}

/** Copies a tile of one operand as it lies: shared[width][depth] where k is contiguous, else shared[depth][width]. */
template <int kTile, int kSteps, int kThreads, bool kDeep, bool kWide> struct DoubleLoader {
  static constexpr int kInner = kDeep ? kSteps : kTile;
  static constexpr int kOuter = kDeep ? kTile : kSteps;
  // A lane reads k = 2 (lane % 4) and the next one for width lane / 4: as pairs along k, or one by one along the width.
  static constexpr int kStride = kInner + (kDeep ? (24 - kInner % 16) % 16 : (18 - kInner % 16) % 16);
  static constexpr int kNumbers = kStride * kOuter;
  static constexpr int kEach = kWide ? 2 : 1;
  static constexpr int kAcross = least(kThreads, kInner / kEach);
  static constexpr int kDown = kThreads / kAcross;

  /** Where a thread begins, from the tile's corner on. */
  static __device__ __forceinline__ long long offsetOf(int thread, long long step) {
    return thread / kAcross * step + thread % kAcross * kEach;
  }

  template <bool kWhole>
  static __device__ __forceinline__ void load(double* shared, const double* from, long long step, int width, int depth,
                                              int thread) {
    const int inner0 = thread % kAcross * kEach, outer0 = thread / kAcross;
    const int innerLeft = (kDeep ? depth : width) - inner0, outerLeft = (kDeep ? width : depth) - outer0;
    double* to = shared + outer0 * kStride + inner0;
    const double* line = from;
#pragma unroll
    for (int outer = 0; outer < kOuter; outer += kDown) {
#pragma unroll
      for (int inner = 0; inner < kInner; inner += kAcross * kEach) {
        double* place = to + outer * kStride + inner;
        if constexpr (kWhole) {
          if constexpr (kWide)
            copy16(place, line + inner);
          else
            copyOne(place, line + inner, true);
        } else {
          const int left = outer < outerLeft ? innerLeft - inner : 0;
          const double* source = left > 0 ? line + inner : from;
          if constexpr (kWide)
            copy16(place, source, max(0, min(16, left * 8)));
          else
            copyOne(place, source, left > 0);
        }
      }
      line += kDown * step;
    }
  }
  /** Numbers of k `depth` + 2 (lane % 4) and the next of width `width` + lane / 4. */
  static __device__ __forceinline__ double2 pair(const double* shared, int width, int depth, int lane) {
    const int w = width + lane / 4, d = depth + lane % 4 * 2;
    if constexpr (kDeep) return *reinterpret_cast<const double2*>(shared + w * kStride + d);
    return make_double2(shared[d * kStride + w], shared[(d + 1) * kStride + w]);
  }
};

/** kM x kN numbers of C by warps of kWM x kWN each; kDeepK numbers of k an instruction (0: two of m8n8k4). */
template <int kM, int kN, int kSteps, int kWM, int kWN, int kStages, int kDeepK, bool kAhead> struct DoubleTile {
  static constexpr int kWarpsN = kN / kWN;
  static constexpr int kThreads = kM / kWM * kWarpsN * 32;
  static constexpr int kChunk = kDeepK == 16 ? 16 : 8;
  template <bool kDeep> static constexpr int strideA() {
    return DoubleLoader<kM, kSteps, kThreads, kDeep, true>::kNumbers;
  }
  template <bool kDeep> static constexpr int strideB() {
    return DoubleLoader<kN, kSteps, kThreads, kDeep, true>::kNumbers;
  }
  template <bool kDeepA, bool kDeepB> static constexpr int bytes() {
    return kStages * (strideA<kDeepA>() + strideB<kDeepB>()) * 8;
  }

  template <bool kDeepA, bool kDeepB, bool kWide>
  static __device__ __forceinline__ void run(double* shared, const double* A, const double* B, double* C, double alpha,
                                             double beta, Sizes s, Tile tile) {
    using LoadA = DoubleLoader<kM, kSteps, kThreads, kDeepA, kWide>;
    using LoadB = DoubleLoader<kN, kSteps, kThreads, kDeepB, kWide>;
    constexpr int kStage = LoadA::kNumbers + LoadB::kNumbers;
    const int thread = threadIdx.x, lane = thread % 32, warp = thread / 32;
    const int m0 = tile.row, n0 = tile.column;
    const int widthA = s.m - m0, widthB = s.n - n0;
    const bool whole = widthA >= kM && widthB >= kN;
    const int row = warp / kWarpsN * kWM, column = warp % kWarpsN * kWN;
    const int tiles = (s.k + kSteps - 1) / kSteps;
    int depth = s.k;
    const double* fromA = A + (kDeepA ? m0 * s.leftStep : m0) + LoadA::offsetOf(thread, s.leftStep);
    const double* fromB = B + (kDeepB ? n0 * s.rightStep : n0) + LoadB::offsetOf(thread, s.rightStep);
    const long long nextA = kSteps * (kDeepA ? 1 : s.leftStep), nextB = kSteps * (kDeepB ? 1 : s.rightStep);
    int put = 0;
    const auto fetch = [&] {
      if (depth > 0) {
        double* to = shared + put * kStage;
        if (whole && depth >= kSteps) {
          LoadA::template load<true>(to, fromA, s.leftStep, widthA, depth, thread);
          LoadB::template load<true>(to + LoadA::kNumbers, fromB, s.rightStep, widthB, depth, thread);
        } else {
          LoadA::template load<false>(to, fromA, s.leftStep, widthA, depth, thread);
          LoadB::template load<false>(to + LoadA::kNumbers, fromB, s.rightStep, widthB, depth, thread);
        }
        fromA += nextA;
        fromB += nextB;
        depth -= kSteps;
        put = put + 1 == kStages ? 0 : put + 1;
      }
      endOfCopies();
    };
#pragma unroll
    for (int i = 0; i < kStages - 1; i++) fetch();
    double sum[kWM / 16][kWN / 8][4] = {};
    // Fragments: with kAhead those of the next chunk are read while this one's are multiplied.
    constexpr int kSets = kAhead ? 2 : 1;
    double a[kSets][kWM / 16][kChunk / 2], b[kSets][kWN / 8][kChunk / 4];
    const double* now = shared;
    const auto read = [&](int set, int step) {
#pragma unroll
      for (int c = 0; c < kChunk / 8; c++) {
#pragma unroll
        for (int i = 0; i < kWM / 16; i++) {
          const double2 upper = LoadA::pair(now, row + i * 16, step + c * 8, lane);
          const double2 lower = LoadA::pair(now, row + i * 16 + 8, step + c * 8, lane);
          a[set][i][c * 4] = upper.x, a[set][i][c * 4 + 1] = lower.x;
          a[set][i][c * 4 + 2] = upper.y, a[set][i][c * 4 + 3] = lower.y;
        }
#pragma unroll
        for (int j = 0; j < kWN / 8; j++) {
          const double2 both = LoadB::pair(now + LoadA::kNumbers, column + j * 8, step + c * 8, lane);
          b[set][j][c * 2] = both.x, b[set][j][c * 2 + 1] = both.y;
        }
      }
    };
    const auto multiply = [&](int set) {
      constexpr int kEach = kDeepK == 0 ? 4 : kDeepK;
#pragma unroll
      for (int c = 0; c < kChunk / kEach; c++)
#pragma unroll
        for (int i = 0; i < kWM / 16; i++)
#pragma unroll
          for (int j = 0; j < kWN / 8; j++)
            multiplyDouble<kDeepK>(sum[i][j], a[set][i] + c * kEach / 2, b[set][j] + c * kEach / 4);
    };
    constexpr int kChunks = kSteps / kChunk;
    static_assert(!kAhead || kChunks % 2 == 0, "chunks take turns");
    int get = 0;
    if (kAhead) {
      waitForCopies<kStages - 2>();
      __syncthreads();
      read(0, 0);
    }
    for (int t = 0; t < tiles; t++) {
      if (!kAhead) {
        waitForCopies<kStages - 2>();
        __syncthreads();
      }
      fetch();
#pragma unroll
      for (int chunk = 0; chunk < kChunks; chunk++) {
        if (kAhead) {
          if (chunk + 1 < kChunks) {
            read((chunk + 1) % 2, (chunk + 1) * kChunk);
          } else {
            get = get + 1 == kStages ? 0 : get + 1;
            now = shared + get * kStage;
            waitForCopies<kStages - 2>();
            __syncthreads();
            read(0, 0);
          }
          multiply(chunk % 2);
        } else {
          read(0, chunk * kChunk);
          multiply(0);
        }
      }
      if (!kAhead) {
        get = get + 1 == kStages ? 0 : get + 1;
        now = shared + get * kStage;
      }
    }
    waitForCopies<0>();
#pragma unroll
    for (int i = 0; i < kWM / 16; i++)
#pragma unroll
      for (int j = 0; j < kWN / 8; j++)
#pragma unroll
        for (int half = 0; half < 2; half++)
          storePair<kWide>(C, sum[i][j][2 * half], sum[i][j][2 * half + 1], m0 + row + i * 16 + half * 8 + lane / 4,
                           n0 + column + j * 8 + lane % 4 * 2, alpha, beta, s);
  }

  template <bool kWide>
  static __device__ __forceinline__ void storePair(double* C, double x, double y, int row, int column, double alpha,
                                                   double beta, Sizes s) {
    if (row >= s.m || column >= s.n) return;
    double* to = C + row * s.outStep + column;
    if (kWide && column + 1 < s.n) {
      double2 out = make_double2(alpha * x, alpha * y);
      if (beta != 0) {
        const double2 old = *reinterpret_cast<const double2*>(to);
        out.x += beta * old.x, out.y += beta * old.y;
      }
      *reinterpret_cast<double2*>(to) = out;
    } else {
      to[0] = beta != 0 ? alpha * x + beta * to[0] : alpha * x;
      if (column + 1 < s.n) to[1] = beta != 0 ? alpha * y + beta * to[1] : alpha * y;
    }
  }
};
