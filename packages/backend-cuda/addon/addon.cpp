// Entry of the addon: `version`, `probe`, `libraries`, `compile` and the classes Device, Exchange, Clock and Replay.
// Loads on every machine; only `probe` is promised to work without a driver.
#include "javascript.h"

namespace spmv {

Classes& classesOf(const Napi::Env& env) { return *env.GetInstanceData<Classes>(); }

namespace {

int attribute(const DriverApi& api, int which, CUdevice device) {
  int value = 0;
  check(api.cuDeviceGetAttribute(&value, which, device), "reading a device attribute");
  return value;
}

// What else the driver says of a device: facts that no kernel needs. One that it does not know is left out.
struct NamedAttribute {
  const char* name;
  int which;
};
constexpr NamedAttribute kOtherAttributes[] = {
    {"maxBlockX", kMaxBlockX},
    {"maxBlockY", kMaxBlockY},
    {"maxBlockZ", kMaxBlockZ},
    {"maxGridX", kMaxGridX},
    {"maxGridY", kMaxGridY},
    {"maxGridZ", kMaxGridZ},
    {"sharedBytesPerBlock", kSharedPerBlock},
    {"constantBytes", kConstantBytes},
    {"maxPitchBytes", kMaxPitch},
    {"registersPerBlock", kRegistersPerBlock},
    {"clockKHz", kClockKhz},
    {"textureAlignment", kTextureAlignment},
    {"kernelTimeout", kKernelTimeout},
    {"memoryClockKHz", kMemoryClockKhz},
    {"memoryBusBits", kMemoryBusBits},
    {"copyEngines", kCopyEngines},
};

Napi::Object otherAttributes(const Napi::Env& env, const DriverApi& api, CUdevice device) {
  Napi::Object found = Napi::Object::New(env);
  for (const NamedAttribute& one : kOtherAttributes) {
    int value = 0;
    if (api.cuDeviceGetAttribute(&value, one.which, device) == 0) found.Set(one.name, value);
  }
  return found;
}

Napi::Object describeDevice(const Napi::Env& env, const DriverApi& api, int ordinal) {
  CUdevice device = 0;
  check(api.cuDeviceGet(&device, ordinal), "selecting device " + std::to_string(ordinal));
  char name[256] = "";
  check(api.cuDeviceGetName(name, sizeof name, device), "reading a device's name");
  size_t bytes = 0;
  check(api.cuDeviceTotalMem_v2(&bytes, device), "reading a device's memory");
  Napi::Object found = Napi::Object::New(env);
  found.Set("ordinal", ordinal);
  found.Set("name", name);
  found.Set("memoryBytes", static_cast<double>(bytes));
  found.Set("compute", attribute(api, kComputeMajor, device) * 10 + attribute(api, kComputeMinor, device));
  found.Set("multiprocessors", attribute(api, kMultiprocessors, device));
  found.Set("warpSize", attribute(api, kWarpSize, device));
  found.Set("maxThreadsPerBlock", attribute(api, kMaxThreadsPerBlock, device));
  found.Set("maxThreadsPerMultiprocessor", attribute(api, kMaxThreadsPerMultiprocessor, device));
  found.Set("maxSharedPerBlock", attribute(api, kMaxSharedPerBlockOptin, device));
  found.Set("l2Bytes", attribute(api, kL2Bytes, device));
  found.Set("others", otherAttributes(env, api, device));
  return found;
}

Napi::Value probe(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  Napi::Object result = Napi::Object::New(env);
  std::string reason;
  const DriverApi* api = driver(&reason);
  if (!api) {
    result.Set("reason", reason);
    return result;
  }
  int version = 0;
  check(api->cuDriverGetVersion(&version), "reading the driver's version");
  int count = 0;
  check(api->cuDeviceGetCount(&count), "counting devices");
  Napi::Array devices = Napi::Array::New(env);
  for (int i = 0; i < count; i++) devices.Set(static_cast<uint32_t>(i), describeDevice(env, *api, i));
  result.Set("driverVersion", version);
  result.Set("devices", devices);
  return result;
}

// libraries(): which optional libraries this machine has.
Napi::Value libraries(const Napi::CallbackInfo& info) {
  Napi::Array found = Napi::Array::New(info.Env());
  if (findNvrtc(nullptr)) found.Set(found.Length(), "nvrtc");
  for (const std::string& name : foundLibraries()) found.Set(found.Length(), name);
  return found;
}

Napi::Object initialise(Napi::Env env, Napi::Object exports) {
  auto* classes = new Classes();
  classes->device = Napi::Persistent(Device::define(env));
  classes->buffer = Napi::Persistent(Buffer::define(env));
  classes->module = Napi::Persistent(Module::define(env));
  classes->operation = Napi::Persistent(Operator::define(env));
  classes->pinned = Napi::Persistent(Pinned::define(env));
  classes->exchange = Napi::Persistent(Exchange::define(env));
  classes->clock = Napi::Persistent(Clock::define(env));
  classes->replay = Napi::Persistent(Replay::define(env));
  env.SetInstanceData(classes);
  // A worker may end while its arrays are being copied: their memory has to stay until then.
  env.AddCleanupHook([classes] {
    for (const std::weak_ptr<Context>& one : classes->contexts) {
      if (const std::shared_ptr<Context> context = one.lock()) context->lane().drain();
    }
  });
  exports.Set("version", kVersion);
  exports.Set("probe", Napi::Function::New(env, probe, "probe"));
  exports.Set("compile", Napi::Function::New(env, compileSource, "compile"));
  exports.Set("libraries", Napi::Function::New(env, libraries, "libraries"));
  exports.Set("Device", classes->device.Value());
  exports.Set("Exchange", classes->exchange.Value());
  exports.Set("Clock", classes->clock.Value());
  exports.Set("Replay", classes->replay.Value());
  return exports;
}

} // namespace

} // namespace spmv

static Napi::Object init(Napi::Env env, Napi::Object exports) { return spmv::initialise(env, exports); }
NODE_API_MODULE(spmv_cuda, init)
