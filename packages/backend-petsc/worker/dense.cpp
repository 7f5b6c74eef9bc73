// Products with several vectors. PETSc's dense matrices lie by columns: X by rows is copied, X by columns is where Node
// put it.
#include "matrix.h"

namespace spmv {

double* Matrix::densePart(uint64_t offset, uint64_t lines, uint64_t stride, bool byColumns,
                          const Division& division) const {
  // The last line ends with its last element, not with its gap.
  const uint64_t rows = static_cast<uint64_t>(division.length());
  const uint64_t elements = byColumns ? (lines - 1) * stride + rows : (rows - 1) * stride + lines;
  double* found = team_.arena.at(offset, elements * sizeof(double));
  if (found == nullptr) throw std::runtime_error("a dense matrix lies outside the arena");
  return found + static_cast<uint64_t>(division.begin()) * (byColumns ? 1 : stride);
}

void Matrix::multiplyMany(const DenseProduct& product) {
  const uint64_t vectors = product.vectors;
  const Division& from = product.transpose ? byRows_ : byCols_;
  const Division& to = product.transpose ? byCols_ : byRows_;
  const auto rowsX = static_cast<uint64_t>(from.count());
  const double* partX = densePart(product.x, vectors, product.strideX, product.xByColumns, from);
  double* placed = const_cast<double*>(partX);
  uint64_t stride = product.strideX;
  if (!product.xByColumns) {
    stride = rowsX > 0 ? rowsX : 1;
    columns_.resize(stride * vectors);
    for (uint64_t i = 0; i < rowsX; i++)
      for (uint64_t v = 0; v < vectors; v++) columns_[v * stride + i] = partX[i * product.strideX + v];
    placed = columns_.data();
  }
  const bool isNew = many_ == nullptr || manyVectors_ != vectors || manyStride_ != stride;
  if (isNew) {
    check(MatDestroy(&manySums_), "MatDestroy");
    check(MatDestroy(&many_), "MatDestroy");
    check(MatCreateDense(team_.comm, from.count(), PETSC_DECIDE, from.length(), static_cast<PetscInt>(vectors), placed,
                         &many_),
          "MatCreateDense");
    check(MatDenseSetLDA(many_, static_cast<PetscInt>(stride)), "MatDenseSetLDA");
    manyVectors_ = vectors;
    manyStride_ = stride;
  }
  check(MatDensePlaceArray(many_, placed), "MatDensePlaceArray");
  check(MatAssemblyBegin(many_, MAT_FINAL_ASSEMBLY), "MatAssemblyBegin");
  check(MatAssemblyEnd(many_, MAT_FINAL_ASSEMBLY), "MatAssemblyEnd");
  const MatReuse reuse = isNew ? MAT_INITIAL_MATRIX : MAT_REUSE_MATRIX;
  if (product.transpose)
    check(MatTransposeMatMult(mat_, many_, reuse, PETSC_DEFAULT, &manySums_), "MatTransposeMatMult");
  else
    check(MatMatMult(mat_, many_, reuse, PETSC_DEFAULT, &manySums_), "MatMatMult");
  check(MatDenseResetArray(many_), "MatDenseResetArray");
  double* partY = densePart(product.y, vectors, product.strideY, product.yByColumns, to);
  const double* sums = nullptr;
  PetscInt strideSums = 0;
  check(MatDenseGetLDA(manySums_, &strideSums), "MatDenseGetLDA");
  check(MatDenseGetArrayRead(manySums_, &sums), "MatDenseGetArrayRead");
  const auto rowsY = static_cast<uint64_t>(to.count());
  const uint64_t stepRow = product.yByColumns ? 1 : product.strideY;
  const uint64_t stepVector = product.yByColumns ? product.strideY : 1;
  const auto write = [&](uint64_t i, uint64_t v) {
    double& y = partY[i * stepRow + v * stepVector];
    const double sum = product.alpha * sums[v * static_cast<uint64_t>(strideSums) + i];
    y = product.beta == 0 ? sum : sum + product.beta * y;
  };
  if (product.yByColumns) {
    for (uint64_t v = 0; v < vectors; v++)
      for (uint64_t i = 0; i < rowsY; i++) write(i, v);
  } else {
    for (uint64_t i = 0; i < rowsY; i++)
      for (uint64_t v = 0; v < vectors; v++) write(i, v);
  }
  check(MatDenseRestoreArrayRead(manySums_, &sums), "MatDenseRestoreArrayRead");
}

} // namespace spmv
