#include "javascript.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace spmv {

Napi::Function Device::define(Napi::Env env) {
  return DefineClass(env, "Device",
                     {InstanceMethod<&Device::freeBytes>("freeBytes"), InstanceMethod<&Device::allocate>("allocate"),
                      InstanceMethod<&Device::load>("load"), InstanceMethod<&Device::launches>("launches"),
                      InstanceMethod<&Device::library>("library"), InstanceMethod<&Device::sequence>("sequence"),
                      InstanceMethod<&Device::pinned>("pinned"), InstanceMethod<&Device::pieces>("pieces"),
                      InstanceMethod<&Device::timeCopies>("timeCopies"), InstanceMethod<&Device::finish>("finish"),
                      InstanceMethod<&Device::dispose>("dispose")});
}

// new Device(ordinal, memoryBytes): retains the primary context; of the device's memory it takes at most `memoryBytes`,
// all of it where that is undefined.
Device::Device(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Device>(info) {
  info.This().As<Napi::Object>().TypeTag(&kTag);
  context_ = std::make_shared<Context>(info[0].As<Napi::Number>().Int32Value(),
                                       info[1].IsNumber() ? static_cast<size_t>(info[1].As<Napi::Number>().Int64Value())
                                                          : SIZE_MAX);
  std::vector<std::weak_ptr<Context>>& contexts = classesOf(info.Env()).contexts;
  contexts.erase(
      std::remove_if(contexts.begin(), contexts.end(), [](const std::weak_ptr<Context>& one) { return one.expired(); }),
      contexts.end());
  contexts.push_back(context_);
}

const std::shared_ptr<Context>& Device::alive(const Napi::Env& env) const {
  if (!context_) throw Napi::Error::New(env, "SPMV_DISPOSED: using a device: it was closed");
  return context_;
}

Napi::Value Device::freeBytes(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return Napi::Number::New(env, static_cast<double>(alive(env)->freeBytes()));
}

// allocate(bytes, name, pooled): device memory; `name` is for the message when there is none left.
Napi::Value Device::allocate(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const size_t bytes = static_cast<size_t>(info[0].As<Napi::Number>().Int64Value());
  const std::string name = info[1].As<Napi::String>().Utf8Value();
  return Buffer::create(env, std::make_shared<Memory>(alive(env), bytes, name, info[2].ToBoolean().Value()));
}

// load(image, name): a module from PTX or a cubin, bytes in a Uint8Array.
Napi::Value Device::load(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const Napi::Uint8Array bytes = info[0].As<Napi::Uint8Array>();
  const std::string image(reinterpret_cast<const char*>(bytes.Data()), bytes.ByteLength());
  return Module::create(env, std::make_shared<LoadedModule>(alive(env), image, info[1].As<Napi::String>().Utf8Value()));
}

Argument readArgument(const Napi::Env& env, const Napi::Value& value) {
  using Kind = Argument::Kind;
  const Napi::Object object = value.As<Napi::Object>();
  // Most are buffers, and asking an object for what it lacks takes longer than all the rest.
  if (object.CheckTypeTag(&Buffer::kTag)) return {Kind::kAddress, Buffer::Unwrap(object)->memory(env)->address()};
  if (object.Has("i32"))
    return {Kind::kI32,
            static_cast<unsigned long long>(object.Get("i32").As<Napi::Number>().Int64Value()) & 0xffffffffULL};
  const auto integer = [&](const char* name) {
    return static_cast<unsigned long long>(object.Get(name).As<Napi::Number>().Int64Value());
  };
  const auto place = [&](const char* name) {
    const unsigned long long found = integer(name);
    if (found >= kMostOperands) throw Napi::Error::New(env, "SPMV_FAILED: reading an argument: no such operand");
    return found;
  };
  // Most are buffers and whole numbers, and each question is a call to JavaScript.
  const auto addressed = [&]() -> Argument { return {Kind::kAddress, unwrap<Buffer>(value)->memory(env)->address()}; };
  if (object.CheckTypeTag(&Buffer::kTag)) return addressed();
  if (object.Has("i32")) return {Kind::kI32, integer("i32") & 0xffffffffULL};
  if (object.Has("operand"))
    return {Kind::kBuffer, place("operand"), object.Has("byteOffset") ? integer("byteOffset") : 0};
  if (object.Has("piece")) return {Kind::kPiece, integer("piece")};
  if (object.Has("scalar")) return {Kind::kScalar, place("scalar")};
  if (object.Has("pair")) return {Kind::kPair, place("pair")};
  if (object.Has("i64")) return {Kind::kI64, integer("i64")};
  return addressed();
}

namespace {

void readSizes(const Napi::Object& launch, const char* name, unsigned (&sizes)[3]) {
  const Napi::Array array = launch.Get(name).As<Napi::Array>();
  for (uint32_t i = 0; i < 3; i++) sizes[i] = array.Get(i).As<Napi::Number>().Uint32Value();
}

} // namespace

// launches(list, single): an operator of launches { module, entryPoint, grid, block, sharedBytes, beside?, arguments }.
Napi::Value Device::launches(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto bound = std::make_shared<Bound>();
  bound->context = alive(env);
  const Napi::Array list = info[0].As<Napi::Array>();
  std::vector<Launch> launches;
  for (uint32_t l = 0; l < list.Length(); l++) {
    const Napi::Object from = list.Get(l).As<Napi::Object>();
    const std::shared_ptr<LoadedModule>& loaded = unwrap<Module>(from.Get("module"))->loaded(env);
    bound->keep.push_back(loaded);
    Launch launch{};
    launch.name = from.Get("entryPoint").As<Napi::String>().Utf8Value();
    launch.function = loaded->function(launch.name);
    readSizes(from, "grid", launch.grid);
    readSizes(from, "block", launch.block);
    launch.sharedBytes = from.Get("sharedBytes").As<Napi::Number>().Uint32Value();
    launch.overlaps = loaded->overlaps() && !std::getenv("SPMV_CUDA_NO_OVERLAP");
    launch.beside = l > 0 && from.Get("beside").ToBoolean().Value();
    const Napi::Array arguments = from.Get("arguments").As<Napi::Array>();
    for (uint32_t a = 0; a < arguments.Length(); a++) {
      const Napi::Value value = arguments.Get(a);
      launch.arguments.push_back(readArgument(env, value));
      if (launch.arguments.back().kind == Argument::Kind::kAddress)
        bound->keep.push_back(unwrap<Buffer>(value)->memory(env));
    }
    // A piece has just arrived by another stream: nothing of it is read before all that comes before has ended.
    if (std::any_of(launch.arguments.begin(), launch.arguments.end(),
                    [](const Argument& one) { return one.kind == Argument::Kind::kPiece; }))
      launch.overlaps = false;
    launches.push_back(std::move(launch));
  }
  bound->product = createLaunches(bound->context, std::move(launches), info[1].As<Napi::Boolean>().Value());
  return Operator::create(env, std::move(bound));
}

// library(description): an operator of calls of a vendor's library.
Napi::Value Device::library(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  return Operator::create(env, createLibrary(env, alive(env), info[0].As<Napi::Object>()));
}

// sequence(list): an operator of what other ones do with the operands of the list.
Napi::Value Device::sequence(const Napi::CallbackInfo& info) {
  return Operator::sequence(info.Env(), alive(info.Env()), info[0].As<Napi::Array>());
}

// pinned(bytes, name): page-locked memory of the host.
Napi::Value Device::pinned(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const size_t bytes = static_cast<size_t>(info[0].As<Napi::Number>().Int64Value());
  return Pinned::create(env, alive(env), bytes, info[1].As<Napi::String>().Utf8Value());
}

// pieces(list, places): an operator of pieces that lie in such memory.
Napi::Value Device::pieces(const Napi::CallbackInfo& info) {
  return Operator::pieces(info.Env(), alive(info.Env()), info[0].As<Napi::Array>(), info[1].As<Napi::Array>());
}

// finish(): resolves when everything enqueued has finished.
Napi::Value Device::finish(const Napi::CallbackInfo& info) {
  const std::shared_ptr<Context> context = alive(info.Env());
  const auto wait = [context] {
    check(requireDriver().cuStreamSynchronize(context->stream()), "waiting for the device");
  };
  return runInOrder(info.Env(), context, {}, wait, [](Napi::Env e) { return e.Undefined(); });
}

void Device::dispose(const Napi::CallbackInfo& info) {
  if (!context_) return;
  context_->lane().drain();
  context_.reset();
  (void)info;
}

} // namespace spmv
