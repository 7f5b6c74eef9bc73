#include "graph.h"
#include "javascript.h"

namespace spmv {

Napi::Function Operator::define(Napi::Env env) {
  return DefineClass(env, "Operator",
                     {InstanceMethod<&Operator::run>("run"), InstanceMethod<&Operator::time>("time"),
                      InstanceMethod<&Operator::residentThreads>("residentThreads"),
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

namespace {

// One operand of a product: a buffer, which has to live as long as `memory`, or a number.
struct OperandReader {
  Operands operands{};
  size_t buffers = 0;
  size_t scalars = 0;
  std::vector<std::shared_ptr<Memory>> memory;

  // `use` is the number of what is going to use the buffers; see Uploads. Where it is 0 they are kept alive instead.
  void read(const Napi::Env& env, const Napi::Value& value, uint64_t use) {
    if (buffers == kMostOperands || scalars == kMostOperands)
      throw Napi::Error::New(env, "SPMV_FAILED: reading operands: too many");
    if (value.IsNumber()) {
      operands.scalars[scalars++] = value.As<Napi::Number>().DoubleValue();
      return;
    }
    const std::shared_ptr<Memory> found = unwrap<Buffer>(value)->memory(env);
    operands.buffers[buffers++] = found->address();
    if (use > 0)
      found->usedBy(use);
    else
      memory.push_back(found);
  }
};

} // namespace

// run(...operands): enqueues one product.
void Operator::run(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Bound>& bound = alive(env);
  bound->context->lane().drain();
  const uint64_t use = bound->context->uploads().next();
  OperandReader reader;
  for (size_t a = 0; a < info.Length(); a++) reader.read(env, info[a], use);
  for (const std::shared_ptr<Memory>& one : bound->uses) one->usedBy(use);
  bound->context->enter();
  bound->product->enqueue(reader.operands);
}

namespace {

// Products captured once, with their operands.
class Sequence final : public Product {
public:
  Sequence(std::shared_ptr<Context> context, const std::function<void()>& enqueue)
      : context_(std::move(context)), graph_(context_, enqueue) {}
  void enqueue(const Operands&) override { graph_.launch(context_->stream()); }

private:
  std::shared_ptr<Context> context_;
  Graph graph_;
};

// Products enqueued one after another, where not all can be captured.
class Steps final : public Product {
public:
  explicit Steps(std::vector<std::pair<std::shared_ptr<Bound>, Operands>> steps) : steps_(std::move(steps)) {}
  void enqueue(const Operands&) override {
    for (const auto& [each, operands] : steps_) each->product->enqueue(operands);
  }
  bool capturable() const override { return false; }

private:
  std::vector<std::pair<std::shared_ptr<Bound>, Operands>> steps_;
};

} // namespace

// sequence(list): an operator without operands that runs each [operator, ...operands] of the list, in order.
Napi::Value Operator::sequence(const Napi::Env& env, const std::shared_ptr<Context>& context, const Napi::Array& list) {
  auto bound = std::make_shared<Bound>();
  bound->context = context;
  std::vector<std::pair<std::shared_ptr<Bound>, Operands>> steps;
  bool capturable = true;
  for (uint32_t l = 0; l < list.Length(); l++) {
    const Napi::Array step = list.Get(l).As<Napi::Array>();
    const std::shared_ptr<Bound>& each = unwrap<Operator>(step.Get(0u))->alive(env);
    OperandReader reader;
    for (uint32_t a = 1; a < step.Length(); a++) reader.read(env, step.Get(a), 0);
    bound->uses.insert(bound->uses.end(), reader.memory.begin(), reader.memory.end());
    bound->keep.push_back(each);
    capturable = capturable && each->product->capturable();
    steps.emplace_back(each, reader.operands);
  }
  context->lane().drain();
  context->enter();
  if (capturable) {
    bound->product = std::make_unique<Sequence>(context, [&] {
      for (const auto& [each, operands] : steps) each->product->enqueue(operands);
    });
  } else {
    bound->product = std::make_unique<Steps>(std::move(steps));
  }
  return create(env, std::move(bound));
}

// time(operands, runs, batch, repeatable, evict): milliseconds of each run. `evict` is an operator run before each, or
// undefined.
Napi::Value Operator::time(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Bound> bound = alive(env);
  OperandReader reader;
  const Napi::Array list = info[0].As<Napi::Array>();
  for (uint32_t a = 0; a < list.Length(); a++) reader.read(env, list.Get(a), 0);
  std::shared_ptr<Bound> evict;
  if (info[4].IsObject()) evict = unwrap<Operator>(info[4])->alive(env);
  TimingRequest request{};
  request.product = bound->product.get();
  request.operands = reader.operands;
  request.runs = info[1].As<Napi::Number>().Int32Value();
  request.batch = info[2].As<Napi::Number>().Int32Value();
  request.repeatable = info[3].As<Napi::Boolean>().Value();
  request.evict = evict ? evict->product.get() : nullptr;
  auto samples = std::make_shared<std::vector<double>>();
  const auto work = [bound, evict, memory = reader.memory, request, samples] {
    const uint64_t use = bound->context->uploads().next();
    for (const std::shared_ptr<Memory>& one : memory) one->usedBy(use);
    *samples = timeProduct(bound->context, request);
  };
  const auto deliver = [samples](Napi::Env e) -> Napi::Value {
    Napi::Float64Array array = Napi::Float64Array::New(e, samples->size());
    for (size_t i = 0; i < samples->size(); i++) array[i] = (*samples)[i];
    return array;
  };
  return runInOrder(env, bound->context, {}, work, deliver);
}

// residentThreads(): most threads of its kernels that a multiprocessor holds at once, or undefined where nobody knows.
Napi::Value Operator::residentThreads(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::shared_ptr<Bound>& bound = alive(env);
  bound->context->enter();
  const int threads = bound->product->residentThreads();
  return threads < 0 ? env.Undefined() : Napi::Number::New(env, threads);
}

void Operator::dispose(const Napi::CallbackInfo&) { bound_.reset(); }

} // namespace spmv
