// Ax = b by PETSc's KSP.
#include <petscksp.h>

#include "matrix.h"

namespace spmv {

namespace {

constexpr KSPType kMethods[] = {KSPCG, KSPGMRES, KSPBCGS};
enum Preconditioner : uint64_t { kNone, kJacobi, kSsor, kIlu, kIc, kPreconditioners };

// Factors are of a rank's own diagonal block, which is the whole matrix of one rank.
void configure(PC pc, uint64_t preconditioner, int ranks) {
  switch (preconditioner) {
  case kJacobi:
    check(PCSetType(pc, PCJACOBI), "PCSetType");
    return;
  case kSsor:
    check(PCSetType(pc, PCSOR), "PCSetType");
    check(PCSORSetSymmetric(pc, SOR_LOCAL_SYMMETRIC_SWEEP), "PCSORSetSymmetric");
    return;
  case kIlu:
  case kIc:
    check(PCSetType(pc, ranks > 1 ? PCBJACOBI : preconditioner == kIlu ? PCILU : PCICC), "PCSetType");
    return;
  default:
    check(PCSetType(pc, PCNONE), "PCSetType");
  }
}

} // namespace

void Matrix::solve(const System& system, uint64_t result) {
  if (system.method >= std::size(kMethods) || system.preconditioner >= kPreconditioners)
    throw std::runtime_error("a command names an unknown method");
  check(VecPlaceArray(rows_, takePart(team_, byRows_, system.b, ownX_, true)), "VecPlaceArray");
  double* partX = takePart(team_, byCols_, system.x, ownY_, true);
  check(VecPlaceArray(cols_, partX), "VecPlaceArray");
  KSP ksp = nullptr;
  PC pc = nullptr;
  check(KSPCreate(team_.comm, &ksp), "KSPCreate");
  check(KSPSetOptionsPrefix(ksp, "spmv_"), "KSPSetOptionsPrefix");
  check(KSPSetType(ksp, kMethods[system.method]), "KSPSetType");
  check(KSPSetOperators(ksp, mat_, mat_), "KSPSetOperators");
  check(KSPGetPC(ksp, &pc), "KSPGetPC");
  configure(pc, system.preconditioner, team_.ranks);
  // What ends it is ‖b − Ax‖, as everywhere here: from the right, where the method has a side.
  if (system.method != 0) check(KSPSetPCSide(ksp, PC_RIGHT), "KSPSetPCSide");
  check(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED), "KSPSetNormType");
  if (system.method == 1) check(KSPGMRESSetRestart(ksp, static_cast<PetscInt>(system.restart)), "KSPGMRESSetRestart");
  check(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE), "KSPSetInitialGuessNonzero");
  check(KSPSetTolerances(ksp, system.rtol, system.atol, 1e30, static_cast<PetscInt>(system.iterations)),
        "KSPSetTolerances");
  if (system.preconditioner == kIc && team_.ranks > 1)
    check(PetscOptionsSetValue(nullptr, "-spmv_sub_pc_type", "icc"), "PetscOptionsSetValue");
  else
    check(PetscOptionsClearValue(nullptr, "-spmv_sub_pc_type"), "PetscOptionsClearValue");
  check(KSPSetFromOptions(ksp), "KSPSetFromOptions");
  const double begin = MPI_Wtime();
  check(KSPSetUp(ksp), "KSPSetUp");
  check(KSPSetUpOnBlocks(ksp), "KSPSetUpOnBlocks");
  const double ready = MPI_Wtime();
  check(KSPSolve(ksp, rows_, cols_), "KSPSolve");
  const double end = MPI_Wtime();
  PetscInt iterations = 0;
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  check(KSPGetIterationNumber(ksp, &iterations), "KSPGetIterationNumber");
  check(KSPGetConvergedReason(ksp, &reason), "KSPGetConvergedReason");
  if (sumRows_ == nullptr)
    check(VecCreateMPI(team_.comm, byRows_.count(), byRows_.length(), &sumRows_), "VecCreateMPI");
  PetscReal residual = 0;
  check(MatMult(mat_, cols_, sumRows_), "MatMult");
  check(VecAYPX(sumRows_, -1, rows_), "VecAYPX");
  check(VecNorm(sumRows_, NORM_2, &residual), "VecNorm");
  check(KSPDestroy(&ksp), "KSPDestroy");
  check(VecResetArray(rows_), "VecResetArray");
  check(VecResetArray(cols_), "VecResetArray");
  givePart(team_, byCols_, system.x, partX);
  if (team_.rank != 0) return;
  double* out = team_.arena.at(result, 5 * sizeof(double));
  if (out == nullptr) throw std::runtime_error("the result lies outside the arena");
  out[0] = iterations;
  out[1] = static_cast<double>(reason);
  out[2] = residual;
  out[3] = ready - begin;
  out[4] = end - ready;
}

} // namespace spmv
