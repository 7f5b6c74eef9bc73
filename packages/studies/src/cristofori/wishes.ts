import type { Wish } from '../study.ts';

/** What the report describes beside its results. */
export const wishes: readonly Wish[] = [
  {
    what: 'Files of triangles are completed, patterns have the value 1, entries are sorted.',
    where: '2.1',
    by: '`@spmv/mmio`',
  },
  {
    what: 'Rows without entries are left out, and M is made smaller.',
    where: '2.2',
    lacks: 'It would shift all later elements of y: here such rows stay and give 0.',
  },
  {
    what: 'ELLPACK for OpenMP, all rows as long as the longest.',
    where: '2.3.1',
    by: '`js/ellpack` on backend threads, rows not padded any further',
  },
  {
    what: 'Padding repeats the last column of a row.',
    where: '2.3.1',
    by: '`@spmv/formats`',
    lacks: 'Padding here has column −1 and reads nothing of x, so that a NaN there does no harm.',
  },
  { what: 'ELLPACK for CUDA, transposed, with MAXNZ.', where: '2.3.2, 3.3.2', by: '`cuda/ellpack-r`' },
  {
    what: 'x is random between 0.1 and 3, and kept in a file.',
    where: '3',
    by: '`spmv bench` makes x of a seed, between 0.1 and 3, too; `spmv generate` writes it',
  },
  {
    what: 'Results are compared with those of the entries as read.',
    where: '3',
    by: '`spmv validate`, with a bound of rounding',
  },
  { what: 'Schedule dynamic with chunks.', where: '3.2', by: 'parameters `schedule` and `chunk` of backend threads' },
  {
    what: 'The first two lanes of a warp load where a row begins and ends.',
    where: '3.3.1',
    by: '`cuda/csr-warp-shared`',
    lacks: 'Here all lanes load both from the same sector, which is one request and needs no exchange.',
  },
  {
    what: 'Times are means of three runs.',
    where: '4',
    by: '`spmv bench`: medians of 20 samples and more, with intervals',
    lacks: 'A mean of three cannot be told from noise: none is drawn.',
  },
  {
    what: 'Scripts run all matrices, threads and block sizes, and write CSV.',
    where: '4',
    by: '`spmv study`, `spmv bench` with `--csv`',
  },
];
