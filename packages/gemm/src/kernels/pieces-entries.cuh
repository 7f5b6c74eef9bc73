// The kernels of a product by pieces, whatever instruction multiplies them.
#pragma once

#include "pieces.cuh"

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

template <typename P, typename V>
__device__ __forceinline__ void splitLines(const V* values, const int* exponents, unsigned char* images, int lines,
                                           int depth, long long step, long long batchStep, int deep) {
  const long long each = imageBlocks<P>(lines, depth), product = blockIdx.x / each;
  split<P>(Lines<V>{values + product * batchStep, lines, depth, step, deep != 0}, exponents + product * lines,
           images + blockIdx.x * static_cast<long long>(P::kPieces * kImageBytes),
           static_cast<int>(blockIdx.x - product * each));
}
SPMV_ENTRY(__launch_bounds__(256), split_tf32, 8, splitLines<OneTf32, float>)
SPMV_ENTRY(__launch_bounds__(256), split_tf32x3, 8, splitLines<TwoTf32, float>)
SPMV_ENTRY(__launch_bounds__(256), split_bf16x6, 8, splitLines<ThreeBf16, float>)
SPMV_ENTRY(__launch_bounds__(256), split_f16x3, 8, splitLines<TwoF16, float>)
SPMV_ENTRY(__launch_bounds__(256), split_bf16, 8, splitLines<OneBf16, Bf16>)

/** `leftImages` and `rightImages`: bytes of images from one product of the batch to the next; 0 where all of them share
 * a matrix. */
template <typename V, typename TILE, int COLUMNS>
__device__ __forceinline__ void multiply(const unsigned char* left, const unsigned char* right,
                                         const int* leftExponents, const int* rightExponents, V* out, float alpha,
                                         float beta, int m, int n, int k, long long outStep, long long outBatch,
                                         long long leftImages, long long rightImages) {
  const Tile tile = tileOf<128, COLUMNS>(blockIdx.x, m, n);
  const long long product = tile.product;
  TILE::run(kernelShared, left + product * leftImages, right + product * rightImages,
            leftExponents + (leftImages == 0 ? 0 : product * m), rightExponents + (rightImages == 0 ? 0 : product * n),
            out + product * outBatch, alpha, beta, Sizes{m, n, k, 0, 0, outStep}, tile);
}
#define MULTIPLY(NAME, COLUMNS, V, ...) \
  SPMV_ENTRY(__launch_bounds__(__VA_ARGS__::kThreads, 1), multiply_##NAME##_##COLUMNS, 14, \
             multiply<V, __VA_ARGS__, COLUMNS>)
