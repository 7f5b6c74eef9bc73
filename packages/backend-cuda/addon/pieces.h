// A matrix that stays in the host's memory: a product copies it piece by piece into a few places on the device in turn,
// on a stream of its own, and multiplies each piece while the next is on its way.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "product.h"

namespace spmv {

// Memory of the host that the device reads by itself, freed with its owner. What reads it has ended by then.
class HostMemory {
public:
  // `name` is what an out-of-memory error calls it. The context is current.
  HostMemory(std::shared_ptr<Context> context, size_t bytes, const std::string& name);
  ~HostMemory();
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;

  unsigned char* address() const { return static_cast<unsigned char*>(address_); }
  size_t bytes() const { return bytes_; }
  const std::shared_ptr<Context>& context() const { return context_; }

private:
  std::shared_ptr<Context> context_;
  void* address_ = nullptr;
  size_t bytes_;
};

// One piece, and the product of its rows: launches whose arguments may lie in the piece.
struct Piece {
  std::shared_ptr<HostMemory> memory;
  std::shared_ptr<Product> product;
};

// A product of pieces in their order. `places` are at least two, each as large as the largest piece. The context is
// current.
std::unique_ptr<Product> createPieces(std::shared_ptr<Context> context, std::vector<Piece> pieces,
                                      std::vector<std::shared_ptr<Memory>> places);

// Milliseconds of `count` copies of all of `from` to `to`, one after another.
double timeCopies(const HostMemory& from, const Memory& to, int count);

} // namespace spmv
