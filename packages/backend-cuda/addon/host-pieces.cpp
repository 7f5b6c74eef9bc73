// What JavaScript sees of pieces.h: page-locked memory of the host, and operators of pieces.
#include <algorithm>
#include <cstdint>
#include <cstring>

#include "javascript.h"
#include "pieces.h"

namespace spmv {

Napi::Function Pinned::define(Napi::Env env) {
  return DefineClass(env, "Pinned",
                     {InstanceMethod<&Pinned::write>("write"), InstanceMethod<&Pinned::dispose>("dispose")});
}

Pinned::Pinned(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Pinned>(info) {
  info.This().As<Napi::Object>().TypeTag(&kTag);
}

const std::shared_ptr<HostMemory>& Pinned::memory(const Napi::Env& env) const {
  if (!memory_) throw Napi::Error::New(env, "SPMV_DISPOSED: using locked memory: it was disposed of");
  return memory_;
}

// pinned(bytes, name): page-locked memory of the host, promised, since locking pages takes its time.
Napi::Value Pinned::create(const Napi::Env& env, const std::shared_ptr<Context>& context, size_t bytes,
                           const std::string& name) {
  auto made = std::make_shared<std::shared_ptr<HostMemory>>();
  const auto work = [context, made, bytes, name] { *made = std::make_shared<HostMemory>(context, bytes, name); };
  const auto deliver = [made](Napi::Env e) -> Napi::Value {
    const Napi::Object object = classesOf(e).pinned.New({});
    Pinned::Unwrap(object)->memory_ = std::move(*made);
    return object;
  };
  return runInOrder(env, context, {}, work, deliver);
}

// write(array, byteOffset): copies the array there, on the device's own thread.
Napi::Value Pinned::write(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<HostMemory> memory = this->memory(env);
  const Napi::TypedArray array = info[0].As<Napi::TypedArray>();
  const HostBytes from = hostBytes(array);
  const int64_t offset = info[1].As<Napi::Number>().Int64Value();
  if (offset < 0 || from.length > memory->bytes() || static_cast<size_t>(offset) > memory->bytes() - from.length)
    throw Napi::RangeError::New(env, "SPMV_RANGE: copying to locked memory: past its end");
  const auto copy = [memory, from, offset] {
    if (from.length > 0) std::memcpy(memory->address() + offset, from.address, from.length);
  };
  return runInOrder(env, memory->context(), {array}, copy, [](Napi::Env e) { return e.Undefined(); });
}

void Pinned::dispose(const Napi::CallbackInfo&) { memory_.reset(); }

// pieces(list, places): an operator of pieces [pinned, operator], copied into the buffers `places` in turn.
Napi::Value Operator::pieces(const Napi::Env& env, const std::shared_ptr<Context>& context, const Napi::Array& list,
                             const Napi::Array& places) {
  auto bound = std::make_shared<Bound>();
  bound->context = context;
  std::vector<std::shared_ptr<Memory>> memory;
  size_t least = SIZE_MAX;
  for (uint32_t p = 0; p < places.Length(); p++) {
    memory.push_back(unwrap<Buffer>(places.Get(p))->memory(env));
    least = std::min(least, memory.back()->bytes());
  }
  std::vector<Piece> pieces;
  for (uint32_t l = 0; l < list.Length(); l++) {
    const Napi::Array one = list.Get(l).As<Napi::Array>();
    const std::shared_ptr<HostMemory>& pinned = unwrap<Pinned>(one.Get(0u))->memory(env);
    const std::shared_ptr<Bound>& each = unwrap<Operator>(one.Get(1u))->alive(env);
    if (pinned->bytes() > least)
      throw Napi::RangeError::New(env, "SPMV_RANGE: binding pieces: one is larger than its place");
    // The product lives as long as what it is bound with.
    pieces.push_back({pinned, std::shared_ptr<Product>(each, each->product.get())});
  }
  if (pieces.empty() || memory.size() < 2)
    throw Napi::Error::New(env, "SPMV_FAILED: binding pieces: there are no pieces, or fewer than two places");
  context->lane().drain();
  context->enter();
  bound->product = createPieces(context, std::move(pieces), std::move(memory));
  return create(env, std::move(bound));
}

// timeCopies(pinned, buffer, count): milliseconds of as many copies of the whole of one into the other.
Napi::Value Device::timeCopies(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<HostMemory> from = unwrap<Pinned>(info[0])->memory(env);
  const std::shared_ptr<Memory> to = unwrap<Buffer>(info[1])->memory(env);
  const int count = info[2].As<Napi::Number>().Int32Value();
  if (from->bytes() > to->bytes()) throw Napi::RangeError::New(env, "SPMV_RANGE: timing copies: past the end");
  auto milliseconds = std::make_shared<double>(0);
  const auto work = [from, to, count, milliseconds] { *milliseconds = spmv::timeCopies(*from, *to, count); };
  return runInOrder(env, from->context(), {}, work,
                    [milliseconds](Napi::Env e) { return Napi::Number::New(e, *milliseconds); });
}

} // namespace spmv
