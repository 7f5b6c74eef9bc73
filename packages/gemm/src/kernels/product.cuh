// What kernels of out <- alpha left right + beta out are given, and which tile of it a block has. out lies by rows; a
// matrix that lies by columns is `Deep` where k runs along memory: left by rows, right by columns.
#pragma once

#include "entries.cuh"

constexpr int least(int a, int b) { return a < b ? a : b; }
constexpr int most(int a, int b) { return a > b ? a : b; }

/** Sizes of one product, and elements from one line to the next. */
struct Sizes {
  int m, n, k;
  long long leftStep, rightStep, outStep;
};

/** A tile of C, and which product of the batch it belongs to. */
struct Tile {
  int row, column;
  unsigned product;
};

/**
 * The tile of block `number`: eight rows of tiles at a time, column by column, so that blocks that run together share
 * what they read in the second-level cache.
 */
template <int kM, int kN> __device__ __forceinline__ Tile tileOf(unsigned number, int m, int n) {
  constexpr unsigned kRun = 8;
  const unsigned rows = (m + kM - 1u) / kM, columns = (n + kN - 1u) / kN;
  const unsigned product = number / (rows * columns);
  const unsigned tile = number - product * (rows * columns);
  const unsigned first = tile / (kRun * columns) * kRun;
  const unsigned here = min(kRun, rows - first);
  const unsigned rest = tile - first * columns;
  return {static_cast<int>((first + rest % here) * kM), static_cast<int>(rest / here * kN), product};
}

/** The tile of out that a block has, by a TILE that knows whether left and right are `Deep` and every line that is
 * copied in whole vectors begins at a multiple of 16 bytes. */
template <typename V, typename TILE, bool LEFT_DEEP, bool RIGHT_DEEP, bool WIDE>
__device__ __forceinline__ void productTile(const V* left, const V* right, V* out, Sum<V> alpha, Sum<V> beta, int m,
                                            int n, int k, long long leftStep, long long rightStep, long long outStep,
                                            long long leftBatch, long long rightBatch, long long outBatch) {
  const Tile tile = tileOf<TILE::kRows, TILE::kColumns>(blockIdx.x, m, n);
  TILE::template run<LEFT_DEEP, RIGHT_DEEP, WIDE>(reinterpret_cast<V*>(kernelShared), left + tile.product * leftBatch,
                                                  right + tile.product * rightBatch, out + tile.product * outBatch,
                                                  alpha, beta, {m, n, k, leftStep, rightStep, outStep}, tile);
}

// Kernels NAME_ORDERS, of rows or columns of left and right, for operands of any alignment, and NAME_ORDERS_wide.
// BLOCKS of a multiprocessor.
#define TILE_ENTRY(NAME, PRECISION, BLOCKS, LEFT_DEEP, RIGHT_DEEP, WIDE, ...) \
  BOUNDED_ENTRY((__VA_ARGS__::kBlock, BLOCKS), NAME, PRECISION, 14, \
                productTile<V, __VA_ARGS__, LEFT_DEEP, RIGHT_DEEP, WIDE>)
#define TILE_ENTRIES(NAME, PRECISION, BLOCKS, ...) \
  TILE_ENTRY(NAME##_rr, PRECISION, BLOCKS, true, false, false, __VA_ARGS__) \
  TILE_ENTRY(NAME##_rc, PRECISION, BLOCKS, true, true, false, __VA_ARGS__) \
  TILE_ENTRY(NAME##_cr, PRECISION, BLOCKS, false, false, false, __VA_ARGS__) \
  TILE_ENTRY(NAME##_cc, PRECISION, BLOCKS, false, true, false, __VA_ARGS__) \
  TILE_ENTRY(NAME##_rr_wide, PRECISION, BLOCKS, true, false, true, __VA_ARGS__) \
  TILE_ENTRY(NAME##_rc_wide, PRECISION, BLOCKS, true, true, true, __VA_ARGS__) \
  TILE_ENTRY(NAME##_cr_wide, PRECISION, BLOCKS, false, false, true, __VA_ARGS__) \
  TILE_ENTRY(NAME##_cc_wide, PRECISION, BLOCKS, false, true, true, __VA_ARGS__)
