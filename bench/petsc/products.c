/* What backend petsc is measured against: a plain program on PETSc. Reads A from a binary file of PETSc (MatLoad: every
   rank its rows), multiplies y = A x in a loop, and solves A x = b by KSP's conjugate gradients. Rank 0 prints a row of
   JSON, with what a product sends by PETSc's own counters and the processor each rank was on at the end. BOUNDS: -, as many rows to each rank, or a file of P + 1
   numbers: where the rows of the ranks begin, and their end. Usage: mpiexec -n P products FILE SECONDS BOUNDS
   [cg none|jacobi RTOL] */
#define _GNU_SOURCE
#include <petscksp.h>
#include <petsclog.h>
#include <sched.h>
#include <stdio.h>
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
  const double sentBefore[2] = {petsc_isend_ct, petsc_isend_len};
  const double begin = MPI_Wtime();
  for (int k = 0; k < runs; k++) {
    const double start = MPI_Wtime();
    PetscCall(MatMult(A, x, y));
    seconds[k] = MPI_Wtime() - start;
  }
  MPI_Barrier(PETSC_COMM_WORLD);
  const double mean = (MPI_Wtime() - begin) / runs;
  double sent[2] = {(petsc_isend_ct - sentBefore[0]) / runs, (petsc_isend_len - sentBefore[1]) / runs};
  MPI_Allreduce(MPI_IN_PLACE, sent, 2, MPI_DOUBLE, MPI_SUM, PETSC_COMM_WORLD);
  PetscReal norm = 0;
  PetscCall(VecNorm(y, NORM_2, &norm));
  int processor = sched_getcpu(), ranks = 1;
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  int *processors = malloc((size_t)ranks * sizeof *processors);
  MPI_Gather(&processor, 1, MPI_INT, processors, 1, MPI_INT, 0, PETSC_COMM_WORLD);
  if (rank == 0) {
    printf("\"products\":%d,\"medianMs\":%.6f,\"meanMs\":%.6f,\"norm\":%.17g,\"messages\":%.0f,\"haloBytes\":%.0f", runs,
           1e3 * median(seconds, runs), 1e3 * mean, (double)norm, sent[0], sent[1]);
    for (int p = 0; p < ranks; p++) printf("%s%d", p == 0 ? ",\"processors\":[" : ",", processors[p]);
    printf("]");
  }
  free(processors);
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

/* Rows, and columns of a square matrix, from bounds[rank] on. MatLoad keeps to sizes that are there. */
static PetscErrorCode divide(Mat A, const char *path, int rank, int ranks) {
  PetscInt *bounds = malloc(((size_t)ranks + 1) * sizeof *bounds);
  PetscFunctionBeginUser;
  FILE *file = fopen(path, "r");
  PetscCheck(file != NULL && bounds != NULL, PETSC_COMM_SELF, PETSC_ERR_FILE_OPEN, "no file of bounds %s", path);
  for (int p = 0; p <= ranks; p++)
    PetscCheck(fscanf(file, "%d", &bounds[p]) == 1, PETSC_COMM_SELF, PETSC_ERR_FILE_READ, "%s has not %d bounds", path,
               ranks + 1);
  fclose(file);
  const PetscInt mine = bounds[rank + 1] - bounds[rank];
  PetscCall(MatSetSizes(A, mine, mine, bounds[ranks], bounds[ranks]));
  free(bounds);
  PetscFunctionReturn(0);
}

int main(int argc, char **argv) {
  Mat A;
  PetscViewer file;
  int rank = 0, ranks = 1;
  PetscInt rows = 0;
  MatInfo facts;
  if (argc < 4) return 64;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  MPI_Comm_rank(PETSC_COMM_WORLD, &rank);
  MPI_Comm_size(PETSC_COMM_WORLD, &ranks);
  PetscCall(PetscViewerBinaryOpen(PETSC_COMM_WORLD, argv[1], FILE_MODE_READ, &file));
  PetscCall(MatCreate(PETSC_COMM_WORLD, &A));
  PetscCall(MatSetType(A, MATAIJ));
  if (strcmp(argv[3], "-") != 0) PetscCall(divide(A, argv[3], rank, ranks));
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
  if (argc > 6 && strcmp(argv[4], "cg") == 0) PetscCall(conjugateGradients(A, argv[5], atof(argv[6]), rank));
  if (rank == 0) printf("}\n");
  PetscCall(MatDestroy(&A));
  PetscCall(PetscFinalize());
  return 0;
}
