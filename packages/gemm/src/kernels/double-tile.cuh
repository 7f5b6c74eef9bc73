// A tile of C on the tensor cores' f64 units. Shared memory holds steps of A and B as they lie in memory.
#pragma once
#include "async-copy.cuh"
#include "product.cuh"

/** A choice that is made when the program is compiled. */
template <bool kValue> struct Flag {
  static constexpr bool value = kValue;
};

/**
 * d += a b for 16 x 8 numbers of C and 8 of k. Lane l holds b of column l / 4 for k = l % 4 and l % 4 + 4, and a of two
 * rows for the same. `volatile`, as are the reads below: what a multiplication reads is held for a while, so the order
 * in which registers are filled again is the one written here.
 */
__device__ __forceinline__ void multiplyDouble(double (&d)[4], const double (&a)[4], const double (&b)[2]) {
#if __CUDA_ARCH__ >= 900
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};"
               : "+d"(d[0]), "+d"(d[1]), "+d"(d[2]), "+d"(d[3])
               : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
#elif __CUDA_ARCH__ >= 800
#pragma unroll
  for (int i = 0; i < 2; i++) {
#pragma unroll
    for (int half = 0; half < 2; half++)
      asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};"
                   : "+d"(d[2 * half]), "+d"(d[2 * half + 1])
                   : "d"(a[2 * i + half]), "d"(b[i]));
  }
#endif
}

__device__ __forceinline__ void readShared(double& to, unsigned from) {
  asm volatile("ld.shared.f64 %0, [%1];" : "=d"(to) : "r"(from) : "memory");
}
__device__ __forceinline__ void readShared(double& x, double& y, unsigned from) {
  asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(x), "=d"(y) : "r"(from) : "memory");
}

/**
 * A tile of one operand as it lies, kTile wide: shared[width][depth] where k is contiguous, else shared[depth][width].
 * Lines are 4 numbers longer than a multiple of 16, so that the lanes of a read meet no bank twice.
 */
template <int kTile, int kSteps, int kThreads, bool kDeep, bool kWide> struct DoubleLoader {
  static constexpr int kInner = kDeep ? kSteps : kTile;
  static constexpr int kOuter = kDeep ? kTile : kSteps;
  static constexpr int kStride = kInner + (20 - kInner % 16) % 16;
  static constexpr int kNumbers = kStride * kOuter;
  static constexpr int kEach = kWide ? 2 : 1;
  static constexpr int kAcross = least(kThreads, kInner / kEach);
  static constexpr int kDown = kThreads / kAcross;
  static constexpr int kBeside = kInner / (kAcross * kEach);
  /** Copies of a thread for one tile. */
  static constexpr int kPieces = kOuter / kDown * kBeside;

  /** Where a thread begins, from the tile's corner on. */
  static __device__ __forceinline__ long long offsetOf(int thread, long long step) {
    return thread / kAcross * step + thread % kAcross * kEach;
  }

  /** Copy number `piece`; `from` is where the thread begins, `width` and `depth` what is left of the operand. */
  template <bool kWhole>
  static __device__ __forceinline__ void copy(int piece, double* shared, const double* from, long long step, int width,
                                              int depth, int thread) {
    const int inner = thread % kAcross * kEach, outer = thread / kAcross;
    const int across = piece % kBeside * (kAcross * kEach), down = piece / kBeside * kDown;
    double* to = shared + (outer + down) * kStride + inner + across;
    const double* source = from + down * step + across;
    if constexpr (kWhole) {
      if constexpr (kWide)
        copy16(to, source);
      else
        copyOne(to, source, true);
    } else {
      const int left = outer + down < (kDeep ? width : depth) ? (kDeep ? depth : width) - inner - across : 0;
      if constexpr (kWide)
        copy16(to, left > 0 ? source : from, max(0, min(16, left * 8)));
      else
        copyOne(to, left > 0 ? source : from, left > 0);
    }
  }

  /** Row `half` of the two that a lane has of 16 rows of C. */
  static __device__ __forceinline__ int rowOf(int lane, int half) {
    return kDeep ? lane / 4 + half * 8 : lane / 4 * 2 + half;
  }
  /** Where a lane reads its part of `width` and `depth`, in bytes. */
  static __device__ __forceinline__ unsigned rowsAt(int lane) {
    return 8 * (kDeep ? lane / 4 * kStride + lane % 4 : lane % 4 * kStride + lane / 4 * 2);
  }
  static __device__ __forceinline__ unsigned columnsAt(int lane) {
    return 8 * (kDeep ? lane / 4 * kStride + lane % 4 : lane % 4 * kStride + lane / 4);
  }
  static __device__ constexpr unsigned at(int width, int depth) {
    return 8 * (kDeep ? width * kStride + depth : depth * kStride + width);
  }
  /** Numbers of 16 rows and 8 of k. */
  static __device__ __forceinline__ void readRows(double (&to)[4], unsigned from, int width, int depth) {
#pragma unroll
    for (int i = 0; i < 2; i++) {
      if constexpr (kDeep) {
        readShared(to[2 * i], from + at(width, depth + 4 * i));
        readShared(to[2 * i + 1], from + at(width + 8, depth + 4 * i));
      } else {
        readShared(to[2 * i], to[2 * i + 1], from + at(width, depth + 4 * i));
      }
    }
  }
  /** Numbers of 8 columns and 8 of k. */
  static __device__ __forceinline__ void readColumns(double (&to)[2], unsigned from, int width, int depth) {
    readShared(to[0], from + at(width, depth));
    readShared(to[1], from + at(width, depth + 4));
  }
};

/**
 * kM x kN numbers of C by warps of kWM x kWN each, kSteps of k at a time, kStages of them under way. A warp takes steps
 * of 16 rows and 8 of k. Registers are filled one multiplication after the last one that reads them, copies are spread
 * over the steps, and the barrier lies where all that is still needed of a stage has been read.
 */
template <int kM, int kN, int kSteps, int kWM, int kWN, int kStages> struct DoubleTile {
  static constexpr int kWarpsN = kN / kWN;
  static constexpr int kThreads = kM / kWM * kWarpsN * 32;
  static constexpr int kRows = kM, kColumns = kN, kBlock = kThreads;
  static constexpr int kHigh = kWM / 16, kAcross = kWN / 8, kChunks = kSteps / 8;
  static constexpr int kEach = kChunks * kHigh;
  /** The step with the barrier, in the last chunk, whose rows are all read before. */
  static constexpr int kMeet = kEach - kHigh + least(1, kHigh - 1);
  /** The step that begins to read the next stage. */
  static constexpr int kNext = least(kMeet + 1, kEach - 1);
  template <bool kDeepA, bool kDeepB> static constexpr int bytes() {
    return kStages * 8 *
           (DoubleLoader<kM, kSteps, kThreads, kDeepA, true>::kNumbers +
            DoubleLoader<kN, kSteps, kThreads, kDeepB, true>::kNumbers);
  }

  template <bool kDeepA, bool kDeepB, bool kWide>
  static __device__ __forceinline__ void run(double* shared, const double* A, const double* B, double* C, double alpha,
                                             double beta, Sizes s, Tile tile) {
    using LoadA = DoubleLoader<kM, kSteps, kThreads, kDeepA, kWide>;
    using LoadB = DoubleLoader<kN, kSteps, kThreads, kDeepB, kWide>;
    constexpr int kStage = LoadA::kNumbers + LoadB::kNumbers;
    constexpr int kPieces = LoadA::kPieces + LoadB::kPieces;
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
    double* to = shared;
    const auto copies = [&](auto careful, int first, int end) {
#pragma unroll
      for (int p = first; p < end; p++) {
        if (p < LoadA::kPieces)
          LoadA::template copy<!careful.value>(p, to, fromA, s.leftStep, widthA, depth, thread);
        else
          LoadB::template copy<!careful.value>(p - LoadA::kPieces, to + LoadA::kNumbers, fromB, s.rightStep, widthB,
                                               depth, thread);
      }
    };
    const auto advance = [&] {
      endOfCopies();
      fromA += nextA, fromB += nextB, depth -= kSteps;
      to = to == shared + (kStages - 1) * kStage ? shared : to + kStage;
    };
#pragma unroll
    for (int i = 0; i < kStages - 1; i++) {
      if (depth > 0) copies(Flag<true>(), 0, kPieces);
      advance();
    }
    double sum[kHigh][kAcross][4] = {};
    double a[kEach][4], b[2][kAcross][2];
    const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(shared));
    const unsigned rows = LoadA::rowsAt(lane) + LoadA::at(row, 0);
    const unsigned columns = LoadB::columnsAt(lane) + LoadB::at(column, 0) + 8 * LoadA::kNumbers;
    unsigned now = base;
    const auto readA = [&](int step) { LoadA::readRows(a[step], now + rows, step % kHigh * 16, step / kHigh * 8); };
    const auto readB = [&](int chunk, int j) { LoadB::readColumns(b[chunk % 2][j], now + columns, j * 8, chunk * 8); };
    waitForCopies<kStages - 2>();
    __syncthreads();
    readA(0);
#pragma unroll
    for (int j = 0; j < kAcross; j++) readB(0, j);
    // What a step reads for later ones, after its first multiplication.
    const auto ahead = [&](int step) {
      const int chunk = step / kHigh, high = step % kHigh;
      if (chunk + 1 < kChunks) {
        readA(step + 1);
#pragma unroll
        for (int j = 0; j < kAcross; j++)
          if (j * kHigh / kAcross == high) readB(chunk + 1, j);
      } else if (step < kMeet) {
#pragma unroll
        for (int later = step + 1; later < kEach; later++) readA(later);
      } else if (step == kMeet) {
        now = now == base + (kStages - 1) * kStage * 8 ? base : now + kStage * 8;
        waitForCopies<kStages - 2>();
        __syncthreads();
      }
      if (step == kNext) {
#pragma unroll
        for (int j = 0; j < kAcross; j++) readB(0, j);
        readA(0);
      }
    };
    const auto steps = [&](auto fetch, auto careful) {
#pragma unroll
      for (int step = 0; step < kEach; step++) {
#pragma unroll
        for (int j = 0; j < kAcross; j++) {
          multiplyDouble(sum[step % kHigh][j], a[step], b[step / kHigh % 2][j]);
          if (j == 0) ahead(step);
          if (j == 1 && fetch.value && step < kMeet)
            copies(careful, step * kPieces / kMeet, (step + 1) * kPieces / kMeet);
        }
        if (step == kMeet - 1) advance();
      }
    };
    for (int t = 0; t < tiles; t++) {
      if (whole && depth >= kSteps)
        steps(Flag<true>(), Flag<false>());
      else if (depth > 0)
        steps(Flag<true>(), Flag<true>());
      else
        steps(Flag<false>(), Flag<false>());
    }
    waitForCopies<0>();
#pragma unroll
    for (int i = 0; i < kHigh; i++)
#pragma unroll
      for (int j = 0; j < kAcross; j++)
#pragma unroll
        for (int half = 0; half < 2; half++)
          storePair<kWide>(C, sum[i][j][2 * half], sum[i][j][2 * half + 1],
                           m0 + row + i * 16 + LoadA::rowOf(lane, half), n0 + column + j * 8 + lane % 4 * 2, alpha,
                           beta, s);
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
