/* Solves A x = 1 by hypre's conjugate gradients with BoomerAMG: a line of JSON for each way of making levels.
 *
 *   mpicc -O2 -I/usr/include/hypre bench/peers/hypre.c -o hypre -lHYPRE -lm      (Debian: libhypre-dev)
 *   mpirun -n 1 ./hypre A.mtx
 *
 * A is a text of Matrix Market, coordinate real, general or symmetric; each rank holds a stripe of rows. Times are the largest of all ranks, by MPI's clock.
 */
#include <HYPRE.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  int coarsening, smoother, aggressive;
} Way;

/* 8: PMIS, 10: HMIS; 8: l1-symmetric Gauss-Seidel, 16: Chebyshev, 18: l1-Jacobi. */
static const Way WAYS[] = {
    {"HMIS + l1-SGS", 10, 8, 0},
    {"PMIS + Chebyshev", 8, 16, 0},
    {"PMIS + l1-Jacobi", 8, 18, 0},
    {"PMIS + Chebyshev, aggressive", 8, 16, 1},
};

static void fail(const char *what) {
  fprintf(stderr, "hypre: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The rows of this rank; entries of a symmetric file come twice. */
static HYPRE_IJMatrix readMatrix(const char *path, int rank, int ranks, HYPRE_BigInt *first, HYPRE_BigInt *last) {
  FILE *file = fopen(path, "r");
  char line[1024];
  if (!file || !fgets(line, sizeof line, file)) fail("the matrix cannot be read");
  int symmetric = strstr(line, "symmetric") != NULL;
  if (!strstr(line, "coordinate real") || (!symmetric && !strstr(line, "general"))) fail("not coordinate real");
  do
    if (!fgets(line, sizeof line, file)) fail("no size");
  while (line[0] == '%');
  long rows, cols, nnz;
  if (sscanf(line, "%ld %ld %ld", &rows, &cols, &nnz) != 3 || rows != cols) fail("not square");
  *first = rows * rank / ranks;
  *last = rows * (rank + 1) / ranks - 1;
  HYPRE_IJMatrix A;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, *first, *last, *first, *last, &A);
  HYPRE_IJMatrixSetObjectType(A, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(A);
  for (long k = 0; k < nnz; k++) {
    HYPRE_BigInt i, j;
    long row, col;
    double value;
    HYPRE_Int one = 1;
    if (fscanf(file, "%ld %ld %lf", &row, &col, &value) != 3) fail("too few entries");
    for (int turn = 0; turn < (symmetric && row != col ? 2 : 1); turn++) {
      i = (turn ? col : row) - 1;
      j = (turn ? row : col) - 1;
      if (i >= *first && i <= *last) HYPRE_IJMatrixAddToValues(A, 1, &one, &i, &j, &value);
    }
  }
  fclose(file);
  HYPRE_IJMatrixAssemble(A);
  return A;
}

static HYPRE_IJVector vectorOf(double value, HYPRE_BigInt first, HYPRE_BigInt last) {
  HYPRE_IJVector x;
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, &x);
  HYPRE_IJVectorSetObjectType(x, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(x);
  for (HYPRE_BigInt i = first; i <= last; i++) HYPRE_IJVectorSetValues(x, 1, &i, &value);
  HYPRE_IJVectorAssemble(x);
  return x;
}

static double largest(double mine) {
  double all;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 2) fail("hypre A.mtx");
  HYPRE_Init();
  HYPRE_BigInt first, last;
  HYPRE_ParCSRMatrix A;
  HYPRE_ParVector b, x;
  HYPRE_IJMatrix matrix = readMatrix(argv[1], rank, ranks, &first, &last);
  HYPRE_IJMatrixGetObject(matrix, (void **)&A);
  for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
    HYPRE_IJVector right = vectorOf(1, first, last), left = vectorOf(0, first, last);
    HYPRE_IJVectorGetObject(right, (void **)&b);
    HYPRE_IJVectorGetObject(left, (void **)&x);
    HYPRE_Solver pcg, amg;
    HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &pcg);
    HYPRE_PCGSetTol(pcg, 1e-8);
    HYPRE_PCGSetTwoNorm(pcg, 1);
    HYPRE_PCGSetMaxIter(pcg, 500);
    HYPRE_BoomerAMGCreate(&amg);
    HYPRE_BoomerAMGSetCoarsenType(amg, WAYS[w].coarsening);
    HYPRE_BoomerAMGSetInterpType(amg, 6); /* extended+i */
    HYPRE_BoomerAMGSetPMaxElmts(amg, 4);
    HYPRE_BoomerAMGSetStrongThreshold(amg, 0.25);
    HYPRE_BoomerAMGSetRelaxType(amg, WAYS[w].smoother);
    HYPRE_BoomerAMGSetAggNumLevels(amg, WAYS[w].aggressive);
    HYPRE_BoomerAMGSetMaxIter(amg, 1);
    HYPRE_BoomerAMGSetTol(amg, 0);
    HYPRE_PCGSetPrecond(pcg, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, amg);
    double start = MPI_Wtime();
    HYPRE_ParCSRPCGSetup(pcg, A, b, x);
    double ready = MPI_Wtime();
    HYPRE_ParCSRPCGSolve(pcg, A, b, x);
    double setup = largest(ready - start), solve = largest(MPI_Wtime() - ready), relative;
    HYPRE_Int iterations;
    HYPRE_PCGGetNumIterations(pcg, &iterations);
    HYPRE_PCGGetFinalRelativeResidualNorm(pcg, &relative);
    if (rank == 0)
      printf("{\"way\":\"%s\",\"ranks\":%d,\"iterations\":%d,\"relativeResidual\":%g,\"setupMs\":%.1f,\"solveMs\":%.1f}\n",
             WAYS[w].name, ranks, (int)iterations, relative, 1e3 * setup, 1e3 * solve);
    fflush(stdout);
    HYPRE_BoomerAMGDestroy(amg);
    HYPRE_ParCSRPCGDestroy(pcg);
    HYPRE_IJVectorDestroy(right);
    HYPRE_IJVectorDestroy(left);
  }
  HYPRE_IJMatrixDestroy(matrix);
  HYPRE_Finalize();
  MPI_Finalize();
  return 0;
}
