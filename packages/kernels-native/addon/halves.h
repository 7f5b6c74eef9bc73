// Numbers of 16 bits: f16 as IEEE 754 has it, and bf16, the upper half of an f32. Stored so, computed with as f32;
// rounded to nearest, ties to even.
#pragma once
#include <cstdint>
#include <cstring>

namespace spmv {

inline uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

inline float floatOf(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

struct Bf16 {
  uint16_t bits;

  explicit operator float() const { return floatOf(static_cast<uint32_t>(bits) << 16); }

  static Bf16 of(float value) {
    const uint32_t u = bitsOf(value);
    // A NaN stays one.
    if (value != value) return {static_cast<uint16_t>(u >> 16 | 0x40)};
    return {static_cast<uint16_t>((u + 0x7FFF + (u >> 16 & 1)) >> 16)};
  }
};

struct F16 {
  uint16_t bits;

  // Exponent and fraction as those of an f32 that is 2^112 times too small: subnormal numbers become right, too.
  explicit operator float() const {
    const uint32_t magnitude = bits & 0x7FFF, sign = static_cast<uint32_t>(bits & 0x8000) << 16;
    const uint32_t scaled = bitsOf(floatOf(magnitude << 13) * 0x1p112f);
    return floatOf(sign | (magnitude > 0x7BFF ? scaled | 0x7F800000 : scaled));
  }

  static F16 of(float value) {
    const uint32_t all = bitsOf(value), u = all & 0x7FFFFFFF, sign = all >> 16 & 0x8000;
    uint32_t bits;
    if (u > 0x7F800000) {
      bits = 0x7E00;
    } else if (u >= 0x477FF000) {
      bits = 0x7C00; // from 65520 on
    } else if (u < 0x38800000) {
      // Below 2^-14: the sum has the bits of the fraction at its end, rounded by the addition.
      bits = bitsOf(floatOf(u) + 0.5f) - 0x3F000000;
    } else {
      bits = (u - 0x38000000 + 0xFFF + (u >> 13 & 1)) >> 13;
    }
    return {static_cast<uint16_t>(sign | bits)};
  }
};

// Whether numbers are stored in 16 bits.
template <typename V> constexpr bool kIsHalf = false;
template <> constexpr bool kIsHalf<Bf16> = true;
template <> constexpr bool kIsHalf<F16> = true;

} // namespace spmv
