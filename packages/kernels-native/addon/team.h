// Threads for the length of a call: they do one thing together, and meet where all have to be done with a step of it.
#pragma once

#include <atomic>
#include <barrier>
#include <cstdint>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace spmv {

class Team {
public:
  // Calls member(id) for id 0 … size − 1, 0 on this thread, and returns when all have. `size` is what was wanted, or as
  // many threads as the system gives.
  template <class Member> void run(int64_t wanted, const Member& member) {
    std::atomic<bool> begun = false;
    std::vector<std::thread> others;
    try {
      for (int64_t id = 1; id < wanted; id++) {
        others.emplace_back([&begun, &member, id] {
          begun.wait(false);
          member(id);
        });
      }
    } catch (const std::system_error&) {
    }
    size = static_cast<int64_t>(others.size()) + 1;
    barrier.emplace(size);
    begun = true;
    begun.notify_all();
    member(0);
    for (std::thread& other : others) other.join();
  }

  // Returns when every member has come here.
  void meet() {
    if (size > 1) barrier->arrive_and_wait();
  }

  // Takes items 0 … count − 1 of a step, each by whoever comes first; all meet behind the last.
  template <class Work> void share(int64_t id, int64_t step, int64_t count, const Work& work) {
    std::atomic<int64_t>& mine = next[step & 1];
    if (id == 0) next[(step + 1) & 1] = 0;
    for (int64_t item = mine++; item < count; item = mine++) work(item);
    meet();
  }

  int64_t size = 1;

private:
  std::optional<std::barrier<>> barrier;
  // Of this step and of the next one, which nobody has come to.
  std::atomic<int64_t> next[2] = {0, 0};
};

} // namespace spmv
