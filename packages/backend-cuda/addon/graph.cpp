#include "graph.h"

namespace spmv {

Graph::Graph(const std::shared_ptr<Context>& context, const std::function<void()>& enqueue) {
  const DriverApi& api = requireDriver();
  constexpr int kRelaxed = 2;
  check(api.cuStreamBeginCapture_v2(context->stream(), kRelaxed), "beginning to capture a graph");
  try {
    enqueue();
  } catch (...) {
    api.cuStreamEndCapture(context->stream(), &graph_);
    if (graph_) api.cuGraphDestroy(graph_);
    throw;
  }
  check(api.cuStreamEndCapture(context->stream(), &graph_), "capturing a graph");
  const CUresult result = api.cuGraphInstantiateWithFlags(&executable_, graph_, 0);
  if (result != 0) api.cuGraphDestroy(graph_);
  check(result, "instantiating a graph");
}

Graph::~Graph() {
  requireDriver().cuGraphExecDestroy(executable_);
  requireDriver().cuGraphDestroy(graph_);
}

void Graph::launch(CUstream stream) { check(requireDriver().cuGraphLaunch(executable_, stream), "launching a graph"); }

} // namespace spmv
