#include "javascript.h"

namespace spmv {

namespace {

class Worker final : public Napi::AsyncWorker {
 public:
  Worker(const Napi::Env& env, std::shared_ptr<Context> context, std::function<void()> work, std::function<Napi::Value(Napi::Env)> deliver)
      : Napi::AsyncWorker(env, "spmv-cuda"),
        deferred_(Napi::Promise::Deferred::New(env)),
        context_(std::move(context)),
        turn_(context_->take()),
        work_(std::move(work)),
        deliver_(std::move(deliver)) {}

  Napi::Promise promise() const { return deferred_.Promise(); }
  void hold(const Napi::Object& object) { held_.push_back(Napi::Persistent(object)); }

  void Execute() override {
    context_->begin(turn_);
    try {
      context_->enter();
      work_();
    } catch (const std::exception& error) {
      SetError(error.what());
    }
    context_->end(turn_);
  }
  void OnOK() override { deferred_.Resolve(deliver_(Env())); }
  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Napi::Promise::Deferred deferred_;
  std::shared_ptr<Context> context_;
  unsigned long turn_;
  std::function<void()> work_;
  std::function<Napi::Value(Napi::Env)> deliver_;
  std::vector<Napi::ObjectReference> held_;
};

}  // namespace

Napi::Value runInOrder(const Napi::Env& env, std::shared_ptr<Context> context, const std::vector<Napi::Object>& keep, std::function<void()> work,
                       std::function<Napi::Value(Napi::Env)> deliver) {
  auto* worker = new Worker(env, std::move(context), std::move(work), std::move(deliver));
  for (const Napi::Object& object : keep) worker->hold(object);
  const Napi::Promise promise = worker->promise();
  worker->Queue();
  return promise;
}

}  // namespace spmv
