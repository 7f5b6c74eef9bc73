// What TypeScript sees: device, buffer, module and operator objects. Each owns its CUDA object and lets go of it on
// `dispose` or collection. Whatever a call throws, also std::bad_alloc, becomes a JavaScript exception
// (NODE_ADDON_API_CPP_EXCEPTIONS_ALL).
#pragma once

#include <napi.h>

#include <functional>
#include <map>

#include "exchange.h"
#include "pieces.h"
#include "product.h"

namespace spmv {

// The package's version, as the addon was built from it.
constexpr const char* kVersion = SPMV_VERSION;

// Marks objects of one class and version: FNV-1a of both.
constexpr napi_type_tag typeTag(const char* name) {
  napi_type_tag tag = {0xcbf29ce484222325ULL, 0xcbf29ce484222325ULL};
  for (const char* c = name; *c; c++) tag.lower = (tag.lower ^ static_cast<unsigned char>(*c)) * 0x100000001b3ULL;
  for (const char* c = kVersion; *c; c++) tag.upper = (tag.upper ^ static_cast<unsigned char>(*c)) * 0x100000001b3ULL;
  return tag;
}

// The object of class T behind an argument. JavaScript may pass anything, also an object of another addon; a method's
// own object is checked by the engine.
template <typename T> T* unwrap(const Napi::Value& value) {
  if (!value.IsObject() || !value.As<Napi::Object>().CheckTypeTag(&T::kTag)) {
    throw Napi::TypeError::New(value.Env(), std::string("SPMV_TYPE: reading an argument: it is no ") + T::kName +
                                                " of this addon (" + kVersion + ")");
  }
  return T::Unwrap(value.As<Napi::Object>());
}

// Runs `work` on the context's own thread, after all before it; the promise resolves with what `deliver` makes of it.
// `keep` are JavaScript objects that must outlive the work.
Napi::Value runInOrder(const Napi::Env& env, std::shared_ptr<Context> context, const std::vector<Napi::Object>& keep,
                       std::function<void()> work, std::function<Napi::Value(Napi::Env)> deliver);

// A promise that is fulfilled.
Napi::Value settled(const Napi::Env& env);

class Device final : public Napi::ObjectWrap<Device> {
public:
  static constexpr const char* kName = "device";
  static constexpr napi_type_tag kTag = typeTag("device");
  static Napi::Function define(Napi::Env env);
  explicit Device(const Napi::CallbackInfo& info);
  const std::shared_ptr<Context>& alive(const Napi::Env& env) const;

private:
  Napi::Value allocate(const Napi::CallbackInfo& info);
  Napi::Value load(const Napi::CallbackInfo& info);
  Napi::Value bind(const Napi::CallbackInfo& info);
  Napi::Value library(const Napi::CallbackInfo& info);
  Napi::Value sequence(const Napi::CallbackInfo& info);
  Napi::Value pinned(const Napi::CallbackInfo& info);
  Napi::Value pieces(const Napi::CallbackInfo& info);
  Napi::Value timeCopies(const Napi::CallbackInfo& info);
  Napi::Value finish(const Napi::CallbackInfo& info);
  Napi::Value freeBytes(const Napi::CallbackInfo& info);
  void dispose(const Napi::CallbackInfo& info);

  std::shared_ptr<Context> context_;
};

// Bytes of a typed array.
struct HostBytes {
  uint8_t* address;
  size_t length;
};

HostBytes hostBytes(const Napi::Value& value);

class Buffer final : public Napi::ObjectWrap<Buffer> {
public:
  static constexpr const char* kName = "buffer";
  static constexpr napi_type_tag kTag = typeTag("buffer");
  static Napi::Function define(Napi::Env env);
  static Napi::Value create(Napi::Env env, std::shared_ptr<Memory> memory);
  explicit Buffer(const Napi::CallbackInfo& info);
  const std::shared_ptr<Memory>& memory(const Napi::Env& env) const;

private:
  Napi::Value write(const Napi::CallbackInfo& info);
  Napi::Value read(const Napi::CallbackInfo& info);
  Napi::Value part(const Napi::CallbackInfo& info);
  void clear(const Napi::CallbackInfo& info);
  void dispose(const Napi::CallbackInfo& info);

  std::shared_ptr<Memory> memory_;
};

// Page-locked memory of the host, which holds a piece of a matrix.
class Pinned final : public Napi::ObjectWrap<Pinned> {
public:
  static constexpr const char* kName = "locked memory";
  static constexpr napi_type_tag kTag = typeTag("pinned");
  static Napi::Function define(Napi::Env env);
  static Napi::Value create(const Napi::Env& env, const std::shared_ptr<Context>& context, size_t bytes,
                            const std::string& name);
  explicit Pinned(const Napi::CallbackInfo& info);
  const std::shared_ptr<HostMemory>& memory(const Napi::Env& env) const;

private:
  Napi::Value write(const Napi::CallbackInfo& info);
  void dispose(const Napi::CallbackInfo& info);

  std::shared_ptr<HostMemory> memory_;
};

// A loaded module; operators made of its functions keep it loaded.
class LoadedModule {
public:
  LoadedModule(std::shared_ptr<Context> context, const std::string& image, const std::string& name);
  ~LoadedModule();
  LoadedModule(const LoadedModule&) = delete;
  LoadedModule& operator=(const LoadedModule&) = delete;
  // As long as the module.
  Function& function(const std::string& entryPoint);
  // Whether its kernels wait for earlier ones themselves.
  bool overlaps() const { return overlaps_; }

private:
  std::shared_ptr<Context> context_;
  CUmodule module_ = nullptr;
  std::string name_;
  bool overlaps_ = false;
  // What was found: kernels that allocate while they compute bind launches in each of their steps.
  std::map<std::string, Function> functions_;
};

class Module final : public Napi::ObjectWrap<Module> {
public:
  static constexpr const char* kName = "module";
  static constexpr napi_type_tag kTag = typeTag("module");
  static Napi::Function define(Napi::Env env);
  static Napi::Value create(Napi::Env env, std::shared_ptr<LoadedModule> loaded);
  explicit Module(const Napi::CallbackInfo& info);
  const std::shared_ptr<LoadedModule>& loaded(const Napi::Env& env) const;

private:
  void dispose(const Napi::CallbackInfo& info);

  std::shared_ptr<LoadedModule> loaded_;
};

// What an operator keeps alive: its product, and the memory and modules that the product uses.
struct Bound {
  std::shared_ptr<Context> context;
  std::vector<std::shared_ptr<void>> keep;
  std::unique_ptr<Product> product;
  // Memory that a run uses without being given it.
  std::vector<std::shared_ptr<Memory>> uses;
};

class Operator final : public Napi::ObjectWrap<Operator> {
public:
  static constexpr const char* kName = "operator";
  static constexpr napi_type_tag kTag = typeTag("operator");
  static Napi::Function define(Napi::Env env);
  static Napi::Value create(Napi::Env env, std::shared_ptr<Bound> bound);
  static Napi::Value sequence(const Napi::Env& env, const std::shared_ptr<Context>& context, const Napi::Array& list);
  static Napi::Value pieces(const Napi::Env& env, const std::shared_ptr<Context>& context, const Napi::Array& list,
                            const Napi::Array& places);
  explicit Operator(const Napi::CallbackInfo& info);

private:
  void run(const Napi::CallbackInfo& info);
  Napi::Value time(const Napi::CallbackInfo& info);
  Napi::Value residentThreads(const Napi::CallbackInfo& info);
  void dispose(const Napi::CallbackInfo& info);
  const std::shared_ptr<Bound>& alive(const Napi::Env& env) const;

  std::shared_ptr<Bound> bound_;
};

// Copies between devices: PeerCopies.
class Exchange final : public Napi::ObjectWrap<Exchange> {
public:
  static constexpr const char* kName = "exchange";
  static constexpr napi_type_tag kTag = typeTag("exchange");
  static Napi::Function define(Napi::Env env);
  explicit Exchange(const Napi::CallbackInfo& info);

private:
  void start(const Napi::CallbackInfo& info);
  void arrive(const Napi::CallbackInfo& info);
  void end(const Napi::CallbackInfo& info);
  Napi::Value movedBytes(const Napi::CallbackInfo& info);
  void dispose(const Napi::CallbackInfo& info);
  PeerCopies& alive(const Napi::Env& env) const;

  std::unique_ptr<PeerCopies> copies_;
  // Bytes so far; what was recorded keeps it.
  std::shared_ptr<double> moved_ = std::make_shared<double>(0);
};

// The time of several devices: Stopwatch.
class Clock final : public Napi::ObjectWrap<Clock> {
public:
  static constexpr const char* kName = "clock";
  static constexpr napi_type_tag kTag = typeTag("clock");
  static Napi::Function define(Napi::Env env);
  explicit Clock(const Napi::CallbackInfo& info);

private:
  void begin(const Napi::CallbackInfo& info);
  void end(const Napi::CallbackInfo& info);
  Napi::Value milliseconds(const Napi::CallbackInfo& info);
  void dispose(const Napi::CallbackInfo& info);
  Stopwatch& alive(const Napi::Env& env) const;

  std::shared_ptr<Stopwatch> stopwatch_;
};

// What several devices were told once, to be told again: Recording.
class Replay final : public Napi::ObjectWrap<Replay> {
public:
  static constexpr const char* kName = "replay";
  static constexpr napi_type_tag kTag = typeTag("replay");
  static Napi::Function define(Napi::Env env);
  explicit Replay(const Napi::CallbackInfo& info);

private:
  void run(const Napi::CallbackInfo& info);
  void dispose(const Napi::CallbackInfo& info);

  std::unique_ptr<Recording> recording_;
  std::vector<std::shared_ptr<Memory>> uses_;
  // Counters of exchanges, each before the bytes that a run adds to it.
  std::vector<std::shared_ptr<double>> moves_;
};

// Constructors of the classes above and the contexts that were opened, one set per instance of the addon.
struct Classes {
  Napi::FunctionReference device, buffer, module, operation, pinned, exchange, clock, replay;
  std::vector<std::weak_ptr<Context>> contexts;
  // While something is being recorded: see Replay.
  std::vector<std::shared_ptr<double>>* recorded = nullptr;
};

Classes& classesOf(const Napi::Env& env);

// NVRTC, opened; null with `reason` filled where this machine has none.
void* findNvrtc(std::string* reason);

// One argument of a call: a buffer, a place among the operands, or a number.
Argument readArgument(const Napi::Env& env, const Napi::Value& value);

// Names of the libraries of library.cpp that this machine has.
std::vector<std::string> foundLibraries();

// Calls of such a library as a product; `from` as `LibraryDescription` in src/native/addon.ts says.
std::shared_ptr<Bound> createLibrary(const Napi::Env& env, std::shared_ptr<Context> context, const Napi::Object& from);

// PTX of CUDA C++ text by NVRTC: `compile(text, name, options)`.
Napi::Value compileSource(const Napi::CallbackInfo& info);

} // namespace spmv
