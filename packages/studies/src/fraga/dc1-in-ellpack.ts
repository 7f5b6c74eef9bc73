import type { ReportBlock } from '@spmv/report';
import { resultsOf } from '../exhibits/timed.ts';
import { matricesNamed } from '../matrices/matrices-named.ts';
import type { StudyMatrix } from '../matrices/study-matrix.ts';
import type { Exhibit } from '../study.ts';
import type { StudyRun } from '../study-run.ts';

/** What he works out. */
const PRINTED = { rows: 116_835, longestRow: 114_190, valuesGb: 106.73, gb: 160 } as const;
const VALUE_BYTES = 8;
const INDEX_BYTES = 4;

/** What a plan of ELLPACK reads of dc1, and nothing else of it: no time is taken on this matrix. */
export const DC1_ROWS: StudyMatrix = {
  name: 'dc1-rows',
  facts: matricesNamed(['dc1']).flatMap(({ facts }) => facts),
  source: {
    kind: 'standIn',
    source: `gen:powerlaw?rows=${PRINTED.rows}&maxPerRow=${PRINTED.longestRow}&meanPerRow=7`,
    like: 'rows and longest row',
    why: 'The rows and the longest row of dc1 as printed: all that the plan of ELLPACK depends on.',
    assumed: [],
  },
};

/** The leg in which it is planned. */
export const DC1_LEG = 'dc1-plan';

/** Bytes that the plan of ELLPACK gives for dc1, and why it is refused. */
export function refusal(run: StudyRun): { readonly bytes: number | null; readonly reason: string } | undefined {
  const refused = resultsOf(run, { leg: DC1_LEG, matrix: DC1_ROWS.name, format: 'ellpack' }).find(
    ({ status }) => status === 'refused',
  );
  return refused && { bytes: refused.storageBytes, reason: refused.reason ?? '' };
}

function draw(run: StudyRun): readonly ReportBlock[] {
  const { rows, longestRow, valuesGb, gb } = PRINTED;
  const slots = rows * longestRow;
  const found = refusal(run);
  const bytes = found?.bytes ?? null;
  const planned = bytes === null ? null : bytes / (VALUE_BYTES + INDEX_BYTES);
  const ran = run.matrices.find(({ name }) => name === DC1_ROWS.name);
  return [
    {
      kind: 'table',
      title: 'dc1 in ELLPACK',
      columns: [
        { label: 'what', kind: 'text' },
        { label: 'printed', kind: 'number', group: 'paper', digits: 'all' },
        { label: 'from his numbers', kind: 'number', group: 'derived from print', digits: 6 },
        { label: 'the plan here', kind: 'number', group: 'here', digits: 6 },
      ],
      rows: [
        ['rows', rows, rows, ran?.rows ?? null],
        ['longest row', longestRow, longestRow, ran?.max ?? null],
        ['values, GB', valuesGb, (slots * VALUE_BYTES) / 1e9, planned === null ? null : (planned * VALUE_BYTES) / 1e9],
        [
          'values and columns, GB',
          gb,
          (slots * (VALUE_BYTES + INDEX_BYTES)) / 1e9,
          planned === null ? null : (planned * (VALUE_BYTES + INDEX_BYTES)) / 1e9,
        ],
      ],
      note: 'In print the program ended with std::bad_alloc. Here a plan counts the bytes before anything is allocated.',
    },
    ...(found ? [{ kind: 'text' as const, tone: 'note' as const, text: found.reason }] : []),
  ];
}

/** The 160 GB that ended his program. */
export const dc1InEllpack: Exhibit = {
  id: 'dc1',
  label: 'dc1',
  title: 'its bytes in ELLPACK',
  where: 'Results & Discussion, CSR & Ellpack',
  paper: 'printed',
  legs: [DC1_LEG],
  matrices: [DC1_ROWS.name],
  draw,
};
