// The kernels of a product by pieces, whatever instruction multiplies them.
#pragma once

#include "pieces.cuh"

extern __shared__ __align__(16) unsigned char kernelShared[];

using OneTf32 = Pieces<Tf32, 1, false>;
using TwoTf32 = Pieces<Tf32, 2, false>;
using ThreeBf16 = Pieces<BFloat, 3, false>;
using TwoF16 = Pieces<Half, 2, true>;
using OneBf16 = Pieces<BFloat, 1, false>;

/** One launch for a matrix of the product: all matrices of the batch one after another, each with `each` blocks. */
extern "C" __global__ void __launch_bounds__(256)
    exponents_f32(const float* values, int* to, int lines, int depth, long long step, long long batchStep, int deep) {
  const unsigned each = (lines + 31u) / 32u, product = blockIdx.x / each;
  exponents(Lines<float>{values + product * batchStep, lines, depth, step, deep != 0},
            to + static_cast<long long>(product) * lines, static_cast<int>(blockIdx.x - product * each));
}

#define SPLIT(NAME, P, V) \
  extern "C" __global__ void __launch_bounds__(256) \
      split_##NAME(const V* values, const int* exponents, unsigned char* images, int lines, int depth, long long step, \
                   long long batchStep, int deep) { \
    const long long each = imageBlocks<P>(lines, depth), product = blockIdx.x / each; \
    split<P>(Lines<V>{values + product * batchStep, lines, depth, step, deep != 0}, exponents + product * lines, \
             images + blockIdx.x * static_cast<long long>(P::kPieces * kImageBytes), \
             static_cast<int>(blockIdx.x - product * each)); \
  }
SPLIT(tf32, OneTf32, float)
SPLIT(tf32x3, TwoTf32, float)
SPLIT(bf16x6, ThreeBf16, float)
SPLIT(f16x3, TwoF16, float)
SPLIT(bf16, OneBf16, Bf16)

/** Bytes of images from one product of the batch to the next, and numbers of exponents; 0 where all of them share a
 * matrix. */
#define MULTIPLY_PARAMETERS(V) \
  const unsigned char *left, const unsigned char *right, const int *leftExponents, const int *rightExponents, V *out, \
      float alpha, float beta, int m, int n, int k, long long outStep, long long outBatch, long long leftImages, \
      long long rightImages
#define MULTIPLY(NAME, P, TILE, ROWS, COLUMNS, V, BLOCKS) \
  extern "C" __global__ void __launch_bounds__(TILE::kThreads, BLOCKS) multiply_##NAME(MULTIPLY_PARAMETERS(V)) { \
    const Tile tile = tileOf<ROWS, COLUMNS>(blockIdx.x, m, n); \
    const long long product = tile.product; \
    TILE::run(kernelShared, left + product * leftImages, right + product * rightImages, \
              leftExponents + (leftImages == 0 ? 0 : product * m), \
              rightExponents + (rightImages == 0 ? 0 : product * n), out + product * outBatch, alpha, beta, \
              Sizes{m, n, k, 0, 0, outStep}, tile); \
  }
