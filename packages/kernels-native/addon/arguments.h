// How a function is called: with its arguments, all of them f64, one after another. Addresses are below 2^53.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// A function of products of T, values stored as V and vectors as X. Its parameters are written here alone: programs
// name them, and names and order are compared when a function is bound.
#define SPMV_KERNEL(name, ...) \
  constexpr char name##Parameters[] = #__VA_ARGS__; \
  template <typename T, typename V = T, typename X = T> void name(__VA_ARGS__)

namespace spmv {

// Calls a function with the arguments that lie at `from`, each as its type says.
template <auto F> struct Called;
template <typename... P, void (*F)(P...)> struct Called<F> {
  static void run(const double* from) { at(from, std::index_sequence_for<P...>()); }

private:
  template <typename A> static A argument(double value) {
    if constexpr (std::is_pointer_v<A>) {
      return reinterpret_cast<A>(static_cast<uintptr_t>(value));
    } else {
      return static_cast<A>(value);
    }
  }
  template <size_t... I> static void at(const double* from, std::index_sequence<I...>) { F(argument<P>(from[I])...); }
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

// A function by the name that programs know it by, and its parameters as they are written.
struct Function {
  const char* name;
  const char* parameters;
  void (*run)(const double* arguments);
};

// The functions of some kernels at each level, in the order of kLevels; each list ends with one without a name.
constexpr int kMostLevels = 6;
using Family = const Function* const[kMostLevels];
extern const Family kRows, kSlices, kBlocks, kScatter, kVectors, kDense, kSolvers, kProducts, kGraphs;

// How code loads elements that lie apart: by gathers, one by one into the lanes of a vector, or as there is nothing to
// choose.
enum class Apart { gathered, singly, other };

// A set of instructions that there is code for.
struct Level {
  const char* name;
  bool (*isSupported)();
  Apart apart;
};

// Widest first; ends with one without a name.
extern const Level kLevels[];

// How many times as long a product takes whose x is gathered as one whose x is loaded one by one; 0 where there are not
// both. Measured once in a process, which takes a few hundred microseconds.
double gatherRatio();

// The function of this name at a level, or null.
const Function* functionOf(const Level* level, const char* name);

} // namespace spmv
