// A tile of C in the registers of a block, on CUDA cores: shared memory holds steps of A and B by columns and by rows,
// several of them under way at once.
#pragma once
#include "async-copy.cuh"
#include "product.cuh"

/**
 * Copies a tile of one operand, `kTile` wide and `kSteps` deep, to shared[depth][width]. Threads lie `kAcross` wide and
 * `kDown` deep: where k is contiguous in memory a warp copies 4 x 8 single numbers, which meet no bank twice as rows of
 * shared memory are one vector longer.
 */
template <typename V, int kTile, int kSteps, int kThreads, bool kDeep, bool kWide> struct Loader {
  static constexpr int kVector = 16 / sizeof(V);
  static constexpr int kStride = kTile + kVector;
  static constexpr int kEach = kWide && !kDeep ? kVector : 1;
  static constexpr int kAcross = kDeep ? kThreads / 8 : least(kThreads, kTile / kEach);
  static constexpr int kDown = kThreads / kAcross;

  static __device__ __forceinline__ int widthOf(int thread) { return (kDeep ? thread / 8 : thread % kAcross) * kEach; }
  static __device__ __forceinline__ int depthOf(int thread) { return kDeep ? thread % 8 : thread / kAcross; }
  /** Where a thread begins, from the tile's corner on. */
  static __device__ __forceinline__ long long offsetOf(int thread, long long step) {
    return kDeep ? widthOf(thread) * step + depthOf(thread) : depthOf(thread) * step + widthOf(thread);
  }
  /** `from` is where the thread begins; `width` and `depth` are what is left of the operand from the tile's corner on.
   */
  template <bool kWhole>
  static __device__ __forceinline__ void load(V* shared, const V* from, long long step, int width, int depth,
                                              int thread) {
    const int w0 = widthOf(thread), d0 = depthOf(thread);
    V* to = shared + d0 * kStride + w0;
    constexpr int kOuter = kDeep ? kTile : kSteps, kOuterBy = kDeep ? kAcross : kDown;
    constexpr int kInner = kDeep ? kSteps : kTile, kInnerBy = kDeep ? kDown : kAcross * kEach;
    const V* line = from;
#pragma unroll
    for (int outer = 0; outer < kOuter; outer += kOuterBy) {
#pragma unroll
      for (int inner = 0; inner < kInner; inner += kInnerBy) {
        const int w = kDeep ? outer : inner, d = kDeep ? inner : outer;
        if (outer + kOuterBy > kOuter && outer + (kDeep ? w0 : d0) >= kOuter) continue;
        V* place = to + d * kStride + w;
        if constexpr (kWhole) {
          if constexpr (kEach > 1)
            copy16(place, line + inner);
          else
            copyOne(place, line + inner, true);
        } else {
          const int left = d0 + d < depth ? width - w0 - w : 0;
          const V* source = left > 0 ? line + inner : from;
          if constexpr (kEach > 1)
            copy16(place, left > 0 ? source : from, max(0, min(16, left * static_cast<int>(sizeof(V)))));
          else
            copyOne(place, source, left > 0);
        }
      }
      line += kOuterBy * step;
    }
  }
};

template <typename V> __device__ __forceinline__ void readVector(V* to, const V* from) {
  if constexpr (sizeof(V) == 4) {
    const float4 v = *reinterpret_cast<const float4*>(from);
    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
  } else {
    const double2 v = *reinterpret_cast<const double2*>(from);
    to[0] = v.x, to[1] = v.y;
  }
}

/**
 * kM x kN numbers of C by kThreads threads, kTM x kTN each, kSteps of k at a time; kGroups such sets of threads take
 * turns with the steps, each with its own shared memory, and are added at the end. kDeepA: A lies by rows; kDeepB: B
 * lies by columns.
 */
template <typename V, int kM, int kN, int kSteps, int kTM, int kTN, int kGroups, int kStages> struct RegisterTile {
  static constexpr int kVector = 16 / sizeof(V);
  static constexpr int kWarpM = 4 * kTM, kWarpN = 8 * kTN;
  static constexpr int kWarpsM = kM / kWarpM, kWarpsN = kN / kWarpN;
  static constexpr int kThreads = 32 * kWarpsM * kWarpsN;
  static constexpr int kRows = kM, kColumns = kN, kBlock = kThreads * kGroups;
  static constexpr int kStageA = kSteps * (kM + kVector), kStageB = kSteps * (kN + kVector);
  static constexpr int kStage = kStageA + kStageB;
  static constexpr int kBytes = most(kGroups * kStages * kStage, (kGroups - 1) * kM * kN) * static_cast<int>(sizeof(V));

  template <bool kDeepA, bool kDeepB, bool kWide>
  static __device__ __forceinline__ void run(V* shared, const V* A, const V* B, V* C, V alpha, V beta, Sizes s,
                                             Tile tile) {
    using LoadA = Loader<V, kM, kSteps, kThreads, kDeepA, kWide>;
    using LoadB = Loader<V, kN, kSteps, kThreads, kDeepB, kWide>;
    const int group = kGroups > 1 ? threadIdx.x / kThreads : 0;
    const int thread = kGroups > 1 ? threadIdx.x % kThreads : threadIdx.x;
    const int lane = thread % 32, warp = thread / 32;
    const int m0 = tile.row, n0 = tile.column;
    const int widthA = s.m - m0, widthB = s.n - n0;
    const bool whole = widthA >= kM && widthB >= kN;
    // Lanes 2 x 8 of a half warp, so that both halves of a 16-byte read of B are one pass over the banks.
    const int row = warp / kWarpsN * kWarpM + (lane / 16 * 2 + lane % 2) * kVector;
    const int column = warp % kWarpsN * kWarpN + lane / 2 % 8 * kVector;
    V* stages = shared + group * (kStages * kStage);
    const int tiles = (s.k + kSteps - 1) / kSteps;
    const int mine = (tiles - group + kGroups - 1) / kGroups;
    int depth = s.k - group * kSteps;
    const V* fromA = A + (kDeepA ? m0 * s.leftStep + group * kSteps : group * kSteps * s.leftStep + m0) +
                     LoadA::offsetOf(thread, s.leftStep);
    const V* fromB = B + (kDeepB ? n0 * s.rightStep + group * kSteps : group * kSteps * s.rightStep + n0) +
                     LoadB::offsetOf(thread, s.rightStep);
    const long long nextA = static_cast<long long>(kGroups * kSteps) * (kDeepA ? 1 : s.leftStep);
    const long long nextB = static_cast<long long>(kGroups * kSteps) * (kDeepB ? 1 : s.rightStep);
    int put = 0;
    const auto fetch = [&] {
      if (depth > 0) {
        V* to = stages + put * kStage;
        if (whole && depth >= kSteps) {
          LoadA::template load<true>(to, fromA, s.leftStep, widthA, depth, thread);
          LoadB::template load<true>(to + kStageA, fromB, s.rightStep, widthB, depth, thread);
        } else {
          LoadA::template load<false>(to, fromA, s.leftStep, widthA, depth, thread);
          LoadB::template load<false>(to + kStageA, fromB, s.rightStep, widthB, depth, thread);
        }
        fromA += nextA;
        fromB += nextB;
        depth -= kGroups * kSteps;
        put = put + 1 == kStages ? 0 : put + 1;
      }
      endOfCopies();
    };
    const auto meet = [&] {
      if constexpr (kGroups > 1)
        barrier(1 + group, kThreads);
      else
        __syncthreads();
    };
#pragma unroll
    for (int i = 0; i < kStages - 1; i++) fetch();
    V sum[kTM][kTN];
#pragma unroll
    for (int i = 0; i < kTM; i++)
#pragma unroll
      for (int j = 0; j < kTN; j++) sum[i][j] = 0;
    V a[2][kTM], b[2][kTN];
    const V* now = stages;
    const auto read = [&](int half, int step) {
#pragma unroll
      for (int i = 0; i < kTM; i += kVector) readVector(&a[half][i], now + step * (kM + kVector) + row + i * 4);
#pragma unroll
      for (int j = 0; j < kTN; j += kVector)
        readVector(&b[half][j], now + kStageA + step * (kN + kVector) + column + j * 8);
    };
    waitForCopies<kStages - 2>();
    meet();
    if (mine > 0) read(0, 0);
    int get = 0;
    for (int t = 0; t < mine; t++) {
      fetch();
#pragma unroll
      for (int step = 0; step < kSteps; step++) {
        if (step + 1 < kSteps) {
          read((step + 1) % 2, step + 1);
        } else {
          get = get + 1 == kStages ? 0 : get + 1;
          now = stages + get * kStage;
          waitForCopies<kStages - 2>();
          meet();
          read(0, 0);
        }
        multiply(sum, a[step % 2], b[step % 2]);
      }
    }
    waitForCopies<0>();
    if constexpr (kGroups > 1) {
      __syncthreads();
      if (group > 0) {
        V* mySums = shared + (group - 1) * kM * kN;
#pragma unroll
        for (int i = 0; i < kTM; i++)
#pragma unroll
          for (int j = 0; j < kTN; j++) mySums[(i * kTN + j) * kThreads + thread] = sum[i][j];
      }
      __syncthreads();
      if (group > 0) return;
#pragma unroll 1
      for (int g = 0; g < kGroups - 1; g++) {
#pragma unroll
        for (int i = 0; i < kTM; i++)
#pragma unroll
          for (int j = 0; j < kTN; j++) sum[i][j] += shared[g * kM * kN + (i * kTN + j) * kThreads + thread];
      }
    }
    store<kWide>(C, sum, m0 + row, n0 + column, alpha, beta, s);
  }

  /**
   * To and fro along the shorter side: each product shares a number with the one before, which the multipliers still
   * hold, so that only two are read from the registers, and those from different banks.
   */
  static __device__ __forceinline__ void multiply(V (&sum)[kTM][kTN], const V (&a)[kTM], const V (&b)[kTN]) {
    constexpr bool kAlongRows = kTM >= kTN;
#pragma unroll
    for (int o = 0; o < (kAlongRows ? kTM : kTN); o++) {
#pragma unroll
      for (int n = 0; n < (kAlongRows ? kTN : kTM); n++) {
        const int turned = o % 2 ? (kAlongRows ? kTN : kTM) - 1 - n : n;
        const int i = kAlongRows ? o : turned, j = kAlongRows ? turned : o;
        sum[i][j] = fma(a[i], b[j], sum[i][j]);
      }
    }
  }

  template <bool kWide>
  static __device__ __forceinline__ void store(V* C, V (&sum)[kTM][kTN], int row, int column, V alpha, V beta,
                                               Sizes s) {
#pragma unroll
    for (int i = 0; i < kTM; i++) {
      const int r = row + i / kVector * (4 * kVector) + i % kVector;
      if (r >= s.m) continue;
      V* line = C + r * s.outStep;
#pragma unroll
      for (int j = 0; j < kTN; j += kVector) {
        const int c = column + j * 8;
        if (kWide && c + kVector <= s.n) {
          V out[kVector];
          if (beta != V(0)) {
            readVector(out, line + c);
#pragma unroll
            for (int v = 0; v < kVector; v++) out[v] = alpha * sum[i][j + v] + beta * out[v];
          } else {
#pragma unroll
            for (int v = 0; v < kVector; v++) out[v] = alpha * sum[i][j + v];
          }
          if constexpr (sizeof(V) == 4)
            *reinterpret_cast<float4*>(line + c) = make_float4(out[0], out[1], out[2], out[3]);
          else
            *reinterpret_cast<double2*>(line + c) = make_double2(out[0], out[1]);
        } else {
#pragma unroll
          for (int v = 0; v < kVector; v++)
            if (c + v < s.n)
              line[c + v] = beta != V(0) ? alpha * sum[i][j + v] + beta * line[c + v] : alpha * sum[i][j + v];
        }
      }
    }
  }
};
