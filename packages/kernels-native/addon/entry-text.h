// Entries as Matrix Market writes them, a line each: the plain lines of most files alone. Whoever calls reads what is
// not plain by other means, which say what is wrong with it.
#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace spmv {

static_assert(std::endian::native == std::endian::little, "eight digits are read as one number");

// What stands behind the two positions of a line.
enum class Number : int64_t { none, real, integer };

// Text that is read from its beginning, with eight bytes behind its end that may be looked at. Every reader leaves it
// where what it read ends, or is `false` where that is not plain.
struct Text {
  const char* at;

  static constexpr uint64_t kZeros = 0x3030303030303030;
  static constexpr uint64_t kMarks = 0x8080808080808080;

  void blanks() {
    while (*at == ' ' || *at == '\t') at++;
  }

  // Digits at the text's beginning, added behind those of `value`; how many.
  int64_t digits(uint64_t& value) {
    static constexpr uint64_t kTens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    const char* const from = at;
    for (;;) {
      uint64_t eight;
      std::memcpy(&eight, at, 8);
      eight ^= kZeros;
      const uint64_t marks = ((eight + 0x7676767676767676) | eight) & kMarks;
      if (marks == 0) {
        value = value * 100000000 + numberOf(eight);
        at += 8;
        continue;
      }
      const int bits = std::countr_zero(marks) & 0x38;
      if (bits == 0) return at - from;
      value = value * kTens[bits >> 3] + numberOf(eight << (64 - bits));
      at += bits >> 3;
      return at - from;
    }
  }

  // A position that is counted from `base`, below `count`.
  bool index(uint64_t base, uint64_t count, int32_t& into) {
    uint64_t value = 0;
    const int64_t length = digits(value);
    value -= base;
    into = static_cast<int32_t>(value);
    return length > 0 && length <= 10 && value < count;
  }

  // An integer that a double holds.
  bool integer(double& into) {
    const bool isNegative = *at == '-';
    at += isNegative;
    uint64_t value = 0;
    const int64_t length = digits(value);
    // As the host reads it: an integer has no −0.
    into = static_cast<double>(isNegative ? -static_cast<int64_t>(value) : static_cast<int64_t>(value));
    return length > 0 && length <= 15;
  }

  // The double nearest to [-]digits[.digits][e[±]digits].
  bool real(double& into) {
    const char* const from = at;
    const bool isNegative = *at == '-';
    at += isNegative;
    uint64_t value = 0;
    int64_t length = digits(value), behind = 0;
    if (*at == '.') {
      at++;
      // More digits may go round to 0.
      const bool isZero = value == 0 && length <= 19;
      behind = digits(value);
      if (length + behind == 0) return false;
      length = isZero ? behind : length + behind;
    } else if (length == 0) {
      return false;
    }
    int64_t power = -behind;
    if ((*at | 0x20) == 'e') {
      at++;
      const bool isBelow = *at == '-';
      at += isBelow || *at == '+';
      uint64_t exponent = 0;
      const int64_t places = digits(exponent);
      if (places == 0 || places > 5) return false;
      power += isBelow ? -static_cast<int64_t>(exponent) : static_cast<int64_t>(exponent);
    }
    // What is as 64 bits have no room for it, or far from 1.
    if (length > 19 || !nearest(value, power, into)) return anywhere(from, into);
    if (isNegative) into = -into;
    return true;
  }

  // Behind the line's end, where nothing else is left of it.
  bool end() {
    while (*at == ' ' || *at == '\t' || *at == '\r') at++;
    return *at++ == '\n';
  }

private:
  static constexpr std::array<uint64_t, 28> kFives = [] {
    std::array<uint64_t, 28> powers = {1};
    for (size_t k = 1; k < powers.size(); k++) powers[k] = powers[k - 1] * 5;
    return powers;
  }();

  // Eight digits, the first in the lowest byte.
  static uint64_t numberOf(uint64_t digits) {
    const uint64_t pairs = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
    const uint64_t fours = (pairs * 100 + (pairs >> 16)) & 0x0000ffff0000ffff;
    return (fours * 10000 + (fours >> 32)) & 0xffffffff;
  }

  // The double nearest to the digits from `from` on, where the library reads any.
  bool anywhere([[maybe_unused]] const char* from, [[maybe_unused]] double& into) const {
#ifdef __cpp_lib_to_chars
    const auto [past, error] = std::from_chars(from, at, into);
    return error == std::errc{} && past == at;
#else
    return false;
#endif
  }

  // value · 10^power rounded once, where that is quick.
  static bool nearest(uint64_t value, int64_t power, double& into) {
    static constexpr double kExact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (value <= uint64_t{1} << 53 && power >= -22 && power <= 22) {
      const double exact = static_cast<double>(static_cast<int64_t>(value));
      into = power < 0 ? exact / kExact[-power] : exact * kExact[power];
      return true;
    }
    // 5^27 is the last power below 2^64.
    if (value == 0 || power >= 0 || power < -27) return false;
    const uint64_t five = kFives[-power];
    // Both with their highest bit set: 63 bits or more of the quotient, and whether anything is left.
    const int up = std::countl_zero(value), under = std::countl_zero(five);
    const unsigned __int128 whole = static_cast<unsigned __int128>(value << up) << 63;
    const uint64_t divisor = five << under, quotient = static_cast<uint64_t>(whole / divisor);
    const bool isLeft = static_cast<uint64_t>(whole) != quotient * divisor;
    const int64_t exponent = under - up - 63 + power;
    into = static_cast<double>(quotient | isLeft) * std::bit_cast<double>(static_cast<uint64_t>(1023 + exponent) << 52);
    return true;
  }
};

// What a file has, and where it goes.
struct EntryLines {
  int32_t *rowIndex, *colIndex;
  double* values;
  uint64_t rows, cols, base;
  Number number;

  // Bytes of a line that is plain.
  static constexpr int64_t kLongest = 4096;

  // Entries k … past − 1, of lines from `at` on. Whether all are plain.
  bool read(const char* at, int64_t k, int64_t past) const {
    Text text{at};
    for (; k < past; k++) {
      const char* const line = text.at;
      text.blanks();
      if (!text.index(base, rows, rowIndex[k]) || !isBlank(*text.at)) return false;
      text.blanks();
      if (!text.index(base, cols, colIndex[k])) return false;
      if (number != Number::none) {
        if (!isBlank(*text.at)) return false;
        text.blanks();
        if (!(number == Number::real ? text.real(values[k]) : text.integer(values[k]))) return false;
      }
      if (!text.end() || text.at - line > kLongest) return false;
    }
    return true;
  }

private:
  static bool isBlank(char c) { return c == ' ' || c == '\t'; }
};

} // namespace spmv
