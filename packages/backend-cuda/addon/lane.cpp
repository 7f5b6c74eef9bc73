#include "lane.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace spmv {

struct Lane::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> jobs;
  bool working = false;
  bool closing = false;
  std::thread thread;

  bool idle() const { return jobs.empty() && !working; }

  void work() {
    std::unique_lock<std::mutex> lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return closing || !jobs.empty(); });
      if (jobs.empty()) return;
      std::function<void()> job = std::move(jobs.front());
      jobs.pop_front();
      working = true;
      lock.unlock();
      job();
      // What the job owns goes before anybody who waits for it goes on.
      job = nullptr;
      lock.lock();
      working = false;
      changed.notify_all();
    }
  }
};

Lane::Lane() : state_(std::make_shared<State>()) {}

Lane::~Lane() {
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->closing = true;
  }
  state_->changed.notify_all();
  if (!state_->thread.joinable()) return;
  if (state_->thread.get_id() == std::this_thread::get_id())
    state_->thread.detach();
  else
    state_->thread.join();
}

void Lane::submit(std::function<void()> job) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  if (!state_->thread.joinable()) state_->thread = std::thread([state = state_] { state->work(); });
  state_->jobs.push_back(std::move(job));
  state_->changed.notify_all();
}

bool Lane::idle() {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->idle();
}

void Lane::drain() {
  std::unique_lock<std::mutex> lock(state_->mutex);
  state_->changed.wait(lock, [&] { return state_->idle(); });
}

} // namespace spmv
