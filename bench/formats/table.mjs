// The comparison as Markdown.
const geomean = (ratios) => Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

const KINDS = ['regular', 'moderately skewed', 'irregular'];
const TITLES = { csr: 'CSR', 'ellpack-r': 'ELLPACK-R', sell: 'SELL', hyb: 'HYB', bell: 'BELL', vendor: 'cuSPARSE' };

const at = (run, column) => run?.rows.find((row) => row.column === column && row.status === 'ok');

/** Times faster than CSR, with `≈` where the middle halves of the samples overlap. */
function ratioText(row, csr) {
  if (!row || !csr) return '–';
  const same = row.q1Ms <= csr.q3Ms && csr.q1Ms <= row.q3Ms;
  return `${(csr.medianMs / row.medianMs).toFixed(2)}${same ? ' ≈' : ''}`;
}

function summary(kind, column, runs) {
  const ratios = runs
    .map((run) => [at(run, column), at(run, 'csr')])
    .filter(([row, csr]) => row && csr)
    .map(([row, csr]) => csr.medianMs / row.medianMs);
  if (ratios.length === 0) return [];
  return [
    `* ${TITLES[column]} over CSR on the ${kind === 'irregular' ? 'other' : kind} matrices: ${geomean(ratios).toFixed(2)} in geometric mean, faster on ${ratios.filter((ratio) => ratio > 1).length} of ${ratios.length}.`,
  ];
}

function section(document, backend, precision) {
  const columns = document.formats.concat(
    document.matrices.some(({ runs }) => runs.some((run) => run.backend === backend && at(run, 'vendor')))
      ? ['vendor']
      : [],
  );
  const rivals = columns.filter((column) => column === 'sell' || column === 'hyb');
  const found = document.matrices
    .map((matrix) => ({
      matrix,
      run: matrix.runs.find((run) => run.backend === backend && run.precision === precision),
    }))
    .filter(({ run }) => run)
    .sort((a, b) => KINDS.indexOf(a.matrix.kind) - KINDS.indexOf(b.matrix.kind));
  if (found.length === 0) return [];
  const head = [
    'matrix',
    'kind',
    'entries',
    'mean',
    'longest',
    'COO of HYB',
    ...columns.map((column) => TITLES[column] ?? column),
    ...rivals.map((column) => `${TITLES[column]} / CSR`),
  ];
  const lines = found.map(({ matrix, run }) => {
    const fastest = Math.max(...document.formats.map((column) => at(run, column)?.gflops ?? 0));
    const cells = columns.map((column) => {
      const row = at(run, column);
      return row ? (row.gflops === fastest ? `**${row.gflops.toFixed(2)}**` : row.gflops.toFixed(2)) : '–';
    });
    return [
      matrix.name,
      matrix.kind,
      matrix.nnz,
      matrix.mean.toFixed(1),
      matrix.longest,
      `${(100 * matrix.cooShare).toFixed(1)} %`,
      ...cells,
      ...rivals.map((column) => ratioText(at(run, column), at(run, 'csr'))),
    ];
  });
  const ofKind = (kind) => found.filter(({ matrix }) => matrix.kind === kind).map(({ run }) => run);
  return [
    `## ${backend}, ${precision}`,
    '',
    `${document.devices[backend]}`,
    '',
    ...[head, head.map((_, c) => (c < 2 ? '---' : '--:')), ...lines].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    ...KINDS.flatMap((kind) => rivals.flatMap((column) => summary(kind, column, ofKind(kind)))),
    '',
  ];
}

export function markdown(document) {
  const { machine } = document;
  const pairs = new Map(
    document.matrices.flatMap(({ runs }) => runs.map((run) => [`${run.backend} ${run.precision}`, run])),
  );
  return [
    '# Formats compared',
    '',
    `${machine.cpu}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; commit ${machine.commit}; ${machine.date}.`,
    'GFLOP/s (2·entries over the median time of a product). Of each format the fastest of its kernels and parameters, searched first and then timed anew in',
    'turn with the others; every result validated against the oracle before and after. `≈`: the middle halves of the samples overlap. `regular`: no row is',
    'more than five entries longer than the mean one. `moderately skewed`: ELLPACK would store over 1.3 places an entry, and at most a sixth of',
    'the entries are COO when 2/3 of the rows fit whole. Hashes of the matrices, kernels, parameters, quartiles: the JSON file beside this.',
    '',
    ...[...pairs.values()].flatMap(({ backend, precision }) => section(document, backend, precision)),
  ].join('\n');
}
