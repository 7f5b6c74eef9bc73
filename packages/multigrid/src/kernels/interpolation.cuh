// Extended+i interpolation, cut to the four largest weights of a row: rows in bins by a bound of their points, a warp
// each.
#pragma once

#include "strength.cuh"
#include "weigh-row.cuh"

/** Entries of P in a row. */
constexpr int kMostEntries = 4;
/** Points of rows of the first bin; of each next one four times as many, of the last any number. */
constexpr int kLeastPoints = 16;

/** near[i] <- coarse points that row i depends on. */
__device__ __forceinline__ void countNear(const int* rowStart, const int* colIndex, const unsigned char* strong,
                                          const int* coarse, int* near, int rows) {
  const unsigned row = globalGroup<kRowLanes>();
  const unsigned begin = row < rows ? rowStart[row] : 0, end = row < rows ? rowStart[row + 1] : 0;
  int count = 0;
  for (unsigned k = begin + threadIdx.x % kRowLanes; k < end; k += kRowLanes)
    count += strong[k] && coarse[colIndex[k]] >= 0;
#pragma unroll
  for (int offset = kRowLanes / 2; offset > 0; offset /= 2)
    count += __shfl_xor_sync(kAllLanes, count, offset, kRowLanes);
  if (row < rows && threadIdx.x % kRowLanes == 0) near[row] = count;
}

/** bins[i] <- the bin of a fine row by a bound of its points, kBinCount of a coarse row, whose entry of P is put at
 * once; adds to the tally. */
template <typename V>
__device__ __forceinline__ void boundPoints(const int* rowStart, const int* colIndex, const unsigned char* strong,
                                            const int* coarse, const int* near, unsigned char* bins, int* counts,
                                            int* columns, V* weights, int* tally, int rows) {
  __shared__ int inBin[kBinCount], most;
  if (threadIdx.x < kBinCount) inBin[threadIdx.x] = 0;
  if (threadIdx.x == 0) most = 0;
  __syncthreads();
  const unsigned row = globalGroup<kRowLanes>();
  const unsigned lane = threadIdx.x % kRowLanes;
  const bool isFine = row < rows && coarse[row] < 0;
  const unsigned begin = isFine ? rowStart[row] : 0, end = isFine ? rowStart[row + 1] : 0;
  unsigned long long points = 0;
  for (unsigned k = begin + lane; k < end; k += kRowLanes) {
    if (!strong[k]) continue;
    const int j = colIndex[k];
    if (coarse[j] >= 0)
      points++;
    else if (rowStart[j + 1] - rowStart[j] <= kLongRow)
      points += near[j];
  }
#pragma unroll
  for (int offset = kRowLanes / 2; offset > 0; offset /= 2)
    points += __shfl_xor_sync(kAllLanes, points, offset, kRowLanes);
  if (row < rows && lane == 0) {
    if (isFine) {
      const int bound = static_cast<int>(min(points, static_cast<unsigned long long>(rows)));
      int bin = 0;
      while (bin + 1 < kBinCount && bound > kLeastPoints << 2 * bin) bin++;
      bins[row] = static_cast<unsigned char>(bin);
      atomicAdd(&inBin[bin], 1);
      atomicMax(&most, bound);
    } else {
      bins[row] = kBinCount;
      counts[row] = 1;
      columns[kMostEntries * static_cast<size_t>(row)] = coarse[row];
      weights[kMostEntries * static_cast<size_t>(row)] = 1;
    }
  }
  __syncthreads();
  if (threadIdx.x < kBinCount && inBin[threadIdx.x] > 0) atomicAdd(&tally[kInBin + threadIdx.x], inBin[threadIdx.x]);
  if (threadIdx.x == 0 && most > 0) atomicMax(&tally[kMostPoints], most);
}

/** The sum of the first weights, in order, in all lanes. */
__device__ __forceinline__ double sumOf(const Points& points, int count) {
  double sum = 0;
  for (int p = 0; p < count; p++) sum = __dadd_rn(sum, points.weights[p]);
  return sum;
}

/** Brings the largest weights to the front; what they are to be multiplied by, so that their sum is that of all. */
__device__ __forceinline__ double cutRow(Points& points, int keep) {
  if (points.count <= keep) return 1;
  const double all = sumOf(points, points.count);
  const unsigned lane = threadIdx.x % kWarp;
  for (int at = 0; at < keep; at++) {
    double size = -1;
    int best = points.count;
    for (int p = at + lane; p < points.count; p += kWarp) {
      const double other = fabs(points.weights[p]);
      if (other > size) {
        size = other;
        best = p;
      }
    }
#pragma unroll
    for (int offset = kWarp / 2; offset > 0; offset /= 2) {
      const double other = __shfl_xor_sync(kAllLanes, size, offset);
      const int where = __shfl_xor_sync(kAllLanes, best, offset);
      if (other > size || (other == size && where < best)) {
        size = other;
        best = where;
      }
    }
    if (lane == 0) {
      const int point = points.points[best];
      const double weight = points.weights[best];
      points.points[best] = points.points[at];
      points.weights[best] = points.weights[at];
      points.points[at] = point;
      points.weights[at] = weight;
    }
    __syncwarp();
  }
  const double kept = sumOf(points, keep);
  return kept == 0 ? 1 : all / kept;
}

/** Four places for each row: <- columns and weights of a fine row, its entries to counts[row]. */
struct PutRow {
  const int* coarse;
  int* counts;
  int* columns;
  double* weights;
  int keep;

  __device__ __forceinline__ void operator()(int row, Points& points) const {
    const double factor = cutRow(points, keep);
    if (threadIdx.x % kWarp != 0) return;
    int* columnsOf = columns + kMostEntries * static_cast<size_t>(row);
    double* weightsOf = weights + kMostEntries * static_cast<size_t>(row);
    int count = 0;
    for (int p = 0; p < points.count && p < keep; p++) {
      const double weight = points.weights[p];
      if (weight == 0) continue;
      const int column = coarse[points.points[p]];
      int to = count++;
      for (; to > 0 && columnsOf[to - 1] > column; to--) {
        columnsOf[to] = columnsOf[to - 1];
        weightsOf[to] = weightsOf[to - 1];
      }
      columnsOf[to] = column;
      weightsOf[to] = __dmul_rn(weight, factor);
    }
    counts[row] = count;
  }
};

/** New weights at the places that P has. */
struct RenewRow {
  const int* coarse;
  const int* rowStart;
  const int* colIndex;
  double* values;

  __device__ __forceinline__ void operator()(int row, Points& points) const {
    if (threadIdx.x % kWarp != 0) return;
    const int first = rowStart[row], past = rowStart[row + 1];
    for (int k = first; k < past; k++) values[k] = 0;
    double kept = 0;
    for (int p = 0; p < points.count; p++) {
      const int column = coarse[points.points[p]];
      for (int k = first; k < past; k++)
        if (colIndex[k] == column) {
          values[k] = points.weights[p];
          kept = __dadd_rn(kept, points.weights[p]);
        }
    }
    const double factor = kept == 0 ? 1 : sumOf(points, points.count) / kept;
    for (int k = first; k < past; k++) values[k] = __dmul_rn(values[k], factor);
  }
};

/** Makes the rows of a bin, by warps in turn: where all have one row each, that is one turn. `aside`: room for the
 * points of each warp where shared memory has none. */
template <bool Aside, typename To>
__device__ __forceinline__ void eachRow(const Splitting& of, const unsigned char* bins, unsigned char* aside, int rows,
                                        int bin, int most, To&& to) {
  const unsigned warp = globalGroup<kWarp>();
  const unsigned warps = gridDim.x * (blockDim.x / kWarp);
  Points points(Aside ? aside + warp * pointBytes(most) : kernelShared + threadIdx.x / kWarp * pointBytes(most), most);
  for (unsigned row = warp; row < rows; row += warps) {
    if (bins[row] != bin) continue;
    weighRow(of, row, points);
    to(row, points);
    __syncwarp();
  }
}

template <bool Aside>
__device__ __forceinline__ void interpolateRows(const int* rowStart, const int* colIndex, const double* values,
                                                const unsigned char* strong, const int* coarse, const double* diagonal,
                                                const unsigned char* bins, int* counts, int* columns, double* weights,
                                                unsigned char* aside, double keep, int rows, int bin, int most) {
  eachRow<Aside>({rowStart, colIndex, values, strong, coarse, diagonal}, bins, aside, rows, bin, most,
                 PutRow{coarse, counts, columns, weights, static_cast<int>(keep)});
}

template <bool Aside>
__device__ __forceinline__ void reweighRows(const int* rowStart, const int* colIndex, const double* values,
                                            const unsigned char* strong, const int* coarse, const double* diagonal,
                                            const unsigned char* bins, const int* pRowStart, const int* pColIndex,
                                            double* pValues, unsigned char* aside, int rows, int bin, int most) {
  eachRow<Aside>({rowStart, colIndex, values, strong, coarse, diagonal}, bins, aside, rows, bin, most,
                 RenewRow{coarse, pRowStart, pColIndex, pValues});
}

/** From four places a row to where rows of P start. */
__device__ __forceinline__ void compactRows(const int* rowStart, const int* columns, const double* weights,
                                            int* colIndex, double* values, int rows) {
  const unsigned row = globalGroup<kMostEntries>();
  const int at = threadIdx.x % kMostEntries;
  if (row >= rows || rowStart[row] + at >= rowStart[row + 1]) return;
  const size_t from = kMostEntries * static_cast<size_t>(row) + at;
  colIndex[rowStart[row] + at] = columns[from];
  values[rowStart[row] + at] = weights[from];
}

/** diagonal[i] <- a_ii. */
__device__ __forceinline__ void readDiagonal(const int* rowStart, const int* colIndex, const double* values,
                                             double* diagonal, int rows) {
  const unsigned row = globalGroup<kRowLanes>();
  if (row >= rows) return;
  const unsigned begin = rowStart[row], end = rowStart[row + 1];
  for (unsigned k = begin + threadIdx.x % kRowLanes; k < end; k += kRowLanes)
    if (colIndex[k] == static_cast<int>(row)) diagonal[row] = values[k];
}
