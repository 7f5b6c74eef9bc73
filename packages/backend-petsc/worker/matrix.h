// A MatMPIAIJ that Node hands over in pieces, and its products.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "team.h"

namespace spmv {

// y ← αAx + βy, of Aᵀ where `transpose`.
struct Product {
  uint64_t x, y;
  bool transpose;
  double alpha, beta;
};

// Y ← αAX + βY, of Aᵀ where `transpose`; by rows or by columns, with leading dimensions.
struct DenseProduct {
  uint64_t x, y;
  bool xByColumns, yByColumns, transpose;
  uint64_t vectors, strideX, strideY;
  double alpha, beta;
};

// Ax = b, and how PETSc is to solve it; numbers of methods and preconditioners as in src/solve.ts.
struct System {
  uint64_t b, x, method, preconditioner, iterations, restart;
  double rtol, atol;
};

class Matrix {
public:
  Matrix(const Team& team, PetscInt rows, PetscInt cols);
  ~Matrix();
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;

  // Rows of the ranks, and columns of a square matrix, from here on: bounds[0 … ranks]. Before anything is staged.
  void divide(const int32_t* bounds);
  // Elements first … first + count of CSR's row starts, in their order. Every rank keeps those of its rows.
  void stageRows(uint64_t first, uint64_t count, const int32_t* starts);
  // Entries first … first + count.
  void stageEntries(uint64_t first, uint64_t count, const int32_t* columns, const double* values);
  // In place of pieces: a file in PETSc's binary format, of which every rank reads its rows; where nobody gave bounds,
  // rows in parts of equal work.
  void load(const std::string& path);
  void assemble();
  // y ← αAx + βy, of Aᵀ where `transpose`; y is not read where β = 0.
  void multiply(const Product& product);
  // `runs` such products one after another, with no ring between them; seconds of each at `times` of the arena, as rank
  // 0 sees them.
  void loop(const Product& product, bool cold, uint64_t runs, uint64_t times);
  // Y ← αAX + βY of several vectors at once (MatMatMult, MatTransposeMatMult). A matrix has products of one kind.
  void multiplyMany(const DenseProduct& product);
  // x of Ax = b by KSP, from the x there is. Five numbers at `result` of the arena: iterations, reason, ‖b − Ax‖ anew,
  // seconds of setting up and of solving.
  void solve(const System& system, uint64_t result);
  // What of x goes between the ranks for y = Ax, by the counters of PETSc: for each rank messages that it receives,
  // their elements, messages that it sends, their elements, at `result` of the arena.
  void exchange(uint64_t x, uint64_t y, uint64_t result);

private:
  Vec vectorOf(const Division& division) const;
  void multiplyBy(Vec from, Vec to, bool transpose) const;
  double* densePart(uint64_t offset, uint64_t lines, uint64_t stride, bool byColumns, const Division& division) const;

  const Team& team_;
  Division byRows_, byCols_;
  bool isDivided_ = false;
  std::vector<PetscInt> rowStart_, colIndex_;
  std::vector<double> values_, ownX_, ownY_, columns_, evict_;
  Mat mat_ = nullptr;
  // Vectors without memory of their own, by rows and by columns, and a product that is not yet added to y.
  Vec rows_ = nullptr, cols_ = nullptr, sumRows_ = nullptr, sumCols_ = nullptr;
  // Several vectors at once: X over memory that is placed, and A·X.
  Mat many_ = nullptr, manySums_ = nullptr;
  uint64_t manyVectors_ = 0, manyStride_ = 0;
};

} // namespace spmv
