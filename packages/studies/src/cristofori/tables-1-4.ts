import type { TableBlock } from '@spmv/report';
import { paperTable } from '../exhibits/paper-table.ts';
import { timedMatrices } from '../exhibits/timed.ts';
import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { HIS_CSR, HIS_ROWS } from './legs.ts';
import type { HisFormat } from './measured.ts';
import { cpu, gpu, GPU_LEGS, speedup } from './measured.ts';
import type { PrintedFigures } from './printed-tables.ts';
import { MATRICES, PRINTED } from './printed-tables.ts';

/** A table of both formats: what it prints, and what that is here. */
interface TableOfBoth {
  readonly number: number;
  readonly title: string;
  readonly of: keyof PrintedFigures;
  readonly unit: string;
  readonly legs: readonly string[];
  here(run: StudyRun, matrix: string, format: HisFormat): number | null;
}

/** Of rates; speed-ups are over the serial loop, too. */
const CPU = ['threads'];
const GPU = Object.values(GPU_LEGS);

const TABLES: readonly TableOfBoth[] = [
  {
    number: 1,
    title: 'Speedup in CPU',
    of: 'speedupCpu',
    unit: '×',
    legs: ['serial', ...CPU],
    here: (run, matrix, format) => speedup(run, matrix, cpu(run, matrix, format)),
  },
  {
    number: 2,
    title: 'Speedup in GPU',
    of: 'speedupGpu',
    unit: '×',
    legs: ['serial', ...GPU],
    here: (run, matrix, format) => speedup(run, matrix, gpu(run, matrix, format)),
  },
  {
    number: 3,
    title: 'GIGAFlops in CPU',
    of: 'gflopsCpu',
    unit: 'GFLOP/s',
    legs: CPU,
    here: (run, matrix, format) => cpu(run, matrix, format)?.gflops ?? null,
  },
  {
    number: 4,
    title: 'GIGAFlops in GPU',
    of: 'gflopsGpu',
    unit: 'GFLOP/s',
    legs: GPU,
    here: (run, matrix, format) => gpu(run, matrix, format)?.gflops ?? null,
  },
];

const NOTE =
  'Paper: an Intel Xeon Silver 4210 and an NVIDIA Quadro RTX 5000. Speed-ups are over the serial loop over CSR of the same run; figures of stand-ins are of matrices with the same rows, not of his.';
const OF_CPU =
  'Here: the fastest of two threads and more. With how many tables 1 and 3 are, they do not say; 0.00 of cage4 is not of one thread.';
const OF_GPU = `Here: the fastest block size of his kernels, ELLPACK transposed with MAXNZ (\`cuda/ellpack-r\`) and CSR in a grid of M threads, ${HIS_ROWS} rows a warp, with sums in shared memory (\`${HIS_CSR}\`, its barrier corrected).`;

/** A table with his numbers and ours, or with his alone. */
function drawn({ number, title, of, unit, here }: TableOfBoth, run: StudyRun | undefined): TableBlock {
  return paperTable({
    title,
    head: 'matrix',
    rows: MATRICES,
    columns: (['csr', 'ellpack'] as const).map((format) => ({
      label: format === 'csr' ? 'CSR' : 'ELLPACK',
      unit,
      decimals: 2,
      paper: (matrix) => PRINTED.get(matrix)?.[of][format] ?? null,
      here: (matrix) => (run ? here(run, matrix, format) : null),
    })),
    note: [
      NOTE,
      of.endsWith('Gpu') ? OF_GPU : OF_CPU,
      ...(number === 3 ? ['The row of thermal1 is in print that of lung2; see errata.'] : []),
    ].join(' '),
  });
}

/** Tables 1 to 4, paper and here. */
export const tables: readonly Exhibit[] = TABLES.map((table) => ({
  id: `table-${table.number}`,
  label: `Table ${table.number}`,
  title: table.title,
  where: 'Tabelle e Grafici',
  paper: 'printed',
  legs: table.legs,
  draw: (run) => (timedMatrices(run, table.of.endsWith('Gpu') ? GPU : CPU).length === 0 ? [] : [drawn(table, run)]),
  printed: () => [drawn(table, undefined)],
}));
