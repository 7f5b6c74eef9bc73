// Graphs and trees of sparse matrices, columns of a few numbers here and there, entries and their text: loops, which no
// set of instructions makes faster. They are compiled once, and every level has them.
#include "levels.h"

#include "columns.h"
#include "entry-facts.h"
#include "minimum-degree.h"
#include "read-entries.h"
#include "scaling.h"
#include "supernodes.h"
#include "take-entries.h"
#include "trees.h"
#include "triangular.h"

namespace spmv {
namespace {

const Function kFunctions[] = {
    SPMV_COUNTS(adjacency),
    SPMV_COUNTS(quotientGraph),
    SPMV_COUNTS(minimumDegree),
    SPMV_COUNTS(eliminationOrder),
    SPMV_COUNTS(eliminationTree),
    SPMV_COUNTS(postorder),
    SPMV_COUNTS(columnCounts),
    SPMV_COUNTS(supernodes),
    SPMV_COUNTS(supernodeRows),
    SPMV_COUNTS(entryTargets),
    SPMV_ENTRY(equilibrate, "F64", double),
    SPMV_ENTRY(luScaled, "F64", double),
    SPMV_COUNTS(luSteps),
    SPMV_ENTRY(triangularLevels, "F64", double),
    SPMV_ENTRY(luColumns, "F64", double),
    SPMV_COUNTS(readEntries),
    SPMV_COUNTS(takeEntries),
    SPMV_COUNTS(entryPass),
    SPMV_END,
};

} // namespace

#define SPMV_SAME(name, target, isSupported, apart) kFunctions,
const Family kGraphs = {SPMV_LEVELS(SPMV_SAME) nullptr};
#undef SPMV_SAME

} // namespace spmv
