// A matrix by rows, as every peer reads it.
#pragma once
#include "matrix-market.hpp"
#include "npz.hpp"

struct Csr {
  int32_t rows = 0, cols = 0;
  std::vector<int32_t> rowStart, colIndex;
  std::vector<double> values;

  int64_t entries() const { return int64_t(values.size()); }
  long long bytes() const { return 12LL * entries() + 4LL * (rows + 1); }
};

/** A file of text, whose entries lie row after row (those of a pattern are 1), or where its name ends in .npz of
 * arrays. */
inline Csr readCsr(const std::string& path, int threads) {
  if (path.size() > 4 && path.substr(path.size() - 4) == ".npz") {
    const std::vector<char> archive = slurp(path.c_str());
    const auto shape = arrayOf<int64_t>(archive, "shape");
    return {int32_t(shape[0]), int32_t(shape[1]), arrayOf<int32_t>(archive, "indptr"),
            arrayOf<int32_t>(archive, "indices"), arrayOf<double>(archive, "data")};
  }
  Coo coo = readMatrixMarket(path.c_str(), threads);
  Csr a{int32_t(coo.rows), int32_t(coo.cols), std::vector<int32_t>(size_t(coo.rows) + 1, 0), std::move(coo.col),
        std::move(coo.value)};
  for (const int32_t i : coo.row) a.rowStart[size_t(i) + 1]++;
  for (int32_t i = 0; i < a.rows; i++) a.rowStart[size_t(i) + 1] += a.rowStart[size_t(i)];
  if (coo.pattern) a.values.assign(size_t(coo.entries), 1);
  return a;
}
