// C = A B by Eigen and by MKL: a line of JSON for each, as the other subjects of bench/products print.
//
//   g++ -O3 -march=native -std=c++17 -I/usr/include/eigen3 bench/peers/sparse-products.cpp -o sparse-products -ldl
//   (Debian: libeigen3-dev) MKL_NUM_THREADS=1 ./sparse-products A.csr B.csr RUNS eigen|mkl
//
// MKL is libmkl_rt.so.2, or what MKL_RT names; without it there is no line.
#include <Eigen/SparseCore>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <vector>

using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor, int32_t>;

struct Clock {
  double wall, cpu;
};

static Clock now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return {std::chrono::duration<double, std::milli>(since).count(), 1e3 * t.tv_sec + 1e-6 * t.tv_nsec};
}

static void print(const char* name, const std::vector<double>& values) {
  std::printf("\"%s\":[", name);
  for (size_t k = 0; k < values.size(); k++) std::printf("%s%.6g", k ? "," : "", values[k]);
  std::printf("]");
}

// What `sums` of multiply.ts says of C.
static void report(const char* subject, int64_t nnz, const int32_t* columns, const double* values,
                   const std::vector<double>& wall, const std::vector<double>& cpu) {
  uint32_t pattern = 0, nonzeros = 0;
  double sum = 0;
  for (int64_t k = 0; k < nnz; k++) {
    if (values[k] == 0) continue;
    sum += values[k] * (nonzeros % 64 + 1);
    pattern += ++nonzeros * (static_cast<uint32_t>(columns[k]) + 1);
  }
  std::printf("{\"subject\":\"%s\",\"version\":\"%d.%d\",\"nnz\":%lld,\"nonzeros\":%u,\"pattern\":%u,\"values\":%.17g,",
              subject, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION, static_cast<long long>(nnz), nonzeros, pattern, sum);
  print("wallMs", wall);
  std::printf(",");
  print("cpuMs", cpu);
  std::printf("}\n");
}

static void byEigen(const Matrix& A, const Matrix& B, int runs) {
  std::vector<double> wall, cpu;
  Matrix C;
  for (int run = 0; run <= runs; run++) {
    C = Matrix();
    const Clock begin = now();
    C = A * B;
    const Clock end = now();
    if (run > 0) wall.push_back(end.wall - begin.wall), cpu.push_back(end.cpu - begin.cpu);
  }
  report("eigen", C.nonZeros(), C.innerIndexPtr(), C.valuePtr(), wall, cpu);
}

using Handle = void*;

// C is ordered, as ours is.
static void byMkl(Matrix& A, Matrix& B, int runs) {
  const char* const named = std::getenv("MKL_RT");
  void* const mkl = dlopen(named ? named : "libmkl_rt.so.2", RTLD_NOW | RTLD_GLOBAL);
  if (!mkl) return;
  const auto create = reinterpret_cast<int (*)(Handle*, int, int, int, int*, int*, int*, double*)>(
      dlsym(mkl, "mkl_sparse_d_create_csr"));
  const auto multiply = reinterpret_cast<int (*)(int, Handle, Handle, Handle*)>(dlsym(mkl, "mkl_sparse_spmm"));
  const auto order = reinterpret_cast<int (*)(Handle)>(dlsym(mkl, "mkl_sparse_order"));
  const auto destroy = reinterpret_cast<int (*)(Handle)>(dlsym(mkl, "mkl_sparse_destroy"));
  const auto exported = reinterpret_cast<int (*)(Handle, int*, int*, int*, int**, int**, int**, double**)>(
      dlsym(mkl, "mkl_sparse_d_export_csr"));
  if (!create || !multiply || !order || !destroy || !exported) return;
  const auto handle = [&](Matrix& M) {
    Handle made = nullptr;
    int* const starts = M.outerIndexPtr();
    create(&made, 0, static_cast<int>(M.rows()), static_cast<int>(M.cols()), starts, starts + 1, M.innerIndexPtr(),
           M.valuePtr());
    return made;
  };
  const Handle a = handle(A), b = handle(B);
  Handle c = nullptr;
  std::vector<double> wall, cpu, sortedWall, sortedCpu;
  for (int run = 0; run <= runs; run++) {
    if (c) destroy(c);
    const Clock begin = now();
    if (multiply(10, a, b, &c)) return;
    const Clock made = now();
    if (order(c)) return;
    const Clock end = now();
    if (run == 0) continue;
    wall.push_back(made.wall - begin.wall), cpu.push_back(made.cpu - begin.cpu);
    sortedWall.push_back(end.wall - begin.wall), sortedCpu.push_back(end.cpu - begin.cpu);
  }
  int base = 0, m = 0, n = 0, *first = nullptr, *past = nullptr, *columns = nullptr;
  double* values = nullptr;
  if (exported(c, &base, &m, &n, &first, &past, &columns, &values)) return;
  const int64_t nnz = past[m - 1];
  report("mkl", nnz, columns, values, wall, cpu);
  report("mkl-sorted", nnz, columns, values, sortedWall, sortedCpu);
}

static Matrix read(const char* path) {
  FILE* const file = std::fopen(path, "rb");
  int64_t size[3];
  if (!file || std::fread(size, sizeof size, 1, file) != 1) std::perror(path), std::exit(1);
  std::vector<int32_t> starts(size[0] + 1), columns(size[2]);
  std::vector<double> values(size[2]);
  const size_t parts = std::fread(starts.data(), 4, starts.size(), file) +
                       std::fread(columns.data(), 4, columns.size(), file) +
                       std::fread(values.data(), 8, values.size(), file);
  std::fclose(file);
  if (parts != starts.size() + 2 * columns.size()) std::fprintf(stderr, "%s is too short\n", path), std::exit(1);
  return Eigen::Map<const Matrix>(size[0], size[1], size[2], starts.data(), columns.data(), values.data());
}

int main(int count, char** given) {
  if (count != 5) return std::fprintf(stderr, "usage: sparse-products A.csr B.csr RUNS eigen|mkl\n"), 2;
  Matrix A = read(given[1]), B = read(given[2]);
  const int runs = std::atoi(given[3]);
  if (std::strcmp(given[4], "eigen") == 0) {
    byEigen(A, B, runs);
  } else {
    byMkl(A, B, runs);
  }
  return 0;
}
