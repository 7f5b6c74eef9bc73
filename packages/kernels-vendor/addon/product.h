// What a library computes: a product made once of the arguments that stay, and run with those that change.
#pragma once
#include <cstdint>
#include <memory>
#include <string>

namespace spmv {

/** Arguments as backends give them: addresses and numbers, all of them f64. Read anew by every product. */
class Arguments {
public:
  explicit Arguments(const double* values) : values_(values) {}
  template <typename T> T* address(int at) const { return reinterpret_cast<T*>(static_cast<uintptr_t>(values_[at])); }
  int32_t integer(int at) const { return static_cast<int32_t>(values_[at]); }
  int64_t whole(int at) const { return static_cast<int64_t>(values_[at]); }
  double number(int at) const { return values_[at]; }

private:
  const double* values_;
};

struct Product {
  virtual ~Product() = default;
  /** Throws `Failed`. */
  virtual void run() const = 0;
};

/** A library that is not there: why, and what to do. */
struct Unavailable {
  std::string reason, fix;
};

/** A call that did not succeed. */
struct Failed {
  std::string what;
};

/** A product by its name. `make` throws `Unavailable` and `Failed`. */
struct Maker {
  const char* name;
  std::unique_ptr<Product> (*make)(Arguments);
};

/** Each ends with one that has no name. */
extern const Maker kOpenmp[], kEigen[], kMkl[], kRsb[], kBlas[];

} // namespace spmv
