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

#define KERNEL(NAME, P) P::entry_spgemm_##NAME##_##P::spgemm_##NAME##_##P
#define KERNELS(V, P) \
  template <> struct KernelsOf<V> { \
    static constexpr auto by8 = KERNEL(values_8, P), by16 = KERNEL(values_16, P), by32 = KERNEL(values_32, P); \
    static constexpr auto block = KERNEL(values_block, P); \
    static constexpr auto part = KERNEL(values_part, P); \
    static constexpr auto put8 = KERNEL(put_merged_8, P), put16 = KERNEL(put_merged_16, P); \
  };
template <typename V> struct KernelsOf;
KERNELS(double, f64)
KERNELS(float, f32)

using namespace entry_spgemm_clear;
using namespace entry_spgemm_words;
using namespace entry_spgemm_bound;
using namespace entry_spgemm_list_pattern;
using namespace entry_spgemm_sum_counts;
using namespace entry_spgemm_sum_sums;
using namespace entry_spgemm_start_rows;
using namespace entry_spgemm_list_values;
using namespace entry_spgemm_copy_rows;
using namespace entry_spgemm_copy_long;
using namespace entry_spgemm_count_merged_8;
using namespace entry_spgemm_count_merged_16;
using namespace entry_spgemm_count_8;
using namespace entry_spgemm_count_16;
using namespace entry_spgemm_count_32;
using namespace entry_spgemm_columns_8;
using namespace entry_spgemm_columns_16;
using namespace entry_spgemm_columns_32;
using namespace entry_spgemm_count_long;
using namespace entry_spgemm_columns_long;

/** Tables of the pattern and of the values, and of these those that a warp adds up in. */
constexpr int kPatternTables = 7, kValueTables = 9, kWarpTables = 5;
constexpr int kGroupBlock = 128, kRowBlock = 1024;
inline size_t blocksFor(size_t items, size_t each) { return (items + each - 1) / each; }

/** Columns of a window of a long row: all, where shared memory has room for their bits. */
inline int windowFor(int cols) { return cols <= 1 << 20 ? std::max(1, cols) : 1 << 19; }
/** Tables of the pattern: one window finds columns sooner than the largest. */
inline int tablesFor(int cols) { return kPatternTables - (cols <= 1 << 20 ? 1 : 0); }

template <typename V> struct Product {
  const Csr<V>&A, &B;
  Csr<V> C;
  int lanes = 0;
  bool merges = true;
  /** Columns are put where there is room for all products, and then together, if that room is no larger. */
  double maxWorkBytes = 3e9;
  Steps steps;
  Count unmerged = 0;
  std::vector<Count> tally;
  int* list = nullptr;
  int* valueList = nullptr;
  int2* parts = nullptr;

  Product(const Csr<V>& a, const Csr<V>& b) : A(a), B(b) {
    C.rows = a.rows;
    C.cols = b.cols;
  }
  double meanRow() const { return B.rows > 0 ? static_cast<double>(B.nnz) / B.rows : 0; }

  /** Pattern of C, but for columns of rows that are merged; false where its entries pass 2^31 - 1. */
  bool symbolic() {
    const size_t rows = A.rows, rowBlocks = blocksFor(rows, kRowBlock);
    const int tables = tablesFor(C.cols), window = windowFor(C.cols);
    const int windows = static_cast<int>(blocksFor(C.cols, window));
    Count* dTally = allocate<Count>(kTally);
    int* cursor = allocate<int>(2 * kBins);
    int* words = allocate<int>(B.rows);
    int* bins = allocate<int>(rows);
    int* room = allocate<int>(rows + 1);
    Count* sums = allocate<Count>(rowBlocks);
    C.rowStart = allocate<int>(rows + 1);
    launch(steps, "clear", spgemm_clear, 1, 64, 0, dTally, cursor, C.rowStart);
    const size_t most = 132 * 8;
    launch(steps, "words", spgemm_words, std::min(most, blocksFor(B.rows, 32)), 256, 0, B.rowStart, B.colIndex, words,
           B.rows);
    launch(steps, "bound", spgemm_bound, std::min(most, blocksFor(rows, 32)), 256, 0, A.rowStart, A.colIndex,
           B.rowStart, words, bins, C.rowStart, room, dTally, A.rows, C.cols, tables, static_cast<int>(windows == 1),
           static_cast<int>(merges));
    tally = download(dTally, kTally);
    unmerged = tally[kProducts];
    list = allocate<int>(rows);
    launch(steps, "list pattern", spgemm_list_pattern, rowBlocks, kRowBlock, 0, bins, C.rowStart, dTally, cursor, list,
           static_cast<int2*>(nullptr), A.rows, tables);
    const size_t longRows = tally[kMergeBins + tables], longBlocks = longRows * windows;
    int* found = allocate<int>(longBlocks);
    const auto eachColumns = [&](Beside& beside, const int* starts, int* to, int* counts) {
      eachTable(beside, 0, kMergeBins, tables, [&](int logSlots, int first, int length) {
        const int G = lanesFor(meanRow(), logSlots, lanes);
        const auto kernel = G == 8 ? spgemm_columns_8 : G == 16 ? spgemm_columns_16 : spgemm_columns_32;
        launch(steps, ("columns " + std::to_string(G) + " lanes, 2^" + std::to_string(logSlots)).c_str(), kernel,
               blocksFor(length, kGroupBlock / G), kGroupBlock, (kGroupBlock / G) * ((12u << logSlots) + 16),
               A.rowStart, A.colIndex, B.rowStart, B.colIndex, list, starts, to, counts, first, length, logSlots);
      });
    };
    const int firstLong = firstOf(0, kMergeBins + tables);
    const unsigned windowBytes = (std::min(window, C.cols) + 31) / 32 * 4;
    const auto putLong = [&](Beside& beside, const int* starts, int* to, int* counts) {
      beside.next();
      launch(steps, "columns long", spgemm_columns_long, longBlocks, kLongBlock, windowBytes, A.rowStart, A.colIndex,
             B.rowStart, B.colIndex, list, starts, found, to, counts, firstLong, windows, window, C.cols);
    };
    const auto countLong = [&](Beside& beside) {
      beside.next();
      launch(steps, "count long", spgemm_count_long, longBlocks, kLongBlock, windowBytes, A.rowStart, A.colIndex,
             B.rowStart, B.colIndex, list, C.rowStart, found, firstLong, windows, window, C.cols);
    };
    const auto countMerges = [&](Beside& beside) {
      eachMerge(beside, [&](int K, int first, int length, int products) {
        launch(steps, ("count merged " + std::to_string(K)).c_str(),
               K == 8 ? spgemm_count_merged_8 : spgemm_count_merged_16, blocksFor(length, kMergeBlock), kMergeBlock,
               kMergeWarps * mergeColumnBytes(products, K), A.rowStart, A.colIndex, B.rowStart, B.colIndex, list,
               C.rowStart, first, length, products);
      });
    };
    // Room for every product, or columns are counted first and found again.
    const bool once = unmerged > 0 && unmerged <= 0x7fffffff && 4.0 * unmerged + 24.0 * rows <= maxWorkBytes;
    int* waiting = once ? allocate<int>(unmerged) : nullptr;
    if (once) {
      Count* aside = allocate<Count>(kTally);
      launch(steps, "clear", spgemm_clear, 1, 64, 0, aside, cursor, C.rowStart);
      launch(steps, "sum room", spgemm_sum_counts, rowBlocks, kRowBlock, 0, room, bins, sums, aside, A.rows,
             kValueTables);
      launch(steps, "sum sums", spgemm_sum_sums, 1, 1024, 0, sums, aside, static_cast<int>(rowBlocks));
      launch(steps, "start room", spgemm_start_rows, rowBlocks, kRowBlock, 0, room, sums, A.rows);
      Beside beside(steps);
      if (windows == 1)
        putLong(beside, room, waiting, C.rowStart);
      else
        countLong(beside);
      eachColumns(beside, room, waiting, C.rowStart);
      countMerges(beside);
      release(aside);
    } else {
      Beside beside(steps);
      countLong(beside);
      eachTable(beside, 0, kMergeBins, tables, [&](int logSlots, int first, int length) {
        const int G = lanesFor(meanRow(), logSlots, lanes);
        const auto kernel = G == 8 ? spgemm_count_8 : G == 16 ? spgemm_count_16 : spgemm_count_32;
        launch(steps, ("count " + std::to_string(G) + " lanes, 2^" + std::to_string(logSlots)).c_str(), kernel,
               blocksFor(length, kGroupBlock / G), kGroupBlock, (kGroupBlock / G) * (8u << logSlots), A.rowStart,
               A.colIndex, B.rowStart, B.colIndex, list, C.rowStart, first, length, logSlots);
      });
      countMerges(beside);
    }
    launch(steps, "sum counts", spgemm_sum_counts, rowBlocks, kRowBlock, 0, C.rowStart, bins, sums, dTally, A.rows,
           kValueTables);
    launch(steps, "sum sums", spgemm_sum_sums, 1, 1024, 0, sums, dTally, static_cast<int>(rowBlocks));
    launch(steps, "start rows", spgemm_start_rows, rowBlocks, kRowBlock, 0, C.rowStart, sums, A.rows);
    tally = download(dTally, kTally);
    const bool fits = tally[kEntries] <= 0x7fffffff;
    if (fits) {
      C.nnz = static_cast<int64_t>(tally[kEntries]);
      C.colIndex = allocate<int>(C.nnz);
      const int listed = firstOf(kBins, kValueTables);
      valueList = allocate<int>(listed);
      parts = allocate<int2>(tally[kBins + kValueTables]);
      {
        Beside beside(steps);
        if (!once || windows > 1) putLong(beside, C.rowStart, C.colIndex, nullptr);
        if (once) {
          beside.next();
          launch(steps, "copy rows", spgemm_copy_rows, blocksFor(rows, 32), 256, 0, bins, room, waiting, C.rowStart,
                 C.colIndex, A.rows, kMergeBins + tables);
          if (windows == 1) {
            beside.next();
            launch(steps, "copy long", spgemm_copy_long, longRows, kLongBlock, 0, list, room, waiting, C.rowStart,
                   C.colIndex, firstLong);
          }
        } else {
          eachColumns(beside, C.rowStart, C.colIndex, nullptr);
        }
      }
      if (listed > 0 || tally[kBins + kValueTables] > 0)
        launch(steps, "list values", spgemm_list_values, rowBlocks, kRowBlock, 0, bins, C.rowStart, dTally, cursor,
               valueList, parts, A.rows, kValueTables);
    }
    release(dTally);
    release(cursor);
    release(words);
    release(bins);
    release(room);
    release(waiting);
    release(sums);
    release(found);
    return fits;
  }

  /** Values of C, its pattern being there; `again`: with all columns. */
  void numeric(bool again = false, V alpha = 1) {
    if (C.values == nullptr) C.values = allocate<V>(C.nnz);
    using Kernels = KernelsOf<V>;
    const auto bytes = [](int logSlots) { return (8u << logSlots) + sizeof(V) * mostEntries(logSlots); };
    Beside beside(steps);
    const int partLog = kLeastLog + kValueTables - 1;
    beside.next();
    launch(steps, "values, parts", Kernels::part, tally[kBins + kValueTables], kValueBlock, bytes(partLog), A.rowStart,
           A.colIndex, A.values, B.rowStart, B.colIndex, B.values, C.rowStart, C.colIndex, C.values, parts, alpha, 0,
           partLog);
    eachTable(beside, kBins, 0, kValueTables, [&](int logSlots, int first, int length) {
      if (logSlots >= kLeastLog + kWarpTables) {
        launch(steps, ("values, block, 2^" + std::to_string(logSlots)).c_str(), Kernels::block, length, kValueBlock,
               bytes(logSlots), A.rowStart, A.colIndex, A.values, B.rowStart, B.colIndex, B.values, C.rowStart,
               C.colIndex, C.values, valueList, alpha, first, logSlots);
        return;
      }
      const int G = lanesFor(meanRow(), logSlots, lanes);
      const auto kernel = G == 8 ? Kernels::by8 : G == 16 ? Kernels::by16 : Kernels::by32;
      launch(steps, ("values " + std::to_string(G) + " lanes, 2^" + std::to_string(logSlots)).c_str(), kernel,
             blocksFor(length, kGroupBlock / G), kGroupBlock, kGroupBlock / G * bytes(logSlots), A.rowStart, A.colIndex,
             A.values, B.rowStart, B.colIndex, B.values, C.rowStart, C.colIndex, C.values, valueList, alpha, first,
             length, logSlots);
    });
    eachMerge(beside, [&](int K, int first, int length, int products) {
      launch(steps, ((again ? "values merged " : "put merged ") + std::to_string(K)).c_str(),
             K == 8 ? Kernels::put8 : Kernels::put16, blocksFor(length, kMergeBlock), kMergeBlock,
             kMergeWarps * mergeBytes<V>(products, K), A.rowStart, A.colIndex, A.values, B.rowStart, B.colIndex,
             B.values, C.rowStart, again ? static_cast<int*>(nullptr) : C.colIndex, C.values, list, alpha, first,
             length, products);
    });
  }

  void free() {
    C.free();
    release(list);
    release(valueList);
    release(parts);
  }

private:
  /** Rows of bins before `bin`, of those from `from` on. */
  int firstOf(int from, int bin) const {
    int first = 0;
    for (int b = 0; b < bin; b++) first += static_cast<int>(tally[from + b]);
    return first;
  }
  /** The rows of the largest tables first: they take longest, and what is small fills what they leave. */
  template <typename F> void eachTable(Beside& beside, int from, int bin, int tables, F&& f) {
    for (int t = tables - 1; t >= 0; t--) {
      const int length = static_cast<int>(tally[from + bin + t]);
      if (length == 0) continue;
      beside.next();
      f(kLeastLog + t, firstOf(from, bin + t), length);
    }
  }
  template <typename F> void eachMerge(Beside& beside, F&& f) {
    for (int b = 0; b < kMergeBins; b++) {
      const int length = static_cast<int>(tally[b]);
      if (length == 0) continue;
      beside.next();
      f(8 << b / kMergeParts, firstOf(0, b), length, static_cast<int>(tally[kMost + b]));
    }
  }
};
