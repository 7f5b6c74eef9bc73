// A Matrix Market reader and writer to compare with: from_chars and to_chars, files read whole, pieces parsed by
// threads. Usage: matrix-market FILE THREADS RUNS read|write. Prints seconds, one run a line; the first is left out.
#include "matrix-market.hpp"
#include <chrono>

static void write(const char* path, const Coo& coo) {
  FILE* file = fopen(path, "wb");
  if (!file) exit(2);
  fprintf(file, "%%%%MatrixMarket matrix coordinate %s general\n%lld %lld %lld\n", coo.pattern ? "pattern" : "real",
          (long long)coo.rows, (long long)coo.cols, (long long)coo.entries);
  std::vector<char> buffer(1 << 18);
  char* p = buffer.data();
  for (size_t k = 0; k < coo.row.size(); k++) {
    char* end = buffer.data() + buffer.size();
    p = std::to_chars(p, end, coo.row[k] + 1).ptr;
    *p++ = ' ';
    p = std::to_chars(p, end, coo.col[k] + 1).ptr;
    if (!coo.pattern) {
      *p++ = ' ';
      p = std::to_chars(p, end, coo.value[k]).ptr;
    }
    *p++ = '\n';
    if (end - p < 128) {
      fwrite(buffer.data(), 1, size_t(p - buffer.data()), file);
      p = buffer.data();
    }
  }
  fwrite(buffer.data(), 1, size_t(p - buffer.data()), file);
  fclose(file);
}

int main(int, char** argv) {
  const int threads = atoi(argv[2]), runs = atoi(argv[3]);
  const bool writing = strcmp(argv[4], "write") == 0;
  const Coo coo = readMatrixMarket(argv[1], threads);
  const std::string out = std::string(argv[1]) + ".cpp.out";
  for (int run = 0; run <= runs; run++) {
    auto start = std::chrono::steady_clock::now();
    if (writing)
      write(out.c_str(), coo);
    else if (readMatrixMarket(argv[1], threads).row.size() != coo.row.size())
      return 6;
    double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (run > 0) printf("%.6f\n", seconds);
  }
  if (writing) remove(out.c_str());
}
