// One device: its primary context, a stream of products and one of copies to it, and the thread from which long work
// enters that stream.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "beside.h"
#include "driver-api.h"
#include "lane.h"
#include "pool.h"
#include "uploads.h"

namespace spmv {

class Context {
public:
  static constexpr size_t kStagedBytes = 64 * 1024;
  // `memoryLimit`: most bytes of device memory that it hands out.
  explicit Context(int ordinal, size_t memoryLimit = SIZE_MAX);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // Makes this context current on the calling thread.
  void enter() const;
  CUstream stream() const { return stream_; }
  // Streams beside it.
  Beside& beside() { return *beside_; }
  CUcontext handle() const { return context_; }
  CUdevice device() const { return device_; }
  int ordinal() const { return ordinal_; }
  // Counts memory that is about to be allocated; throws where that is beyond the limit. `name` as of Memory.
  void reserve(size_t bytes, const std::string& name);
  void giveBack(size_t bytes) { allocated_ -= bytes; }
  // Whether everything enqueued on the stream ends within a moment, which it waits: being told by another thread takes
  // longer.
  bool endsSoon() const;
  // `kStagedBytes` of page-locked memory for what is read.
  void* staging() const { return staging_; }
  // Bytes that are free, within the limit.
  size_t freeBytes() const;
  // Null where there is none.
  const Pool* pool() const { return pool_.get(); }
  // Nothing else uses it at the same time: the lane is drained before JavaScript's thread enqueues anything.
  Uploads& uploads() { return *uploads_; }

  // Large copies, timing and waiting run here, in the order they were asked for; what runs on JavaScript's thread
  // drains it first.
  Lane& lane() { return lane_; }

private:
  int ordinal_;
  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
  CUstream stream_ = nullptr;
  void* staging_ = nullptr;
  std::unique_ptr<Pool> pool_;
  std::unique_ptr<Beside> beside_;
  std::unique_ptr<Uploads> uploads_ = std::make_unique<Uploads>();
  Lane lane_;
  size_t memoryLimit_;
  std::atomic<size_t> allocated_{0};
};

// Device memory, freed with its owner.
class Memory {
public:
  // `name` is what an out-of-memory error calls it. `pooled`: from the pool of the context, where it has one; not for
  // other devices.
  Memory(std::shared_ptr<Context> context, size_t bytes, const std::string& name, bool pooled = false);
  // A part of another, which it keeps; the caller has checked that it lies within.
  Memory(std::shared_ptr<Memory> whole, size_t offset, size_t bytes);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  CUdeviceptr address() const { return address_; }
  size_t bytes() const { return bytes_; }
  // The last thing enqueued on the context's stream that uses it; see Uploads.
  uint64_t lastUse() const { return whole_ ? whole_->lastUse() : lastUse_; }
  void usedBy(uint64_t number) {
    if (whole_)
      whole_->usedBy(number);
    else
      lastUse_ = number;
  }
  const std::shared_ptr<Context>& context() const { return context_; }

private:
  std::shared_ptr<Context> context_;
  std::shared_ptr<Memory> whole_;
  CUdeviceptr address_ = 0;
  size_t bytes_;
  const Pool* pool_ = nullptr;
  uint64_t lastUse_ = 0;
};

// A stream of a context beside that of products.
class SideStream {
public:
  explicit SideStream(std::shared_ptr<Context> context);
  // What is enqueued goes on.
  ~SideStream();
  SideStream(const SideStream&) = delete;
  SideStream& operator=(const SideStream&) = delete;
  CUstream stream() const { return stream_; }

private:
  std::shared_ptr<Context> context_;
  CUstream stream_ = nullptr;
};

// An event on a context's stream of products, unless another one of its streams is said.
class Event {
public:
  // One without time costs less, and is for streams that wait for each other.
  explicit Event(std::shared_ptr<Context> context, bool timed = true);
  ~Event();
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;

  void record();
  void record(CUstream stream);
  void wait();
  // What is enqueued on another context's stream from now on waits until this, as it was recorded last, has happened.
  void holdBack(const Context& other) const;
  void holdBack(CUstream stream) const;
  // Milliseconds from `earlier` to this; both have happened.
  double since(const Event& earlier) const;

private:
  std::shared_ptr<Context> context_;
  CUevent event_ = nullptr;
};

} // namespace spmv
