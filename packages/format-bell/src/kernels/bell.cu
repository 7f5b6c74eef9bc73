// Blocked ELLPACK. `bell_RxC` gives a thread a row of blocks: it loads x once for all rows of a block. `bell_u8`,
// `bell_u16` and `bell_u32`, for blocks of other sizes, give a thread a row of A. Elements that no bit of the mask
// names are never multiplied.
// also complex
#include "overlap.cuh"

template <typename V, unsigned kR, unsigned kC, typename M>
__device__ __forceinline__ void bell(const int* blockColIndex, const M* mask, const V* values, const V* x, V* y,
                                     V alpha, V beta, unsigned rows, unsigned width, unsigned rowStep,
                                     unsigned placeStep, unsigned valueRowStep, unsigned valuePlaceStep,
                                     unsigned elementStep, unsigned R, unsigned C) {
  launchDependents();
  const unsigned b = globalThread();
  if (b * kR >= rows) return;
  constexpr unsigned kFull = (1u << (kR * kC)) - 1;
  V sum[kR] = {};
  unsigned place = b * rowStep;
  unsigned first = b * valueRowStep;
  int blockCol = width > 0 ? stream(blockColIndex + place) : -1;
  unsigned bits = width > 0 ? stream(mask + place) : 0;
  const Operand<V> operand = waitForPrevious(x);
  for (unsigned k = 0; blockCol >= 0;) {
    const unsigned xs = blockCol * kC;
    if (bits == kFull) {
      V xOf[kC];
#pragma unroll
      for (unsigned c = 0; c < kC; c++) xOf[c] = operand[xs + c];
#pragma unroll
      for (unsigned e = 0; e < kR * kC; e++) sum[e / kC] += stream(values + first + e * elementStep) * xOf[e % kC];
    } else {
#pragma unroll
      for (unsigned e = 0; e < kR * kC; e++) {
        if ((bits >> e) & 1u) sum[e / kC] += stream(values + first + e * elementStep) * operand[xs + e % kC];
      }
    }
    if (++k == width) break;
    place += placeStep;
    first += valuePlaceStep;
    blockCol = stream(blockColIndex + place);
    bits = stream(mask + place);
  }
#pragma unroll
  for (unsigned r = 0; r < kR; r++) {
    if (b * kR + r < rows) finishRow(y, b * kR + r, sum[r], alpha, beta);
  }
}

template <typename V, typename M>
__device__ __forceinline__ void bellAny(const int* blockColIndex, const M* mask, const V* values, const V* x, V* y,
                                        V alpha, V beta, unsigned rows, unsigned width, unsigned rowStep,
                                        unsigned placeStep, unsigned valueRowStep, unsigned valuePlaceStep,
                                        unsigned elementStep, unsigned R, unsigned C) {
  launchDependents();
  const unsigned row = globalThread();
  if (row >= rows) return;
  const unsigned b = row / R;
  const unsigned firstElement = row % R * C;
  V sum = 0;
  unsigned place = b * rowStep;
  unsigned first = b * valueRowStep + firstElement * elementStep;
  const Operand<V> operand = waitForPrevious(x);
  for (unsigned k = 0; k < width; k++, place += placeStep, first += valuePlaceStep) {
    const int blockCol = blockColIndex[place];
    if (blockCol < 0) break;
    const unsigned bits = static_cast<unsigned>(mask[place]) >> firstElement;
    for (unsigned c = 0; c < C; c++) {
      if ((bits >> c) & 1u) sum += stream(values + first + c * elementStep) * operand[blockCol * C + c];
    }
  }
  finishRow(y, row, sum, alpha, beta);
}

ENTRIES(bell_2x2, 16, bell<V, 2, 2, unsigned char>)
ENTRIES(bell_2x3, 16, bell<V, 2, 3, unsigned char>)
ENTRIES(bell_2x4, 16, bell<V, 2, 4, unsigned char>)
ENTRIES(bell_3x2, 16, bell<V, 3, 2, unsigned char>)
ENTRIES(bell_3x3, 16, bell<V, 3, 3, unsigned short>)
ENTRIES(bell_3x4, 16, bell<V, 3, 4, unsigned short>)
ENTRIES(bell_4x2, 16, bell<V, 4, 2, unsigned char>)
ENTRIES(bell_4x3, 16, bell<V, 4, 3, unsigned short>)
ENTRIES(bell_4x4, 16, bell<V, 4, 4, unsigned short>)
ENTRIES(bell_u8, 16, bellAny<V, unsigned char>)
ENTRIES(bell_u16, 16, bellAny<V, unsigned short>)
ENTRIES(bell_u32, 16, bellAny<V, unsigned int>)
