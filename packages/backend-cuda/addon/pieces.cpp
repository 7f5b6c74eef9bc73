#include "pieces.h"

namespace spmv {

HostMemory::HostMemory(std::shared_ptr<Context> context, size_t bytes, const std::string& name)
    : context_(std::move(context)), bytes_(bytes) {
  // Page-locked, for every context of this process.
  constexpr unsigned kPortable = 1;
  check(requireDriver().cuMemHostAlloc(&address_, bytes > 0 ? bytes : 16, kPortable),
        "locking " + std::to_string(bytes) + " bytes of host memory for '" + name + "'");
}

HostMemory::~HostMemory() {
  try {
    context_->enter();
  } catch (const CudaError&) {
    return;
  }
  requireDriver().cuMemFreeHost(address_);
}

namespace {

// A place on the device and the state of what is in it: when it was filled, and when its product had read it.
struct Place {
  std::shared_ptr<Memory> memory;
  CUevent filled = nullptr;
  CUevent read = nullptr;
  bool used = false;
};

class Pieces final : public Product {
public:
  Pieces(std::shared_ptr<Context> context, std::vector<Piece> pieces, std::vector<std::shared_ptr<Memory>> places)
      : context_(std::move(context)), pieces_(std::move(pieces)) {
    try {
      make(places);
    } catch (...) {
      release();
      throw;
    }
  }

  ~Pieces() override {
    try {
      context_->enter();
    } catch (const CudaError&) {
      return;
    }
    release();
  }

  // The copy of a piece waits for nothing but its place, so that those of the next product begin before this one ends.
  void enqueue(const Operands& given) override {
    const DriverApi& api = requireDriver();
    const CUstream products = context_->stream();
    Operands operands = given;
    for (const Piece& piece : pieces_) {
      Place& place = places_[next_];
      next_ = (next_ + 1) % places_.size();
      if (place.used) check(api.cuStreamWaitEvent(copies_, place.read, 0), "making a copy wait for a product");
      check(api.cuMemcpyHtoDAsync_v2(place.memory->address(), piece.memory->address(), piece.memory->bytes(), copies_),
            "copying a piece of the matrix to the device");
      check(api.cuEventRecord(place.filled, copies_), "recording an event");
      check(api.cuStreamWaitEvent(products, place.filled, 0), "making a product wait for a copy");
      operands.piece = place.memory->address();
      try {
        piece.product->enqueue(operands);
      } catch (...) {
        // A later copy into this place waits for what was enqueued all the same.
        place.used = api.cuEventRecord(place.read, products) == 0;
        throw;
      }
      check(api.cuEventRecord(place.read, products), "recording an event");
      place.used = true;
    }
  }

  int residentThreads() const override { return pieces_.front().product->residentThreads(); }
  // Its streams wait for what happened before, of which a graph knows nothing.
  bool capturable() const override { return false; }

private:
  void make(const std::vector<std::shared_ptr<Memory>>& places) {
    const DriverApi& api = requireDriver();
    constexpr unsigned kNonBlocking = 1;
    constexpr unsigned kWithoutTime = 2;
    check(api.cuStreamCreate(&copies_, kNonBlocking), "creating a stream for copies");
    for (const std::shared_ptr<Memory>& memory : places) {
      places_.push_back({memory});
      check(api.cuEventCreate(&places_.back().filled, kWithoutTime), "creating an event");
      check(api.cuEventCreate(&places_.back().read, kWithoutTime), "creating an event");
    }
  }

  // The pieces may go once nothing reads them any more.
  void release() {
    const DriverApi& api = requireDriver();
    if (copies_) api.cuStreamSynchronize(copies_);
    for (const Place& place : places_) {
      if (place.filled) api.cuEventDestroy_v2(place.filled);
      if (place.read) api.cuEventDestroy_v2(place.read);
    }
    if (copies_) api.cuStreamDestroy_v2(copies_);
  }

  std::shared_ptr<Context> context_;
  std::vector<Piece> pieces_;
  std::vector<Place> places_;
  CUstream copies_ = nullptr;
  size_t next_ = 0;
};

} // namespace

std::unique_ptr<Product> createPieces(std::shared_ptr<Context> context, std::vector<Piece> pieces,
                                      std::vector<std::shared_ptr<Memory>> places) {
  return std::make_unique<Pieces>(std::move(context), std::move(pieces), std::move(places));
}

double timeCopies(const HostMemory& from, const Memory& to, int count) {
  const std::shared_ptr<Context>& context = from.context();
  Event begin(context);
  Event end(context);
  begin.record();
  for (int c = 0; c < count; c++)
    check(requireDriver().cuMemcpyHtoDAsync_v2(to.address(), from.address(), from.bytes(), context->stream()),
          "copying a piece of the matrix to the device");
  end.record();
  end.wait();
  return end.since(begin);
}

} // namespace spmv
