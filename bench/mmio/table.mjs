// The table of a benchmark document.

function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round(q * (sorted.length - 1))];
}

const speedOf = ({ megabytesPerSecond }) => quantile(megabytesPerSecond, 0.5);

/** Ratios round by round, so that noise that lasts longer than a round cancels. */
function ratioTo(row, peer) {
  if (peer === undefined) return '–';
  const ratios = row.rounds.map((round, r) => speedOf(round) / speedOf(peer.rounds[r]));
  return `${quantile(ratios, 0.5).toFixed(2)} (${quantile(ratios, 0).toFixed(2)}–${quantile(ratios, 1).toFixed(2)})`;
}

function memoryOf(row, file) {
  const bytes = row.rounds[0]?.firstRunMemoryBytes;
  if (bytes === undefined || row.operation !== 'read') return '';
  return `${(bytes / (file.entries * (file.kind === 'pattern' ? 8 : 16))).toFixed(2)}×`;
}

export function markdown(document) {
  const { machine } = document;
  const lines = [
    `# Matrix Market text, ${machine.name}, ${document.date}`,
    '',
    `${machine.cpu}, ${machine.threads} threads, Node ${machine.node}, g++ ${machine.compiler ?? '–'}, SciPy ${machine.scipy ?? '–'}, commit ${document.commit}. Load average before the end: ${machine.loadAverage.map((load) => load.toFixed(1)).join(', ')}.`,
    'MB/s of text: median of the rounds (lowest–highest). Ratios: round by round, median (lowest–highest), against the same number of threads. Memory: growth of the resident set by the first read, over the size of the COO arrays.',
    '',
    '| operation | file | by | threads | MB/s | over C++ | over SciPy (fast_matrix_market) | memory |',
    '|---|---|---|---|---|---|---|---|',
  ];
  for (const row of document.results) {
    const peer = (name) =>
      document.results.find(
        (other) =>
          other.name === name &&
          other.operation === row.operation &&
          other.kind === row.kind &&
          other.threads === row.threads,
      );
    const speeds = row.rounds.map(speedOf);
    const file = document.files.find(({ kind }) => kind === row.kind);
    lines.push(
      `| ${row.operation} | ${row.kind} | ${row.name} | ${row.threads} | ${quantile(speeds, 0.5).toFixed(0)} (${quantile(speeds, 0).toFixed(0)}–${quantile(speeds, 1).toFixed(0)}) | ${ratioTo(row, peer('C++'))} | ${ratioTo(row, peer('SciPy'))} | ${memoryOf(row, file)} |`,
    );
  }
  lines.push('', '| file | bytes | entries | SHA-256 |', '|---|---|---|---|');
  for (const file of document.files) lines.push(`| ${file.kind} | ${file.bytes} | ${file.entries} | ${file.sha256} |`);
  return `${lines.join('\n')}\n`;
}
