// Matrix Market text read into coordinates over from_chars, pieces parsed by threads. No checks beyond those of one's own files.
#pragma once
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

struct Coo {
  int64_t rows = 0, cols = 0, entries = 0;
  bool pattern = false;
  std::vector<int32_t> row, col;
  std::vector<double> value;
};

inline std::vector<char> slurp(const char* path) {
  FILE* file = fopen(path, "rb");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  std::vector<char> text(size_t(ftell(file)));
  fseek(file, 0, SEEK_SET);
  if (fread(text.data(), 1, text.size(), file) != text.size()) exit(2);
  fclose(file);
  return text;
}

inline const char* blanks(const char* p) {
  while (*p == ' ' || *p == '\t') p++;
  return p;
}

template <class T> inline const char* number(const char* p, const char* end, T& value) {
  auto [next, error] = std::from_chars(blanks(p), end, value);
  if (error != std::errc()) exit(3);
  return next;
}

inline void parse(const char* p, const char* end, Coo& coo, int64_t k) {
  while (p < end) {
    int32_t i, j;
    p = number(p, end, i);
    p = number(p, end, j);
    if (i < 1 || i > coo.rows || j < 1 || j > coo.cols || k >= coo.entries) exit(4);
    coo.row[k] = i - 1;
    coo.col[k] = j - 1;
    if (!coo.pattern) p = number(p, end, coo.value[k]);
    p = blanks(p);
    if (*p != '\n') exit(5);
    p++;
    k++;
  }
}

inline int64_t countLines(const char* p, const char* end) {
  int64_t lines = 0;
  while (p < end && (p = static_cast<const char*>(memchr(p, '\n', size_t(end - p))))) {
    lines++;
    p++;
  }
  return lines;
}

inline Coo readMatrixMarket(const char* path, int threads) {
  std::vector<char> text = slurp(path);
  const char* p = text.data();
  const char* end = p + text.size();
  Coo coo;
  coo.pattern = strstr(std::string(p, 64).c_str(), "pattern") != nullptr;
  while (*p == '%') p = static_cast<const char*>(memchr(p, '\n', size_t(end - p))) + 1;
  p = number(p, end, coo.rows);
  p = number(p, end, coo.cols);
  p = number(p, end, coo.entries) + 1;
  coo.row.resize(size_t(coo.entries));
  coo.col.resize(size_t(coo.entries));
  if (!coo.pattern) coo.value.resize(size_t(coo.entries));
  if (threads == 1) {
    parse(p, end, coo, 0);
    return coo;
  }
  std::vector<const char*> edge{p};
  for (int t = 1; t < threads; t++) {
    const char* at = p + (end - p) / threads * t;
    edge.push_back(static_cast<const char*>(memchr(at, '\n', size_t(end - at))) + 1);
  }
  edge.push_back(end);
  std::vector<int64_t> first(size_t(threads) + 1, 0);
  std::vector<std::thread> pool;
  for (int t = 0; t < threads; t++) pool.emplace_back([&, t] { first[t + 1] = countLines(edge[t], edge[t + 1]); });
  for (auto& thread : pool) thread.join();
  pool.clear();
  for (int t = 0; t < threads; t++) first[t + 1] += first[t];
  for (int t = 0; t < threads; t++) pool.emplace_back([&, t] { parse(edge[t], edge[t + 1], coo, first[t]); });
  for (auto& thread : pool) thread.join();
  return coo;
}
