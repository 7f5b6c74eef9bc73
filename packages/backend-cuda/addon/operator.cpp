#include "javascript.h"

namespace spmv {

Napi::Function Operator::define(Napi::Env env) {
  return DefineClass(env, "Operator",
                     {InstanceMethod<&Operator::run>("run"), InstanceMethod<&Operator::time>("time"),
                      InstanceMethod<&Operator::dispose>("dispose")});
}

Napi::Value Operator::create(Napi::Env env, std::shared_ptr<Bound> bound) {
  const Napi::Object object = classesOf(env).operation.New({});
  Operator::Unwrap(object)->bound_ = std::move(bound);
  return object;
}

Operator::Operator(const Napi::CallbackInfo& info) : Napi::ObjectWrap<Operator>(info) {
  info.This().As<Napi::Object>().TypeTag(&kTag);
}

const std::shared_ptr<Bound>& Operator::alive(const Napi::Env& env) const {
  if (!bound_) throw Napi::Error::New(env, "SPMV_DISPOSED: using an operator: it was disposed of");
  return bound_;
}

// run(x, y, alpha, beta): enqueues one product.
void Operator::run(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Bound>& bound = alive(env);
  const CUdeviceptr x = unwrap<Buffer>(info[0])->memory(env)->address();
  const CUdeviceptr y = unwrap<Buffer>(info[1])->memory(env)->address();
  bound->context->lane().drain();
  bound->context->enter();
  bound->product->enqueue(x, y, info[2].As<Napi::Number>().DoubleValue(), info[3].As<Napi::Number>().DoubleValue());
}

// time(x, y, alpha, beta, runs, batch, evict): milliseconds of each run. `evict` is an operator run before each, or
// undefined.
Napi::Value Operator::time(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Bound> bound = alive(env);
  const std::shared_ptr<Memory> x = unwrap<Buffer>(info[0])->memory(env);
  const std::shared_ptr<Memory> y = unwrap<Buffer>(info[1])->memory(env);
  std::shared_ptr<Bound> evict;
  if (info[6].IsObject()) evict = unwrap<Operator>(info[6])->alive(env);
  TimingRequest request{};
  request.product = bound->product.get();
  request.x = x->address();
  request.y = y->address();
  request.alpha = info[2].As<Napi::Number>().DoubleValue();
  request.beta = info[3].As<Napi::Number>().DoubleValue();
  request.runs = info[4].As<Napi::Number>().Int32Value();
  request.batch = info[5].As<Napi::Number>().Int32Value();
  request.evict = evict ? evict->product.get() : nullptr;
  auto samples = std::make_shared<std::vector<double>>();
  const auto work = [bound, evict, x, y, request, samples] { *samples = timeProduct(bound->context, request); };
  const auto deliver = [samples](Napi::Env e) -> Napi::Value {
    Napi::Float64Array array = Napi::Float64Array::New(e, samples->size());
    for (size_t i = 0; i < samples->size(); i++) array[i] = (*samples)[i];
    return array;
  };
  return runInOrder(env, bound->context, {}, work, deliver);
}

void Operator::dispose(const Napi::CallbackInfo&) { bound_.reset(); }

} // namespace spmv
