// How a function is called: with its declared arguments, all of them f64, one after another. Addresses are below 2^53.
#pragma once

#include <cstdint>

namespace spmv {

// Reads the arguments in the order in which the kernel declares them.
class Arguments {
public:
  explicit Arguments(const double* at) : at_(at) {}
  template <typename T> T* pointer() { return reinterpret_cast<T*>(static_cast<uintptr_t>(*at_++)); }
  int64_t integer() { return static_cast<int64_t>(*at_++); }
  template <typename T> T number() { return static_cast<T>(*at_++); }

private:
  const double* at_;
};

// What a range leaves of the rows it shares with its neighbours, before alpha: PartialSums of @spmv/core.
struct PartialSums {
  int32_t headRow;
  int32_t tailRow;
  double headSum;
  double tailSum;

  void clear() { headRow = tailRow = -1; }
  void setHead(int64_t row, double sum) {
    headRow = static_cast<int32_t>(row);
    headSum = sum;
  }
  void setTail(int64_t row, double sum) {
    tailRow = static_cast<int32_t>(row);
    tailSum = sum;
  }
};

// A function by the name that programs know it by.
struct Function {
  const char* name;
  void (*run)(Arguments arguments);
};

// The functions of some kernels at each level, in the order of kLevels; each list ends with one without a name.
constexpr int kMostLevels = 6;
using Family = const Function* const[kMostLevels];
extern const Family kRows, kSlices, kBlocks, kScatter, kVectors, kDense, kSolvers;

// A set of instructions that there is code for.
struct Level {
  const char* name;
  bool (*isSupported)();
};

// Best first; ends with one without a name.
extern const Level kLevels[];

// The function of this name at a level, or null.
const Function* functionOf(const Level* level, const char* name);

} // namespace spmv
