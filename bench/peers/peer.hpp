// How peers in C++ are timed and told: each is warmed, checked, and sampled in turns with the others.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

/** A sample is the mean over products that last this long together. */
inline constexpr double SAMPLE_MS = 0.25;
inline constexpr double WARM_MS = 10;
/** OpenMP's threads look for work for up to 20 ms after a loop: whoever computes next must not share cores with them.
 */
inline constexpr int QUIET_MS = 40;

struct Peer {
  std::string name;
  int threads;
  std::function<void()> product;
  int batch = 1;
  double errorRatio = 0;
  std::vector<double> samples = {};
};

inline double msOf(const std::function<void()>& product, int count) {
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < count; k++) product();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  return time.count() / count;
}

/** Products that do not count, until caches hold this peer's copy of the matrix and its threads and the clock are
 * awake. */
inline double warm(Peer& peer) {
  double last = msOf(peer.product, 1);
  for (double spent = 0; spent < WARM_MS; spent += last) last = msOf(peer.product, 1);
  return last;
}

inline void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(QUIET_MS)); }

/** What any order of summation keeps, as the oracle of spmv has it; sums of 64 bits of mantissa to compare with. */
struct Exact {
  std::vector<long double> sum, bound;
};

inline long double boundOf(long double magnitude, int64_t terms) {
  const long double ku = (terms + 3) * 0x1p-53L;
  return ku / (1 - ku) * magnitude;
}

/** The largest error of `result` over its bound; `at(i)` is where element i of `exact` lies. */
template <typename At> double errorRatioOf(const Exact& exact, const std::vector<double>& result, At at) {
  double worst = 0;
  for (size_t i = 0; i < exact.sum.size(); i++) {
    const double error = double(std::fabs(result[at(i)] - exact.sum[i]));
    if (error == 0) continue;
    const double ratio = exact.bound[i] > 0 ? error / double(exact.bound[i]) : HUGE_VAL;
    worst = std::isnan(ratio) ? HUGE_VAL : std::max(worst, ratio);
  }
  return worst;
}

/** Warms every peer, with `result` full of NaN before and judged by `ratio` after, then takes `runs` samples of each. */
template <typename Ratio>
void measure(std::vector<Peer>& peers, std::vector<double>& result, int runs, Ratio ratio) {
  for (Peer& peer : peers) {
    std::fill(result.begin(), result.end(), NAN);
    peer.batch = std::clamp(int(std::ceil(SAMPLE_MS / std::max(warm(peer), 1e-6))), 1, 100000);
    peer.errorRatio = ratio();
    rest();
  }
  for (int run = 0; run < runs; run++) {
    for (Peer& peer : peers) {
      warm(peer);
      peer.samples.push_back(msOf(peer.product, peer.batch));
      rest();
    }
  }
}

/** A line of JSON for each: rows of a spmv.peer/1 document. `what`: further fields, each with a comma after it. */
inline void print(const std::vector<Peer>& peers, long long bytes, const std::string& what = "") {
  for (const Peer& peer : peers) {
    std::printf("{%s\"kernel\":\"%s\",\"format\":\"csr\",\"params\":{\"threads\":%d},\"precision\":\"f64\",", what.c_str(),
                peer.name.c_str(), peer.threads);
    std::printf("\"storageBytes\":%lld,\"errorRatio\":%.6g,\"batch\":%d,\"samplesMs\":[", bytes,
                std::min(peer.errorRatio, 1e300), peer.batch);
    for (size_t s = 0; s < peer.samples.size(); s++) std::printf(s ? ",%.9g" : "%.9g", peer.samples[s]);
    std::printf("]}\n");
  }
  std::fflush(stdout);
}
