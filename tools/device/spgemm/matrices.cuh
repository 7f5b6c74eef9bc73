// Matrices that are made or read, on the host, and what A·B is there.
#pragma once

#include <cmath>
#include <cstring>
#include <random>
#include "product.cuh"

struct Host {
  std::string name;
  int rows = 0, cols = 0;
  std::vector<int> rowStart{0}, colIndex;
  std::vector<double> values;
  int64_t nnz() const { return static_cast<int64_t>(colIndex.size()); }
  void add(int column, double value) {
    colIndex.push_back(column);
    values.push_back(value);
  }
  void endRow() { rowStart.push_back(static_cast<int>(colIndex.size())); }
};

/** Of box `nx` × `ny` × `nz`: every neighbour within one step, or those along the axes alone. */
inline Host stencil(const char* name, int nx, int ny, int nz, bool all) {
  Host m{name, nx * ny * nz, nx * ny * nz};
  std::mt19937 random(1);
  std::uniform_real_distribution<double> value(0.5, 1.5);
  for (int z = 0; z < nz; z++)
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < nx; x++) {
        for (int dz = -1; dz <= 1; dz++)
          for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
              const int i = x + dx, j = y + dy, k = z + dz;
              if (i < 0 || j < 0 || k < 0 || i >= nx || j >= ny || k >= nz) continue;
              if (!all && std::abs(dx) + std::abs(dy) + std::abs(dz) > 1) continue;
              m.add((k * ny + j) * nx + i, value(random));
            }
        m.endRow();
      }
  return m;
}

/** Rows of length(row) columns anywhere, each once. */
template <typename Length>
Host scattered(const char* name, int rows, int cols, bool diagonal, int seed, Length&& length) {
  Host m{name, rows, cols};
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> column(0, std::max(cols - 1, 0));
  std::uniform_real_distribution<double> value(0.5, 1.5);
  std::vector<int> own;
  for (int row = 0; row < rows; row++) {
    own.clear();
    const int wanted = std::min(length(row, random), cols);
    if (diagonal) own.push_back(row);
    if (wanted * 2LL > cols) {
      for (int c = 0; c < cols; c++)
        if (std::uniform_int_distribution<int>(0, cols - 1)(random) < wanted) own.push_back(c);
    } else {
      for (int i = 0; i < wanted; i++) own.push_back(column(random));
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (const int c : own) m.add(c, value(random));
    m.endRow();
  }
  return m;
}
inline Host uniform(const char* name, int rows, int each) {
  return scattered(name, rows, rows, true, 2, [=](int, std::mt19937&) { return each; });
}
/** Row lengths by a power law of mean about `each`, the longest 2000 times that. */
inline Host skewed(const char* name, int rows, int each) {
  return scattered(name, rows, rows, true, 3, [=](int, std::mt19937& random) {
    const double u = std::uniform_real_distribution<double>(0, 1)(random);
    return static_cast<int>(std::min(each * 2000.0, each * 0.36 * std::pow(1 - u, -1 / 1.6)));
  });
}

inline Host transposed(const Host& m) {
  Host t{m.name + "T", m.cols, m.rows};
  std::vector<int> start(m.cols + 1, 0);
  for (const int c : m.colIndex) start[c + 1]++;
  for (int c = 0; c < m.cols; c++) start[c + 1] += start[c];
  t.rowStart = start;
  t.colIndex.resize(m.nnz());
  t.values.resize(m.nnz());
  for (int row = 0; row < m.rows; row++)
    for (int k = m.rowStart[row]; k < m.rowStart[row + 1]; k++) {
      const int to = start[m.colIndex[k]]++;
      t.colIndex[to] = row;
      t.values[to] = m.values[k];
    }
  return t;
}

/** rows, cols, nnz as int64; then int32 rowStart, int32 colIndex, float64 values. */
inline Host readCsr(const char* path) {
  std::FILE* const file = std::fopen(path, "rb");
  int64_t head[3];
  if (file == nullptr || std::fread(head, 8, 3, file) != 3) {
    std::fprintf(stderr, "%s: not a matrix\n", path);
    std::exit(2);
  }
  const char* const slash = std::strrchr(path, '/');
  Host m{slash == nullptr ? path : slash + 1, static_cast<int>(head[0]), static_cast<int>(head[1])};
  m.rowStart.resize(head[0] + 1);
  m.colIndex.resize(head[2]);
  m.values.resize(head[2]);
  const bool whole = std::fread(m.rowStart.data(), 4, m.rowStart.size(), file) == m.rowStart.size() &&
                     std::fread(m.colIndex.data(), 4, m.colIndex.size(), file) == m.colIndex.size() &&
                     std::fread(m.values.data(), 8, m.values.size(), file) == m.values.size();
  std::fclose(file);
  if (!whole) {
    std::fprintf(stderr, "%s: too short\n", path);
    std::exit(2);
  }
  return m;
}

template <typename V> Csr<V> toDevice(const Host& m) {
  Csr<V> d;
  d.rows = m.rows;
  d.cols = m.cols;
  d.nnz = m.nnz();
  d.rowStart = upload(m.rowStart);
  d.colIndex = upload(m.colIndex);
  d.values = upload(std::vector<V>(m.values.begin(), m.values.end()));
  return d;
}

/** One row of AB: sorted columns, values as chains of fused multiply-adds in the order of A's row. */
template <typename V> std::vector<std::pair<int, V>> rowOf(const Host& A, const Host& B, int row) {
  struct One {
    int column;
    V a, b;
  };
  std::vector<One> all;
  for (int k = A.rowStart[row]; k < A.rowStart[row + 1]; k++) {
    const int other = A.colIndex[k];
    for (int p = B.rowStart[other]; p < B.rowStart[other + 1]; p++)
      all.push_back({B.colIndex[p], static_cast<V>(A.values[k]), static_cast<V>(B.values[p])});
  }
  std::stable_sort(all.begin(), all.end(), [](const One& one, const One& other) { return one.column < other.column; });
  std::vector<std::pair<int, V>> sums;
  for (const One& one : all) {
    if (sums.empty() || sums.back().first != one.column) sums.emplace_back(one.column, V(0));
    sums.back().second = std::fma(one.a, one.b, sums.back().second);
  }
  return sums;
}

/** Faults of some rows: pattern and bits. Says the first of each. */
template <typename V> int64_t faultsOf(const Host& A, const Host& B, const Csr<V>& C, const std::vector<int>& rows) {
  const std::vector<int> start = download(C.rowStart, static_cast<size_t>(C.rows) + 1);
  int64_t faults = start[0] != 0 || start[C.rows] != C.nnz;
  for (const int row : rows) {
    const std::vector<std::pair<int, V>> right = rowOf<V>(A, B, row);
    const int length = start[row + 1] - start[row];
    bool same = length == static_cast<int>(right.size());
    const auto columns = download(C.colIndex + start[row], std::max(length, 0));
    const auto values = download(C.values + start[row], std::max(length, 0));
    size_t i = 0;
    for (const auto& [column, value] : right) {
      if (!same) break;
      const bool equal = values[i] == value || (values[i] != values[i] && value != value);
      if (columns[i] != column || !equal) {
        std::fprintf(stderr, "row %d, entry %zu: (%d, %.17g), not (%d, %.17g)\n", row, i, columns[i],
                     static_cast<double>(values[i]), column, static_cast<double>(value));
        same = false;
      }
      i++;
    }
    if (length != static_cast<int>(right.size()))
      std::fprintf(stderr, "row %d has %d entries, not %zu\n", row, length, right.size());
    faults += !same;
    if (faults > 3) break;
  }
  return faults;
}
