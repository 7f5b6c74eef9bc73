// A rank of backend petsc: takes commands of Node from the ring and does them with PETSc, together with the other
// ranks. Usage: worker FOLDER            a rank, under mpiexec
//        worker --start PARENT mpiexec …   becomes mpiexec, which is ended when PARENT ends
#include <signal.h>
#include <sys/prctl.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "matrix.h"

namespace spmv {

namespace {

using Matrices = std::map<uint32_t, std::unique_ptr<Matrix>>;

Matrix& matrixOf(const Matrices& matrices, uint32_t id) {
  const auto found = matrices.find(id);
  if (found == matrices.end()) throw std::runtime_error("a command names no matrix of this team");
  return *found->second;
}

void stage(const Team& team, Matrix& matrix, const Command& command) {
  std::vector<char> own, more;
  const uint64_t first = command.n[0], count = command.n[1];
  const auto* indices = reinterpret_cast<const int32_t*>(takeAll(team, command.n[2], count * sizeof(int32_t), own));
  if (command.op == kStageRows) return matrix.stageRows(first, count, indices);
  const auto* values = reinterpret_cast<const double*>(takeAll(team, command.n[3], count * sizeof(double), more));
  matrix.stageEntries(first, count, indices, values);
}

Product productOf(const Command& command) {
  return {command.n[0], command.n[1], command.n[2] != 0, command.d[0], command.d[1]};
}

void perform(const Team& team, Matrices& matrices, const Command& command) {
  const auto& n = command.n;
  switch (command.op) {
  case kCreate:
    matrices[command.id] = std::make_unique<Matrix>(team, static_cast<PetscInt>(n[0]), static_cast<PetscInt>(n[1]));
    if (n[2] != 0) {
      std::vector<char> own;
      const uint64_t bytes = (static_cast<uint64_t>(team.ranks) + 1) * sizeof(int32_t);
      matrixOf(matrices, command.id).divide(reinterpret_cast<const int32_t*>(takeAll(team, n[2], bytes, own)));
    }
    return;
  case kStageRows:
  case kStageEntries:
    return stage(team, matrixOf(matrices, command.id), command);
  case kLoad: {
    std::vector<char> own;
    return matrixOf(matrices, command.id).load(std::string(takeAll(team, n[0], n[1], own), n[1]));
  }
  case kAssemble:
    return matrixOf(matrices, command.id).assemble();
  case kMultiply:
    return matrixOf(matrices, command.id).multiply(productOf(command));
  case kLoop:
    return matrixOf(matrices, command.id).loop(productOf(command), n[3] != 0, n[4], n[5]);
  case kMultiplyMany:
    return matrixOf(matrices, command.id)
        .multiplyMany({n[0], n[1], (n[2] & 1) != 0, (n[2] & 2) != 0, (n[2] & 4) != 0, n[3], n[4], n[5], command.d[0],
                       command.d[1]});
  case kSolve:
    return matrixOf(matrices, command.id).solve({n[0], n[1], n[2], n[3], n[4], n[5], command.d[0], command.d[1]}, n[6]);
  case kExchange:
    return matrixOf(matrices, command.id).exchange(n[0], n[1], n[2]);
  case kFence:
    MPI_Barrier(team.comm);
    return;
  case kDestroy:
    matrices.erase(command.id);
    return;
  default:
    throw std::runtime_error("a command is unknown");
  }
}

// The next command, which rank 0 passes on where the ring is not shared.
Command nextCommand(Team& team, uint32_t seen) {
  Command command = {};
  if (team.shared || team.rank == 0) {
    awaitCommand(team.arena, seen);
    command = team.arena.control()->ring[seen % kRing];
  }
  if (!team.shared) MPI_Bcast(&command, sizeof command, MPI_BYTE, 0, team.comm);
  return command;
}

void tellDone(Team& team, uint32_t seen) {
  if (!team.shared && team.rank != 0) return;
  Control& control = *team.arena.control();
  control.rank[team.rank].completed.store(seen, std::memory_order_release);
  const uint32_t tellers = team.shared ? static_cast<uint32_t>(team.ranks) : 1;
  if (control.done.fetch_add(1) + 1 == seen * tellers && control.hostSleeps.load() != 0) wake(control.done);
}

// What a failure leaves in `matrices` stays there: PETSc would wait for the other ranks to free it.
void serve(Team& team, Matrices& matrices) {
  for (uint32_t seen = 0;; seen++) {
    const Command command = nextCommand(team, seen);
    if (command.op == kEnd) {
      leaveNode();
      matrices.clear();
      tellDone(team, seen + 1);
      return;
    }
    RankState* stamps = team.arena.base != nullptr && team.arena.control()->stamps != 0
                            ? &team.arena.control()->rank[team.rank]
                            : nullptr;
    if (stamps != nullptr) stamps->began.store(nanoseconds(), std::memory_order_relaxed);
    perform(team, matrices, command);
    if (stamps != nullptr) stamps->ended.store(nanoseconds(), std::memory_order_relaxed);
    tellDone(team, seen + 1);
  }
}

int fail(Team& team, const std::string& why) {
  std::fprintf(stderr, "rank %d of backend petsc: %s\n", team.rank, why.c_str());
  if (team.arena.base != nullptr) reportFailure(team.arena, static_cast<uint32_t>(team.rank), why);
  std::fflush(stderr);
  // The others wait for this rank in the midst of a product: mpiexec ends them.
  _exit(2);
}

int run(const std::string& folder) {
  check(PetscInitializeNoArguments(), "PetscInitialize");
  PetscPopSignalHandler();
  PetscPushErrorHandler(PetscReturnErrorHandler, nullptr);
  Team team;
  team.comm = PETSC_COMM_WORLD;
  MPI_Comm_rank(team.comm, &team.rank);
  MPI_Comm_size(team.comm, &team.ranks);
  const std::string why = openArena(folder, &team.arena);
  if (team.rank == 0 && !why.empty()) return fail(team, why);
  const char* messages = std::getenv("SPMV_PETSC_MEMORY");
  int isMapped = why.empty() && !(messages != nullptr && std::strcmp(messages, "messages") == 0) ? 1 : 0;
  MPI_Allreduce(MPI_IN_PLACE, &isMapped, 1, MPI_INT, MPI_MIN, team.comm);
  team.shared = isMapped != 0;
  if (team.rank == 0) team.arena.control()->shared = team.shared ? 1 : 0;
  // Every pair of ranks has spoken before Node takes the folder away, and with it the names of the memory that Open MPI
  // keeps for them there.
  std::vector<int> to(static_cast<size_t>(team.ranks), team.rank), from(to.size());
  MPI_Alltoall(to.data(), 1, MPI_INT, from.data(), 1, MPI_INT, team.comm);
  MPI_Barrier(team.comm);
  if (team.shared || team.rank == 0) {
    const std::string refused = connectToNode(folder, &team.arena, static_cast<uint32_t>(team.rank));
    if (!refused.empty()) return fail(team, refused);
  }
  try {
    serve(team, *new Matrices);
  } catch (const std::bad_alloc&) {
    return fail(team, "out of memory");
  } catch (const std::exception& error) {
    return fail(team, error.what());
  }
  return PetscFinalize() == 0 ? 0 : 1;
}

int start(const char* parent, char** command) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != std::atoi(parent)) return 1;
  execvp(command[0], command);
  std::perror(command[0]);
  return 127;
}

} // namespace

} // namespace spmv

int main(int argc, char** argv) {
  if (argc > 3 && std::strcmp(argv[1], "--start") == 0) return spmv::start(argv[2], argv + 3);
  if (argc == 2) return spmv::run(argv[1]);
  std::fprintf(stderr, "usage: worker FOLDER\n");
  return 64;
}
