// Eigen's product of a complex matrix by rows, for bench/eigen.ts. Usage: eigen-complex FILE; the file holds rows,
// columns, entries (int32 each), a zero, row starts, columns, values and x (pairs of SPMV_PART). Writes y over x, and
// for each line of input the median milliseconds of a product. Build: g++ -O3 -march=native -DNDEBUG -DSPMV_PART=double
// -I EIGEN eigen-complex.cpp -o eigen-complex   (float: c64)
#include <Eigen/Sparse>
#include <algorithm>
#include <chrono>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using Number = std::complex<SPMV_PART>;
using Vector = Eigen::Matrix<Number, Eigen::Dynamic, 1>;

template <typename T> std::vector<T> read(std::FILE* file, size_t count) {
  std::vector<T> numbers(count);
  if (std::fread(numbers.data(), sizeof(T), count, file) != count) throw std::runtime_error("the file is too short");
  return numbers;
}

int main(int, char** given) {
  std::FILE* file = std::fopen(given[1], "r+b");
  if (file == nullptr) return 1;
  const auto sizes = read<int32_t>(file, 4);
  const auto rowStart = read<int32_t>(file, sizes[0] + 1), colIndex = read<int32_t>(file, sizes[2]);
  const auto values = read<Number>(file, sizes[2]);
  const long at = std::ftell(file);
  const auto numbers = read<Number>(file, sizes[1]);
  const Eigen::Map<const Eigen::SparseMatrix<Number, Eigen::RowMajor, int32_t>> A(
      sizes[0], sizes[1], sizes[2], rowStart.data(), colIndex.data(), values.data());
  const Eigen::Map<const Vector> x(numbers.data(), sizes[1]);
  Vector y(sizes[0]);
  y.noalias() = A * x;
  std::fseek(file, at, SEEK_SET);
  std::fwrite(y.data(), sizeof(Number), sizes[0], file);
  std::fclose(file);
  using Clock = std::chrono::steady_clock;
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<double> samples;
    for (int s = 0; s < 21; s++) {
      const auto start = Clock::now();
      std::chrono::duration<double, std::milli> passed{};
      int count = 0;
      for (; count == 0 || passed.count() < 0.2; count++) {
        y.noalias() = A * x;
        passed = Clock::now() - start;
      }
      samples.push_back(passed.count() / count);
    }
    std::nth_element(samples.begin(), samples.begin() + 10, samples.end());
    std::cout << samples[10] << std::endl;
  }
}
