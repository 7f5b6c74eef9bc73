// A matrix from a file in PETSc's binary format: every rank reads the lengths, columns and values of its rows, at
// places that follow from the lengths of the rows before them. MatLoad has rank 0 read all of it, unless MPI-IO is
// there.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "matrix.h"

namespace spmv {

namespace {

constexpr uint32_t kMatrixClass = 1211216;
constexpr uint64_t kHeader = 16;

class File {
public:
  explicit File(const std::string& path) : path_(path), file_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) fail(std::strerror(errno));
  }
  ~File() { close(file_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  // `count` numbers from byte `at` on; in the file their highest byte comes first.
  template <typename T> void read(uint64_t at, uint64_t count, T* to) const {
    char* bytes = reinterpret_cast<char*>(to);
    const uint64_t all = count * sizeof(T);
    for (uint64_t done = 0; done < all;) {
      const ssize_t got = pread(file_, bytes + done, all - done, static_cast<off_t>(at + done));
      if (got == 0) fail("it ends too early");
      if (got < 0 && errno != EINTR) fail(std::strerror(errno));
      if (got > 0) done += static_cast<uint64_t>(got);
    }
    for (uint64_t k = 0; k < count; k++) to[k] = turned(to[k]);
  }

  [[noreturn]] void fail(const std::string& why) const { throw std::runtime_error(path_ + ": " + why); }

private:
  static int32_t turned(int32_t value) { return static_cast<int32_t>(__builtin_bswap32(static_cast<uint32_t>(value))); }
  static double turned(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    bits = __builtin_bswap64(bits);
    std::memcpy(&value, &bits, sizeof bits);
    return value;
  }

  std::string path_;
  int file_;
};

// Rows in parts of equal work, of entries and one for each row: bound p is the number of rows i with
// w(i) + w(i + 1) <= 2 p w(rows) / ranks, w(i) being the work before row i, as boundsByWork of @spmv/reorder has it.
// Each rank counts among an equal share of the rows.
std::vector<int32_t> boundsByWork(const Team& team, const File& file, PetscInt rows, int64_t entries) {
  const Division share(team, rows);
  std::vector<int32_t> lengths(static_cast<size_t>(share.count()));
  file.read(kHeader + 4 * static_cast<uint64_t>(share.begin()), lengths.size(), lengths.data());
  int64_t work = 0, until = 0;
  for (const int32_t length : lengths) work += int64_t{length} + 1;
  MPI_Scan(&work, &until, 1, MPI_INT64_T, MPI_SUM, team.comm);
  std::vector<int32_t> bounds(static_cast<size_t>(team.ranks) + 1);
  const double each = static_cast<double>(entries + rows) / team.ranks;
  int64_t before = until - work;
  int next = 1;
  PetscInt row = share.begin();
  // Of this share: rows on the near side of each border.
  const auto count = [&](int p) { bounds[static_cast<size_t>(p)] = row - share.begin(); };
  for (const int32_t length : lengths) {
    const int64_t after = before + length + 1;
    for (; next<team.ranks&& static_cast<double>(before + after)> 2 * (each * next); next++) count(next);
    before = after;
    row++;
  }
  for (; next <= team.ranks; next++) count(next);
  MPI_Allreduce(MPI_IN_PLACE, bounds.data(), static_cast<int>(bounds.size()), MPI_INT32_T, MPI_SUM, team.comm);
  return bounds;
}

} // namespace

void Matrix::load(const std::string& path) {
  const File file(path);
  int32_t header[4];
  file.read(0, 4, header);
  if (header[0] != static_cast<int32_t>(kMatrixClass) || header[1] != byRows_.length() ||
      header[2] != byCols_.length() || header[3] < 0)
    file.fail("it holds another matrix than was said");
  if (!isDivided_) divide(boundsByWork(team_, file, byRows_.length(), header[3]).data());
  const auto rows = static_cast<uint64_t>(byRows_.count());
  file.read(kHeader + 4 * static_cast<uint64_t>(byRows_.begin()), rows, rowStart_.data() + 1);
  int64_t mine = 0;
  for (uint64_t i = 1; i <= rows; i++) {
    if (rowStart_[i] < 0) file.fail("a row has fewer than no entries");
    mine += rowStart_[i];
    if (mine > header[3]) file.fail("its rows have more entries than it says");
    rowStart_[i] = static_cast<PetscInt>(mine);
  }
  rowStart_[0] = 0;
  int64_t end = 0;
  MPI_Scan(&mine, &end, 1, MPI_INT64_T, MPI_SUM, team_.comm);
  if (end > header[3]) file.fail("its rows have more entries than it says");
  const uint64_t columns = kHeader + 4 * static_cast<uint64_t>(byRows_.length());
  const uint64_t values = columns + 4 * static_cast<uint64_t>(header[3]);
  colIndex_.resize(static_cast<size_t>(mine));
  values_.resize(static_cast<size_t>(mine));
  file.read(columns + 4 * static_cast<uint64_t>(end - mine), colIndex_.size(), colIndex_.data());
  file.read(values + 8 * static_cast<uint64_t>(end - mine), values_.size(), values_.data());
  for (const PetscInt column : colIndex_)
    if (column < 0 || column >= byCols_.length()) file.fail("a column is outside of it");
  assemble();
}

} // namespace spmv
