// Tables of a finished run: per matrix the best of ours and of cuSPARSE's, with ratios and geometric means, with overlapping products and without.

const geomean = (numbers) => Math.exp(numbers.reduce((sum, n) => sum + Math.log(n), 0) / numbers.length);
const label = (row) =>
  `${row.kernel.replace('cuda/', '')} ${[...Object.values(row.formatParams ?? {}), ...Object.values(row.params ?? {})].join('/')}`.trim();
const us = (row, clock) => (row[clock] * 1000).toFixed(2);

function best(rows, clock, accept) {
  return rows.filter((row) => row.status === 'ok' && accept(row)).sort((a, b) => a[clock] - b[clock])[0];
}

/** Ratios of one matrix in one precision by one clock; `alone` is the best whose products wait for one another. */
export function compareRows(rows, clock) {
  const ours = best(rows, clock, (row) => !row.vendor && row.overlap !== false);
  const alone = best(rows, clock, (row) => !row.vendor && row.overlap === false);
  const csr = best(rows, clock, (row) => row.vendor && !row.kernel.endsWith('sell'));
  const any = best(rows, clock, (row) => row.vendor);
  const over = (theirs, one) => (theirs && one ? theirs[clock] / one[clock] : undefined);
  return {
    ours,
    alone,
    csr,
    any,
    overCsr: over(csr, ours),
    overAny: over(any, ours),
    aloneOverCsr: over(csr, alone),
    aloneOverAny: over(any, alone),
  };
}

/** Every matrix of a document in one precision by one clock, where both sides were measured. */
export function compared(document, precision, clock) {
  return document.matrices
    .map((matrix) => ({
      matrix,
      ...compareRows(
        matrix.rows.filter((row) => row.precision === precision),
        clock,
      ),
    }))
    .filter(({ overCsr, aloneOverCsr }) => overCsr !== undefined && aloneOverCsr !== undefined);
}

const bytesOfCsr = ({ nnz, rowCount, cols }, precision) =>
  nnz * (precision === 'f64' ? 12 : 8) + rowCount * 4 + (rowCount + cols) * (precision === 'f64' ? 8 : 4);

function statistics(list) {
  const least = list.reduce((a, b) => (b.value < a.value ? b : a));
  return {
    mean: geomean(list.map(({ value }) => value)),
    least: least.value,
    where: least.name,
    below: list.filter(({ value }) => value < 1).map(({ name, value }) => `${name} ${value.toFixed(3)}`),
  };
}

/** Geometric mean and least of each ratio: what the whole run says. */
export function summaryRows(document) {
  const found = [];
  for (const precision of ['f64', 'f32']) {
    for (const clock of ['hotMs', 'coldMs']) {
      const list = compared(document, precision, clock);
      if (list.length === 0) continue;
      const small = list.filter(({ matrix }) => matrix.nnz < 1e6);
      for (const [name, key, of] of [
        ['over cuSPARSE CSR', 'overCsr', list],
        ['over all of cuSPARSE', 'overAny', list],
        ['over all of cuSPARSE, below 1 M entries', 'overAny', small],
        ['over cuSPARSE CSR, without overlap', 'aloneOverCsr', list],
        ['over all of cuSPARSE, without overlap', 'aloneOverAny', list],
      ]) {
        if (of.length > 0)
          found.push({
            precision,
            clock,
            name,
            count: of.length,
            ...statistics(of.map((one) => ({ name: one.matrix.name, value: one[key] }))),
          });
      }
    }
  }
  return found;
}

function summaryTable(document) {
  return [
    '| precision | caches | ratio | matrices | geometric mean | least | below 1 |',
    '|---|---|---|---|---|---|---|',
    ...summaryRows(document).map(
      (row) =>
        `| ${row.precision} | ${row.clock === 'hotMs' ? 'hot' : 'cold'} | ${row.name} | ${row.count} | **${row.mean.toFixed(3)}** | ${row.least.toFixed(3)} (${row.where}) | ${row.below.join(', ') || 'none'} |`,
    ),
    '',
  ];
}

/** What the tuner chose, measured again, against cuSPARSE's best of the same run. */
function planTable(document) {
  const lines = [];
  for (const precision of ['f64', 'f32']) {
    const rows = compared(document, precision, 'hotMs').flatMap(({ matrix, any, csr }) => {
      const plan = (effort) =>
        (matrix.plans ?? []).find((row) => row.precision === precision && row.effort === effort && row.status === 'ok');
      return plan('timed') && plan('quick') ? [{ matrix, any, csr, timed: plan('timed'), quick: plan('quick') }] : [];
    });
    if (rows.length === 0) continue;
    lines.push(
      `## ${precision}, what the tuner chooses (hot)`,
      '',
      '| matrix | choice | µs | over cuSPARSE CSR | over cuSPARSE | plan ms | in products | quick choice | µs | over CSR | plan ms | in products |',
      '|---|---|---|---|---|---|---|---|---|---|---|---|',
    );
    for (const { matrix, any, csr, timed, quick } of rows) {
      lines.push(
        `| ${matrix.name} | ${label(timed)} | ${us(timed, 'hotMs')} | ${(csr.hotMs / timed.hotMs).toFixed(2)} | ${(any.hotMs / timed.hotMs).toFixed(2)} | ${timed.planMs.toFixed(0)} | ${timed.planProducts.toFixed(0)} | ${label(quick)} | ${us(quick, 'hotMs')} | ${(csr.hotMs / quick.hotMs).toFixed(2)} | ${quick.planMs.toFixed(0)} | ${quick.planProducts.toFixed(0)} |`,
      );
    }
    const mean = (value, digits = 3) => `**${geomean(rows.map(value)).toFixed(digits)}**`;
    lines.push(
      `| **geometric mean** | | | ${mean((c) => c.csr.hotMs / c.timed.hotMs)} | ${mean((c) => c.any.hotMs / c.timed.hotMs)} | | ${mean((c) => c.timed.planProducts, 0)} | | | ${mean((c) => c.csr.hotMs / c.quick.hotMs)} | | ${mean((c) => c.quick.planProducts, 0)} |`,
      '',
    );
  }
  if (lines.length > 0)
    lines.push(
      'A plan begins with a matrix of coordinates in the host\'s memory: conversions on one core of the host, copies to the device, analyses and, for "timed", products of every candidate. Other processes used other cores meanwhile; waiting for the device is not counted.',
      '',
    );
  return lines;
}

function clockTable(document, precision, clock) {
  const list = compared(document, precision, clock);
  if (list.length === 0) return [];
  const lines = [
    `## ${precision}, ${clock === 'hotMs' ? 'hot caches' : 'cold caches'}`,
    '',
    '| matrix | rows | nnz | ours µs | GFLOP/s | of copy | kernel | cuSPARSE CSR µs | ratio | cuSPARSE best µs | ratio | ours without overlap µs | ratio over CSR | over best |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
  ];
  for (const { matrix, ours, alone, csr, any, overCsr, overAny, aloneOverCsr, aloneOverAny } of list) {
    const flops = (2 * matrix.nnz) / ours[clock] / 1e6;
    const share = (100 * bytesOfCsr(matrix, precision)) / ours[clock] / 1e6 / document.measured.copyGBs;
    lines.push(
      `| ${matrix.name} | ${matrix.rowCount} | ${matrix.nnz} | ${us(ours, clock)} | ${flops.toFixed(0)} | ${share.toFixed(0)} % | ${label(ours)} | ${us(csr, clock)} | ${overCsr.toFixed(2)} | ${us(any, clock)} (${any.kernel.split('-').at(-1)}) | ${overAny.toFixed(2)} | ${us(alone, clock)} (${label(alone)}) | ${aloneOverCsr.toFixed(2)} | ${aloneOverAny.toFixed(2)} |`,
    );
  }
  const mean = (key) => `**${geomean(list.map((one) => one[key])).toFixed(3)}**`;
  const least = (key) => Math.min(...list.map((one) => one[key])).toFixed(2);
  lines.push(
    `| **geometric mean** | | | | | | | | ${mean('overCsr')} | | ${mean('overAny')} | | ${mean('aloneOverCsr')} | ${mean('aloneOverAny')} |`,
  );
  lines.push(
    `| least | | | | | | | | ${least('overCsr')} | | ${least('overAny')} | | ${least('aloneOverCsr')} | ${least('aloneOverAny')} |`,
    '',
  );
  return lines;
}

/** Where each matrix came from. */
function matrixTable(document) {
  return [
    '## Matrices',
    '',
    '| matrix | longest row | arrays (SHA-256, first 16 digits) | file (SHA-256) |',
    '|---|---|---|---|',
    ...document.matrices.map(
      ({ name, longest, hash, sha256 }) =>
        `| ${name} | ${longest} | ${hash} | ${sha256 ?? 'generated: bench/cuda/matrices.mjs'} |`,
    ),
    '',
  ];
}

/** Markdown of a whole run. */
export function markdown(document) {
  const lines = [
    '# CUDA against cuSPARSE',
    '',
    `${document.device.name}, driver ${document.driver} (CUDA ${document.device.details.driverVersion}), copy on the device ${document.measured.copyGBs.toFixed(0)} GB/s, commit ${document.commit}, ${document.date}, Node ${document.node}.`,
    '',
    "Medians of 21 by the device's clock; ratios above 1: ours is faster. Hot: products one after another as one graph; cold: a product after the caches were evicted. cuSPARSE is measured in the same way and in the same process.",
    '"Without overlap": each kernel begins when the one before it has ended, as cuSPARSE\'s do.',
    '',
    ...(document.missing?.length ? [`Not measured, the time was over: ${document.missing.join(', ')}.`, ''] : []),
    ...summaryTable(document),
  ];
  for (const precision of ['f64', 'f32'])
    for (const clock of ['hotMs', 'coldMs']) lines.push(...clockTable(document, precision, clock));
  lines.push(
    '"of copy" counts CSR\'s bytes: above 100 % means fewer bytes were moved than CSR has, or that they came from the cache.',
    '',
    ...planTable(document),
    ...matrixTable(document),
  );
  const ratios = document.matrices.flatMap((m) =>
    m.rows.map((row) => row.errorRatio).filter((ratio) => typeof ratio === 'number'),
  );
  const failed = document.matrices.flatMap((m) =>
    m.rows
      .filter((row) => row.status === 'failed')
      .map((row) => `${m.name} ${row.precision} ${label(row)}: ${row.reason}`),
  );
  lines.push(
    `Products compared with exact ones: ${ratios.length}, largest error ratio ${ratios.reduce((a, b) => Math.max(a, b), 0).toPrecision(3)}; failed: ${failed.length}.`,
    '',
    ...failed.map((f) => `* ${f}`),
  );
  return `${lines.join('\n')}\n`;
}
