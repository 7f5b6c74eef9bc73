#include "exchange.h"

namespace spmv {

namespace {

std::vector<std::unique_ptr<Event>> marksAfterFirst(const Contexts& contexts) {
  std::vector<std::unique_ptr<Event>> marks;
  for (size_t c = 1; c < contexts.size(); c++) marks.push_back(std::make_unique<Event>(contexts[c], false));
  return marks;
}

// The first waits for what the others have so far.
void gather(const Contexts& contexts, const std::vector<std::unique_ptr<Event>>& marks) {
  for (size_t c = 1; c < contexts.size(); c++) {
    contexts[c]->enter();
    marks[c - 1]->record();
  }
  contexts[0]->enter();
  for (const std::unique_ptr<Event>& mark : marks) mark->holdBack(*contexts[0]);
}

// The others wait for an event of the first.
void spread(const Contexts& contexts, Event& event) {
  event.record();
  for (size_t c = 1; c < contexts.size(); c++) {
    contexts[c]->enter();
    event.holdBack(*contexts[c]);
  }
  contexts[0]->enter();
}

} // namespace

Stopwatch::Stopwatch(Contexts contexts)
    : contexts_(std::move(contexts)), begin_(contexts_.at(0)), end_(contexts_.at(0)),
      marks_(marksAfterFirst(contexts_)) {}

void Stopwatch::begin() {
  gather(contexts_, marks_);
  spread(contexts_, begin_);
}

void Stopwatch::end() {
  gather(contexts_, marks_);
  end_.record();
}

double Stopwatch::milliseconds() {
  contexts_[0]->enter();
  end_.wait();
  return end_.since(begin_);
}

Recording::Recording(Contexts contexts, const std::function<void()>& enqueue)
    : contexts_(std::move(contexts)), begin_(contexts_.at(0), false), marks_(marksAfterFirst(contexts_)) {
  contexts_[0]->enter();
  graph_ = std::make_unique<Graph>(contexts_[0], [&] {
    // The other streams are captured from when they wait for the first on, until it waits for them.
    spread(contexts_, begin_);
    enqueue();
    gather(contexts_, marks_);
  });
}

void Recording::launch() {
  gather(contexts_, marks_);
  graph_->launch(contexts_[0]->stream());
  spread(contexts_, begin_);
}

} // namespace spmv
