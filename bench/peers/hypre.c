/* Solves A x = b by a Krylov method of hypre with BoomerAMG: a line of JSON for each way of making levels.
 *
 *   mpicc -O2 -I/usr/include/hypre bench/peers/hypre.c -o hypre -lHYPRE -lm      (Debian: libhypre-dev)
 *   mpirun -n 1 ./hypre A.mtx [cg|bicgstab|gmres [ones|image|singular [FUNCTIONS ROTATION]]]
 *
 * A is a text of Matrix Market, coordinate real, general or symmetric; each rank holds a stripe of rows. b: ones, or A·x with x = 0 … 6 in turns; of a singular matrix the last level is smoothed, not factored. With FUNCTIONS
 * unknowns at a point and a file ROTATION, a number a row, levels are those of elasticity by points (GM-2), beside those that know of nothing. Times are the largest of all ranks, by MPI's clock.
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
  int coarsening, smoother, aggressive, motions;
} Way;

/* 8: PMIS, 10: HMIS; 8: l1-symmetric Gauss-Seidel, 16: Chebyshev, 18: l1-Jacobi. */
static const Way WAYS[] = {
    {"HMIS + l1-SGS", 10, 8, 0, 0},
    {"PMIS + Chebyshev", 8, 16, 0, 0},
    {"PMIS + l1-Jacobi", 8, 18, 0, 0},
    {"PMIS + Chebyshev, aggressive", 8, 16, 1, 0},
    {"HMIS + l1-SGS, rigid motions", 10, 8, 0, 1},
    {"PMIS + Chebyshev, rigid motions", 8, 16, 0, 1},
};

/* A Krylov method. */
typedef struct {
  const char *name;
  HYPRE_Int (*create)(MPI_Comm, HYPRE_Solver *);
  HYPRE_Int (*setTol)(HYPRE_Solver, HYPRE_Real);
  HYPRE_Int (*setMaxIter)(HYPRE_Solver, HYPRE_Int);
  HYPRE_Int (*setPrecond)(HYPRE_Solver, HYPRE_PtrToSolverFcn, HYPRE_PtrToSolverFcn, HYPRE_Solver);
  HYPRE_Int (*setup)(HYPRE_Solver, HYPRE_Matrix, HYPRE_Vector, HYPRE_Vector);
  HYPRE_Int (*solve)(HYPRE_Solver, HYPRE_Matrix, HYPRE_Vector, HYPRE_Vector);
  HYPRE_Int (*iterations)(HYPRE_Solver, HYPRE_Int *);
  HYPRE_Int (*residual)(HYPRE_Solver, HYPRE_Real *);
  HYPRE_Int (*destroy)(HYPRE_Solver);
} Method;

static const Method METHODS[] = {
    {"cg", HYPRE_ParCSRPCGCreate, HYPRE_PCGSetTol, HYPRE_PCGSetMaxIter, HYPRE_PCGSetPrecond, HYPRE_PCGSetup, HYPRE_PCGSolve,
     HYPRE_PCGGetNumIterations, HYPRE_PCGGetFinalRelativeResidualNorm, HYPRE_ParCSRPCGDestroy},
    {"bicgstab", HYPRE_ParCSRBiCGSTABCreate, HYPRE_BiCGSTABSetTol, HYPRE_BiCGSTABSetMaxIter, HYPRE_BiCGSTABSetPrecond, HYPRE_BiCGSTABSetup,
     HYPRE_BiCGSTABSolve, HYPRE_BiCGSTABGetNumIterations, HYPRE_BiCGSTABGetFinalRelativeResidualNorm, HYPRE_ParCSRBiCGSTABDestroy},
    {"gmres", HYPRE_ParCSRGMRESCreate, HYPRE_GMRESSetTol, HYPRE_GMRESSetMaxIter, HYPRE_GMRESSetPrecond, HYPRE_GMRESSetup, HYPRE_GMRESSolve,
     HYPRE_GMRESGetNumIterations, HYPRE_GMRESGetFinalRelativeResidualNorm, HYPRE_ParCSRGMRESDestroy},
};

static void fail(const char *what) {
  fprintf(stderr, "hypre: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The rows of this rank; entries of a symmetric file come twice. */
static HYPRE_IJMatrix readMatrix(const char *path, int together, int rank, int ranks, HYPRE_BigInt *first, HYPRE_BigInt *last) {
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
  if (rows % together != 0) fail("rows are no multiple of FUNCTIONS");
  *first = rows / together * rank / ranks * together;
  *last = rows / together * (rank + 1) / ranks * together - 1;
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

static HYPRE_IJVector emptyVector(HYPRE_BigInt first, HYPRE_BigInt last) {
  HYPRE_IJVector x;
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, &x);
  HYPRE_IJVectorSetObjectType(x, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(x);
  return x;
}

static HYPRE_ParVector finished(HYPRE_IJVector x) {
  HYPRE_ParVector made;
  HYPRE_IJVectorAssemble(x);
  HYPRE_IJVectorGetObject(x, (void **)&made);
  return made;
}

/* The element of row i is a + i mod m. */
static HYPRE_IJVector vectorOf(double a, HYPRE_BigInt m, HYPRE_BigInt first, HYPRE_BigInt last) {
  HYPRE_IJVector x = emptyVector(first, last);
  for (HYPRE_BigInt i = first; i <= last; i++) {
    double value = a + (double)(i % m);
    HYPRE_IJVectorSetValues(x, 1, &i, &value);
  }
  finished(x);
  return x;
}

static HYPRE_IJVector readVector(const char *path, HYPRE_BigInt first, HYPRE_BigInt last) {
  FILE *file = fopen(path, "r");
  if (!file) fail("the rotation cannot be read");
  HYPRE_IJVector x = emptyVector(first, last);
  for (HYPRE_BigInt i = 0; i <= last; i++) {
    double value;
    if (fscanf(file, "%lf", &value) != 1) fail("the rotation has too few numbers");
    if (i >= first) HYPRE_IJVectorSetValues(x, 1, &i, &value);
  }
  fclose(file);
  finished(x);
  return x;
}

/* b: ones, or A times 0 ... 6 in turns. */
static HYPRE_IJVector rightSide(HYPRE_ParCSRMatrix A, int isImage, HYPRE_BigInt first, HYPRE_BigInt last) {
  if (!isImage) return vectorOf(1, 1, first, last);
  HYPRE_IJVector known = vectorOf(0, 7, first, last), b = vectorOf(0, 1, first, last);
  HYPRE_ParCSRMatrixMatvec(1, A, finished(known), 0, finished(b));
  HYPRE_IJVectorDestroy(known);
  return b;
}

/* The options of Baker, Kolev, Yang 2010: whole points are chosen, and interpolation carries the rotation as well. */
static void setMotions(HYPRE_Solver amg, int functions, HYPRE_ParVector *rotation) {
  HYPRE_BoomerAMGSetNumFunctions(amg, functions);
  HYPRE_BoomerAMGSetStrongThreshold(amg, 0.5);
  HYPRE_BoomerAMGSetNodal(amg, 4);
  HYPRE_BoomerAMGSetNodalDiag(amg, 1);
  HYPRE_BoomerAMGSetCycleRelaxType(amg, 8, 3);
  HYPRE_BoomerAMGSetInterpVecVariant(amg, 2);
  HYPRE_BoomerAMGSetInterpVecQMax(amg, 4);
  HYPRE_BoomerAMGSetInterpVectors(amg, 1, rotation);
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
  if (argc < 2 || argc == 5) fail("hypre A.mtx [METHOD [RIGHT [FUNCTIONS ROTATION]]]");
  const Method *method = METHODS;
  const char *named = argc > 2 ? argv[2] : "cg", *right = argc > 3 ? argv[3] : "ones";
  while (method < METHODS + sizeof METHODS / sizeof *METHODS && strcmp(method->name, named) != 0) method++;
  if (method == METHODS + sizeof METHODS / sizeof *METHODS) fail("there is no such method");
  int isSingular = strcmp(right, "singular") == 0, isImage = isSingular || strcmp(right, "image") == 0;
  if (!isImage && strcmp(right, "ones") != 0) fail("b is ones, image or singular");
  int functions = argc > 5 ? atoi(argv[4]) : 1;
  if (functions < 1) fail("FUNCTIONS is a number from 1");
  HYPRE_Init();
  HYPRE_BigInt first, last;
  HYPRE_ParCSRMatrix A;
  HYPRE_IJMatrix matrix = readMatrix(argv[1], functions, rank, ranks, &first, &last);
  HYPRE_IJMatrixGetObject(matrix, (void **)&A);
  HYPRE_IJVector rotation = argc > 5 ? readVector(argv[5], first, last) : NULL;
  for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
    if (WAYS[w].motions && !rotation) continue;
    HYPRE_IJVector known = rightSide(A, isImage, first, last), sought = vectorOf(0, 1, first, last);
    HYPRE_ParVector b = finished(known), x = finished(sought), turned = rotation ? finished(rotation) : NULL;
    HYPRE_Solver krylov, amg;
    method->create(MPI_COMM_WORLD, &krylov);
    method->setTol(krylov, 1e-8);
    method->setMaxIter(krylov, 500);
    if (method == METHODS) HYPRE_PCGSetTwoNorm(krylov, 1);
    HYPRE_BoomerAMGCreate(&amg);
    HYPRE_BoomerAMGSetCoarsenType(amg, WAYS[w].coarsening);
    HYPRE_BoomerAMGSetInterpType(amg, 6); /* extended+i */
    HYPRE_BoomerAMGSetPMaxElmts(amg, 4);
    HYPRE_BoomerAMGSetStrongThreshold(amg, 0.25);
    HYPRE_BoomerAMGSetRelaxType(amg, WAYS[w].smoother);
    HYPRE_BoomerAMGSetAggNumLevels(amg, WAYS[w].aggressive);
    if (isSingular) HYPRE_BoomerAMGSetCycleRelaxType(amg, WAYS[w].smoother, 3);
    if (WAYS[w].motions) setMotions(amg, functions, &turned);
    HYPRE_BoomerAMGSetMaxIter(amg, 1);
    HYPRE_BoomerAMGSetTol(amg, 0);
    method->setPrecond(krylov, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, amg);
    double start = MPI_Wtime();
    method->setup(krylov, (HYPRE_Matrix)A, (HYPRE_Vector)b, (HYPRE_Vector)x);
    double ready = MPI_Wtime();
    method->solve(krylov, (HYPRE_Matrix)A, (HYPRE_Vector)b, (HYPRE_Vector)x);
    double setup = largest(ready - start), solve = largest(MPI_Wtime() - ready), relative;
    HYPRE_Int iterations;
    method->iterations(krylov, &iterations);
    method->residual(krylov, &relative);
    if (rank == 0)
      printf("{\"file\":\"%s\",\"method\":\"%s\",\"way\":\"%s\",\"ranks\":%d,\"iterations\":%d,\"relativeResidual\":%g,\"setupMs\":%.1f,\"solveMs\":%.1f}\n",
             argv[1], method->name, WAYS[w].name, ranks, (int)iterations, relative, 1e3 * setup, 1e3 * solve);
    fflush(stdout);
    HYPRE_BoomerAMGDestroy(amg);
    method->destroy(krylov);
    HYPRE_IJVectorDestroy(known);
    HYPRE_IJVectorDestroy(sought);
  }
  if (rotation) HYPRE_IJVectorDestroy(rotation);
  HYPRE_IJMatrixDestroy(matrix);
  HYPRE_Finalize();
  MPI_Finalize();
  return 0;
}
