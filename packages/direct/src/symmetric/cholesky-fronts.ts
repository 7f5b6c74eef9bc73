import type { IndefiniteCode } from './indefinite.ts';
import type { FrontalKernels } from '../frontal/factor.ts';
import { factorFront } from '../dense/front.ts';
import type { AnalysisKernels } from '../symbolic/graph-kernels.ts';
import type { LuKernels } from '../lu/lu-kernels.ts';
import type { Slices } from '../slices.ts';
import type { TriangularKernels } from '../triangular/triangular.ts';
import { loadPanels } from './load.ts';
import type { SymmetricAnalysis } from './symmetric.ts';

/** What computes LLᵀ. */
export interface FrontKernel extends LuKernels, AnalysisKernels, FrontalKernels, IndefiniteCode, TriangularKernels {
  /** Makes L of A, by its entries, in panels of zeros, in slices. `spare`: bytes that it may take beside those of the analysis. Returns the first pivot that is not above zero, after which nothing is of use, or −1. */
  (analysis: SymmetricAnalysis, values: Float64Array, panels: Float64Array, spare: number): Slices<number>;
  /** Default: JavaScript, as of what follows. */
  readonly solve?: TriangularKernel;
  /** The same for `RIGHTS` right-hand sides side by side, so many numbers a row in `x` and in `sums`. Default: one after another. */
  readonly solveRights?: TriangularKernel;
  /** What it is; `holds`: whether it computes with numbers of a factor that lie here, default true, else JavaScript does. */
  readonly code?: 'compiled' | 'WebAssembly';
  readonly holds?: (numbers: Float64Array) => boolean;
}

/** Which of x ← L⁻¹x and x ← L⁻ᵀx, the former first. */
export type Half = 'forward' | 'backward' | 'both';

/** Right-hand sides that are solved for together. */
export const RIGHTS = 8;

/** Solves with L, over rows in the order of pivots. `sums` has a number for each row of the tallest supernode. */
export type TriangularKernel = (
  analysis: SymmetricAnalysis,
  panels: Float64Array,
  x: Float64Array,
  sums: Float64Array,
  half: Half,
) => void;

/** Products between two looks at the clock. */
const SLICE = 1e7;

/** Adds the update of supernode `child` to the front of `parent`; `at[r]` is where row r is in that front. */
function extendAdd(
  analysis: SymmetricAnalysis,
  child: number,
  parent: number,
  at: Int32Array,
  panels: Float64Array,
  updates: Float64Array,
): void {
  const { firstPivot, rowsStart, rows, panelStart, updateStart } = analysis;
  const width = firstPivot[parent + 1] - firstPivot[parent];
  const height = rowsStart[parent + 1] - rowsStart[parent];
  const begin = rowsStart[child] + firstPivot[child + 1] - firstPivot[child];
  const end = rowsStart[child + 1];
  const count = end - begin;
  for (let i = 0; i < count; i++) {
    const line = at[rows[begin + i]];
    const from = updateStart[child] + i * count;
    const inPanel = line < width;
    const to = inPanel ? panels : updates;
    const base = inPanel
      ? panelStart[parent] + line * height
      : updateStart[parent] + (line - width) * (height - width) - width;
    for (let j = i; j < count; j++) to[base + at[rows[begin + j]]] += updates[from + j];
  }
}

/**
 * PAPᵀ = LLᵀ front by front: `panels` of zeros become L.
 * Source: I. S. Duff, J. K. Reid, The multifrontal solution of indefinite sparse symmetric linear equations, ACM TOMS 9, 1983, section 2.
 */
export function* choleskyFronts(
  analysis: SymmetricAnalysis,
  values: Float64Array,
  panels: Float64Array,
): Slices<number> {
  loadPanels(analysis, values, panels);
  const { n, firstPivot, rowsStart, rows, panelStart, updateStart, updateLength, supernodeParent } = analysis;
  const [firstChild, sibling] = childrenOf(supernodeParent);
  const updates = new Float64Array(updateLength);
  const at = new Int32Array(n);
  let done = 0;
  for (let s = 0; s < supernodeParent.length; s++) {
    const width = firstPivot[s + 1] - firstPivot[s];
    const height = rowsStart[s + 1] - rowsStart[s];
    const update = updateStart[s];
    updates.fill(0, update, update + (height - width) ** 2);
    if (firstChild[s] !== -1) for (let r = 0; r < height; r++) at[rows[rowsStart[s] + r]] = r;
    for (let child = firstChild[s]; child !== -1; child = sibling[child])
      extendAdd(analysis, child, s, at, panels, updates);
    const failed = yield* factorFront({ panels, panel: panelStart[s], updates, update, width, height });
    if (failed !== -1) return firstPivot[s] + failed;
    done += width * height * height;
    if (done < SLICE) continue;
    done = 0;
    yield s;
  }
  return -1;
}

/** The first child of each supernode and the next one of its siblings, −1 where there is none. */
export function childrenOf(parent: Int32Array): [Int32Array, Int32Array] {
  const first = new Int32Array(parent.length).fill(-1);
  const sibling = new Int32Array(parent.length).fill(-1);
  for (let s = parent.length - 1; s >= 0; s--) {
    const above = parent[s];
    if (above === -1) continue;
    sibling[s] = first[above];
    first[above] = s;
  }
  return [first, sibling];
}
