// Tables of a finished run: per matrix the best of ours and of cuSPARSE's, with ratios and geometric means.

const geomean = (numbers) => Math.exp(numbers.reduce((sum, n) => sum + Math.log(n), 0) / numbers.length);
const label = (row) => `${row.kernel.replace('cuda/', '')} ${[...Object.entries(row.formatParams ?? {}), ...Object.entries(row.params ?? {})].map(([k, v]) => `${k}=${v}`).join(' ')}`.trim();

function best(rows, clock, accept) {
  return rows.filter((row) => row.status === 'ok' && accept(row)).sort((a, b) => a[clock] - b[clock])[0];
}

/** Ratios of one matrix in one precision by one clock. */
export function compareRows(rows, clock) {
  const ours = best(rows, clock, (row) => !row.vendor);
  const csr = best(rows, clock, (row) => row.vendor && !row.kernel.endsWith('sell'));
  const any = best(rows, clock, (row) => row.vendor);
  return { ours, csr, any, overCsr: ours && csr ? csr[clock] / ours[clock] : undefined, overAny: ours && any ? any[clock] / ours[clock] : undefined };
}

/** What the tuner chose, measured again, against cuSPARSE's best of the same run. */
function planTable(document) {
  const lines = [];
  for (const precision of ['f64', 'f32']) {
    const compared = document.matrices.flatMap((matrix) => {
      const any = best(matrix.rows.filter((row) => row.precision === precision), 'hotMs', (row) => row.vendor);
      const csr = best(matrix.rows.filter((row) => row.precision === precision), 'hotMs', (row) => row.vendor && !row.kernel.endsWith('sell'));
      const plan = (effort) => (matrix.plans ?? []).find((row) => row.precision === precision && row.effort === effort && row.status === 'ok');
      return any && csr && plan('timed') && plan('quick') ? [{ matrix, any, csr, timed: plan('timed'), quick: plan('quick') }] : [];
    });
    if (compared.length === 0) continue;
    lines.push(`## ${precision}, what the tuner chooses (hot)`, '', '| matrix | choice | µs | over cuSPARSE CSR | over cuSPARSE | plan ms | in products | quick choice µs | over CSR | plan ms |', '|---|---|---|---|---|---|---|---|---|---|');
    for (const { matrix, any, csr, timed, quick } of compared) {
      lines.push(`| ${matrix.name} | ${label(timed)} | ${(timed.hotMs * 1000).toFixed(2)} | ${(csr.hotMs / timed.hotMs).toFixed(2)} | ${(any.hotMs / timed.hotMs).toFixed(2)} | ${timed.planMs.toFixed(0)} | ${timed.planProducts.toFixed(0)} | ${(quick.hotMs * 1000).toFixed(2)} | ${(csr.hotMs / quick.hotMs).toFixed(2)} | ${quick.planMs.toFixed(0)} |`);
    }
    const mean = (ratio) => geomean(compared.map(ratio)).toFixed(3);
    lines.push(`| **geometric mean** | | | **${mean((c) => c.csr.hotMs / c.timed.hotMs)}** | **${mean((c) => c.any.hotMs / c.timed.hotMs)}** | | | | **${mean((c) => c.csr.hotMs / c.quick.hotMs)}** | |`, '');
  }
  return lines;
}

/** Markdown of a whole run. */
export function markdown(document) {
  const lines = [`# CUDA against cuSPARSE`, '', `${document.device.name}, driver ${document.driver} (CUDA ${document.device.details.driverVersion}), copy ${document.measured.copyGBs.toFixed(0)} GB/s, commit ${document.commit}`, ''];
  for (const precision of ['f64', 'f32']) {
    for (const clock of ['hotMs', 'coldMs']) {
      const compared = document.matrices
        .map((matrix) => ({ matrix, ...compareRows(matrix.rows.filter((row) => row.precision === precision), clock) }))
        .filter(({ overCsr }) => overCsr !== undefined);
      if (compared.length === 0) continue;
      lines.push(`## ${precision}, ${clock === 'hotMs' ? 'hot caches' : 'cold caches'}`, '');
      lines.push('| matrix | rows | nnz | ours µs | GFLOP/s | of copy | kernel | cuSPARSE CSR µs | ratio | cuSPARSE best µs | ratio |', '|---|---|---|---|---|---|---|---|---|---|---|');
      for (const { matrix, ours, csr, any, overCsr, overAny } of compared) {
        const us = (row) => (row[clock] * 1000).toFixed(2);
        const flops = (2 * matrix.nnz) / ours[clock] / 1e6;
        const csrBytes = matrix.nnz * (precision === 'f64' ? 12 : 8) + matrix.rowCount * 4 + (matrix.rowCount + matrix.cols) * (precision === 'f64' ? 8 : 4);
        lines.push(`| ${matrix.name} | ${matrix.rowCount} | ${matrix.nnz} | ${us(ours)} | ${flops.toFixed(0)} | ${((100 * csrBytes) / ours[clock] / 1e6 / document.measured.copyGBs).toFixed(0)} % | ${label(ours)} | ${us(csr)} | ${overCsr.toFixed(2)} | ${us(any)} (${any.kernel.split('-').at(-1)}) | ${overAny.toFixed(2)} |`);
      }
      lines.push(`| **geometric mean** | | | | | | | | **${geomean(compared.map((c) => c.overCsr)).toFixed(3)}** | | **${geomean(compared.map((c) => c.overAny)).toFixed(3)}** |`);
      lines.push(`| least | | | | | | | | ${Math.min(...compared.map((c) => c.overCsr)).toFixed(2)} | | ${Math.min(...compared.map((c) => c.overAny)).toFixed(2)} |`, '');
    }
  }
  lines.push(...planTable(document));
  lines.push('"of copy" counts CSR\'s bytes: above 100 % means fewer bytes were moved than CSR has.', '');
  const worst = document.matrices.flatMap((m) => m.rows.map((row) => row.errorRatio ?? 0)).reduce((a, b) => Math.max(a, b), 0);
  const failed = document.matrices.flatMap((m) => m.rows.filter((row) => row.status === 'failed').map((row) => `${m.name} ${row.precision} ${label(row)}: ${row.reason}`));
  lines.push(`Largest error ratio ${worst.toPrecision(3)}; failed: ${failed.length}.`, '', ...failed.map((f) => `* ${f}`));
  return `${lines.join('\n')}\n`;
}
