#include <cstring>

#include "javascript.h"

namespace spmv {

HostBytes hostBytes(const Napi::Value& value) {
  const Napi::TypedArray array = value.As<Napi::TypedArray>();
  void* data = nullptr;
  size_t length = 0;
  napi_typedarray_type type;
  napi_value buffer;
  size_t offset = 0;
  if (napi_get_typedarray_info(array.Env(), array, &type, &length, &data, &buffer, &offset) != napi_ok)
    throw Napi::Error::New(array.Env());
  return {static_cast<uint8_t*>(data), array.ByteLength()};
}

namespace {

// Copies up to this size are enqueued at once: the driver, or this, stages them and returns in microseconds.
constexpr size_t kSmall = Context::kStagedBytes;

// The offset, after a check that as many bytes from there on are in the buffer.
size_t offsetWithin(const Napi::Value& value, size_t length, const Memory& memory) {
  const int64_t offset = value.As<Napi::Number>().Int64Value();
  if (offset < 0 || length > memory.bytes() || static_cast<size_t>(offset) > memory.bytes() - length) {
    throw Napi::RangeError::New(value.Env(), "SPMV_RANGE: reaching into a buffer: past its end");
  }
  return static_cast<size_t>(offset);
}

} // namespace

Napi::Function Buffer::define(Napi::Env env) {
  return DefineClass(env, "Buffer",
                     {InstanceMethod<&Buffer::write>("write"), InstanceMethod<&Buffer::read>("read"),
                      InstanceMethod<&Buffer::part>("part"), InstanceMethod<&Buffer::clear>("clear"),
                      InstanceMethod<&Buffer::dispose>("dispose")});
}

Napi::Value Buffer::create(Napi::Env env, std::shared_ptr<Memory> memory) {
  const Napi::Object object = classesOf(env).buffer.New({});
  Buffer::Unwrap(object)->memory_ = std::move(memory);
  return object;
}

Buffer::Buffer(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Buffer>(info) {
  info.This().As<Napi::Object>().TypeTag(&kTag);
}

const std::shared_ptr<Memory>& Buffer::memory(const Napi::Env& env) const {
  if (!memory_) throw Napi::Error::New(env, "SPMV_DISPOSED: using a buffer: it was disposed of");
  return memory_;
}

// write(array, byteOffset): copies the array to the device, after what was enqueued up to the last use of the buffer.
Napi::Value Buffer::write(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Memory> memory = this->memory(env);
  const HostBytes host = hostBytes(info[0]);
  const size_t offset = offsetWithin(info[1], host.length, *memory);
  const CUdeviceptr to = memory->address() + offset;
  if (host.length <= kSmall) {
    const std::shared_ptr<Context>& context = memory->context();
    context->lane().drain();
    context->enter();
    memory->usedBy(context->uploads().next());
    check(requireDriver().cuMemcpyHtoDAsync_v2(to, host.address, host.length, context->stream()),
          "copying to the device");
    return settled(env);
  }
  const auto copy = [memory, host, to] {
    Context& context = *memory->context();
    context.uploads().copy(context.stream(), to, host.address, host.length, memory->lastUse());
  };
  return runInOrder(env, memory->context(), {info[0].As<Napi::Object>()}, copy,
                    [](Napi::Env e) { return e.Undefined(); });
}

// read(array, byteOffset): fills the array after everything enqueued before.
Napi::Value Buffer::read(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Memory> memory = this->memory(env);
  const HostBytes host = hostBytes(info[0]);
  const CUdeviceptr from = memory->address() + offsetWithin(info[1], host.length, *memory);
  Context& context = *memory->context();
  const auto enqueue = [&context, from, length = host.length](void* to) {
    check(requireDriver().cuMemcpyDtoHAsync_v2(to, from, length, context.stream()), "copying from the device");
  };
  const auto wait = [&context] {
    check(requireDriver().cuStreamSynchronize(context.stream()), "copying from the device");
  };
  std::function<void()> copy = [memory, enqueue, wait, to = host.address] {
    enqueue(to);
    wait();
  };
  // While the lane is idle nobody else reads by the staged memory.
  if (host.length <= kSmall && context.lane().idle()) {
    context.enter();
    void* const staged = context.staging();
    enqueue(staged);
    if (context.endsSoon()) {
      std::memcpy(host.address, staged, host.length);
      return settled(env);
    }
    copy = [memory, wait, staged, host] {
      wait();
      std::memcpy(host.address, staged, host.length);
    };
  }
  return runInOrder(env, memory->context(), {info[0].As<Napi::Object>()}, copy,
                    [](Napi::Env e) { return e.Undefined(); });
}

// part(byteOffset, bytes): a buffer that is a part of this one, and keeps its memory.
Napi::Value Buffer::part(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Memory>& whole = memory(env);
  const int64_t bytes = info[1].As<Napi::Number>().Int64Value();
  if (bytes < 0) throw Napi::RangeError::New(env, "SPMV_RANGE: taking a part of a buffer: it has a negative size");
  const size_t length = static_cast<size_t>(bytes);
  return create(env, std::make_shared<Memory>(whole, offsetWithin(info[0], length, *whole), length));
}

// clear(): zeroes all of it.
void Buffer::clear(const Napi::CallbackInfo& info) {
  const std::shared_ptr<Memory>& memory = this->memory(info.Env());
  memory->context()->lane().drain();
  memory->context()->enter();
  memory->usedBy(memory->context()->uploads().next());
  check(requireDriver().cuMemsetD8Async(memory->address(), 0, memory->bytes(), memory->context()->stream()),
        "zeroing device memory");
}

void Buffer::dispose(const Napi::CallbackInfo&) { memory_.reset(); }

} // namespace spmv
