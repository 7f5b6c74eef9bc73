// A thread of a device's own, on which long work runs one after another: copies, timing, waiting. Node's pool, which
// reads files, is left alone.
#pragma once

#include <functional>
#include <memory>

namespace spmv {

class Lane {
public:
  Lane();
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // Runs `job`, which throws nothing, after all jobs before it. The first starts the thread.
  void submit(std::function<void()> job);
  // Whether every job submitted has run.
  bool idle();
  // Waits until it is so.
  void drain();

private:
  struct State;
  // Shared with the thread: the last owner of a lane may be a job on it.
  std::shared_ptr<State> state_;
};

} // namespace spmv
