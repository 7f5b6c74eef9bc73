// A tile of C a block, one thread an element: tiles of both matrices go through shared memory, so that each element is
// loaded once for `kEdge` products.
#include "product.cuh"

template <typename V, int kEdge>
__device__ __forceinline__ void tiled(PRODUCT_PARAMETERS(V), bool leftDeep, bool rightDeep) {
  // A row longer by one: threads that store along a column meet no bank twice.
  __shared__ Sum<V> leftTile[kEdge][kEdge + 1], rightTile[kEdge][kEdge + 1];
  const Tile tile = tileOf<kEdge, kEdge>(blockIdx.x, m, n);
  const int x = threadIdx.x, y = threadIdx.y;
  // Neighbouring threads load neighbouring elements, whatever the order.
  const int leftRow = leftDeep ? y : x, leftColumn = leftDeep ? x : y;
  const int rightRow = rightDeep ? x : y, rightColumn = rightDeep ? y : x;
  const int i = tile.row + y, j = tile.column + x;
  const bool leftThere = tile.row + leftRow < m, rightThere = tile.column + rightColumn < n;
  left += tile.product * leftBatch;
  right += tile.product * rightBatch;
  Sum<V> sum = 0;
  for (int l = 0; l < k; l += kEdge) {
    const long long line = tile.row + leftRow, column = tile.column + rightColumn;
    const long long a = leftDeep ? line * leftStep + (l + leftColumn) : (l + leftColumn) * leftStep + line;
    const long long b = rightDeep ? column * rightStep + (l + rightRow) : (l + rightRow) * rightStep + column;
    leftTile[leftRow][leftColumn] = leftThere && leftColumn < k - l ? Sum<V>(left[a]) : Sum<V>(0);
    rightTile[rightRow][rightColumn] = rightThere && rightRow < k - l ? Sum<V>(right[b]) : Sum<V>(0);
    __syncthreads();
#pragma unroll
    for (int step = 0; step < kEdge; step++) sum += leftTile[y][step] * rightTile[step][x];
    __syncthreads();
  }
  if (i >= m || j >= n) return;
  V* to = out + tile.product * outBatch + i * outStep + j;
  *to = V(beta == Sum<V>(0) ? alpha * sum : alpha * sum + beta * Sum<V>(*to));
}

#define TILED(EDGE, V, SUFFIX) \
  extern "C" __global__ void __launch_bounds__(EDGE* EDGE) \
      tiled_##EDGE##_##SUFFIX(PRODUCT_PARAMETERS(V), int leftDeep, int rightDeep) { \
    tiled<V, EDGE>(left, right, out, alpha, beta, m, n, k, leftStep, rightStep, outStep, leftBatch, rightBatch, \
                   outBatch, leftDeep != 0, rightDeep != 0); \
  }
#define TILED_ALL(EDGE) \
  TILED(EDGE, double, f64) \
  TILED(EDGE, float, f32) \
  TILED(EDGE, Bf16, bf16)
TILED_ALL(8)
TILED_ALL(16)
TILED_ALL(32)
