// Blocked ELLPACK. `bell_RxC` gives a thread a row of blocks: it loads x once for all rows of a block. `bell_u8`,
// `bell_u16` and `bell_u32`, for blocks of other sizes, give a thread a row of A. Elements that no bit of the mask
// names are never multiplied.
#include "overlap.cuh"

struct Geometry {
  unsigned rows, width, rowStep, placeStep, valueRowStep, valuePlaceStep, elementStep, R, C;
};

template <typename V, typename M, unsigned R, unsigned C>
__device__ __forceinline__ void bell(const int* blockColIndex, const M* mask, const V* values, const V* x, V* y,
                                     V alpha, V beta, const Geometry& at) {
  letNextBegin();
  const unsigned b = globalThread();
  if (b * R >= at.rows) return;
  constexpr unsigned kFull = (1u << (R * C)) - 1;
  V sum[R] = {};
  unsigned place = b * at.rowStep;
  unsigned first = b * at.valueRowStep;
  int blockCol = at.width > 0 ? stream(blockColIndex + place) : -1;
  unsigned bits = at.width > 0 ? stream(mask + place) : 0;
  const Operand<V> operand = afterEarlier(x);
  for (unsigned k = 0; blockCol >= 0;) {
    const unsigned xs = blockCol * C;
    if (bits == kFull) {
      V xOf[C];
#pragma unroll
      for (unsigned c = 0; c < C; c++) xOf[c] = operand[xs + c];
#pragma unroll
      for (unsigned e = 0; e < R * C; e++) sum[e / C] += stream(values + first + e * at.elementStep) * xOf[e % C];
    } else {
#pragma unroll
      for (unsigned e = 0; e < R * C; e++) {
        if ((bits >> e) & 1u) sum[e / C] += stream(values + first + e * at.elementStep) * operand[xs + e % C];
      }
    }
    if (++k == at.width) break;
    place += at.placeStep;
    first += at.valuePlaceStep;
    blockCol = stream(blockColIndex + place);
    bits = stream(mask + place);
  }
#pragma unroll
  for (unsigned r = 0; r < R; r++) {
    if (b * R + r < at.rows) finishRow(y, b * R + r, sum[r], alpha, beta);
  }
}

template <typename V, typename M>
__device__ __forceinline__ void bellAny(const int* blockColIndex, const M* mask, const V* values, const V* x, V* y,
                                        V alpha, V beta, const Geometry& at) {
  letNextBegin();
  const unsigned row = globalThread();
  if (row >= at.rows) return;
  const unsigned b = row / at.R;
  const unsigned firstElement = row % at.R * at.C;
  V sum = 0;
  unsigned place = b * at.rowStep;
  unsigned first = b * at.valueRowStep + firstElement * at.elementStep;
  const Operand<V> operand = afterEarlier(x);
  for (unsigned k = 0; k < at.width; k++, place += at.placeStep, first += at.valuePlaceStep) {
    const int blockCol = blockColIndex[place];
    if (blockCol < 0) break;
    const unsigned bits = static_cast<unsigned>(mask[place]) >> firstElement;
    for (unsigned c = 0; c < at.C; c++) {
      if ((bits >> c) & 1u) sum += stream(values + first + c * at.elementStep) * operand[blockCol * at.C + c];
    }
  }
  finishRow(y, row, sum, alpha, beta);
}

#define BELL_ENTRY(NAME, CALL, M, V) \
  extern "C" __global__ void NAME(const int* blockColIndex, const M* mask, const V* values, const V* x, V* y, V alpha, \
                                  V beta, int rows, int width, int rowStep, int placeStep, int valueRowStep, \
                                  int valuePlaceStep, int elementStep, int R, int C) { \
    const Geometry at = {(unsigned)rows, \
                         (unsigned)width, \
                         (unsigned)rowStep, \
                         (unsigned)placeStep, \
                         (unsigned)valueRowStep, \
                         (unsigned)valuePlaceStep, \
                         (unsigned)elementStep, \
                         (unsigned)R, \
                         (unsigned)C}; \
    CALL(blockColIndex, mask, values, x, y, alpha, beta, at); \
  }
#define BELL_SIZE(R, C, M) \
  BELL_ENTRY(bell_##R##x##C##_f64, (bell<double, M, R, C>), M, double) \
  BELL_ENTRY(bell_##R##x##C##_f32, (bell<float, M, R, C>), M, float)
#define BELL_ANY(NAME, M) \
  BELL_ENTRY(NAME##_f64, (bellAny<double, M>), M, double) \
  BELL_ENTRY(NAME##_f32, (bellAny<float, M>), M, float)
BELL_SIZE(2, 2, unsigned char)
BELL_SIZE(2, 3, unsigned char)
BELL_SIZE(2, 4, unsigned char)
BELL_SIZE(3, 2, unsigned char)
BELL_SIZE(3, 3, unsigned short)
BELL_SIZE(3, 4, unsigned short)
BELL_SIZE(4, 2, unsigned char)
BELL_SIZE(4, 3, unsigned short)
BELL_SIZE(4, 4, unsigned short)
BELL_ANY(bell_u8, unsigned char)
BELL_ANY(bell_u16, unsigned short)
BELL_ANY(bell_u32, unsigned int)
