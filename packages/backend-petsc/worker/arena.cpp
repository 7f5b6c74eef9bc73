#include "arena.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>

namespace spmv {

namespace {

std::atomic<bool> leaving{false};

std::string failure(const std::string& what) { return what + ": " + std::strerror(errno); }

// Beats, and ends the process at once when Node has gone: whatever rank or library waits for whom.
void watch(int socket, RankState* state) {
  char ignored[64];
  for (;;) {
    pollfd one = {socket, POLLIN, 0};
    poll(&one, 1, 100);
    state->beat.fetch_add(1, std::memory_order_relaxed);
    if (one.revents == 0) continue;
    const ssize_t got = recv(socket, ignored, sizeof ignored, MSG_DONTWAIT);
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR))) continue;
    if (leaving.load()) return;
    _exit(3);
  }
}

} // namespace

double* Arena::at(uint64_t offset, uint64_t bytes) const {
  const uint64_t size = control()->arenaBytes.load(std::memory_order_acquire);
  if (offset < kControlBytes || offset > size || bytes > size - offset || size > reserved) return nullptr;
  return reinterpret_cast<double*>(base + offset);
}

std::string openArena(const std::string& folder, Arena* arena) {
  struct stat facts;
  if (lstat(folder.c_str(), &facts) != 0) return failure("the folder " + folder);
  if (!S_ISDIR(facts.st_mode) || facts.st_uid != geteuid() || (facts.st_mode & 077) != 0)
    return "the folder " + folder + " is open to others";
  const int file = open((folder + "/arena").c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0) return failure("the arena");
  void* base = MAP_FAILED;
  size_t bytes = kReserve;
  for (; base == MAP_FAILED && bytes >= kControlBytes; bytes /= 2)
    base = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  const std::string why = base == MAP_FAILED ? failure("mapping the arena") : "";
  close(file);
  if (!why.empty()) return why;
  arena->base = static_cast<char*>(base);
  arena->reserved = bytes * 2;
  return arena->control()->magic == kMagic ? "" : "the arena is of another version";
}

std::string connectToNode(const std::string& folder, Arena* arena, uint32_t rank) {
  char secret[65] = {};
  const int file = open((folder + "/secret").c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  const bool isRead = file >= 0 && read(file, secret, 64) == 64;
  if (file >= 0) close(file);
  if (!isRead) return "the secret cannot be read";
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string path = folder + "/socket";
  if (path.size() >= sizeof address.sun_path) return "the path of the socket is too long";
  std::memcpy(address.sun_path, path.c_str(), path.size());
  arena->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (arena->socket < 0 || connect(arena->socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    return failure("the socket");
  const std::string hello =
      "hello " + std::string(secret) + " " + std::to_string(rank) + " " + std::to_string(getpid()) + "\n";
  if (send(arena->socket, hello.data(), hello.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(hello.size()))
    return failure("the socket");
  std::thread(watch, arena->socket, &arena->control()->rank[rank]).detach();
  return "";
}

void leaveNode() { leaving.store(true); }

void awaitCommand(Arena& arena, uint32_t seen) {
  Control& control = *arena.control();
  const auto isThere = [&] { return control.head.load(std::memory_order_acquire) != seen; };
  if (arena.patience.look(control, isThere)) return;
  while (!isThere()) {
    control.sleepers.fetch_add(1);
    // Node publishes first and looks for sleepers then; either it sees this one or the wait ends at once.
    if (control.head.load() == seen) sleepWhile(control.head, seen, 1'000'000'000);
    control.sleepers.fetch_sub(1);
  }
}

void reportFailure(Arena& arena, uint32_t rank, const std::string& text) {
  Control& control = *arena.control();
  std::strncpy(control.rank[rank].text, text.c_str(), sizeof control.rank[rank].text - 1);
  uint32_t none = 0;
  control.failed.compare_exchange_strong(none, rank + 1);
  wake(control.done);
}

} // namespace spmv
