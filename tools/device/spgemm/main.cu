// C = AB on a device: our kernels beside cuSPARSE, or --check. README.md says how to compile and run it.
#include "cusparse-product.cuh"
#include "hostile.cuh"

struct Series {
  std::vector<double> times;
  double median() {
    std::sort(times.begin(), times.end());
    return times.empty() ? NAN : times[times.size() / 2];
  }
  /** The widest distance from the median, as a part of it. */
  double spread() { return times.empty() ? NAN : (times.back() - times.front()) / median(); }
};

/** Bytes beside C at most while f runs, which tells those of C. */
template <typename F> double workBytes(F&& f) {
  CUDA(cudaDeviceSynchronize());
  const uint64_t before = poolBytes(cudaMemPoolAttrUsedMemCurrent);
  setBackPool();
  const double ofC = f();
  CUDA(cudaDeviceSynchronize());
  return static_cast<double>(poolBytes(cudaMemPoolAttrUsedMemHigh) - before) - ofC;
}
template <typename V> double bytesOf(const Csr<V>& C) { return 4.0 * (C.rows + 1.0) + (4.0 + sizeof(V)) * C.nnz; }

struct Contest {
  int rounds = 9;
  bool steps = false;
  double logSum = 0, least = INFINITY;
  int ratios = 0;
  int64_t faults = 0;
};

template <typename V> void contest(Contest& all, const Host& A, const Host& B) {
  Csr<V> a = toDevice<V>(A), b = toDevice<V>(B);
  Timer timer;
  Vendor vendor;
  constexpr int kAlgorithms = 3;
  const cusparseSpGEMMAlg_t algorithms[kAlgorithms] = {CUSPARSE_SPGEMM_ALG1, CUSPARSE_SPGEMM_ALG2,
                                                       CUSPARSE_SPGEMM_ALG3};
  std::string faults[kAlgorithms + 1];
  double work[kAlgorithms + 2] = {};
  Series vendorTimes[kAlgorithms], vendorReuse, whole, reuse, pattern;
  const char* const type = sizeof(V) == 8 ? "f64" : "f32";

  // Once without a clock: are they right, and what memory do they take?
  Product<V> kept(a, b);
  work[kAlgorithms + 1] = workBytes([&] {
    if (!kept.symbolic()) {
      std::fprintf(stderr, "%s: C has more than 2^31 - 1 entries\n", A.name.c_str());
      std::exit(1);
    }
    kept.numeric();
    return bytesOf(kept.C);
  });
  std::vector<int> sample;
  int longest = 0;
  for (int row = 0; row < A.rows; row++)
    if (A.rowStart[row + 1] - A.rowStart[row] > A.rowStart[longest + 1] - A.rowStart[longest]) longest = row;
  if (A.rows > 0) sample = {0, A.rows - 1, longest};
  for (int i = 0; i < 300 && A.rows > 0; i++) sample.push_back(static_cast<int>(i * 7919LL * 104729 % A.rows));
  int64_t wrong = faultsOf<V>(A, B, kept.C, sample);
  unsigned long long* differ = allocate<unsigned long long>(2);
  std::string compared;
  for (int i = 0; i < kAlgorithms; i++) {
    vendor.fault.clear();
    VendorProduct<V> product(vendor, a, b);
    bool done = false;
    work[i] = workBytes([&] {
      done = product.whole(algorithms[i]);
      return bytesOf(product.C) - 4.0 * (product.C.rows + 1.0);
    });
    faults[i] = done ? "" : vendor.fault;
    if (!done || !compared.empty()) continue;
    if (product.C.nnz != kept.C.nnz) {
      std::fprintf(stderr, "%s: cuSPARSE has %lld entries, not %lld\n", A.name.c_str(),
                   static_cast<long long>(product.C.nnz), static_cast<long long>(kept.C.nnz));
      wrong++;
      continue;
    }
    CUDA(cudaMemset(differ, 0, 16));
    compareProducts<V><<<1024, 256>>>(kept.C.rowStart, product.C.rowStart, A.rows, kept.C.colIndex, product.C.colIndex,
                                      kept.C.values, product.C.values, kept.C.nnz, differ);
    const auto found = download(differ, 2);
    compared = "ALG" + std::to_string(i + 1);
    if (found[0] + found[1] > 0)
      std::fprintf(stderr, "%s, %s: %llu places and %llu values differ from cuSPARSE's %s\n", A.name.c_str(), type,
                   found[0], found[1], compared.c_str());
    wrong += found[0] + found[1] > 0;
  }
  vendor.fault.clear();
  VendorProduct<V> again(vendor, a, b);
  bool prepared = false;
  work[kAlgorithms] = workBytes([&] {
    prepared = again.prepare() && again.compute();
    return bytesOf(again.C) - 4.0 * (again.C.rows + 1.0);
  });
  faults[kAlgorithms] = prepared ? "" : vendor.fault;
  CUDA(cudaDeviceSynchronize());

  double products = 0;
  for (const int row : A.colIndex) products += B.rowStart[row + 1] - B.rowStart[row];

  // In turns, one after another.
  for (int round = 0; round < all.rounds; round++) {
    for (int i = 0; i < kAlgorithms; i++) {
      if (!faults[i].empty()) continue;
      VendorProduct<V>* product = nullptr;
      vendorTimes[i].times.push_back(timer.ms([&] {
        product = new VendorProduct<V>(vendor, a, b);
        if (!product->whole(algorithms[i])) faults[i] = vendor.fault;
      }));
      delete product;
    }
    {
      Product<V> product(a, b);
      whole.times.push_back(timer.ms([&] {
        product.symbolic();
        product.numeric();
      }));
      product.free();
      pattern.times.push_back(timer.ms([&] { product.symbolic(); }));
      product.free();
    }
    if (prepared) vendorReuse.times.push_back(timer.ms([&] { again.compute(); }));
    reuse.times.push_back(timer.ms([&] { kept.numeric(true); }));
  }
  double best = INFINITY;
  int bestOf = -1;
  for (int i = 0; i < kAlgorithms; i++)
    if (vendorTimes[i].median() < best) {
      best = vendorTimes[i].median();
      bestOf = i;
    }
  const double ratio = best / whole.median();
  if (bestOf >= 0 && sizeof(V) == 8) {
    all.logSum += std::log(ratio);
    all.least = std::min(all.least, ratio);
    all.ratios++;
  }
  all.faults += wrong;
  const auto cell = [&](int i) {
    char text[96];
    if (!faults[i].empty()) return faults[i].substr(0, 80);
    Series& series = i == kAlgorithms ? vendorReuse : vendorTimes[i];
    std::snprintf(text, sizeof text, "%.2f / %.2f", series.median(), work[i] / 1e9);
    return std::string(text);
  };
  std::printf("| %s | %s | %.1f | %.1f | %s | %s | %s | %s | %.2f ± %.0f %% / %.2f | %.2f | %.2f ± %.0f %% | %.2f | "
              "%.2f | %.2f | %.1f | %s |\n",
              A.name.c_str(), type, products / 1e6, kept.C.nnz / 1e6, cell(0).c_str(), cell(1).c_str(), cell(2).c_str(),
              cell(3).c_str(), whole.median(), 100 * whole.spread(), work[kAlgorithms + 1] / 1e9, pattern.median(),
              reuse.median(), 100 * reuse.spread(), ratio, vendorReuse.median() / reuse.median(),
              whole.median() / reuse.median(), products / whole.median() / 1e6, wrong == 0 ? "yes" : "NO");
  std::fflush(stdout);
  if (all.steps) {
    Product<V> product(a, b);
    product.steps.on = true;
    product.symbolic();
    product.numeric();
    for (const auto& [name, ms] : product.steps.times) std::fprintf(stderr, "    %8.3f ms  %s\n", ms, name.c_str());
    product.free();
  }
  kept.free();
  release(differ);
  a.free();
  b.free();
  CUDA(cudaDeviceSynchronize());
}

int main(int count, char** given) {
  keepPool();
  Contest all;
  bool f32 = false;
  std::string only;
  std::vector<Host> read;
  for (int i = 1; i < count; i++) {
    const std::string word = given[i];
    if (word == "--check") return checkHostile(false) > 0;
    if (word == "--check-small") return checkHostile(true) > 0;
    if (word == "--steps")
      all.steps = true;
    else if (word == "--f32")
      f32 = true;
    else if (word == "--rounds" && i + 1 < count)
      all.rounds = std::atoi(given[++i]);
    else if (word == "--only" && i + 1 < count)
      only = given[++i];
    else
      read.push_back(readCsr(given[i]));
  }
  std::printf(
      "| A | type | products, M | nnz C, M | ALG1 ms / GB | ALG2 ms / GB | ALG3 ms / GB | reuse ms / GB | ours ms / "
      "GB | pattern ms | values ms | best ÷ ours | reuse ÷ values | ours ÷ values | G products/s | right |\n");
  std::printf("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n");
  const auto both = [&](const Host& A) {
    const Host B = A.rows == A.cols ? A : transposed(A);
    contest<double>(all, A, B);
    if (f32) contest<float>(all, A, B);
  };
  const auto made = [&](const char* name, auto&& make) {
    if (only.empty() ? read.empty() : only == name) both(make(name));
  };
  made("27-point-64", [](const char* name) { return stencil(name, 64, 64, 64, true); });
  made("27-point-100", [](const char* name) { return stencil(name, 100, 100, 100, true); });
  made("7-point-128", [](const char* name) { return stencil(name, 128, 128, 128, false); });
  made("5-point-1024", [](const char* name) { return stencil(name, 1024, 1024, 1, false); });
  made("uniform-1M-8", [](const char* name) { return uniform(name, 1000000, 8); });
  made("skewed-300k-8", [](const char* name) { return skewed(name, 300000, 8); });
  for (const Host& A : read) both(A);
  std::printf("\nbest of cuSPARSE ÷ ours, f64: geometric mean %.2f, least %.2f, of %d; wrong: %lld\n",
              std::exp(all.logSum / all.ratios), all.least, all.ratios, static_cast<long long>(all.faults));
  return all.faults > 0;
}
