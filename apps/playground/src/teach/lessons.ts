import type { SourceName } from '../matrix/source.ts';
import type { Choices } from '../state/place.ts';

/** A question about a step of a kernel, or about what is stored. */
export interface LessonStep {
  /** What is shown beside it: choices of the panel. */
  readonly shows: Choices;
  readonly question: string;
  readonly answers: readonly string[];
  /** Which of them is right. */
  readonly right: number;
  readonly because: string;
}

/** Questions in an order, each answered before the next one. */
export interface Lesson {
  /** In the address. */
  readonly id: string;
  readonly title: string;
  /** Name of the matrix, as an address has it. */
  readonly matrix: string;
  readonly steps: readonly LessonStep[];
}

/** Sixteen points of a grid, each with its neighbours: rows of 3 to 5 entries. */
const GRID = 'gen:stencil5?n=4';
/** The matrix of the documents: 4 × 5, row 2 empty. */
const SMALL = `text:${['%%MatrixMarket matrix coordinate real general', '4 5 7', '1 1 1', '1 3 2', '2 2 3', '2 4 4', '4 1 5', '4 3 6', '4 5 7', ''].join('\n')}`;

export const LESSONS: readonly Lesson[] = [
  {
    id: 'coalescing',
    title: 'Coalescing: whose neighbours are neighbours',
    matrix: GRID,
    steps: [
      {
        shows: { kernel: 'csr-scalar', step: '5', size: '16' },
        question:
          'CSR, a lane a row; the compiler unrolled the loop, so that a lane loads two entries at a time, and the eight lanes whose rows have an odd number load the one that is left, 8 bytes each. 64 bytes fit into 2 sectors of 32. How many move?',
        answers: ['2', '4', '8'],
        right: 2,
        because:
          'Rows follow one another in memory, so these entries are as far apart as rows are long: no two are in one sector. 256 bytes move for 64.',
      },
      {
        shows: { kernel: 'ellpack', step: '3', size: '16' },
        question:
          'ELLPACK stores the first entries of all rows side by side, then all second ones. Sixteen lanes load 8 bytes each. How many sectors move?',
        answers: ['4', '8', '16'],
        right: 0,
        because:
          'Neighbouring lanes read neighbours in memory: 128 bytes in 4 sectors, of which every byte is used. This is coalescing.',
      },
      {
        shows: { kernel: 'ellpack', step: '17', size: '16' },
        question: 'Over the whole product CSR with a lane a row loads and stores 141 sectors. How many does ELLPACK?',
        answers: ['50', '114', '141'],
        right: 0,
        because:
          'The same entries, the same sums, a third of the traffic. Count them for all kernels below: CSR with four lanes a row, or in tiles with a block a tile, is as good without any padding.',
      },
    ],
  },
  {
    id: 'divergence',
    title: 'Divergence: lanes that wait for one another',
    matrix: GRID,
    steps: [
      {
        shows: { kernel: 'csr-scalar', step: '1', size: '16' },
        question: 'A warp has 32 lanes and the matrix 16 rows. What do lanes 16 to 31 do?',
        answers: ['They help with long rows', 'Nothing: they have no row', 'They load x ahead'],
        right: 1,
        because:
          'A lane whose row is past the last leaves at once. Matrices far smaller than a GPU leave most of it idle.',
      },
      {
        shows: { kernel: 'csr-scalar', step: '9', size: '16' },
        question: 'Only 4 lanes load here. What do the others of the warp that have a row do meanwhile?',
        answers: ['They run ahead', 'They wait: a warp takes one instruction at a time'],
        right: 1,
        because:
          'Rows of 5 entries take one round more than shorter ones, and the whole warp is as slow as its longest row. One row of a thousand entries would hold 31 lanes up a thousand rounds.',
      },
    ],
  },
  {
    id: 'padding',
    title: 'Padding: what equal lengths cost',
    matrix: SMALL,
    steps: [
      {
        shows: { kernel: 'ellpack', C: '2', sigma: '4', step: '' },
        question: 'ELLPACK gives every row the length of the longest, 3. How many of its 12 places hold no entry?',
        answers: ['3', '5', '7'],
        right: 1,
        because: 'Seven entries are in twelve places: row 1 lacks one, row 0 lacks one, and the empty row 2 all three.',
      },
      {
        shows: { kernel: 'sell', C: '2', sigma: '4', step: '' },
        question:
          'SELL sorts the four rows by length and pads slices of two rows each. How many places hold no entry now?',
        answers: ['0', '3', '5'],
        right: 1,
        because:
          'Rows 3 and 0 share a slice of width 3, rows 1 and 2 one of width 2: ten places. Move C and σ, and edit the matrix, to see when it grows.',
      },
    ],
  },
];

/** The address of a lesson at one of its steps. `from`: the matrix that it takes the place of, to which its end leads back. */
export function lessonFragment({ id, matrix, steps }: Lesson, at: number, from: SourceName = ''): string {
  const shown = Object.entries({
    ...steps[at]?.shows,
    lesson: id,
    question: at === 0 ? '' : String(at + 1),
    from: from === matrix ? '' : from,
  });
  const choices = shown.filter(([, text]) => text !== '').map(([key, text]) => [`teach.${key}`, text] as const);
  return `#${new URLSearchParams([['matrix', matrix], ['panel', 'teach'], ...choices].map(([key = '', text = '']) => [key, text])).toString()}`;
}

/** The lesson and the question that an address says; undefined where it says none. */
export function lessonAt({ lesson, question }: Choices): { readonly lesson: Lesson; readonly at: number } | undefined {
  const found = LESSONS.find(({ id }) => id === lesson);
  const number = Number(question ?? 1);
  return found && { lesson: found, at: found.steps[number - 1] ? number - 1 : 0 };
}
