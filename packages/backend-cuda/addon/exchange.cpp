#include "exchange.h"
#include "javascript.h"

namespace spmv {

namespace {

Contexts readDevices(const Napi::Value& value) {
  const Napi::Array list = value.As<Napi::Array>();
  Contexts contexts;
  for (uint32_t d = 0; d < list.Length(); d++) contexts.push_back(unwrap<Device>(list.Get(d))->alive(value.Env()));
  if (contexts.empty()) throw Napi::RangeError::New(value.Env(), "SPMV_RANGE: joining devices: there are none");
  return contexts;
}

// What JavaScript's thread enqueues comes after what it gave to the threads of the devices.
void drain(const Contexts& contexts) {
  for (const std::shared_ptr<Context>& context : contexts) context->lane().drain();
}

} // namespace

Napi::Function Exchange::define(Napi::Env env) {
  return DefineClass(env, "Exchange",
                     {InstanceMethod<&Exchange::start>("start"), InstanceMethod<&Exchange::arrive>("arrive"),
                      InstanceMethod<&Exchange::end>("end"), InstanceMethod<&Exchange::movedBytes>("movedBytes"),
                      InstanceMethod<&Exchange::dispose>("dispose")});
}

// new Exchange(devices, copies, beside): copies { from, to, fromByte, toByte, bytes }, from and to places among the
// devices.
Exchange::Exchange(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Exchange>(info) {
  const Napi::Env env = info.Env();
  info.This().As<Napi::Object>().TypeTag(&kTag);
  Contexts contexts = readDevices(info[0]);
  const Napi::Array list = info[1].As<Napi::Array>();
  std::vector<PeerCopy> copies;
  for (uint32_t c = 0; c < list.Length(); c++) {
    const Napi::Object from = list.Get(c).As<Napi::Object>();
    const auto number = [&](const char* name) {
      const int64_t found = from.Get(name).As<Napi::Number>().Int64Value();
      if (found < 0) throw Napi::RangeError::New(env, "SPMV_RANGE: reading a copy: a number is negative");
      return static_cast<size_t>(found);
    };
    copies.push_back({number("from"), number("to"), number("fromByte"), number("toByte"), number("bytes")});
    if (copies.back().from >= contexts.size() || copies.back().to >= contexts.size())
      throw Napi::RangeError::New(env, "SPMV_RANGE: reading a copy: there is no such device");
  }
  copies_ = std::make_unique<PeerCopies>(std::move(contexts), std::move(copies), info[2].ToBoolean().Value());
}

PeerCopies& Exchange::alive(const Napi::Env& env) const {
  if (!copies_) throw Napi::Error::New(env, "SPMV_DISPOSED: using an exchange: it was disposed of");
  return *copies_;
}

namespace {

// The buffers of a product, one for each device, and their addresses.
struct Places {
  std::vector<std::shared_ptr<Memory>> memory;
  std::vector<CUdeviceptr> addresses;

  Places(const Napi::Value& value, const Contexts& contexts) {
    const Napi::Array list = value.As<Napi::Array>();
    if (list.Length() != contexts.size())
      throw Napi::RangeError::New(value.Env(), "SPMV_RANGE: exchanging: not one buffer for each device");
    for (uint32_t d = 0; d < list.Length(); d++) {
      memory.push_back(unwrap<Buffer>(list.Get(d))->memory(value.Env()));
      addresses.push_back(memory.back()->address());
      if (memory.back()->context() != contexts[d])
        throw Napi::TypeError::New(value.Env(), "SPMV_TYPE: exchanging: a buffer is of another device");
    }
  }
};

} // namespace

// start(sources, targets): one buffer for each device.
void Exchange::start(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  PeerCopies& copies = alive(env);
  const Places sources(info[0], copies.contexts());
  const Places targets(info[1], copies.contexts());
  for (const PeerCopy& one : copies.copies()) {
    if (one.fromByte + one.bytes > sources.memory[one.from]->bytes() ||
        one.toByte + one.bytes > targets.memory[one.to]->bytes())
      throw Napi::RangeError::New(env, "SPMV_RANGE: exchanging: past the end of a buffer");
  }
  drain(copies.contexts());
  for (const Places* places : {&sources, &targets})
    for (const std::shared_ptr<Memory>& one : places->memory) one->usedBy(one->context()->uploads().next());
  copies.start(sources.addresses, targets.addresses);
  // What is being recorded moves its bytes whenever it is replayed.
  if (std::vector<std::shared_ptr<double>>* recorded = classesOf(env).recorded)
    recorded->insert(recorded->end(), {moved_, std::make_shared<double>(copies.bytes())});
  else
    *moved_ += copies.bytes();
}

// arrive(): after it nothing on a target overtakes what is copied to it.
void Exchange::arrive(const Napi::CallbackInfo& info) {
  PeerCopies& copies = alive(info.Env());
  drain(copies.contexts());
  copies.arrive();
}

// end(): after it nothing on a source overtakes what was copied from it.
void Exchange::end(const Napi::CallbackInfo& info) {
  PeerCopies& copies = alive(info.Env());
  drain(copies.contexts());
  copies.end();
}

// movedBytes(): enqueued since this was made.
Napi::Value Exchange::movedBytes(const Napi::CallbackInfo& info) {
  return Napi::Number::New(info.Env(), (alive(info.Env()), *moved_));
}

void Exchange::dispose(const Napi::CallbackInfo&) { copies_.reset(); }

Napi::Function Clock::define(Napi::Env env) {
  return DefineClass(env, "Clock",
                     {InstanceMethod<&Clock::begin>("begin"), InstanceMethod<&Clock::end>("end"),
                      InstanceMethod<&Clock::milliseconds>("milliseconds"),
                      InstanceMethod<&Clock::dispose>("dispose")});
}

// new Clock(devices)
Clock::Clock(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Clock>(info) {
  info.This().As<Napi::Object>().TypeTag(&kTag);
  stopwatch_ = std::make_shared<Stopwatch>(readDevices(info[0]));
}

Stopwatch& Clock::alive(const Napi::Env& env) const {
  if (!stopwatch_) throw Napi::Error::New(env, "SPMV_DISPOSED: using a clock: it was disposed of");
  return *stopwatch_;
}

void Clock::begin(const Napi::CallbackInfo& info) {
  drain(alive(info.Env()).contexts());
  stopwatch_->begin();
}

void Clock::end(const Napi::CallbackInfo& info) {
  drain(alive(info.Env()).contexts());
  stopwatch_->end();
}

// milliseconds(): resolves with the time between begin and end, once that has passed.
Napi::Value Clock::milliseconds(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Context> first = alive(env).contexts()[0];
  auto found = std::make_shared<double>(0);
  const auto wait = [stopwatch = stopwatch_, found] { *found = stopwatch->milliseconds(); };
  return runInOrder(env, first, {}, wait, [found](Napi::Env e) -> Napi::Value { return Napi::Number::New(e, *found); });
}

void Clock::dispose(const Napi::CallbackInfo&) { stopwatch_.reset(); }

Napi::Function Replay::define(Napi::Env env) {
  return DefineClass(env, "Replay", {InstanceMethod<&Replay::run>("run"), InstanceMethod<&Replay::dispose>("dispose")});
}

// new Replay(devices, buffers, enqueue): of what `enqueue` enqueues on these devices, with these buffers.
Replay::Replay(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Replay>(info) {
  const Napi::Env env = info.Env();
  info.This().As<Napi::Object>().TypeTag(&kTag);
  Contexts contexts = readDevices(info[0]);
  const Napi::Array buffers = info[1].As<Napi::Array>();
  for (uint32_t b = 0; b < buffers.Length(); b++) uses_.push_back(unwrap<Buffer>(buffers.Get(b))->memory(env));
  const Napi::Function enqueue = info[2].As<Napi::Function>();
  drain(contexts);
  Classes& classes = classesOf(env);
  if (classes.recorded) throw Napi::Error::New(env, "SPMV_FAILED: recording: something is being recorded already");
  classes.recorded = &moves_;
  try {
    recording_ = std::make_unique<Recording>(std::move(contexts), [&] { enqueue.Call({}); });
  } catch (...) {
    classes.recorded = nullptr;
    throw;
  }
  classes.recorded = nullptr;
}

// run(): enqueues all of it.
void Replay::run(const Napi::CallbackInfo& info) {
  if (!recording_) throw Napi::Error::New(info.Env(), "SPMV_DISPOSED: using a replay: it was disposed of");
  drain(recording_->contexts());
  for (const std::shared_ptr<Memory>& one : uses_) one->usedBy(one->context()->uploads().next());
  recording_->launch();
  for (size_t m = 0; m < moves_.size(); m += 2) *moves_[m] += *moves_[m + 1];
}

void Replay::dispose(const Napi::CallbackInfo&) {
  recording_.reset();
  uses_.clear();
}

} // namespace spmv
