// C = AB by the kernels of packages/spgemm/src/kernels, as a host runs them: allocate, launch, read a few numbers back.
#pragma once

#include "device.cuh"
#include "../../../packages/spgemm/src/kernels/spgemm.cu"

/** CSR on the device. */
template <typename V> struct Csr {
  int rows = 0, cols = 0;
  int64_t nnz = 0;
  int* rowStart = nullptr;
  int* colIndex = nullptr;
  V* values = nullptr;
  void free() {
    release(rowStart);
    release(colIndex);
    release(values);
  }
};

/** Lanes a row by the mean length of B's rows; as many as leave a block of 128 threads at most 64 KiB. */
inline int lanesFor(double meanRow, int logSlots, int forced) {
  const int wanted = forced > 0 ? forced : meanRow <= 8 ? 8 : meanRow <= 16 ? 16 : 32;
  return std::max(wanted, logSlots <= 7 ? 8 : logSlots == 8 ? 16 : 32);
}

template <typename V> struct ValuesOf;
template <> struct ValuesOf<double> {
  static constexpr auto by8 = f64::entry_spgemm_values_8_f64::spgemm_values_8_f64;
  static constexpr auto by16 = f64::entry_spgemm_values_16_f64::spgemm_values_16_f64;
  static constexpr auto by32 = f64::entry_spgemm_values_32_f64::spgemm_values_32_f64;
  static constexpr auto part = f64::entry_spgemm_values_part_f64::spgemm_values_part_f64;
};
template <> struct ValuesOf<float> {
  static constexpr auto by8 = f32::entry_spgemm_values_8_f32::spgemm_values_8_f32;
  static constexpr auto by16 = f32::entry_spgemm_values_16_f32::spgemm_values_16_f32;
  static constexpr auto by32 = f32::entry_spgemm_values_32_f32::spgemm_values_32_f32;
  static constexpr auto part = f32::entry_spgemm_values_part_f32::spgemm_values_part_f32;
};

using namespace entry_spgemm_clear;
using namespace entry_spgemm_words;
using namespace entry_spgemm_bound;
using namespace entry_spgemm_list_pattern;
using namespace entry_spgemm_sum_counts;
using namespace entry_spgemm_sum_sums;
using namespace entry_spgemm_start_rows;
using namespace entry_spgemm_list_values;
using namespace entry_spgemm_copy_rows;
using namespace entry_spgemm_count_8;
using namespace entry_spgemm_count_16;
using namespace entry_spgemm_count_32;
using namespace entry_spgemm_columns_8;
using namespace entry_spgemm_columns_16;
using namespace entry_spgemm_columns_32;
using namespace entry_spgemm_count_long;
using namespace entry_spgemm_columns_long;

constexpr int kPatternBins = 7, kValueBins = 6;
constexpr int kGroupBlock = 128, kRowBlock = 1024;
inline size_t blocksFor(size_t items, size_t each) { return (items + each - 1) / each; }

template <typename V> struct Product {
  const Csr<V>&A, &B;
  Csr<V> C;
  int lanes = 0;
  /** Columns are put where there is room for all products, and then together, if that room is no larger. */
  double maxWorkBytes = 3e9;
  Steps steps;
  Count products = 0;
  std::vector<Count> tally;
  int* valueList = nullptr;
  int2* parts = nullptr;

  Product(const Csr<V>& a, const Csr<V>& b) : A(a), B(b) {
    C.rows = a.rows;
    C.cols = b.cols;
  }
  double meanRow() const { return B.rows > 0 ? static_cast<double>(B.nnz) / B.rows : 0; }

  /** Pattern of C; false where its entries pass 2^31 - 1. */
  bool symbolic() {
    const size_t rows = A.rows, rowBlocks = blocksFor(rows, kRowBlock);
    Count* dTally = allocate<Count>(2 * kBins + 2);
    int* cursor = allocate<int>(2 * kBins);
    int* words = allocate<int>(B.rows);
    int* bound = allocate<int>(rows);
    int* room = allocate<int>(rows + 1);
    Count* sums = allocate<Count>(rowBlocks);
    C.rowStart = allocate<int>(rows + 1);
    launch(steps, "clear", spgemm_clear, 1, 32, 0, dTally, cursor, C.rowStart);
    const size_t most = 132 * 8;
    launch(steps, "words", spgemm_words, std::min(most, blocksFor(B.rows, 32)), 256, 0, B.rowStart, B.colIndex, words,
           B.rows);
    launch(steps, "bound", spgemm_bound, std::min(most, blocksFor(rows, 32)), 256, 0, A.rowStart, A.colIndex,
           B.rowStart, words, bound, C.rowStart, room, dTally, A.rows, C.cols, kPatternBins);
    tally = download(dTally, 2 * kBins + 2);
    products = tally[2 * kBins];
    int* list = allocate<int>(rows);
    launch(steps, "list pattern", spgemm_list_pattern, rowBlocks, kRowBlock, 0, bound, dTally, cursor, list,
           static_cast<int2*>(nullptr), A.rows, kPatternBins);
    const int windows = static_cast<int>(blocksFor(C.cols, kWindow));
    const size_t longBlocks = tally[kPatternBins] * windows;
    int* found = allocate<int>(longBlocks);
    const auto eachColumns = [&](Beside& beside, const int* starts, int* to, int* counts) {
      eachBin(beside, tally.data(), kPatternBins, [&](int logSlots, int first, int length) {
        const int G = lanesFor(meanRow(), logSlots, lanes);
        const auto kernel = G == 8 ? spgemm_columns_8 : G == 16 ? spgemm_columns_16 : spgemm_columns_32;
        launch(steps, ("columns " + std::to_string(G) + " lanes, 2^" + std::to_string(logSlots)).c_str(), kernel,
               blocksFor(length, kGroupBlock / G), kGroupBlock, (kGroupBlock / G) * ((12u << logSlots) + 16),
               A.rowStart, A.colIndex, B.rowStart, B.colIndex, list, starts, to, counts, first, length, logSlots);
      });
    };
    int firstLong = 0;
    for (int b = 0; b < kPatternBins; b++) firstLong += static_cast<int>(tally[b]);
    const auto countLong = [&](Beside& beside) {
      beside.next();
      launch(steps, "count long", spgemm_count_long, longBlocks, kLongBlock, 0, A.rowStart, A.colIndex, B.rowStart,
             B.colIndex, list, C.rowStart, found, firstLong, windows, C.cols);
    };
    // Room for every product, or columns are counted first and found again.
    const bool once = products <= 0x7fffffff && 4.0 * products + 24.0 * rows <= maxWorkBytes;
    int* waiting = once ? allocate<int>(products) : nullptr;
    if (once) {
      Count* aside = allocate<Count>(2 * kBins + 2);
      launch(steps, "clear", spgemm_clear, 1, 32, 0, aside, cursor, C.rowStart);
      launch(steps, "sum room", spgemm_sum_counts, rowBlocks, kRowBlock, 0, room, sums, aside, A.rows, kValueBins);
      launch(steps, "sum sums", spgemm_sum_sums, 1, 1024, 0, sums, aside, static_cast<int>(rowBlocks));
      launch(steps, "start room", spgemm_start_rows, rowBlocks, kRowBlock, 0, room, sums, A.rows);
      Beside beside(steps);
      countLong(beside);
      eachColumns(beside, room, waiting, C.rowStart);
      release(aside);
    } else {
      Beside beside(steps);
      countLong(beside);
      eachBin(beside, tally.data(), kPatternBins, [&](int logSlots, int first, int length) {
        const int G = lanesFor(meanRow(), logSlots, lanes);
        const auto kernel = G == 8 ? spgemm_count_8 : G == 16 ? spgemm_count_16 : spgemm_count_32;
        launch(steps, ("count " + std::to_string(G) + " lanes, 2^" + std::to_string(logSlots)).c_str(), kernel,
               blocksFor(length, kGroupBlock / G), kGroupBlock, (kGroupBlock / G) * (8u << logSlots), A.rowStart,
               A.colIndex, B.rowStart, B.colIndex, list, C.rowStart, first, length, logSlots);
      });
    }
    launch(steps, "sum counts", spgemm_sum_counts, rowBlocks, kRowBlock, 0, C.rowStart, sums, dTally, A.rows,
           kValueBins);
    launch(steps, "sum sums", spgemm_sum_sums, 1, 1024, 0, sums, dTally, static_cast<int>(rowBlocks));
    launch(steps, "start rows", spgemm_start_rows, rowBlocks, kRowBlock, 0, C.rowStart, sums, A.rows);
    tally = download(dTally, 2 * kBins + 2);
    const bool fits = tally[2 * kBins + 1] <= 0x7fffffff;
    if (fits) {
      C.nnz = static_cast<int64_t>(tally[2 * kBins + 1]);
      C.colIndex = allocate<int>(C.nnz);
      valueList = allocate<int>(rows);
      parts = allocate<int2>(tally[kBins + kValueBins]);
      {
        Beside beside(steps);
        beside.next();
        launch(steps, "columns long", spgemm_columns_long, longBlocks, kLongBlock, 0, A.rowStart, A.colIndex,
               B.rowStart, B.colIndex, list, C.rowStart, found, C.colIndex, firstLong, windows, C.cols);
        if (once) {
          beside.next();
          launch(steps, "copy rows", spgemm_copy_rows, blocksFor(rows, 32), 256, 0, bound, room, waiting, C.rowStart,
                 C.colIndex, A.rows, mostWords(kLeastLog + kPatternBins - 1));
        } else {
          eachColumns(beside, C.rowStart, C.colIndex, nullptr);
        }
      }
      launch(steps, "list values", spgemm_list_values, rowBlocks, kRowBlock, 0, C.rowStart, dTally, cursor, valueList,
             parts, A.rows, kValueBins);
    }
    release(dTally);
    release(cursor);
    release(words);
    release(bound);
    release(room);
    release(waiting);
    release(sums);
    release(list);
    release(found);
    return fits;
  }

  /** Values of C, its pattern being there. */
  void numeric(V alpha = 1) {
    if (C.values == nullptr) C.values = allocate<V>(C.nnz);
    const auto bytes = [](int logSlots) { return (8u << logSlots) + sizeof(V) * mostEntries(logSlots); };
    Beside beside(steps);
    beside.next();
    const int partLog = kLeastLog + kValueBins - 1;
    const int length = static_cast<int>(tally[kBins + kValueBins]);
    launch(steps, "values, parts", ValuesOf<V>::part, blocksFor(length, kGroupBlock / kWarp), kGroupBlock,
           kGroupBlock / kWarp * bytes(partLog), A.rowStart, A.colIndex, A.values, B.rowStart, B.colIndex, B.values,
           C.rowStart, C.colIndex, C.values, parts, alpha, 0, length, partLog);
    eachBin(beside, tally.data() + kBins, kValueBins, [&](int logSlots, int first, int length) {
      const int G = lanesFor(meanRow(), logSlots, lanes);
      const auto kernel = G == 8 ? ValuesOf<V>::by8 : G == 16 ? ValuesOf<V>::by16 : ValuesOf<V>::by32;
      launch(steps, ("values " + std::to_string(G) + " lanes, 2^" + std::to_string(logSlots)).c_str(), kernel,
             blocksFor(length, kGroupBlock / G), kGroupBlock, kGroupBlock / G * bytes(logSlots), A.rowStart, A.colIndex,
             A.values, B.rowStart, B.colIndex, B.values, C.rowStart, C.colIndex, C.values, valueList, alpha, first,
             length, logSlots);
    });
  }

  void free() {
    C.free();
    release(valueList);
    release(parts);
  }

private:
  /** The rows of the largest tables first: they take longest, and what is small fills what they leave. */
  template <typename F> void eachBin(Beside& beside, const Count* bins, int count, F&& f) {
    int first = 0;
    for (int b = 0; b < count; b++) first += static_cast<int>(bins[b]);
    for (int b = count - 1; b >= 0; b--) {
      first -= static_cast<int>(bins[b]);
      if (bins[b] == 0) continue;
      beside.next();
      f(kLeastLog + b, first, static_cast<int>(bins[b]));
    }
  }
};
