// Numbers as sums of narrower ones, which tensor cores multiply: their types, and how a number is divided.
#pragma once

#include "product.cuh"

/** Where images of a piece are `kLines` lines of 64 bytes; of 16 bits 32 numbers of k, of 32 bits 16. */
constexpr int kLines = 128;
constexpr int kLineBytes = 64;
constexpr int kImageBytes = kLines * kLineBytes;

/** Byte of chunk `chunk` (16 bytes) of line `line` of an image: no eight neighbouring lines meet in a bank of shared
 * memory. */
__device__ __forceinline__ int imageByte(int line, int chunk) {
  return line * kLineBytes + ((chunk ^ (line >> 1 & 3)) << 4);
}

constexpr float kMostFinite = 3.402823466e38f;
__device__ __forceinline__ bool isFinite(float value) { return fabsf(value) <= kMostFinite; }

/** `value` to so many bits less, to nearest; cut where that would be infinite. */
template <int kBits> __device__ __forceinline__ float narrowed(float value) {
  constexpr unsigned kCut = (1u << kBits) - 1u;
  const unsigned word = __float_as_uint(value);
  if (!isFinite(value)) return value;
  const float nearest = __uint_as_float((word + (kCut >> 1) + (word >> kBits & 1u)) & ~kCut);
  return isFinite(nearest) ? nearest : __uint_as_float(word & ~kCut);
}

struct Tf32 {
  using Word = unsigned;
  static constexpr int kEach = 16;
  static __device__ __forceinline__ Word word(float value, float& rest) {
    const float part = narrowed<13>(value);
    rest = isFinite(value) ? value - part : 0.0f;
    return __float_as_uint(part);
  }
};
struct BFloat {
  using Word = unsigned short;
  static constexpr int kEach = 32;
  static __device__ __forceinline__ Word word(float value, float& rest) {
    const float part = narrowed<16>(value);
    rest = isFinite(value) ? value - part : 0.0f;
    // The bits of a NaN that are cut off could be all it has.
    return value != value ? 0x7fc0 : __float_as_uint(part) >> 16;
  }
};
struct Half {
  using Word = unsigned short;
  static constexpr int kEach = 32;
  static __device__ __forceinline__ Word word(float value, float& rest) {
    // Without a header of the toolkit, so that NVRTC compiles it wherever it is.
    Word bits;
    float part;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    asm("cvt.f32.f16 %0, %1;" : "=f"(part) : "h"(bits));
    rest = isFinite(value) ? value - part : 0.0f;
    return bits;
  }
};

/** A piece type, how many pieces, and whether lines are scaled by powers of two first. */
template <typename T, int kCount, bool kAreScaled> struct Pieces {
  using Type = T;
  static constexpr int kPieces = kCount;
  static constexpr bool kScaled = kAreScaled;
  /** Products of pieces left * kCount + right, smallest first. */
  static constexpr int kProducts = kCount == 1 ? 1 : kCount == 2 ? 3 : 6;
  static __device__ __forceinline__ constexpr int product(int i) {
    constexpr int kTwo[] = {2, 1, 0};
    constexpr int kThree[] = {6, 2, 4, 3, 1, 0};
    return kCount == 1 ? 0 : kCount == 2 ? kTwo[i % 3] : kThree[i % 6];
  }
};

__device__ __forceinline__ float asFloat(float value) { return value; }
__device__ __forceinline__ float asFloat(Bf16 value) { return static_cast<float>(value); }

/** Lines of the left matrix are its rows, of the right one its columns; `deep` where k runs along memory. */
template <typename V> struct Lines {
  const V* values;
  int count, depth;
  long long step;
  bool deep;
  __device__ __forceinline__ float at(int line, int l) const {
    return asFloat(values[deep ? line * step + l : l * step + line]);
  }
};

/**
 * Power of two that brings the largest finite number of a line to 2^14 ... 2^15; 32 lines a block of 32 x 8 threads,
 * from block `block` of the matrix.
 */
template <typename V> __device__ __forceinline__ void exponents(Lines<V> lines, int* to, int block) {
  __shared__ float largest[32][9];
  const unsigned x = threadIdx.x % 32, y = threadIdx.x / 32;
  const int first = block * 32;
  // Neighbouring threads read along memory: lane x goes along k, or is a line.
  for (int i = 0; i < (lines.deep ? 4 : 1); i++) {
    const int line = first + (lines.deep ? y * 4 + i : x);
    float most = 0;
    if (line < lines.count)
#pragma unroll 8
      for (int l = lines.deep ? x : y; l < lines.depth; l += lines.deep ? 32 : 8) {
        const float size = fabsf(lines.at(line, l));
        if (size <= kMostFinite) most = fmaxf(most, size);
      }
    if (lines.deep) {
      for (int offset = 16; offset > 0; offset /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, offset));
      if (x == 0) largest[y * 4 + i][0] = most;
    } else {
      largest[x][y] = most;
    }
  }
  __syncthreads();
  if (threadIdx.x >= 32 || first + x >= lines.count) return;
  float most = largest[x][0];
  if (!lines.deep)
    for (int i = 1; i < 8; i++) most = fmaxf(most, largest[x][i]);
  int exponent = 0;
  if (most > 0) frexpf(most, &exponent);
  to[first + x] = most > 0 ? 15 - exponent : 0;
}

/** value * 2^exponent; what is smaller than any piece may be lost. */
__device__ __forceinline__ float scaledBy(float value, int exponent) {
  const int half = exponent / 2;
  return value * __int_as_float((half + 127) << 23) * __int_as_float((exponent - half + 127) << 23);
}

/** Blocks of `split` that a matrix takes. */
template <typename P> __device__ __forceinline__ long long imageBlocks(int lines, int depth) {
  return (lines + kLines - 1LL) / kLines * ((depth + P::Type::kEach - 1) / P::Type::kEach);
}

/**
 * The images of `kLines` lines and one image's numbers of k, one block: those of piece p follow those of p - 1, and
 * those of the next k them. Zeros stand for what is beyond the matrix.
 */
template <typename P, typename V>
__device__ __forceinline__ void split(Lines<V> lines, const int* exponents, unsigned char* images, int block) {
  using T = typename P::Type;
  constexpr int kInChunk = 16 / sizeof(typename T::Word);
  const int across = (lines.depth + T::kEach - 1) / T::kEach;
  const int first = block / across * kLines, depth = block % across * T::kEach;
  for (int at = threadIdx.x; at < kLines * 4; at += blockDim.x) {
    const int line = lines.deep ? at / 4 : at % kLines, chunk = lines.deep ? at % 4 : at / kLines;
    const int i = first + line;
    int exponent = 0;
    if (P::kScaled && i < lines.count) exponent = exponents[i];
    union {
      uint4 chunk;
      typename T::Word word[kInChunk];
    } out[P::kPieces];
#pragma unroll
    for (int e = 0; e < kInChunk; e++) {
      const int l = depth + chunk * kInChunk + e;
      float rest = i < lines.count && l < lines.depth ? lines.at(i, l) : 0.0f;
      if (P::kScaled) rest = scaledBy(rest, exponent);
#pragma unroll
      for (int p = 0; p < P::kPieces; p++) out[p].word[e] = T::word(rest, rest);
    }
#pragma unroll
    for (int p = 0; p < P::kPieces; p++)
      *reinterpret_cast<uint4*>(images + p * kImageBytes + imageByte(line, chunk)) = out[p].chunk;
  }
}

/** Writes two neighbouring sums of `row`; `scale` undoes that of the lines. */
template <typename P, typename V>
__device__ __forceinline__ void storeSums(V* out, float x, float y, int row, int column, float alpha, float beta,
                                          const Sizes& s, const int* leftExponents, const int* rightExponents) {
  if (row >= s.m || column >= s.n) return;
  const bool both = column + 1 < s.n;
  if (P::kScaled) {
    const int exponent = leftExponents[row];
    x = ldexpf(x, -exponent - rightExponents[column]);
    if (both) y = ldexpf(y, -exponent - rightExponents[column + 1]);
  }
  V* to = out + row * s.outStep + column;
  to[0] = V(beta != 0.0f ? alpha * x + beta * asFloat(to[0]) : alpha * x);
  if (both) to[1] = V(beta != 0.0f ? alpha * y + beta * asFloat(to[1]) : alpha * y);
}
