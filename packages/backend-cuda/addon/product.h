// An operation with its matrix bound: our own launches or a vendor's library, enqueued on the context's stream.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "context.h"

namespace spmv {

// Most operands of a product of one kind.
constexpr size_t kMostOperands = 12;

// What one product is given: operands in memory and host scalars, each in the order of the operation.
struct Operands {
  CUdeviceptr buffers[kMostOperands];
  double scalars[kMostOperands];
  // Where the piece of the matrix is that a product of pieces is at.
  CUdeviceptr piece;
};

class Product {
public:
  virtual ~Product() = default;
  // Enqueues one product; the context is current.
  virtual void enqueue(const Operands& operands) = 0;
  // Most threads of it that a multiprocessor holds at once, in whole warps, as the driver counts them; of several
  // kernels that which has fewest. -1 where nobody knows. The context is current.
  virtual int residentThreads() const { return -1; }
  // Whether what it enqueues can be captured into a graph.
  virtual bool capturable() const { return true; }
};

// One argument of a kernel.
struct Argument {
  enum class Kind { kAddress, kBuffer, kScalar, kPair, kPiece, kI32, kI64 } kind;
  // Of kBuffer, kScalar and kPair (a complex scalar, whose imaginary part comes next) the place among the operands, of
  // kPiece bytes from the beginning of the piece.
  unsigned long long value;
  // Of kBuffer, bytes from the beginning of the operand.
  unsigned long long offset = 0;
};

// A kernel of a module. It belongs to all operators made of it, and each may need another size of shared memory: what
// it may have is only ever raised.
struct Function {
  // For errors.
  std::string name;
  CUfunction handle = nullptr;
  // Bytes of dynamic shared memory that it may have; -1 where nobody has asked yet.
  int sharedBytes = -1;
};

struct Launch {
  // Of a module that outlives the launch.
  Function* function;
  unsigned grid[3];
  unsigned block[3];
  unsigned sharedBytes;
  // Whether it may begin while the kernel before it ends; it waits itself (overlap.cuh).
  bool overlaps;
  // Whether it needs nothing of the launch before it and of those that this one goes beside; of the first it says
  // nothing.
  bool beside;
  std::vector<Argument> arguments;
};

// Launches one after another. Host scalars are passed as f32 when `single`, else as f64.
std::unique_ptr<Product> createLaunches(std::shared_ptr<Context> context, std::vector<Launch> launches, bool single);

struct TimingRequest {
  Product* product;
  Operands operands;
  // Whether a product after another leaves what one leaves: false when it reads what it writes.
  bool repeatable;
  int runs;
  // Products between two events; above 1 they are captured into a graph once and replayed, so that gaps of launching
  // stay out, where that is possible.
  int batch;
  // Null for hot caches; else run before each product to evict the caches.
  Product* evict;
};

// Milliseconds of each run (mean over its batch) by the device's clock. Blocks the calling thread.
std::vector<double> timeProduct(const std::shared_ptr<Context>& context, const TimingRequest& request);

} // namespace spmv
