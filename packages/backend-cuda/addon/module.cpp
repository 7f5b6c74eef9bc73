#include "javascript.h"

namespace spmv {

LoadedModule::LoadedModule(std::shared_ptr<Context> context, const std::string& image, const std::string& name)
    : context_(std::move(context)), name_(name) {
  context_->enter();
  char log[8192] = "";
  // CU_JIT_ERROR_LOG_BUFFER and its size.
  int options[] = {5, 6};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  const CUresult result = requireDriver().cuModuleLoadDataEx(&module_, image.c_str(), 2, options, values);
  check(result, "loading module '" + name + "'" + (log[0] != 0 ? std::string(" (") + log + ")" : ""));
  CUdeviceptr address = 0;
  size_t bytes = 0;
  overlaps_ = requireDriver().cuModuleGetGlobal_v2(&address, &bytes, module_, "spmv_overlaps") == 0;
}

LoadedModule::~LoadedModule() {
  const DriverApi& api = requireDriver();
  try {
    context_->enter();
  } catch (const CudaError&) {
    return;
  }
  api.cuModuleUnload(module_);
}

Function& LoadedModule::function(const std::string& entryPoint) {
  const auto known = functions_.find(entryPoint);
  if (known != functions_.end()) return known->second;
  context_->enter();
  Function found{entryPoint};
  check(requireDriver().cuModuleGetFunction(&found.handle, module_, entryPoint.c_str()),
        "finding '" + entryPoint + "' in module '" + name_ + "'");
  return functions_.emplace(entryPoint, std::move(found)).first->second;
}

Napi::Function Module::define(Napi::Env env) {
  return DefineClass(env, "Module", {InstanceMethod<&Module::dispose>("dispose")});
}

Napi::Value Module::create(Napi::Env env, std::shared_ptr<LoadedModule> loaded) {
  const Napi::Object object = classesOf(env).module.New({});
  Module::Unwrap(object)->loaded_ = std::move(loaded);
  return object;
}

Module::Module(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Module>(info) {
  info.This().As<Napi::Object>().TypeTag(&kTag);
}

const std::shared_ptr<LoadedModule>& Module::loaded(const Napi::Env& env) const {
  if (!loaded_) throw Napi::Error::New(env, "SPMV_DISPOSED: using a module: it was disposed of");
  return loaded_;
}

void Module::dispose(const Napi::CallbackInfo&) { loaded_.reset(); }

} // namespace spmv
