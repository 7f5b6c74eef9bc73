// A matrix by rows, as every peer reads it.
#pragma once
#include "matrix-market.hpp"

struct Csr {
  int32_t rows = 0, cols = 0;
  std::vector<int32_t> rowStart, colIndex;
  std::vector<double> values;

  int64_t entries() const { return int64_t(values.size()); }
  long long bytes() const { return 12LL * entries() + 4LL * (rows + 1); }
};

/** The entries of a file, which lie row after row; those of a pattern are 1. */
inline Csr readCsr(const char* path, int threads) {
  Coo coo = readMatrixMarket(path, threads);
  Csr a{int32_t(coo.rows), int32_t(coo.cols), std::vector<int32_t>(size_t(coo.rows) + 1, 0), std::move(coo.col),
        std::move(coo.value)};
  for (const int32_t i : coo.row) a.rowStart[size_t(i) + 1]++;
  for (int32_t i = 0; i < a.rows; i++) a.rowStart[size_t(i) + 1] += a.rowStart[size_t(i)];
  if (coo.pattern) a.values.assign(size_t(coo.entries), 1);
  return a;
}
