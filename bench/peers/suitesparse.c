/* Factors a matrix and solves A x = A 1 by SuiteSparse: a line of JSON for each package. Times are of the process's CPU, or, where the environment has WALL, of the clock.
 *
 *   cc -O2 -I/usr/include/suitesparse bench/peers/suitesparse.c -o suitesparse -lklu -lumfpack -lcholmod -lm      (Debian: libsuitesparse-dev)
 *   LD_LIBRARY_PATH=… ./suitesparse A.mtx RUNS KLU|UMFPACK|CHOLMOD…      (with a libblas.so.3 of OpenBLAS there: Debian's libopenblas0-serial)
 *
 * A is a text of Matrix Market, coordinate real. KLU and UMFPACK take their defaults, UMFPACK without refinement; CHOLMOD is supernodal, ordered by AMD as ours is.
 */
#include <cholmod.h>
#include <klu.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <umfpack.h>

enum { ANALYZE, FACTOR, AGAIN, SOLVE, PHASES };
static const char *const NAMES[PHASES] = {"analyze", "factor", "refactor", "solve"};

/* Short work is repeated, as solve/factor.ts does; long work is not. */
enum { MOST = 100 };
static const double ENOUGH_MS = 1000, LONG_MS = 4000;

typedef struct {
  int runs;
  double ms[PHASES][MOST];
  double entries;
  int failed;
} Result;

static double now(void) {
  struct timespec t;
  clock_gettime(getenv("WALL") ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
  return 1e3 * t.tv_sec + 1e-6 * t.tv_nsec;
}

static int increasing(const void *a, const void *b) {
  double d = *(const double *)a - *(const double *)b;
  return d < 0 ? -1 : d > 0;
}

/* max |r| / (|A||x| + |b|) */
static double backwardError(const cholmod_sparse *A, const double *x, const double *b) {
  const int *start = A->p, *row = A->i;
  const double *value = A->x;
  long double *r = calloc(A->nrow, sizeof *r);
  double *size = calloc(A->nrow, sizeof *size), worst = 0;
  for (size_t i = 0; i < A->nrow; i++) r[i] = b[i], size[i] = fabs(b[i]);
  for (size_t j = 0; j < A->ncol; j++)
    for (int k = start[j]; k < start[j + 1]; k++) {
      r[row[k]] -= (long double)value[k] * x[j];
      size[row[k]] += fabs(value[k] * x[j]);
    }
  for (size_t i = 0; i < A->nrow; i++) {
    double part = r[i] == 0 ? 0 : fabs((double)r[i]) / size[i];
    if (!(part <= worst)) worst = part;
  }
  free(r), free(size);
  return worst;
}

static int isNext(const Result *found, double begin, int least) {
  int run = found->runs;
  return run == 0 || (run < MOST && now() - begin < (run < least ? LONG_MS : ENOUGH_MS));
}

static Result byKlu(cholmod_sparse *A, const double *b, double *x, int least) {
  Result found = {.entries = 0};
  double begin = now();
  for (; isNext(&found, begin, least); found.runs++) {
    int run = found.runs;
    klu_common common;
    klu_defaults(&common);
    double t0 = now();
    klu_symbolic *symbolic = klu_analyze(A->ncol, A->p, A->i, &common);
    double t1 = now();
    klu_numeric *numeric = symbolic ? klu_factor(A->p, A->i, A->x, symbolic, &common) : NULL;
    double t2 = now();
    if (!numeric || common.status != KLU_OK) return (Result){.failed = 1};
    klu_refactor(A->p, A->i, A->x, symbolic, numeric, &common);
    double t3 = now();
    memcpy(x, b, A->ncol * sizeof *x);
    klu_solve(symbolic, numeric, A->ncol, 1, x, &common);
    double t4 = now();
    found.ms[ANALYZE][run] = t1 - t0, found.ms[FACTOR][run] = t2 - t1, found.ms[AGAIN][run] = t3 - t2, found.ms[SOLVE][run] = t4 - t3;
    found.entries = (double)numeric->lnz + numeric->unz - A->ncol + numeric->nzoff;
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  return found;
}

static Result byUmfpack(cholmod_sparse *A, const double *b, double *x, int least) {
  Result found = {.entries = 0};
  double control[UMFPACK_CONTROL], info[UMFPACK_INFO];
  umfpack_di_defaults(control);
  control[UMFPACK_IRSTEP] = 0;
  double begin = now();
  for (; isNext(&found, begin, least); found.runs++) {
    int run = found.runs;
    void *symbolic = NULL, *numeric = NULL;
    double t0 = now();
    int status = umfpack_di_symbolic(A->nrow, A->ncol, A->p, A->i, A->x, &symbolic, control, info);
    double t1 = now();
    if (status == UMFPACK_OK) status = umfpack_di_numeric(A->p, A->i, A->x, symbolic, &numeric, control, info);
    double t2 = now();
    if (status != UMFPACK_OK) return (Result){.failed = 1};
    umfpack_di_solve(UMFPACK_A, A->p, A->i, A->x, x, b, numeric, control, info);
    double t3 = now();
    found.ms[ANALYZE][run] = t1 - t0, found.ms[FACTOR][run] = found.ms[AGAIN][run] = t2 - t1, found.ms[SOLVE][run] = t3 - t2;
    found.entries = info[UMFPACK_LNZ] + info[UMFPACK_UNZ];
    umfpack_di_free_numeric(&numeric);
    umfpack_di_free_symbolic(&symbolic);
  }
  return found;
}

static Result byCholmod(cholmod_sparse *A, const double *b, double *x, int least, cholmod_common *common) {
  Result found = {.entries = 0};
  cholmod_sparse *half = cholmod_copy(A, -1, 1, common);
  double begin = now();
  for (; isNext(&found, begin, least); found.runs++) {
    int run = found.runs;
    cholmod_dense *right = cholmod_allocate_dense(A->nrow, 1, A->nrow, CHOLMOD_REAL, common);
    memcpy(right->x, b, A->nrow * sizeof *b);
    double t0 = now();
    cholmod_factor *L = cholmod_analyze(half, common);
    double t1 = now();
    cholmod_factorize(half, L, common);
    double t2 = now();
    if (common->status != CHOLMOD_OK) return (Result){.failed = 1};
    cholmod_factorize(half, L, common);
    double t3 = now();
    cholmod_dense *solution = cholmod_solve(CHOLMOD_A, L, right, common);
    double t4 = now();
    found.ms[ANALYZE][run] = t1 - t0, found.ms[FACTOR][run] = t2 - t1, found.ms[AGAIN][run] = t3 - t2, found.ms[SOLVE][run] = t4 - t3;
    found.entries = common->lnz;
    memcpy(x, solution->x, A->nrow * sizeof *x);
    cholmod_free_dense(&solution, common);
    cholmod_free_dense(&right, common);
    cholmod_free_factor(&L, common);
  }
  return found;
}

int main(int count, char **argument) {
  FILE *file = count > 3 ? fopen(argument[1], "r") : NULL;
  int runs = count > 2 ? atoi(argument[2]) : 0;
  if (!file || runs < 1 || runs > MOST) {
    fprintf(stderr, "suitesparse A.mtx RUNS (1 to 100) KLU|UMFPACK|CHOLMOD…\n");
    return 1;
  }
  cholmod_common common;
  cholmod_start(&common);
  common.nmethods = 1;
  common.method[0].ordering = CHOLMOD_AMD;
  common.supernodal = CHOLMOD_SUPERNODAL;
  common.print = 0;
  cholmod_sparse *read = cholmod_read_sparse(file, &common), *A = read ? cholmod_copy(read, 0, 1, &common) : NULL;
  fclose(file);
  if (!A || A->nrow != A->ncol || A->xtype != CHOLMOD_REAL) {
    fprintf(stderr, "suitesparse: %s is no square matrix of real numbers\n", argument[1]);
    return 1;
  }
  double *b = calloc(A->nrow, sizeof *b), *x = malloc(A->nrow * sizeof *x);
  for (size_t k = 0; k < (size_t)((int *)A->p)[A->ncol]; k++) b[((int *)A->i)[k]] += ((double *)A->x)[k];
  for (int at = 3; at < count; at++) {
    const char *name = argument[at];
    Result found = !strcmp(name, "KLU")       ? byKlu(A, b, x, runs)
                   : !strcmp(name, "UMFPACK") ? byUmfpack(A, b, x, runs)
                                              : byCholmod(A, b, x, runs, &common);
    printf("{\"subject\": \"%s\", \"failed\": %s", name, found.failed ? "true" : "false");
    for (int phase = 0; phase < PHASES && !found.failed; phase++) {
      qsort(found.ms[phase], found.runs, sizeof(double), increasing);
      printf(", \"%s\": %.4f", NAMES[phase], found.ms[phase][found.runs / 2]);
    }
    if (!found.failed) printf(", \"entries\": %.0f, \"backwardError\": %.2e", found.entries, backwardError(A, x, b));
    printf("}\n");
    fflush(stdout);
  }
  return 0;
}
