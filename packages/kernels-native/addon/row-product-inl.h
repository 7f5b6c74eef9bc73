// C ← αAB + βD of CSR, row by row: each element is summed in the order of A's row, from 0, in f64, then comes that of
// D, and no multiplication is fused with an addition, so that every build has the same bits. Without D its addresses
// are null. Passes and what they are given: row-products.ts of @spmv/kernel-kit.
#if defined(SPMV_ROW_PRODUCT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_ROW_PRODUCT_INL_H
#undef SPMV_ROW_PRODUCT_INL_H
#else
#define SPMV_ROW_PRODUCT_INL_H
#endif

#include "repeated-rows-inl.h"
#include "row-pattern-inl.h"
#include "short-row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// sums[place(k)] += factor·values[k] for k < count. No place comes twice: four sums are read before one is written.
template <typename V, class Place>
HWY_INLINE void addTerms(double factor, const V* HWY_RESTRICT values, int64_t count, double* sums, const Place& place) {
  int64_t k = 0;
  for (; k + 4 <= count; k += 4) {
    const int64_t p0 = place(k), p1 = place(k + 1), p2 = place(k + 2), p3 = place(k + 3);
    const double s0 = sums[p0] + factor * static_cast<double>(values[k]);
    const double s1 = sums[p1] + factor * static_cast<double>(values[k + 1]);
    const double s2 = sums[p2] + factor * static_cast<double>(values[k + 2]);
    const double s3 = sums[p3] + factor * static_cast<double>(values[k + 3]);
    sums[p0] = s0;
    sums[p1] = s1;
    sums[p2] = s2;
    sums[p3] = s3;
  }
  for (; k < count; k++) sums[place(k)] += factor * static_cast<double>(values[k]);
}

// Rows begin … end − 1 of C: values, and columns unless `again` says that they are there. Rows that repeat the row
// before are done side by side; those of few terms that lie apart are sorted. Sums of others lie in an array over the
// columns of the row, first to last, where that is short or mostly filled, else side by side.
SPMV_KERNEL(fillRows, const int32_t* HWY_RESTRICT rowStartA, const int32_t* HWY_RESTRICT colIndexA,
            const V* HWY_RESTRICT valuesA, const int32_t* HWY_RESTRICT rowStartB, const int32_t* HWY_RESTRICT colIndexB,
            const V* HWY_RESTRICT valuesB, const int32_t* HWY_RESTRICT rowStartD, const int32_t* HWY_RESTRICT colIndexD,
            const V* HWY_RESTRICT valuesD, const int32_t* HWY_RESTRICT wordStart, const int32_t* HWY_RESTRICT wordIndex,
            const uint64_t* HWY_RESTRICT wordBits, const uint8_t* HWY_RESTRICT shifted, int64_t entries,
            const int32_t* HWY_RESTRICT rowStartC, int32_t* HWY_RESTRICT colIndexC, V* HWY_RESTRICT valuesC,
            const double* HWY_RESTRICT terms, int32_t* set, int64_t stride, int64_t words, int64_t second,
            int64_t third, int64_t worker, double* sums, int64_t room, double denseSpan, double denseColumns,
            int64_t again, double alpha, double beta, int64_t begin, int64_t end) {
  const ColumnSet columns(set + worker * stride, words, second, third);
  const RowWords rows{rowStartB, colIndexB, wordStart, wordIndex, wordBits};
  double* HWY_RESTRICT const own = sums + worker * room;
  ShortRow brief;
  TinyRow tiny;
  RepeatedRows repeated;
  const Ahead<V> ahead{colIndexA, rowStartB, colIndexB, valuesB, rowStartA[end], isFarAway<V>(entries, kNearBytes)};
  for (int64_t i = begin; i < end; i++) {
    const int64_t from = rowStartA[i], to = rowStartA[i + 1], first = rowStartC[i], count = rowStartC[i + 1] - first;
    int32_t* HWY_RESTRICT const at = colIndexC + first;
    const int32_t* HWY_RESTRICT const before = at - count;
    V* HWY_RESTRICT const values = valuesC + first;
    const Added added(rowStartD, i);
    for (int64_t k = from; k < to; k++) ahead.ask(k);
    if (count == 0) continue;
    if (to - from == 1 && added.count() == 0) {
      const int64_t q = rowStartB[colIndexA[from]];
      const double factor = static_cast<double>(valuesA[from]);
      for (int64_t p = 0; p < count; p++) {
        if (again == 0) at[p] = colIndexB[q + p];
        values[p] = static_cast<V>(alpha * (0 + factor * static_cast<double>(valuesB[q + p])));
      }
      continue;
    }
    const double ofRow = terms[i + 1] - terms[i];
    if (added.count() == 0 && ofRow <= TinyRow::kMost) {
      if (again == 0) {
        tiny.sort(colIndexA, from, to, rowStartB, colIndexB, entries);
        tiny.put(at);
      }
      tiny.add(alpha, at, values, count, colIndexA, valuesA, from, to, rowStartB, colIndexB, valuesB);
      continue;
    }
    const bool isShort = added.count() == 0 && ofRow <= ShortRow::kMost;
    const auto multiplyShort = [&](auto isKnown) HWY_ATTR {
      brief.clear();
      for (int64_t k = from; k < to; k++) {
        const int64_t q = rowStartB[colIndexA[k]], past = rowStartB[colIndexA[k] + 1];
        brief.append(static_cast<double>(valuesA[k]), colIndexB + q, valuesB + q, past - q,
                     past + static_cast<int64_t>(kSortLanes) <= entries);
      }
      brief.add(alpha, at, values, count, isKnown);
    };
    const auto repeats = [&](int64_t row)
                             HWY_ATTR { return isRepeated(rowStartA, colIndexA, rowStartD, colIndexD, shifted, row); };
    const bool isRepeat = i > begin && repeats(i);
    if (isRepeat && added.count() == 0 && RepeatedRows::isFor(ofRow, count)) {
      int64_t past = i + 1;
      while (past < end && repeats(past)) past++;
      if (RepeatedRows::areEnough(past - i)) {
        repeated.fill<V>({rowStartA, colIndexA, valuesA}, {rowStartB, colIndexB, valuesB}, i - 1, past - 1, columns,
                         at - count, values - count, count, again != 0, alpha);
        i = past - 1;
        continue;
      }
    }
    const auto isDense = [&](int64_t low, int64_t high) HWY_ATTR {
      const double span = static_cast<double>(high - low + 1);
      return span <= denseSpan || span <= denseColumns * ofRow;
    };
    // Adds the terms up, each where `placeOf` says of its column.
    const auto addAll = [&](const auto& placeOf) HWY_ATTR {
      for (int64_t k = from; k < to; k++) {
        const int64_t q = rowStartB[colIndexA[k]], past = rowStartB[colIndexA[k] + 1];
        addTerms(static_cast<double>(valuesA[k]), valuesB + q, past - q, own,
                 [&](int64_t t) HWY_ATTR { return placeOf(colIndexB[q + t]); });
      }
    };
    bool isSummed = false;
    if (again == 0 && isRepeat) {
      for (int64_t p = 0; p < count; p++) at[p] = before[p] + 1;
    } else if (again == 0) {
      const Span span(colIndexA + from, to - from, rowStartB, colIndexB, added, colIndexD, ofRow);
      if (isShort && !span.isNarrow) {
        multiplyShort(std::false_type());
        continue;
      }
      isSummed = wordStart == nullptr && isDense(span.low, span.high);
      known(span.isNear, [&](auto near) HWY_ATTR {
        const auto insert = [&](int64_t w, uint64_t bits) HWY_ATTR {
          if (near) {
            columns.insertWord(w, bits);
          } else {
            columns.insert(w, bits);
          }
        };
        if (isSummed) {
          addAll([&](int32_t column) HWY_ATTR {
            insert(column >> 6, ColumnSet::bit(column));
            return column - span.low;
          });
        } else {
          for (int64_t k = from; k < to; k++) rows.row(colIndexA[k], insert);
        }
        for (int64_t d = added.first; d < added.past; d++) insert(colIndexD[d] >> 6, ColumnSet::bit(colIndexD[d]));
      });
      if (span.isNear) {
        columns.drainWords(span.low, span.high, at, count);
      } else {
        columns.drain(span.low, span.high, at);
      }
    }
    const int64_t low = at[0];
    const bool byColumn = isDense(low, at[count - 1]);
    if (isShort && !byColumn) {
      multiplyShort(std::true_type());
      continue;
    }
    if (!byColumn) columns.number(at, count);
    known(byColumn, [&](auto dense) HWY_ATTR {
      if (!isSummed) {
        addAll([&](int32_t column) HWY_ATTR { return dense ? column - low : int64_t{columns.place(column)}; });
      }
      // Sums are complete: in their places they become those of C, before these are rounded.
      const double factor = added.count() == 0 ? alpha : 1;
      for (int64_t p = 0, d = added.first; p < count && added.count() > 0; p++) {
        const int64_t place = dense ? at[p] - low : p;
        own[place] = alpha * own[place];
        if (d == added.past || at[p] != colIndexD[d]) continue;
        if (beta != 0) own[place] += beta * static_cast<double>(valuesD[d]);
        d++;
      }
      for (int64_t p = 0; p < count; p++) {
        const int64_t place = dense ? at[p] - low : p;
        values[p] = static_cast<V>(factor * own[place]);
        own[place] = 0;
      }
    });
    if (!byColumn) columns.clear(at, count);
  }
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
