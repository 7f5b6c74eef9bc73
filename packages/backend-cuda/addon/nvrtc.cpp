// CUDA C++ to PTX by NVRTC, where the machine has it.
#include "javascript.h"

namespace spmv {

void* findNvrtc(std::string* reason) {
  const char* const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so", nullptr};
  return openLibrary(names, reason);
}

namespace {

using Program = struct NvrtcProgram*;

struct Nvrtc {
  int (*nvrtcCreateProgram)(Program*, const char*, const char*, int, const char* const*, const char* const*);
  int (*nvrtcDestroyProgram)(Program*);
  int (*nvrtcCompileProgram)(Program, int, const char* const*);
  int (*nvrtcGetPTXSize)(Program, size_t*);
  int (*nvrtcGetPTX)(Program, char*);
  int (*nvrtcGetProgramLogSize)(Program, size_t*);
  int (*nvrtcGetProgramLog)(Program, char*);
  const char* (*nvrtcGetErrorString)(int);
};

Nvrtc openNvrtc() {
  std::string reason;
  void* library = findNvrtc(&reason);
  if (!library) throw CudaError("NVRTC_MISSING: compiling CUDA C++ at run time: " + reason);
  Nvrtc api{};
  const auto find = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(findSymbol(library, name));
    if (!function)
      throw CudaError(std::string("NVRTC_MISSING: compiling CUDA C++ at run time: the library has no ") + name);
  };
  find(api.nvrtcCreateProgram, "nvrtcCreateProgram");
  find(api.nvrtcDestroyProgram, "nvrtcDestroyProgram");
  find(api.nvrtcCompileProgram, "nvrtcCompileProgram");
  find(api.nvrtcGetPTXSize, "nvrtcGetPTXSize");
  find(api.nvrtcGetPTX, "nvrtcGetPTX");
  find(api.nvrtcGetProgramLogSize, "nvrtcGetProgramLogSize");
  find(api.nvrtcGetProgramLog, "nvrtcGetProgramLog");
  find(api.nvrtcGetErrorString, "nvrtcGetErrorString");
  return api;
}

std::string compile(const std::string& text, const std::string& name, const std::vector<std::string>& options) {
  const Nvrtc api = openNvrtc();
  Program program = nullptr;
  // Destroyed however this ends.
  const auto destroy = [&api](Program* made) { api.nvrtcDestroyProgram(made); };
  const std::unique_ptr<Program, decltype(destroy)> owner(&program, destroy);
  const auto require = [&](int result, const std::string& what) {
    if (result != 0) throw CudaError(std::string(api.nvrtcGetErrorString(result)) + ": " + what);
  };
  require(api.nvrtcCreateProgram(&program, text.c_str(), name.c_str(), 0, nullptr, nullptr), "reading " + name);
  std::vector<const char*> arguments;
  for (const std::string& option : options) arguments.push_back(option.c_str());
  const int result = api.nvrtcCompileProgram(program, static_cast<int>(arguments.size()), arguments.data());
  std::string output;
  size_t size = 0;
  if (result == 0) {
    api.nvrtcGetPTXSize(program, &size);
    output.resize(size);
    api.nvrtcGetPTX(program, &output[0]);
  } else {
    api.nvrtcGetProgramLogSize(program, &size);
    output.resize(size);
    api.nvrtcGetProgramLog(program, &output[0]);
  }
  require(result, "compiling " + name + ": " + output);
  while (!output.empty() && output.back() == '\0') output.pop_back();
  return output;
}

} // namespace

Napi::Value compileSource(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  std::vector<std::string> options;
  const Napi::Array list = info[2].As<Napi::Array>();
  for (uint32_t i = 0; i < list.Length(); i++) options.push_back(list.Get(i).As<Napi::String>().Utf8Value());
  return Napi::String::New(
      env, compile(info[0].As<Napi::String>().Utf8Value(), info[1].As<Napi::String>().Utf8Value(), options));
}

} // namespace spmv
