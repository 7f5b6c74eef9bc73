#include "javascript.h"

namespace spmv {

namespace {

// A promise and what settles it on JavaScript's thread.
struct Pending {
  explicit Pending(const Napi::Env& env) : deferred(Napi::Promise::Deferred::New(env)) {}

  Napi::Promise::Deferred deferred;
  std::vector<Napi::ObjectReference> held;
  std::function<void()> work;
  std::function<Napi::Value(Napi::Env)> deliver;
  std::string error;
  // One for each promise: it keeps the process alive until it was called.
  napi_threadsafe_function settle = nullptr;
};

void settle(napi_env raw, napi_value, void*, void* data) {
  const std::unique_ptr<Pending> pending(static_cast<Pending*>(data));
  // The environment is being torn down: nobody waits.
  if (raw == nullptr) return;
  const Napi::Env env(raw);
  const Napi::HandleScope scope(env);
  try {
    if (pending->error.empty())
      pending->deferred.Resolve(pending->deliver(env));
    else
      pending->deferred.Reject(Napi::Error::New(env, pending->error).Value());
  } catch (const Napi::Error& error) {
    pending->deferred.Reject(error.Value());
  } catch (const std::exception& error) {
    pending->deferred.Reject(Napi::Error::New(env, error.what()).Value());
  }
}

void perform(Context& context, Pending* pending) {
  try {
    context.enter();
    pending->work();
  } catch (const std::exception& error) {
    pending->error = error.what();
  } catch (...) {
    pending->error = "an exception of no known kind";
  }
  // Device memory that only this work kept goes here; references to JavaScript's objects wait for its thread.
  pending->work = nullptr;
  const napi_threadsafe_function function = pending->settle;
  if (napi_call_threadsafe_function(function, pending, napi_tsfn_nonblocking) == napi_ok)
    napi_release_threadsafe_function(function, napi_tsfn_release);
}

} // namespace

Napi::Value settled(const Napi::Env& env) {
  const auto deferred = Napi::Promise::Deferred::New(env);
  deferred.Resolve(env.Undefined());
  return deferred.Promise();
}

Napi::Value runInOrder(const Napi::Env& env, std::shared_ptr<Context> context, const std::vector<Napi::Object>& keep,
                       std::function<void()> work, std::function<Napi::Value(Napi::Env)> deliver) {
  auto pending = std::make_unique<Pending>(env);
  pending->work = std::move(work);
  pending->deliver = std::move(deliver);
  for (const Napi::Object& object : keep) pending->held.push_back(Napi::Persistent(object));
  const napi_status status = napi_create_threadsafe_function(env, nullptr, nullptr, Napi::String::New(env, "spmv-cuda"),
                                                             0, 1, nullptr, nullptr, nullptr, settle, &pending->settle);
  if (status != napi_ok) throw Napi::Error::New(env);
  const Napi::Promise promise = pending->deferred.Promise();
  Lane& lane = context->lane();
  try {
    lane.submit([context = std::move(context), waiting = pending.get()] { perform(*context, waiting); });
  } catch (...) {
    napi_release_threadsafe_function(pending->settle, napi_tsfn_abort);
    throw;
  }
  pending.release();
  return promise;
}

} // namespace spmv
