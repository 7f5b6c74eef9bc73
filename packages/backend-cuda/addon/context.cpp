#include "context.h"

#include <algorithm>
#include <chrono>

namespace spmv {

Context::Context(int ordinal, size_t memoryLimit) : ordinal_(ordinal), memoryLimit_(memoryLimit) {
  const DriverApi& api = requireDriver();
  check(api.cuDeviceGet(&device_, ordinal), "selecting device " + std::to_string(ordinal));
  check(api.cuDevicePrimaryCtxRetain(&context_, device_), "creating a context on device " + std::to_string(ordinal));
  try {
    enter();
    constexpr unsigned kNonBlocking = 1;
    check(api.cuStreamCreate(&stream_, kNonBlocking), "creating a stream");
    check(api.cuMemHostAlloc(&staging_, kStagedBytes, 0), "locking host memory for what is read");
    pool_ = Pool::create(device_, stream_);
    beside_ = std::make_unique<Beside>(stream_);
  } catch (...) {
    pool_.reset();
    if (staging_ != nullptr) api.cuMemFreeHost(staging_);
    if (stream_ != nullptr) api.cuStreamDestroy_v2(stream_);
    api.cuDevicePrimaryCtxRelease_v2(device_);
    throw;
  }
}

// No work is left on the lane: each keeps the context.
Context::~Context() {
  const DriverApi& api = requireDriver();
  api.cuCtxSetCurrent(context_);
  uploads_.reset();
  beside_.reset();
  pool_.reset();
  api.cuMemFreeHost(staging_);
  api.cuStreamDestroy_v2(stream_);
  api.cuDevicePrimaryCtxRelease_v2(device_);
}

void Context::reserve(size_t bytes, const std::string& name) {
  const size_t before = allocated_.fetch_add(bytes);
  if (bytes <= memoryLimit_ && before <= memoryLimit_ - bytes) return;
  giveBack(bytes);
  throw CudaError("CUDA_ERROR_OUT_OF_MEMORY: allocating " + std::to_string(bytes) + " bytes for '" + name +
                  "': the device was opened with a limit of " + std::to_string(memoryLimit_) + " bytes, of which " +
                  std::to_string(before) + " are taken");
}

bool Context::endsSoon() const {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds kMoment(100);
  const Clock::time_point until = Clock::now() + kMoment;
  do {
    const CUresult result = requireDriver().cuStreamQuery(stream_);
    if (result == 0) return true;
    if (result != kNotReady) check(result, "waiting for the device");
  } while (Clock::now() < until);
  return false;
}

size_t Context::freeBytes() const {
  enter();
  size_t available = 0;
  size_t total = 0;
  check(requireDriver().cuMemGetInfo_v2(&available, &total), "reading free memory");
  if (pool_) available += pool_->unused();
  const size_t allocated = allocated_;
  return std::min(available, allocated < memoryLimit_ ? memoryLimit_ - allocated : 0);
}

void Context::enter() const { check(requireDriver().cuCtxSetCurrent(context_), "entering the context"); }

Memory::Memory(std::shared_ptr<Context> context, size_t bytes, const std::string& name, bool pooled)
    : context_(std::move(context)), bytes_(bytes) {
  context_->enter();
  context_->reserve(bytes, name);
  const Pool* const pool = context_->pool();
  if (pooled && pool != nullptr) {
    pool_ = pool;
    context_->lane().drain();
    // What is copied there waits for this.
    lastUse_ = context_->uploads().next();
  }
  const auto take = [&] {
    // A zero-byte array still needs an address to be an argument.
    const size_t wanted = bytes > 0 ? bytes : 16;
    return pool_ != nullptr ? pool_->take(&address_, wanted) : requireDriver().cuMemAlloc_v2(&address_, wanted);
  };
  try {
    CUresult result = take();
    if (result == kOutOfMemory && pool != nullptr && pool->unused() > 0) {
      pool->trim();
      result = take();
    }
    check(result, "allocating " + std::to_string(bytes) + " bytes for '" + name + "'");
  } catch (...) {
    context_->giveBack(bytes);
    throw;
  }
}

Memory::Memory(std::shared_ptr<Memory> whole, size_t offset, size_t bytes)
    : context_(whole->context()), whole_(std::move(whole)), address_(whole_->address() + offset), bytes_(bytes) {}

Memory::~Memory() {
  if (whole_) return;
  context_->giveBack(bytes_);
  const DriverApi& api = requireDriver();
  try {
    context_->enter();
  } catch (const CudaError&) {
    return;
  }
  // Waits for what still uses it, or lets it go on.
  if (pool_ != nullptr)
    pool_->giveBack(address_);
  else
    api.cuMemFree_v2(address_);
}

SideStream::SideStream(std::shared_ptr<Context> context) : context_(std::move(context)) {
  context_->enter();
  constexpr unsigned kNonBlocking = 1;
  check(requireDriver().cuStreamCreate(&stream_, kNonBlocking), "creating a stream for copies between devices");
}

SideStream::~SideStream() { requireDriver().cuStreamDestroy_v2(stream_); }

Event::Event(std::shared_ptr<Context> context, bool timed) : context_(std::move(context)) {
  context_->enter();
  constexpr unsigned kWithoutTime = 2;
  check(requireDriver().cuEventCreate(&event_, timed ? 0 : kWithoutTime), "creating an event");
}

Event::~Event() { requireDriver().cuEventDestroy_v2(event_); }

void Event::record() { record(context_->stream()); }

void Event::record(CUstream stream) { check(requireDriver().cuEventRecord(event_, stream), "recording an event"); }

void Event::wait() { check(requireDriver().cuEventSynchronize(event_), "waiting for an event"); }

void Event::holdBack(const Context& other) const { holdBack(other.stream()); }

void Event::holdBack(CUstream stream) const {
  check(requireDriver().cuStreamWaitEvent(stream, event_, 0), "making a device wait for another");
}

double Event::since(const Event& earlier) const {
  float milliseconds = 0;
  check(requireDriver().cuEventElapsedTime(&milliseconds, earlier.event_, event_), "reading an event's time");
  return milliseconds;
}

} // namespace spmv
