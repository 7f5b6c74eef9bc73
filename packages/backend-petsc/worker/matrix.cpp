#include "matrix.h"

#include <malloc.h>

#include <algorithm>

namespace spmv {

Matrix::Matrix(const Team& team, PetscInt rows, PetscInt cols)
    : team_(team), byRows_(team, rows), byCols_(team, cols), rowStart_(static_cast<size_t>(byRows_.count()) + 1) {}

Matrix::~Matrix() {
  for (Mat* matrix : {&manySums_, &many_, &mat_}) MatDestroy(matrix);
  for (Vec* vector : {&rows_, &cols_, &sumRows_, &sumCols_}) VecDestroy(vector);
}

void Matrix::divide(const int32_t* bounds) {
  const PetscInt rows = byRows_.length();
  byRows_ = Division(team_, rows, bounds);
  if (byCols_.length() == rows) byCols_ = byRows_;
  rowStart_.assign(static_cast<size_t>(byRows_.count()) + 1, 0);
  isDivided_ = true;
}

void Matrix::stageRows(uint64_t first, uint64_t count, const int32_t* starts) {
  const uint64_t mine = static_cast<uint64_t>(byRows_.begin());
  const uint64_t from = std::max(first, mine);
  const uint64_t to = std::min(first + count, mine + rowStart_.size());
  for (uint64_t i = from; i < to; i++) rowStart_[i - mine] = starts[i - first];
}

void Matrix::stageEntries(uint64_t first, uint64_t count, const int32_t* columns, const double* values) {
  const uint64_t begin = static_cast<uint64_t>(rowStart_.front());
  const uint64_t end = static_cast<uint64_t>(rowStart_.back());
  if (colIndex_.size() != end - begin) {
    colIndex_.resize(end - begin);
    values_.resize(end - begin);
  }
  const uint64_t from = std::max(first, begin);
  const uint64_t to = std::min(first + count, end);
  for (uint64_t k = from; k < to; k++) {
    colIndex_[k - begin] = columns[k - first];
    values_[k - begin] = values[k - first];
  }
}

Vec Matrix::vectorOf(const Division& division) const {
  Vec made = nullptr;
  check(VecCreateMPIWithArray(team_.comm, 1, division.count(), division.length(), nullptr, &made),
        "VecCreateMPIWithArray");
  return made;
}

void Matrix::assemble() {
  const PetscInt first = rowStart_.front();
  for (PetscInt& start : rowStart_) start -= first;
  check(MatCreate(team_.comm, &mat_), "MatCreate");
  check(MatSetSizes(mat_, byRows_.count(), byCols_.count(), byRows_.length(), byCols_.length()), "MatSetSizes");
  check(MatSetType(mat_, MATAIJ), "MatSetType");
  check(MatSetFromOptions(mat_), "MatSetFromOptions");
  check(MatSeqAIJSetPreallocationCSR(mat_, rowStart_.data(), colIndex_.data(), values_.data()),
        "MatSeqAIJSetPreallocationCSR");
  check(MatMPIAIJSetPreallocationCSR(mat_, rowStart_.data(), colIndex_.data(), values_.data()),
        "MatMPIAIJSetPreallocationCSR");
  // Assigning {} would keep their memory, and so does malloc below the matrix.
  std::vector<PetscInt>().swap(rowStart_);
  std::vector<PetscInt>().swap(colIndex_);
  std::vector<double>().swap(values_);
  malloc_trim(0);
  rows_ = vectorOf(byRows_);
  cols_ = vectorOf(byCols_);
}

void Matrix::multiplyBy(Vec from, Vec to, bool transpose) const {
  if (transpose)
    check(MatMultTranspose(mat_, from, to), "MatMultTranspose");
  else
    check(MatMult(mat_, from, to), "MatMult");
}

void Matrix::multiply(const Product& product) {
  const auto [x, y, transpose, alpha, beta] = product;
  const Division& from = transpose ? byRows_ : byCols_;
  const Division& to = transpose ? byCols_ : byRows_;
  Vec source = transpose ? rows_ : cols_;
  Vec target = transpose ? cols_ : rows_;
  double* partX = takePart(team_, from, x, ownX_, true);
  double* partY = takePart(team_, to, y, ownY_, beta != 0);
  check(VecPlaceArray(source, partX), "VecPlaceArray");
  if (beta == 0) {
    check(VecPlaceArray(target, partY), "VecPlaceArray");
    multiplyBy(source, target, transpose);
    check(VecResetArray(target), "VecResetArray");
    if (alpha != 1)
      for (PetscInt i = 0; i < to.count(); i++) partY[i] *= alpha;
  } else {
    Vec& sum = transpose ? sumCols_ : sumRows_;
    if (sum == nullptr) check(VecCreateMPI(team_.comm, to.count(), to.length(), &sum), "VecCreateMPI");
    multiplyBy(source, sum, transpose);
    const double* sums = nullptr;
    check(VecGetArrayRead(sum, &sums), "VecGetArrayRead");
    for (PetscInt i = 0; i < to.count(); i++) partY[i] = alpha * sums[i] + beta * partY[i];
    check(VecRestoreArrayRead(sum, &sums), "VecRestoreArrayRead");
  }
  check(VecResetArray(source), "VecResetArray");
  givePart(team_, to, y, partY);
}

void Matrix::loop(const Product& product, bool cold, uint64_t runs, uint64_t times) {
  double* seconds = team_.rank == 0 ? team_.arena.at(times, runs * sizeof(double)) : nullptr;
  // What a program does that has nothing but PETSc: its vectors are placed once.
  const bool isPlain = team_.shared && product.alpha == 1 && product.beta == 0;
  Vec source = product.transpose ? rows_ : cols_;
  Vec target = product.transpose ? cols_ : rows_;
  const Division& from = product.transpose ? byRows_ : byCols_;
  const Division& to = product.transpose ? byCols_ : byRows_;
  if (isPlain) {
    check(VecPlaceArray(source, takePart(team_, from, product.x, ownX_, true)), "VecPlaceArray");
    check(VecPlaceArray(target, takePart(team_, to, product.y, ownY_, false)), "VecPlaceArray");
  }
  for (uint64_t run = 0; run < runs; run++) {
    if (cold) {
      evict_.assign(size_t{1} << 23, static_cast<double>(run));
      MPI_Barrier(team_.comm);
    }
    const double begin = MPI_Wtime();
    if (isPlain)
      multiplyBy(source, target, product.transpose);
    else
      multiply(product);
    if (seconds != nullptr) seconds[run] = MPI_Wtime() - begin;
  }
  if (isPlain) {
    check(VecResetArray(source), "VecResetArray");
    check(VecResetArray(target), "VecResetArray");
  }
}

} // namespace spmv
