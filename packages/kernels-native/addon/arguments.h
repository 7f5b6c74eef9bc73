// How a function is called: with its arguments, all of them f64, one after another, of complex numbers both parts.
// Addresses are below 2^53.
#pragma once

#include "complex.h"

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
  template <typename A> static A argument(const double* value) {
    if constexpr (std::is_pointer_v<A>) {
      return reinterpret_cast<A>(static_cast<uintptr_t>(*value));
    } else if constexpr (kIsComplex<A>) {
      using R = decltype(A::re);
      return {static_cast<R>(value[0]), static_cast<R>(value[1])};
    } else {
      return static_cast<A>(*value);
    }
  }
  // Numbers before argument `I`.
  template <size_t I> static constexpr size_t place() {
    constexpr size_t counts[] = {(kIsComplex<P> ? 2 : 1)...};
    size_t before = 0;
    for (size_t i = 0; i < I; i++) before += counts[i];
    return before;
  }
  template <size_t... I> static void at(const double* from, std::index_sequence<I...>) {
    F(argument<P>(from + place<I>())...);
  }
};

// What a range leaves of the rows it shares with its neighbours, before alpha: PartialSums of @spmv/core.
struct PartialSums {
  int32_t headRow;
  int32_t tailRow;
  double sums[2];
  double imaginary[2];

  void clear() { headRow = tailRow = -1; }
  template <typename T> void setHead(int64_t row, T sum) {
    headRow = static_cast<int32_t>(row);
    set(0, sum);
  }
  template <typename T> void setTail(int64_t row, T sum) {
    tailRow = static_cast<int32_t>(row);
    set(1, sum);
  }

private:
  template <typename T> void set(int at, T sum) {
    if constexpr (kIsComplex<T>) {
      sums[at] = sum.re;
      imaginary[at] = sum.im;
    } else {
      sums[at] = sum;
    }
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
