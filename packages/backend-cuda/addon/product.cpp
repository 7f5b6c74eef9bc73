#include "product.h"

#include <cstring>

#include "graph.h"

namespace spmv {

namespace {

class Launches final : public Product {
public:
  Launches(std::shared_ptr<Context> context, std::vector<Launch> launches, bool single)
      : context_(std::move(context)), launches_(std::move(launches)), single_(single) {
    for (const Launch& launch : launches_) allowShared(launch);
    for (Launch& launch : launches_) {
      values_.emplace_back(2 * launch.arguments.size());
      pointers_.emplace_back(launch.arguments.size());
      for (size_t a = 0; a < launch.arguments.size(); a++) {
        values_.back()[2 * a] = launch.arguments[a].value;
        pointers_.back()[a] = &values_.back()[2 * a];
      }
    }
  }

  void enqueue(const Operands& operands) override {
    for (size_t l = 0; l < launches_.size(); l++) {
      const Launch& launch = launches_[l];
      for (size_t a = 0; a < launch.arguments.size(); a++) {
        const Argument& argument = launch.arguments[a];
        unsigned long long* const slot = &values_[l][2 * a];
        const double* const scalars = operands.scalars + argument.value;
        if (argument.kind == Argument::Kind::kBuffer) *slot = operands.buffers[argument.value] + argument.offset;
        if (argument.kind == Argument::Kind::kPiece) *slot = operands.piece + argument.value;
        if (argument.kind == Argument::Kind::kScalar) store(slot, scalars, 1);
        if (argument.kind == Argument::Kind::kPair) store(slot, scalars, 2);
      }
      if (!launch.beside && goesBeside(l + 1)) context_->beside().begin();
      const CUstream stream = launch.beside ? context_->beside().next() : context_->stream();
      const CUresult result = start(launch, pointers_[l].data(), stream);
      if (launch.beside && (result != 0 || !goesBeside(l + 1))) context_->beside().end();
      if (result != 0) check(result, "launching " + described(launch));
    }
  }

  int residentThreads() const override {
    constexpr int kWarp = 32;
    int least = -1;
    for (const Launch& launch : launches_) {
      const int threads = static_cast<int>(launch.block[0] * launch.block[1] * launch.block[2]);
      int blocks = 0;
      check(requireDriver().cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, launch.function->handle, threads,
                                                                        launch.sharedBytes),
            "counting how many blocks of " + described(launch) + " a multiprocessor holds");
      const int resident = blocks * ((threads + kWarp - 1) / kWarp) * kWarp;
      least = least < 0 || resident < least ? resident : least;
    }
    return least;
  }

private:
  bool goesBeside(size_t l) const { return l < launches_.size() && launches_[l].beside; }

  static std::string described(const Launch& launch) {
    const auto times = [](const unsigned(&sizes)[3]) {
      return std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) + "x" + std::to_string(sizes[2]);
    };
    return "'" + launch.function->name + "' with " + times(launch.grid) + " blocks of " + times(launch.block) +
           " threads and " + std::to_string(launch.sharedBytes) + " bytes of shared memory" +
           (launch.overlaps ? ", which may overlap the kernel before it" : "");
  }

  static void allowShared(const Launch& launch) {
    const DriverApi& api = requireDriver();
    Function& function = *launch.function;
    const int wanted = static_cast<int>(launch.sharedBytes);
    if (function.sharedBytes < 0)
      check(api.cuFuncGetAttribute(&function.sharedBytes, kFunctionMaxDynamicShared, function.handle),
            "reading how much shared memory '" + function.name + "' may have");
    if (function.sharedBytes >= wanted) return;
    const CUresult result = api.cuFuncSetAttribute(function.handle, kFunctionMaxDynamicShared, wanted);
    if (result != 0) check(result, "preparing " + described(launch));
    function.sharedBytes = wanted;
  }

  CUresult start(const Launch& launch, void** arguments, CUstream stream) const {
    const DriverApi& api = requireDriver();
    if (launch.overlaps && api.cuLaunchKernelEx) {
      LaunchAttribute attribute{};
      attribute.id = kMayOverlap;
      attribute.value.number = 1;
      const LaunchConfig config{{launch.grid[0], launch.grid[1], launch.grid[2]},
                                {launch.block[0], launch.block[1], launch.block[2]},
                                launch.sharedBytes,
                                stream,
                                &attribute,
                                1};
      return api.cuLaunchKernelEx(&config, launch.function->handle, arguments, nullptr);
    }
    return api.cuLaunchKernel(launch.function->handle, launch.grid[0], launch.grid[1], launch.grid[2], launch.block[0],
                              launch.block[1], launch.block[2], launch.sharedBytes, stream, arguments, nullptr);
  }

  void store(unsigned long long* slot, const double* numbers, size_t count) const {
    if (single_) {
      const float rounded[] = {static_cast<float>(numbers[0]), static_cast<float>(numbers[count - 1])};
      std::memcpy(slot, rounded, count * sizeof rounded[0]);
    } else {
      std::memcpy(slot, numbers, count * sizeof numbers[0]);
    }
  }

  std::shared_ptr<Context> context_;
  std::vector<Launch> launches_;
  // Two words for each argument: a complex scalar of f64 takes both.
  std::vector<std::vector<unsigned long long>> values_;
  std::vector<std::vector<void*>> pointers_;
  bool single_;
};

} // namespace

std::unique_ptr<Product> createLaunches(std::shared_ptr<Context> context, std::vector<Launch> launches, bool single) {
  return std::make_unique<Launches>(std::move(context), std::move(launches), single);
}

std::vector<double> timeProduct(const std::shared_ptr<Context>& context, const TimingRequest& request) {
  context->enter();
  std::unique_ptr<Graph> graph;
  if (request.batch > 1 && request.product->capturable()) {
    graph = std::make_unique<Graph>(context, [&] {
      for (int b = 0; b < request.batch; b++) request.product->enqueue(request.operands);
    });
    graph->launch(context->stream());
  }
  Event begin(context);
  Event end(context);
  std::vector<double> milliseconds(static_cast<size_t>(request.runs));
  for (double& sample : milliseconds) {
    // Something runs while the timed work is being enqueued, so that the device never waits for the host between the
    // events.
    if (request.evict) {
      request.evict->enqueue(request.operands);
    } else if (graph) {
      graph->launch(context->stream());
    } else if (request.repeatable) {
      request.product->enqueue(request.operands);
    }
    begin.record();
    if (graph) {
      graph->launch(context->stream());
    } else {
      for (int b = 0; b < request.batch; b++) request.product->enqueue(request.operands);
    }
    end.record();
    end.wait();
    sample = end.since(begin) / request.batch;
  }
  return milliseconds;
}

} // namespace spmv
