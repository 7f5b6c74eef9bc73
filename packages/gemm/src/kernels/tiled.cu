// A tile of C a block, one thread an element: tiles of both matrices go through shared memory, so that each element is
// loaded once for `kEdge` products.
#include "product.cuh"

template <typename V, int kEdge>
__device__ __forceinline__ void tiled(const V* left, const V* right, V* out, Sum<V> alpha, Sum<V> beta, int m, int n,
                                      int k, long long leftStep, long long rightStep, long long outStep,
                                      long long leftBatch, long long rightBatch, long long outBatch, int leftDeep,
                                      int rightDeep) {
  const bool byRows = leftDeep != 0, byColumns = rightDeep != 0;
  // A row longer by one: threads that store along a column meet no bank twice.
  __shared__ Sum<V> leftTile[kEdge][kEdge + 1], rightTile[kEdge][kEdge + 1];
  const Tile tile = tileOf<kEdge, kEdge>(blockIdx.x, m, n);
  const int x = threadIdx.x, y = threadIdx.y;
  // Neighbouring threads load neighbouring elements, whatever the order.
  const int leftRow = byRows ? y : x, leftColumn = byRows ? x : y;
  const int rightRow = byColumns ? x : y, rightColumn = byColumns ? y : x;
  const int i = tile.row + y, j = tile.column + x;
  const bool leftThere = tile.row + leftRow < m, rightThere = tile.column + rightColumn < n;
  left += tile.product * leftBatch;
  right += tile.product * rightBatch;
  Sum<V> sum = 0;
  for (int l = 0; l < k; l += kEdge) {
    const long long line = tile.row + leftRow, column = tile.column + rightColumn;
    const long long a = byRows ? line * leftStep + (l + leftColumn) : (l + leftColumn) * leftStep + line;
    const long long b = byColumns ? column * rightStep + (l + rightRow) : (l + rightRow) * rightStep + column;
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

BOUNDED_ENTRIES((8 * 8), tiled_8, 16, tiled<V, 8>)
BOUNDED_ENTRY((8 * 8), tiled_8, bf16, 16, tiled<V, 8>)
BOUNDED_ENTRIES((16 * 16), tiled_16, 16, tiled<V, 16>)
BOUNDED_ENTRY((16 * 16), tiled_16, bf16, 16, tiled<V, 16>)
BOUNDED_ENTRIES((32 * 32), tiled_32, 16, tiled<V, 32>)
BOUNDED_ENTRY((32 * 32), tiled_32, bf16, 16, tiled<V, 32>)
