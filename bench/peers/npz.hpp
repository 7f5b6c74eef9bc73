// CSR from an archive as scipy.sparse.save_npz writes it: not compressed, indices of 32 bits, values of f64. No checks
// beyond those of one's own files.
#pragma once
#include "matrix-market.hpp"

/** Number at `p`, little-endian. */
template <class T> inline T numberAt(const char* p) {
  T value;
  std::memcpy(&value, p, sizeof value);
  return value;
}

/** The elements of array `name` of the archive. */
template <class T> inline std::vector<T> arrayOf(const std::vector<char>& archive, const std::string& name) {
  for (const char* p = archive.data(); numberAt<uint32_t>(p) == 0x04034b50;) {
    const size_t nameLength = numberAt<uint16_t>(p + 26);
    const char* const member = p + 30 + nameLength + numberAt<uint16_t>(p + 28);
    const size_t bytes = numberAt<uint32_t>(p + 22);
    if (numberAt<uint16_t>(p + 8) != 0) exit(6); // compressed
    if (std::string(p + 30, nameLength) == name + ".npy") {
      const size_t header = 10 + numberAt<uint16_t>(member + 8);
      const T* const first = reinterpret_cast<const T*>(member + header);
      return std::vector<T>(first, first + (bytes - header) / sizeof(T));
    }
    p = member + bytes;
  }
  exit(7);
}
