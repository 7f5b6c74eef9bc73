#include "team.h"

namespace spmv {

void check(PetscErrorCode code, const char* what) {
  if (code == 0) return;
  const char* text = nullptr;
  char* specific = nullptr;
  PetscErrorMessage(code, &text, &specific);
  throw std::runtime_error(std::string(what) + ": " + (text != nullptr ? text : "PETSc error") +
                           (specific != nullptr && *specific != '\0' ? std::string(": ") + specific : ""));
}

Division::Division(const Team& team, PetscInt length) : rank(team.rank), total(length) {
  const PetscInt each = length / team.ranks;
  const PetscInt more = length % team.ranks;
  int next = 0;
  for (int r = 0; r < team.ranks; r++) {
    displacements.push_back(next);
    counts.push_back(static_cast<int>(each + (r < more ? 1 : 0)));
    next += counts.back();
  }
}

Division::Division(const Team& team, PetscInt length, const int32_t* bounds) : rank(team.rank), total(length) {
  for (int r = 0; r < team.ranks; r++) {
    if (bounds[r + 1] < bounds[r]) throw std::runtime_error("bounds of ranks decrease");
    displacements.push_back(bounds[r]);
    counts.push_back(bounds[r + 1] - bounds[r]);
  }
  if (bounds[0] != 0 || bounds[team.ranks] != length)
    throw std::runtime_error("bounds of ranks do not divide the matrix");
}

namespace {

double* inArena(const Team& team, uint64_t offset, uint64_t bytes) {
  double* found = team.arena.at(offset, bytes);
  if (found == nullptr) throw std::runtime_error("a vector lies outside the arena");
  return found;
}

} // namespace

double* takePart(const Team& team, const Division& division, uint64_t offset, std::vector<double>& own, bool read) {
  const uint64_t bytes = static_cast<uint64_t>(division.length()) * sizeof(double);
  if (team.shared) return inArena(team, offset, bytes) + division.begin();
  own.resize(static_cast<size_t>(division.count()) + 1);
  if (read) {
    const double* whole = team.rank == 0 ? inArena(team, offset, bytes) : nullptr;
    MPI_Scatterv(whole, division.counts.data(), division.displacements.data(), MPI_DOUBLE, own.data(),
                 static_cast<int>(division.count()), MPI_DOUBLE, 0, team.comm);
  }
  return own.data();
}

void givePart(const Team& team, const Division& division, uint64_t offset, const double* part) {
  if (team.shared) return;
  double* whole =
      team.rank == 0 ? inArena(team, offset, static_cast<uint64_t>(division.length()) * sizeof(double)) : nullptr;
  MPI_Gatherv(part, static_cast<int>(division.count()), MPI_DOUBLE, whole, division.counts.data(),
              division.displacements.data(), MPI_DOUBLE, 0, team.comm);
}

const char* takeAll(const Team& team, uint64_t offset, uint64_t bytes, std::vector<char>& own) {
  if (team.shared) return reinterpret_cast<const char*>(inArena(team, offset, bytes));
  own.resize(bytes);
  if (team.rank == 0)
    own.assign(reinterpret_cast<const char*>(inArena(team, offset, bytes)),
               reinterpret_cast<const char*>(inArena(team, offset, bytes)) + bytes);
  MPI_Bcast(own.data(), static_cast<int>(bytes), MPI_BYTE, 0, team.comm);
  return own.data();
}

} // namespace spmv
