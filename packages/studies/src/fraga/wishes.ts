import type { Wish } from '../study.ts';

/** What the report describes beside its results: formats, its program, and how it was tested. */
export const wishes: readonly Wish[] = [
  {
    what: 'DIA and COO, which he does not compare.',
    where: 'Sparse Matrices Formats',
    by: '`@spmv/format-dia`, `cuda/coo`',
  },
  { what: 'FLOPS = 2·nz / T.', where: 'Performance analysis', by: '`spmv bench`, column GFLOP/s' },
  { what: 'The average deviation of entries a row in per cent.', where: 'Performance analysis', by: '`spmv info`' },
  {
    what: 'Peak of the node, GPUs included: 28.2 TFlops.',
    where: 'Crescent',
    lacks: 'The machine is not here, and a product of this kind is bound by memory.',
  },
  {
    what: 'Files are read into rows in order, whatever order they have.',
    where: 'Design Specification',
    by: '`@spmv/mmio`',
  },
  { what: 'Results are exported as CSV.', where: 'Design Specification', by: '`spmv bench` with `--csv`' },
  {
    what: 'Scripts send sources to the cluster and fetch results.',
    where: 'Design Specification',
    lacks: 'They are of his cluster. A study runs where the command is installed, and its document is drawn anywhere.',
  },
  { what: 'Symmetric files and patterns, whose values are 1.', where: 'Parsing', by: '`@spmv/mmio`' },
  {
    what: 'Results are compared with the x and b that come with a matrix, to 1e-5.',
    where: 'Test Plan',
    by: '`spmv validate`, by the backward error, and against exact products',
  },
  { what: 'Arrays of a format are printed.', where: 'Test Plan', by: '`spmv print`' },
  {
    what: 'Valgrind and cuda-memcheck find accesses out of bounds.',
    where: 'Test Plan',
    by: '`@spmv/trace` refuses an access outside of a buffer without a GPU',
    lacks:
      'Sanitizers of compilers and of CUDA are run on the sources (CONTRIBUTING.md), and are no part of what is installed.',
  },
  { what: 'Arguments of directives and launches are varied.', where: 'Test Plan', by: '`spmv sweep`, `spmv tune`' },
  {
    what: 'Bandwidth of memory is varied by locality, and reductions among threads are avoided.',
    where: 'Test Plan',
    by: '`spmv reorder` moves entries to the diagonal; no kernel here shares a row among threads of a processor but those of schedule merge',
    lacks: 'No leg compares orders: the report shows no figure of it.',
  },
  {
    what: 'Flame graphs show how threads are loaded.',
    where: 'Test Plan',
    by: '`spmv bench` with `--profile`: how long each worker computes and waits',
    lacks: 'Flame graphs themselves are left to profilers of the system.',
  },
  {
    what: 'The first of 20 runs is left out of the average.',
    where: 'Procedures',
    by: '`spmv bench`: the median of samples after a first product',
  },
  {
    what: 'A warp a row, its sums added up in shared memory.',
    where: 'Procedures, CUDA',
    by: '`cuda/csr-warp-shared`, beside shuffles in `cuda/csr-vector`',
  },
  {
    what: 'Project plan and class diagram.',
    where: 'Appendices',
    lacks: 'They are of his program and its making, and the diagram is not in the text.',
  },
];
