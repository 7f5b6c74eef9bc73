// What kernels of out <- alpha left right + beta out are given, and which tile of it a block has. out lies by rows; a
// matrix that lies by columns is `Deep` where k runs along memory: left by rows, right by columns.
#pragma once

#include "stored.cuh"

constexpr int least(int a, int b) { return a < b ? a : b; }
constexpr int most(int a, int b) { return a > b ? a : b; }

/** Sizes of one product, and elements from one line to the next. */
struct Sizes {
  int m, n, k;
  long long leftStep, rightStep, outStep;
};

/** The parameters of every kernel, with left, right and out of the block's product where there is a batch. */
#define PRODUCT_PARAMETERS(V) \
  const V *left, const V *right, V *out, Sum<V> alpha, Sum<V> beta, int m, int n, int k, long long leftStep, \
      long long rightStep, long long outStep, long long leftBatch, long long rightBatch, long long outBatch

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
