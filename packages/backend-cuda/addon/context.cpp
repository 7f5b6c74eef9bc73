#include "context.h"

namespace spmv {

Context::Context(int ordinal) : ordinal_(ordinal) {
  const DriverApi& api = requireDriver();
  check(api.cuDeviceGet(&device_, ordinal), "selecting device " + std::to_string(ordinal));
  check(api.cuDevicePrimaryCtxRetain(&context_, device_), "creating a context on device " + std::to_string(ordinal));
  enter();
  constexpr unsigned kNonBlocking = 1;
  const CUresult result = api.cuStreamCreate(&stream_, kNonBlocking);
  if (result != 0) api.cuDevicePrimaryCtxRelease_v2(device_);
  check(result, "creating a stream");
}

Context::~Context() {
  const DriverApi& api = requireDriver();
  api.cuCtxSetCurrent(context_);
  api.cuStreamDestroy_v2(stream_);
  api.cuDevicePrimaryCtxRelease_v2(device_);
}

void Context::enter() const { check(requireDriver().cuCtxSetCurrent(context_), "entering the context"); }

unsigned long Context::take() {
  std::lock_guard<std::mutex> lock(mutex_);
  return next_++;
}

void Context::begin(unsigned long turn) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return done_ == turn; });
}

void Context::end(unsigned long turn) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    done_ = turn + 1;
  }
  changed_.notify_all();
}

void Context::drain() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [&] { return done_ == next_; });
}

Memory::Memory(std::shared_ptr<Context> context, size_t bytes, const std::string& name) : context_(std::move(context)), bytes_(bytes) {
  context_->enter();
  // A zero-byte array still needs an address to be an argument.
  check(requireDriver().cuMemAlloc_v2(&address_, bytes > 0 ? bytes : 16), "allocating " + std::to_string(bytes) + " bytes for '" + name + "'");
}

Memory::~Memory() {
  const DriverApi& api = requireDriver();
  try {
    context_->enter();
  } catch (const CudaError&) {
    return;
  }
  // Waits for what still uses it.
  api.cuMemFree_v2(address_);
}

Event::Event(std::shared_ptr<Context> context) : context_(std::move(context)) {
  context_->enter();
  check(requireDriver().cuEventCreate(&event_, 0), "creating an event");
}

Event::~Event() { requireDriver().cuEventDestroy_v2(event_); }

void Event::record() { check(requireDriver().cuEventRecord(event_, context_->stream()), "recording an event"); }

void Event::wait() { check(requireDriver().cuEventSynchronize(event_), "waiting for an event"); }

double Event::since(const Event& earlier) const {
  float milliseconds = 0;
  check(requireDriver().cuEventElapsedTime(&milliseconds, earlier.event_, event_), "reading an event's time");
  return milliseconds;
}

}  // namespace spmv
