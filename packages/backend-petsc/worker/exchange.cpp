// What of x goes between ranks for a product.
#include <petsclog.h>

#include <array>

#include "matrix.h"

namespace spmv {

void Matrix::exchange(uint64_t x, uint64_t y, uint64_t result) {
  using Counters = std::array<double, 4>;
  const auto counters = [] { return Counters{petsc_irecv_ct, petsc_irecv_len, petsc_isend_ct, petsc_isend_len}; };
  // The first product may send what later ones do not.
  const Product product = {x, y, false, 1, 0};
  multiply(product);
  const Counters before = counters();
  multiply(product);
  Counters counted = counters();
  for (size_t k = 0; k < counted.size(); k++) counted[k] -= before[k];
  counted[1] /= sizeof(double);
  counted[3] /= sizeof(double);
  std::vector<double> all(counted.size() * static_cast<size_t>(team_.ranks));
  MPI_Gather(counted.data(), 4, MPI_DOUBLE, all.data(), 4, MPI_DOUBLE, 0, team_.comm);
  if (team_.rank != 0) return;
  double* out = team_.arena.at(result, all.size() * sizeof(double));
  if (out == nullptr) throw std::runtime_error("the result lies outside the arena");
  for (size_t k = 0; k < all.size(); k++) out[k] = all[k];
}

} // namespace spmv
