// The ranks of one job and how a vector reaches them: by shared memory, or by messages of rank 0 where they are on
// several hosts.
#pragma once

#include <petscmat.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "arena.h"

namespace spmv {

// Throws with PETSc's words for an error code.
void check(PetscErrorCode code, const char* what);

struct Team {
  Arena arena;
  MPI_Comm comm = MPI_COMM_NULL;
  int rank = 0;
  int ranks = 1;
  bool shared = true;
};

// How `length` elements are divided: in equal numbers, by PETSc's rule, or at bounds[0 … ranks].
struct Division {
  Division(const Team& team, PetscInt length);
  Division(const Team& team, PetscInt length, const int32_t* bounds);
  PetscInt begin() const { return displacements[rank]; }
  PetscInt count() const { return counts[rank]; }
  PetscInt length() const { return total; }
  std::vector<int> counts, displacements;

private:
  int rank;
  PetscInt total;
};

// This rank's part of a vector: the shared memory itself, or `own` filled by messages where `read`.
double* takePart(const Team& team, const Division& division, uint64_t offset, std::vector<double>& own, bool read);

// Back to where Node sees it; nothing to do in shared memory.
void givePart(const Team& team, const Division& division, uint64_t offset, const double* part);

// `bytes` at `offset` of the arena, on every rank.
const char* takeAll(const Team& team, uint64_t offset, uint64_t bytes, std::vector<char>& own);

} // namespace spmv
