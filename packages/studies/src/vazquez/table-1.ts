import { wholeOf } from '../exhibits/left-out.ts';
import type { ComparedColumn } from '../exhibits/paper-table.ts';
import { paperTable } from '../exhibits/paper-table.ts';
import type { Exhibit } from '../study.ts';
import type { RunMatrix, StudyRun } from '../study-run.ts';
import { ONE_CORE_LEGS } from './legs.ts';
import { bandwidthOf, cachedText, shareOfPeak, speedup } from './measured.ts';
import type { TableOneRow } from './printed-table.ts';
import { MATRICES, PRINTED, printedShare } from './printed-table.ts';

const FACTS: readonly (readonly [label: string, of: keyof TableOneRow, here: (matrix: RunMatrix) => number])[] = [
  ['N', 'rows', ({ rows }) => rows],
  ['entries', 'entries', ({ nnz }) => nnz],
  ['Av', 'mean', ({ mean }) => mean],
  ['I_Av', 'above', ({ max, mean }) => max - mean],
];

function columns(run: StudyRun): readonly ComparedColumn[] {
  const ran = new Map(run.matrices.map((matrix) => [matrix.name, matrix]));
  const printed = (of: keyof TableOneRow) => (name: string) => PRINTED.get(name)?.[of] ?? null;
  return [
    ...FACTS.map(([label, of, here]): ComparedColumn => ({
      label,
      digits: 8,
      paper: printed(of),
      here: (name) => {
        const matrix = ran.get(name);
        return matrix ? Math.round(here(matrix)) : null;
      },
    })),
    {
      label: 'σ/Av',
      unit: '%',
      paper: printed('deviation'),
      here: (name) => {
        const matrix = ran.get(name);
        return matrix && matrix.mean > 0 ? (100 * matrix.deviation) / matrix.mean : null;
      },
    },
    {
      label: 'BW',
      unit: 'GB/s',
      paper: printed('gbPerSecond'),
      here: (name) => bandwidthOf(run, name)?.value ?? null,
    },
    {
      label: 'of peak',
      unit: '%',
      derived: true,
      paper: printedShare,
      here: (name) => shareOfPeak(run, name)?.value ?? null,
    },
    { label: 'sp', unit: '×', paper: printed('speedup'), here: (name) => speedup(run, name)?.value ?? null },
  ];
}

/** Table I, paper and here. */
export const tableOneExhibit: Exhibit = {
  id: 'table-1',
  label: 'Table I',
  title: 'test matrices, effective bandwidth and speed-up of ELLR-T*',
  where: 'V',
  paper: 'printed',
  legs: [...ONE_CORE_LEGS, 'ellr-t', 'webgpu-ellr-1', 'webgpu-ellr-t'],
  draw: (run) =>
    run.matrices.length === 0
      ? []
      : [
          paperTable({
            title: 'Matrices, bandwidth and speed-up',
            head: 'matrix',
            rows: MATRICES,
            // The best of a sweep that was cut short is the best of nothing.
            columns: columns(wholeOf(run)),
            note: `Paper: a GeForce GTX 285 of 159 GB/s at most against MKL on one core of an Intel Core 2 Duo E8400; bandwidth and speed-up are printed without what follows the point. Here: the bytes of entries, columns, lengths, x and y, without the padding that is stored and not read, over the median of the best of the twelve points, and the fastest CSR on one core, that of MKL among them where package kernels-vendor finds it. ${cachedText(wholeOf(run))}`.trimEnd(),
          }),
        ],
};
