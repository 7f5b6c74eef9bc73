// A file of entries by several threads, each of which takes pieces of it: readEntries of @spmv/mmio, whose words this
// uses.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <new>

#include "entry-text.h"
#include "team.h"

namespace spmv {

// Bytes of text that a thread takes at once, which its own cache holds beside what becomes of them, and of its last
// line behind them.
constexpr int64_t kPiece = 1 << 18, kLine = EntryLines::kLongest;

// Part of a file.
struct TextPieces {
  EntryLines to;
  int file;
  int64_t begin, end, fileEnd, first, room;
  std::unique_ptr<std::atomic<int64_t>[]> before;
  std::atomic<int64_t> next = 0;

  static constexpr int64_t kUnknown = -1, kOdd = -2;

  int64_t pieces() const { return (end - begin + kPiece - 1) / kPiece; }

  void tell(int64_t piece, int64_t entries) {
    before[piece] = entries;
    before[piece].notify_all();
  }

  // Takes pieces until none is left, or one is odd. Whoever took a piece tells where the next one goes, be it nowhere.
  void take() {
    const std::unique_ptr<char[]> text(new (std::nothrow) char[kPiece + kLine + 16]);
    if (!text) isOdd = true;
    while (!isOdd) {
      const int64_t piece = next++;
      if (piece >= pieces()) return;
      char* from = nullptr;
      const int64_t count = fill(piece, text.get(), from);
      before[piece].wait(kUnknown);
      const int64_t k = before[piece];
      const bool isRoom = count >= 0 && k >= 0 && k + count <= room;
      tell(piece + 1, isRoom ? k + count : kOdd);
      if (!isRoom || !to.read(from, k, k + count)) isOdd = true;
    }
  }

  std::atomic<bool> isOdd = false;

private:
  // Line feeds: up to 255 times eight bytes are compared before their counts are added up.
  static int64_t feedsIn(const char* from, const char* past) {
    constexpr uint64_t kOnes = 0x0101010101010101, kLow = 0x7f7f7f7f7f7f7f7f;
    int64_t count = 0;
    while (past - from >= 8) {
      uint64_t each = 0;
      for (const char* const stop = from + std::min<int64_t>(past - from, 8 * 255) / 8 * 8; from < stop; from += 8) {
        uint64_t eight;
        std::memcpy(&eight, from, 8);
        eight ^= 10 * kOnes;
        each += ~(((eight & kLow) + kLow) | eight) >> 7 & kOnes;
      }
      const uint64_t pairs = (each & 0x00ff00ff00ff00ff) + (each >> 8 & 0x00ff00ff00ff00ff);
      count += static_cast<int64_t>(pairs * 0x0001000100010001 >> 48);
    }
    while (from < past) count += *from++ == '\n';
    return count;
  }

  // The lines that begin in a piece; how many, below zero where they cannot be had.
  int64_t fill(int64_t piece, char* text, char*& from) const {
    // The byte before tells whether a line begins with the piece.
    const int64_t at = begin + piece * kPiece - 1, wanted = std::min(end, at + 1 + kPiece) - at;
    const int64_t length = std::min(wanted + kLine, fileEnd - at);
    for (int64_t got = 0, now; got < length; got += now) {
      now = pread(file, text + got, length - got, at + got);
      if (now <= 0) return -1;
    }
    char* past = text + length;
    if (at + length == fileEnd) {
      // Blank lines at the end of a file are none, and the last line may have no end.
      while (past > text && (past[-1] == '\n' || past[-1] == '\r' || past[-1] == ' ' || past[-1] == '\t')) past--;
      if (past == text) return 0;
      *past++ = '\n';
    }
    std::memset(past, 0, 8);
    const auto feed = [past](char* from) { return static_cast<char*>(std::memchr(from, '\n', past - from)); };
    char* const stop = std::min(text + wanted, past);
    from = feed(text);
    if (from == nullptr || ++from >= stop) return 0;
    // The line that begins in front of the next piece ends in that one.
    const char* const last = feed(stop - 1);
    return last == nullptr ? -1 : feedsIn(from, last + 1);
  }
};

// Entries of the lines that begin in bytes begin … end − 1 of an open file, from entry state[0] on, which becomes the
// next one: −1 where not all of them are plain, or there is no room for them. The lines before are read already.
SPMV_KERNEL(readEntries, double* state, int32_t* rowIndex, int32_t* colIndex, double* values, int64_t file,
            int64_t begin, int64_t end, int64_t fileEnd, int64_t rows, int64_t cols, int64_t base, int64_t number,
            int64_t room, int64_t threads) {
  TextPieces lines{{rowIndex, colIndex, values, static_cast<uint64_t>(rows), static_cast<uint64_t>(cols),
                    static_cast<uint64_t>(base), static_cast<Number>(number)},
                   static_cast<int>(file),
                   begin,
                   end,
                   fileEnd,
                   static_cast<int64_t>(state[0]),
                   room,
                   nullptr};
  const int64_t pieces = lines.pieces();
  lines.before.reset(new std::atomic<int64_t>[pieces + 1]);
  for (int64_t piece = 0; piece <= pieces; piece++) lines.before[piece] = TextPieces::kUnknown;
  lines.before[0] = lines.first;
  Team team;
  team.run(std::min(threads, pieces), [&](int64_t) { lines.take(); });
  state[0] = lines.isOdd ? -1 : static_cast<double>(lines.before[pieces].load());
}

} // namespace spmv
