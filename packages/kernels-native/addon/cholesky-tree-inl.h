// LLᵀ of a sparse matrix, front by front, by a team of threads: choleskyFronts of @spmv/direct, whose words this uses.
// Every front has the same sums whoever computes it, in the same order: bits are those of one thread.
#if defined(SPMV_CHOLESKY_TREE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef SPMV_CHOLESKY_TREE_INL_H
#undef SPMV_CHOLESKY_TREE_INL_H
#else
#define SPMV_CHOLESKY_TREE_INL_H
#endif

#include <algorithm>
#include <cstring>

#include "arguments.h"
#include "cholesky-inl.h"
#include "team.h"

HWY_BEFORE_NAMESPACE();
namespace spmv {
namespace HWY_NAMESPACE {

// Products from which on a front is shared, columns and lines of a share, and lines that a member assembles together.
constexpr int64_t kSharedWork = 1 << 21, kShareColumns = 96, kShareLines = 192, kOwnLines = 8;

// What a tree of fronts is computed in. `state`: the pivot that is not above zero, or −1; the next of `top`, −1 while
// subtrees are not done, and its line; then the next supernode of each subtree and its line.
template <typename T> struct FrontTree {
  const int32_t* firstPivot;
  const double* rowsStart;
  const int32_t* rows;
  const double *panelStart, *updateStart;
  const int32_t *firstChild, *sibling;
  const T* values;
  const int32_t* entrySource;
  const double* entryTarget;
  int64_t entries;
  T *panels, *updates;
  double* state;

  HWY_INLINE int64_t width(int64_t s) const { return firstPivot[s + 1] - firstPivot[s]; }
  HWY_INLINE int64_t height(int64_t s) const { return static_cast<int64_t>(rowsStart[s + 1] - rowsStart[s]); }
  HWY_INLINE Front<T> front(int64_t s, T* own) const {
    T* const panel = panels + static_cast<int64_t>(panelStart[s]);
    return {panel, updates + static_cast<int64_t>(updateStart[s]), width(s), height(s), own, panel};
  }

  // Entries of A, and what children left, are added to the lines of a front that are those of `id`, kOwnLines of every
  // kOwnLines·`members`.
  // `at` has a number for each row, `place` one for each of a front.
  void assemble(int64_t s, const Front<T>& to, int32_t* at, int32_t* place, int64_t id, int64_t members) const {
    const int64_t start = static_cast<int64_t>(rowsStart[s]), left = to.height - to.width;
    const auto isOwn = [&](int64_t line) { return line / kOwnLines % members == id; };
    for (int64_t i = to.width; i < to.height; i++) {
      if (isOwn(i)) std::memset(to.line(i) + to.width, 0, static_cast<size_t>(left) * sizeof(T));
    }
    // Entries of A are in the order of supernodes.
    const double begin = panelStart[s], end = panelStart[s + 1];
    const double* const past = entryTarget + entries;
    for (const double *e =
             std::lower_bound(entryTarget, past, begin, [](double one, double from) { return one < from; });
         e < past && *e < end; e++) {
      const int64_t at_ = static_cast<int64_t>(*e - begin);
      if (isOwn(at_ / to.height)) to.panel[at_] += values[entrySource[e - entryTarget]];
    }
    if (firstChild[s] < 0) return;
    for (int64_t r = 0; r < to.height; r++) at[rows[start + r]] = static_cast<int32_t>(r);
    for (int64_t child = firstChild[s]; child >= 0; child = sibling[child]) {
      const int64_t skipped = width(child), count = height(child) - skipped;
      const int32_t* const ids = rows + static_cast<int64_t>(rowsStart[child]) + skipped;
      const T* from = updates + static_cast<int64_t>(updateStart[child]);
      for (int64_t i = 0; i < count; i++) place[i] = at[ids[i]];
      for (int64_t i = 0; i < count; i++, from += count) {
        if (!isOwn(place[i])) continue;
        T* const line = to.line(place[i]);
        for (int64_t j = i; j < count; j++) line[place[j]] += from[j];
      }
    }
  }
};

// A member of the team, with memory of its own.
template <typename T> struct TreeMember {
  const FrontTree<T>& tree;
  Team& team;
  int64_t id;
  T* own;
  int32_t *at, *place;
  int64_t done = 0, step = 0;

  // Supernodes up to `end` by this member alone, from `now`[0] and its line `now`[1] on, until the budget is spent. The
  // pivot that is not above zero, or −1.
  int64_t range(double* now, int64_t end, int64_t budget) {
    int64_t line = static_cast<int64_t>(now[1]);
    for (int64_t s = static_cast<int64_t>(now[0]); s < end; s++, line = 0) {
      const Front<T> front = tree.front(s, own);
      if (line == 0) tree.assemble(s, front, at, place, 0, 1);
      while (line < front.width) {
        const int64_t past = HWY_MIN(front.width, line + kFrontSteps), failed = front.factor(line, past);
        if (failed >= 0) return tree.firstPivot[s] + failed;
        done += (past - line) * front.height * front.height;
        line = past;
        now[0] = static_cast<double>(line == front.width ? s + 1 : s);
        now[1] = static_cast<double>(line == front.width ? 0 : line);
        if (done >= budget) return -1;
      }
    }
    return -1;
  }

  // Lines from `line` to past − 1 of a front by all members, who meet before and after.
  int64_t together(const Front<T>& front, int64_t line, int64_t past, std::atomic<int64_t>& failedLine) {
    if (id == 0) failedLine = front.factorDiagonal(line, past);
    team.meet();
    if (failedLine >= 0) return failedLine;
    const int64_t behind = front.height - past;
    team.share(id, step++, (behind + kShareColumns - 1) / kShareColumns, [&](int64_t item) HWY_ATTR {
      const int64_t from = past + item * kShareColumns;
      front.factorColumns(line, past, from, HWY_MIN(front.height, from + kShareColumns));
    });
    int64_t pieces = 0;
    for (int64_t group = past; group < front.height; group = front.pastGroup(group)) {
      pieces += (front.pastGroup(group) - past + kShareLines - 1) / kShareLines;
    }
    // The longest lines first, which are in the last group: what is left at the end is short.
    team.share(id, step++, pieces, [&](int64_t item) HWY_ATTR {
      int64_t group = past, of = item;
      for (;; group = front.pastGroup(group)) {
        const int64_t here = (front.pastGroup(group) - past + kShareLines - 1) / kShareLines;
        if (of < here) break;
        of -= here;
      }
      const int64_t first = past + of * kShareLines;
      front.takeOffGroup(line, past, group, first, HWY_MIN(front.pastGroup(group), first + kShareLines));
    });
    return -1;
  }
};

// The first pivot that is not above zero, of those that were found.
HWY_INLINE void keep(double* state, int64_t failed) {
  if (failed >= 0 && (state[0] < 0 || static_cast<double>(failed) < state[0])) state[0] = static_cast<double>(failed);
}

// Panels of zeros become L: `subtrees` of supernodes, up to `ends`, each by one member, then those of `top`, large ones
// by all, until each member has done about `budget` products. Beyond the last panel there is room for a tile of
// columns. Each of the `threads` has kFrontRoom numbers of `own`, and n and `tallest` of `at` and `place`.
SPMV_KERNEL(choleskyFronts, const int32_t* firstPivot, const double* rowsStart, const int32_t* rows,
            const double* panelStart, const double* updateStart, const int32_t* firstChild, const int32_t* sibling,
            const T* values, const int32_t* entrySource, const double* entryTarget, T* panels, T* updates,
            double* state, const int32_t* ends, const int32_t* top, int32_t* at, int32_t* place, T* own,
            int64_t subtrees, int64_t tops, int64_t n, int64_t tallest, int64_t room, int64_t threads, int64_t budget,
            int64_t entries) {
  const FrontTree<T> tree{firstPivot, rowsStart,   rows,        panelStart, updateStart, firstChild, sibling,
                          values,     entrySource, entryTarget, entries,    panels,      updates,    state};
  Team team;
  std::atomic<int64_t> below = -1, failedLine = -1, nextSubtree = 0;
  const int64_t firstTop = HWY_MAX(0, static_cast<int64_t>(state[1])), firstLine = static_cast<int64_t>(state[2]);
  int64_t failedTop = -1;
  bool isSpent = false;
  const auto member = [&](int64_t id) HWY_ATTR {
    TreeMember<T> me{tree, team, id, own + id * room, at + id * n, place + id * tallest};
    for (int64_t k = nextSubtree++; k < subtrees && me.done < budget; k = nextSubtree++) {
      double* const now = state + 3 + 2 * k;
      const int64_t pivot = me.range(now, ends[k], budget);
      if (pivot < 0) continue;
      now[0] = ends[k];
      for (int64_t least = below; least < 0 || pivot < least;) {
        if (below.compare_exchange_weak(least, pivot)) break;
      }
    }
    team.meet();
    for (int64_t k = 0; k < subtrees; k++) {
      if (state[3 + 2 * k] < ends[k]) return;
    }
    if (below >= 0 || state[0] >= 0) return;
    // What the first one alone writes the others read behind a meeting, and it writes again behind the next.
    int64_t line = firstLine;
    for (int64_t t = firstTop; t < tops; t++, line = 0) {
      const Front<T> front = tree.front(top[t], me.own);
      const bool isShared = team.size > 1 && front.width * front.height * front.height >= kSharedWork;
      if (!isShared && id != 0) continue;
      if (isShared) team.meet();
      const bool isOver = isSpent || failedTop >= 0;
      if (isOver && (isShared || team.size == 1)) return;
      if (isOver) continue;
      if (line == 0) tree.assemble(top[t], front, me.at, me.place, isShared ? id : 0, isShared ? team.size : 1);
      if (isShared) team.meet();
      while (line < front.width) {
        const int64_t past = HWY_MIN(front.width, line + kFrontSteps);
        const int64_t at_ = isShared ? me.together(front, line, past, failedLine) : front.factor(line, past);
        if (at_ >= 0) {
          if (id == 0) failedTop = firstPivot[top[t]] + at_;
          if (isShared) return;
          break;
        }
        me.done += (past - line) * front.height * front.height / (isShared ? team.size : 1);
        line = past;
        if (id == 0) {
          state[1] = static_cast<double>(line == front.width ? t + 1 : t);
          state[2] = static_cast<double>(line == front.width ? 0 : line);
          isSpent = me.done >= budget;
        }
        if (isShared) team.meet();
        // Of a last block the next front says so.
        if (isSpent && isShared && line < front.width) return;
        if (isSpent) break;
      }
    }
  };
  team.run(threads, member);
  for (int64_t k = 0; k < subtrees; k++) {
    if (state[3 + 2 * k] < ends[k]) return keep(state, below);
  }
  state[1] = HWY_MAX(0.0, state[1]);
  keep(state, failedTop >= 0 ? failedTop : below.load());
}

} // namespace HWY_NAMESPACE
} // namespace spmv
HWY_AFTER_NAMESPACE();
#endif
