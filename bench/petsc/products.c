/* What backend petsc is measured against: a plain program on PETSc. Reads A from a binary file of PETSc (MatLoad: every
   rank its stripe), multiplies y = A x in a loop, and solves A x = b by KSP's conjugate gradients. Rank 0 prints a row of
   JSON. Usage: mpiexec -n P products FILE SECONDS [cg none|jacobi RTOL] */
#include <petscksp.h>
#include <stdlib.h>
#include <string.h>

static int byValue(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof *values, byValue);
  return count > 0 ? (values[(count - 1) / 2] + values[count / 2]) / 2 : 0;
}

static PetscErrorCode products(Mat A, double most, int rank) {
  Vec x, y;
  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &x, &y));
  PetscCall(VecSet(x, 1.0));
  for (int k = 0; k < 5; k++) PetscCall(MatMult(A, x, y));
  /* As many as fit the time, the same number on every rank. */
  const double once = MPI_Wtime();
  for (int k = 0; k < 5; k++) PetscCall(MatMult(A, x, y));
  double wanted = 5 * most / (MPI_Wtime() - once);
  int runs = wanted < 20 ? 20 : wanted > 5000 ? 5000 : (int)wanted;
  MPI_Bcast(&runs, 1, MPI_INT, 0, PETSC_COMM_WORLD);
  double *seconds = malloc((size_t)runs * sizeof *seconds);
  MPI_Barrier(PETSC_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int k = 0; k < runs; k++) {
    const double start = MPI_Wtime();
    PetscCall(MatMult(A, x, y));
    seconds[k] = MPI_Wtime() - start;
  }
  MPI_Barrier(PETSC_COMM_WORLD);
  const double mean = (MPI_Wtime() - begin) / runs;
  PetscReal norm = 0;
  PetscCall(VecNorm(y, NORM_2, &norm));
  if (rank == 0)
    printf("\"products\":%d,\"medianMs\":%.6f,\"meanMs\":%.6f,\"norm\":%.17g", runs, 1e3 * median(seconds, runs),
           1e3 * mean, (double)norm);
  free(seconds);
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(0);
}

static PetscErrorCode conjugateGradients(Mat A, const char *preconditioner, double rtol, int rank) {
  Vec x, b;
  KSP ksp;
  PC pc;
  PetscInt iterations = 0;
  PetscReal residual = 0;
  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSet(x, 1.0));
  PetscCall(MatMult(A, x, b));
  PetscCall(VecSet(x, 0.0));
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(KSPSetType(ksp, KSPCG));
  PetscCall(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, strcmp(preconditioner, "jacobi") == 0 ? PCJACOBI : PCNONE));
  PetscCall(KSPSetTolerances(ksp, rtol, 0, 1e30, 100000));
  PetscCall(KSPSetUp(ksp));
  MPI_Barrier(PETSC_COMM_WORLD);
  const double begin = MPI_Wtime();
  PetscCall(KSPSolve(ksp, b, x));
  const double seconds = MPI_Wtime() - begin;
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(KSPGetResidualNorm(ksp, &residual));
  if (rank == 0)
    printf(",\"cg\":{\"M\":\"%s\",\"rtol\":%g,\"iterations\":%d,\"residual\":%.6g,\"seconds\":%.6f}", preconditioner, rtol,
           (int)iterations, (double)residual, seconds);
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(0);
}

int main(int argc, char **argv) {
  Mat A;
  PetscViewer file;
  int rank = 0, ranks = 1;
  PetscInt rows = 0;
  MatInfo facts;
  if (argc < 3) return 64;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  PetscCall(PetscViewerBinaryOpen(PETSC_COMM_WORLD, argv[1], FILE_MODE_READ, &file));
  PetscCall(MatCreate(PETSC_COMM_WORLD, &A));
  PetscCall(MatSetType(A, MATAIJ));
  const double begin = MPI_Wtime();
  PetscCall(MatLoad(A, file));
  const double loaded = MPI_Wtime() - begin;
  PetscCall(PetscViewerDestroy(&file));
  PetscCall(MatGetSize(A, &rows, NULL));
  PetscCall(MatGetInfo(A, MAT_GLOBAL_SUM, &facts));
  if (rank == 0)
    printf("{\"file\":\"%s\",\"ranks\":%d,\"rows\":%d,\"nnz\":%.0f,\"loadMs\":%.3f,", argv[1], ranks, (int)rows,
           facts.nz_used, 1e3 * loaded);
  PetscCall(products(A, atof(argv[2]), rank));
  if (argc > 5 && strcmp(argv[3], "cg") == 0) PetscCall(conjugateGradients(A, argv[4], atof(argv[5]), rank));
  if (rank == 0) printf("}\n");
  PetscCall(MatDestroy(&A));
  PetscCall(PetscFinalize());
  return 0;
}
