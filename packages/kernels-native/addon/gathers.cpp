// Whether this processor gathers faster than it loads one by one: instructions alone do not tell. All of AMD's take
// longer, and so do some of Intel's since their microcode closes a leak (Downfall).
#include "arguments.h"

#include <algorithm>
#include <chrono>
#include <vector>

namespace spmv {
namespace {

// Rows of CSR whose columns lie apart in a part of x that stays next to the core.
constexpr int kRows = 64, kEach = 32, kColumns = 1024;
constexpr int kProducts = 4, kRounds = 40;
const Level* firstOf(Apart apart) {
  for (const Level* level = kLevels; level->name != nullptr; level++) {
    if (level->apart == apart && level->isSupported()) return level;
  }
  return nullptr;
}

double measured() {
  const Level* const levels[] = {firstOf(Apart::gathered), firstOf(Apart::singly)};
  if (levels[0] == nullptr || levels[1] == nullptr) return 0;
  std::vector<int32_t> rowStart(kRows + 1), colIndex(kRows * kEach);
  uint32_t random = 1;
  for (int i = 0; i < kRows; i++) {
    rowStart[i + 1] = (i + 1) * kEach;
    for (int k = i * kEach; k < (i + 1) * kEach; k++) {
      random = random * 1664525u + 1013904223u;
      colIndex[k] = static_cast<int32_t>(random >> 22) % kColumns;
    }
  }
  const std::vector<double> values(kRows * kEach, 1), x(kColumns, 1);
  std::vector<double> y(kRows);
  const int32_t choice = 0;
  const uint8_t order = 0;
  const auto address = [](const void* at) { return static_cast<double>(reinterpret_cast<uintptr_t>(at)); };
  const double arguments[] = {address(rowStart.data()),
                              address(colIndex.data()),
                              address(values.data()),
                              address(&choice),
                              address(&order),
                              address(x.data()),
                              address(y.data()),
                              1,
                              0,
                              0,
                              kRows};
  using Clock = std::chrono::steady_clock;
  // What disturbs one only makes it longer.
  double least[] = {1e9, 1e9};
  for (int round = 0; round < kRounds; round++) {
    for (int which = 0; which < 2; which++) {
      const Function* const product = functionOf(levels[which], "csrF64");
      const auto begin = Clock::now();
      for (int p = 0; p < kProducts; p++) product->run(arguments);
      least[which] = std::min(least[which], std::chrono::duration<double>(Clock::now() - begin).count());
    }
  }
  return least[0] / least[1];
}

} // namespace

double gatherRatio() {
  static const double ratio = measured();
  return ratio;
}

} // namespace spmv
