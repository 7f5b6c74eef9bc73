// A MatMPIAIJ that Node hands over in pieces, and its products.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "team.h"

namespace spmv {

class Matrix {
public:
  Matrix(const Team& team, PetscInt rows, PetscInt cols);
  ~Matrix();
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  // Elements first … first + count of CSR's row starts, in their order. Every rank keeps those of its rows.
  void stageRows(uint64_t first, uint64_t count, const int32_t* starts);
  // Entries first … first + count.
  void stageEntries(uint64_t first, uint64_t count, const int32_t* columns, const double* values);
  void assemble();
  // y ← αAx + βy, of Aᵀ where `transpose`; y is not read where β = 0.
  void multiply(uint64_t x, uint64_t y, double alpha, double beta, bool transpose);
  // `runs` products y ← Ax one after another, with no ring between them; seconds of each at `times` of the arena, as
  // rank 0 sees them.
  void loop(uint64_t x, uint64_t y, bool transpose, uint64_t runs, uint64_t times);

private:
  Vec vectorOf(const Division& division) const;
  void product(Vec from, Vec to, bool transpose) const;

  const Team& team_;
  Division byRows_, byCols_;
  std::vector<PetscInt> rowStart_, colIndex_;
  std::vector<double> values_, ownX_, ownY_;
  // Entries of all rows before this rank's.
  int64_t before_ = 0;
  Mat mat_ = nullptr;
  // Vectors without memory of their own, by rows and by columns, and a product that is not yet added to y.
  Vec rows_ = nullptr, cols_ = nullptr, sumRows_ = nullptr, sumCols_ = nullptr;
};

} // namespace spmv
