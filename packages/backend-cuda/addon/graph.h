// What was enqueued once, replayed as one piece.
#pragma once

#include <functional>
#include <memory>

#include "context.h"

namespace spmv {

class Graph {
public:
  // Captures what `enqueue` puts on the context's stream; nothing of it runs. The context is current.
  Graph(const std::shared_ptr<Context>& context, const std::function<void()>& enqueue);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  void launch(CUstream stream);

private:
  CUgraph graph_ = nullptr;
  CUgraphExec executable_ = nullptr;
};

} // namespace spmv
