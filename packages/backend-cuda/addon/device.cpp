#include "javascript.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <future>
#include <system_error>

namespace spmv {

Napi::Function Device::define(Napi::Env env) {
  return DefineClass(env, "Device",
                     {InstanceMethod<&Device::freeBytes>("freeBytes"), InstanceMethod<&Device::allocate>("allocate"),
                      InstanceMethod<&Device::load>("load"), InstanceMethod<&Device::bind>("bind"),
                      InstanceMethod<&Device::library>("library"), InstanceMethod<&Device::sequence>("sequence"),
                      InstanceMethod<&Device::pinned>("pinned"), InstanceMethod<&Device::pieces>("pieces"),
                      InstanceMethod<&Device::timeCopies>("timeCopies"), InstanceMethod<&Device::finish>("finish"),
                      InstanceMethod<&Device::dispose>("dispose")});
}

// new Device(ordinal, memoryBytes): retains the primary context; of the device's memory it takes at most `memoryBytes`,
// all of it where that is undefined.
Device::Device(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Device>(info) {
  info.This().As<Napi::Object>().TypeTag(&kTag);
  // Linking what vendors' libraries consist of takes as long as a context, and is asked for next: it ends before this
  // does. Without another thread it is done when it is asked for.
  std::future<void> linking;
  try {
    linking = std::async(std::launch::async, [] {
      findNvrtc(nullptr);
      foundLibraries();
    });
  } catch (const std::system_error&) {
  }
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

namespace {

// A place among the operands.
unsigned long long placeOf(const Napi::Env& env, double number) {
  if (number >= 0 && number < static_cast<double>(kMostOperands)) return static_cast<unsigned long long>(number);
  throw Napi::Error::New(env, "SPMV_FAILED: reading an argument: no such operand");
}

unsigned long long word(double number) { return static_cast<unsigned long long>(static_cast<long long>(number)); }

} // namespace

Argument readArgument(const Napi::Env& env, const Napi::Value& value) {
  using Kind = Argument::Kind;
  const Napi::Object object = value.As<Napi::Object>();
  // Most are buffers, and asking an object for what it lacks takes longer than all the rest.
  if (object.CheckTypeTag(&Buffer::kTag)) return {Kind::kAddress, Buffer::Unwrap(object)->memory(env)->address()};
  const auto number = [&](const char* name) { return object.Get(name).As<Napi::Number>().DoubleValue(); };
  if (object.Has("i32")) return {Kind::kI32, word(number("i32")) & 0xffffffffULL};
  if (object.Has("operand")) return {Kind::kBuffer, placeOf(env, number("operand"))};
  if (object.Has("scalar")) return {Kind::kScalar, placeOf(env, number("scalar"))};
  if (object.Has("pair")) return {Kind::kPair, placeOf(env, number("pair"))};
  if (object.Has("i64")) return {Kind::kI64, word(number("i64"))};
  return {Kind::kAddress, unwrap<Buffer>(value)->memory(env)->address()};
}

namespace {

// The numbers of pack-launches.ts, one after another.
class Words {
public:
  explicit Words(const Napi::Float64Array& array)
      : env_(array.Env()), at_(array.Data()), end_(at_ + array.ElementLength()) {}
  bool ended() const { return at_ == end_; }
  double next() {
    if (ended()) throw Napi::RangeError::New(env_, "SPMV_RANGE: reading launches: past their end");
    return *at_++;
  }
  unsigned size() { return static_cast<unsigned>(next()); }
  template <typename T> const T& of(const std::vector<T>& list) {
    const double place = next();
    if (place >= 0 && place < static_cast<double>(list.size())) return list[static_cast<size_t>(place)];
    throw Napi::RangeError::New(env_, "SPMV_RANGE: reading launches: no such object");
  }

private:
  Napi::Env env_;
  const double* at_;
  const double* end_;
};

template <typename T, typename Read> std::vector<T> listOf(const Napi::Value& value, Read read) {
  const Napi::Array array = value.As<Napi::Array>();
  std::vector<T> list;
  for (uint32_t i = 0; i < array.Length(); i++) list.push_back(read(array.Get(i)));
  return list;
}

// A number in the type of host scalars, by its bits.
Argument constant(double number, bool single) {
  Argument argument{single ? Argument::Kind::kI32 : Argument::Kind::kI64, 0};
  const float rounded = static_cast<float>(number);
  if (single)
    std::memcpy(&argument.value, &rounded, sizeof rounded);
  else
    std::memcpy(&argument.value, &number, sizeof number);
  return argument;
}

Argument nextArgument(const Napi::Env& env, Words& words, const std::vector<std::shared_ptr<Memory>>& buffers,
                      bool single) {
  using Kind = Argument::Kind;
  constexpr unsigned kValue = static_cast<unsigned>(Kind::kI64) + 1;
  const unsigned which = words.size();
  if (which == kValue) return constant(words.next(), single);
  const Kind kind = static_cast<Kind>(which);
  if (kind == Kind::kAddress) return {kind, words.of(buffers)->address()};
  const double number = words.next();
  if (kind == Kind::kBuffer) return {kind, placeOf(env, number), word(words.next())};
  if (kind == Kind::kScalar || kind == Kind::kPair) return {kind, placeOf(env, number)};
  return {kind, kind == Kind::kI32 ? word(number) & 0xffffffffULL : word(number)};
}

} // namespace

// bind(words, names, modules, buffers, single): an operator of launches, as pack-launches.ts has them.
Napi::Value Device::bind(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  auto bound = std::make_shared<Bound>();
  bound->context = alive(env);
  Words words(info[0].As<Napi::Float64Array>());
  const auto names =
      listOf<std::string>(info[1], [](const Napi::Value& v) { return v.As<Napi::String>().Utf8Value(); });
  const auto modules = listOf<std::shared_ptr<LoadedModule>>(
      info[2], [&](const Napi::Value& value) { return unwrap<Module>(value)->loaded(env); });
  const auto buffers = listOf<std::shared_ptr<Memory>>(
      info[3], [&](const Napi::Value& value) { return unwrap<Buffer>(value)->memory(env); });
  bound->keep.assign(modules.begin(), modules.end());
  bound->keep.insert(bound->keep.end(), buffers.begin(), buffers.end());
  const bool single = info[4].As<Napi::Boolean>().Value();
  const bool mayOverlap = !std::getenv("SPMV_CUDA_NO_OVERLAP");
  std::vector<Launch> launches;
  while (!words.ended()) {
    Launch launch{};
    const std::shared_ptr<LoadedModule>& loaded = words.of(modules);
    launch.function = &loaded->function(words.of(names));
    for (unsigned& size : launch.grid) size = words.size();
    for (unsigned& size : launch.block) size = words.size();
    launch.sharedBytes = words.size();
    launch.overlaps = mayOverlap && loaded->overlaps();
    launch.beside = words.next() != 0 && !launches.empty();
    for (unsigned left = words.size(); left > 0; left--)
      launch.arguments.push_back(nextArgument(env, words, buffers, single));
    // A piece has just arrived by another stream: nothing of it is read before all that comes before has ended.
    if (std::any_of(launch.arguments.begin(), launch.arguments.end(),
                    [](const Argument& one) { return one.kind == Argument::Kind::kPiece; }))
      launch.overlaps = false;
    launches.push_back(std::move(launch));
  }
  bound->product = createLaunches(bound->context, std::move(launches), single);
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
  context->enter();
  if (context->lane().idle() && context->endsSoon()) return settled(info.Env());
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
