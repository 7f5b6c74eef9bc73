// Products that hurt: every row of each compared with the host, pattern and bits, in both precisions and with every
// number of lanes, again with other values, and once more for the same bits.
#pragma once

#include "matrices.cuh"

inline Host dense(const char* name, int rows, int cols) {
  return scattered(name, rows, cols, false, 5, [=](int, std::mt19937&) { return cols; });
}

template <typename V> int64_t faultsOfProduct(Host A, Host B, int lanes, bool merges) {
  std::vector<int> all(A.rows);
  for (int row = 0; row < A.rows; row++) all[row] = row;
  Csr<V> a = toDevice<V>(A), b = toDevice<V>(B);
  Product<V> product(a, b);
  product.lanes = lanes;
  product.merges = merges;
  // Both ways to the pattern.
  product.maxWorkBytes = lanes <= 16 ? 3e9 : 0;
  int64_t faults = 0;
  if (!product.symbolic()) {
    std::fprintf(stderr, "the entries of C do not fit into 32 bits\n");
    faults++;
  } else {
    product.numeric();
    faults += faultsOf<V>(A, B, product.C, all);
    const auto once = download(product.C.values, product.C.nnz);
    product.numeric(true);
    const auto again = download(product.C.values, product.C.nnz);
    faults += std::memcmp(once.data(), again.data(), once.size() * sizeof(V)) != 0;
    for (double& value : A.values) value = -2 * value;
    release(a.values);
    a.values = upload(std::vector<V>(A.values.begin(), A.values.end()));
    product.numeric(true);
    faults += faultsOf<V>(A, B, product.C, all);
  }
  product.free();
  a.free();
  b.free();
  CUDA(cudaDeviceSynchronize());
  return faults;
}

/** How many cases are wrong. `small` leaves out those that a tool which watches every access is too slow for. */
inline int checkHostile(bool small) {
  std::vector<std::pair<Host, Host>> cases;
  const auto none = [](int, std::mt19937&) { return 0; };
  const auto add = [&](Host A, Host B) { cases.emplace_back(std::move(A), std::move(B)); };
  add(scattered("0 x 0", 0, 0, false, 1, none), scattered("0 x 0", 0, 0, false, 1, none));
  add(scattered("0 x 7", 0, 7, false, 1, none), uniform("7 x 7", 7, 2));
  add(scattered("7 x 0", 7, 0, false, 1, none), scattered("0 x 5", 0, 5, false, 1, none));
  add(scattered("no entries", 40, 50, false, 1, none), dense("dense", 50, 60));
  add(scattered("one row", 3000, 900, false, 1, [](int row, std::mt19937&) { return row == 1777 ? 300 : 0; }),
      uniform("uniform", 900, 5));
  add(dense("row", 1, 5000), dense("column", 5000, 1));
  add(dense("column", 1500, 1), dense("row", 1, 1500));
  add(dense("row", 1, 4000), uniform("uniform", 4000, 6));
  add(dense("dense", 70, 200), dense("dense", 200, 130));
  add(stencil("band", 900, 1, 1, true), dense("dense", 900, 900));
  add(scattered("wide", 300, 70, false, 7, [](int, std::mt19937&) { return 9; }),
      scattered("wide", 70, 5000, false, 8, [](int row, std::mt19937&) { return row * 3; }));
  // Rows of every bin, and above them.
  const auto rising = [](int row, std::mt19937&) { return row % 330; };
  add(scattered("every bin", 1000, 2000, false, 9, rising), uniform("uniform", 2000, 9));
  add(scattered("every bin", 400, 60000, false, 10, rising), uniform("uniform", 60000, 20));
  // Columns as far as 32 bits count, and windows that nothing is in.
  const int farRows = small ? 200 : 600;
  add(dense("rows", 2, farRows),
      scattered("far", farRows, 0x7fffffff, false, 11, [](int, std::mt19937&) { return 6; }));
  Host cancels{"cancels", 2, 2};
  cancels.rowStart = {0, 2, 4};
  cancels.colIndex = {0, 1, 0, 1};
  cancels.values = {1, 1, 1, -1};
  add(cancels, cancels);
  Host odd = uniform("NaN and Inf", 500, 6);
  for (size_t i = 0; i < odd.values.size(); i += 37)
    odd.values[i] = i % 2 ? std::nan("") : i % 3 ? -INFINITY : INFINITY;
  add(odd, odd);
  const Host graph = skewed("skewed", small ? 600 : 3000, 4);
  add(graph, transposed(graph));
  add(stencil("27-point", 9, 8, 7, true), stencil("27-point", 9, 8, 7, true));
  add(stencil("5-point", 40, 30, 1, false), stencil("5-point", 40, 30, 1, false));
  if (!small) {
    // 10^6 products in a row, the columns of which take several windows; and a giant row of single entries.
    add(dense("a giant row", 1, 100000),
        scattered("ten each", 100000, 3000000, false, 12, [](int, std::mt19937&) { return 10; }));
    add(dense("a giant row", 1, 1000000),
        scattered("column", 1000000, 1, false, 13, [](int, std::mt19937&) { return 1; }));
  }
  int wrong = 0;
  for (const auto& [A, B] : cases)
    for (const int lanes : {0, 8, 16, 32}) {
      const bool merges = lanes % 32 == 0;
      const int64_t faults = faultsOfProduct<double>(A, B, lanes, merges) + faultsOfProduct<float>(A, B, lanes, merges);
      if (faults > 0 || lanes == 0)
        std::printf("%s  %s times %s, %d x %d x %d, %d lanes\n", faults > 0 ? "WRONG" : "right", A.name.c_str(),
                    B.name.c_str(), A.rows, A.cols, B.cols, lanes);
      std::fflush(stdout);
      wrong += faults > 0;
    }
  std::printf("%zu products, %d wrong\n", cases.size(), wrong);
  return wrong;
}
