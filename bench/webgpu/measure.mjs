// Measures candidates on one matrix: builds, prepares, validates against the oracle, times by the device's clock and the host's.
import { buildMatrix, isSpmvError, judge, PRECISIONS, spmvReference } from '@spmv/core';
import { randomVector } from '@spmv/testkit';

const median = (samples) => [...samples].sort((a, b) => a - b)[samples.length >> 1];

/** Most products of one host-timed batch, and about how long it takes. */
const BATCH = 200;
const BATCH_MS = 10;

/** Rows of results for one matrix, precision and backend. `kept` holds what is made of the matrix, for the next call with it. */
export async function measureAll({
  backend,
  registry,
  coo,
  precision,
  runs,
  candidates,
  oracle = true,
  kept = new Map(),
  say = () => {},
}) {
  const host = PRECISIONS[precision].host;
  const keep = (key, make) => {
    if (!kept.has(key)) kept.set(key, make());
    return kept.get(key);
  };
  const x = randomVector(coo.shape.cols, { type: host, seed: 7 });
  const reference = oracle
    ? keep(`oracle ${precision}`, () => spmvReference({ coo, x, y: new Float64Array(0), alpha: 1, beta: 0 }, precision))
    : undefined;
  const dx = await backend.vector(x, precision);
  const dy = await backend.vector(coo.shape.rows, precision);
  const poison = (host === 'f64' ? new Float64Array(coo.shape.rows) : new Float32Array(coo.shape.rows)).fill(
    Number.NaN,
  );
  const rows = [];

  const point = async (kernel, matrix, params) => {
    const row = { kernel: kernel.id, format: kernel.format, formatParams: matrix.params, params, precision };
    let operator;
    try {
      const begin = performance.now();
      operator = await backend.prepare({ operation: 'spmv', matrix, kernel, precision, params });
      const prepareMs = performance.now() - begin;
      await dy.write(poison);
      operator.apply(dx, dy, 1, 0);
      const y = await dy.read();
      const { accumulator } = kernel.precisions.find((one) => one.precision === precision);
      const errorRatio = reference ? judge(y, reference, accumulator).errorRatio : null;
      if (errorRatio !== null && !(errorRatio <= 1))
        return { ...row, status: 'failed', reason: `error ratio ${errorRatio}` };
      await operator.time(dx, dy, { runs: 3 });
      const hotMs = median(await operator.time(dx, dy, { runs }));
      const batch = Math.max(1, Math.min(BATCH, Math.round(BATCH_MS / hotMs)));
      const begun = performance.now();
      for (let k = 0; k < batch; k++) operator.apply(dx, dy, 1, 0);
      await backend.finish();
      const hostMs = (performance.now() - begun) / batch;
      return {
        ...row,
        params: operator.kernelParams,
        status: 'ok',
        errorRatio,
        prepareMs,
        hotMs,
        hostMs,
        bytes: operator.bytesResident,
      };
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      return {
        ...row,
        status: /^(?:PARAM|FORMAT\.REFUSED)/.test(error.code) ? 'refused' : 'failed',
        reason: `${error.code} ${error.message}`,
      };
    } finally {
      await operator?.dispose();
    }
  };

  for (const { kernel: id, formatParams = {}, params, refine = [] } of candidates) {
    if (!registry.kernels().some((kernel) => kernel.id === id)) continue;
    const kernel = registry.kernel(id);
    let matrix;
    try {
      matrix = keep(`${kernel.format} ${JSON.stringify(formatParams)} ${host}`, () =>
        buildMatrix(registry.format(kernel.format), coo, { params: formatParams, valueType: host, maxBytes: 2 ** 35 }),
      );
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      rows.push({ kernel: id, formatParams, params: {}, precision, status: 'refused', reason: error.message });
      continue;
    }
    const mine = [];
    for (const one of params) mine.push(await point(kernel, matrix, one));
    const best = mine.filter(({ status }) => status === 'ok').sort((a, b) => a.hotMs - b.hotMs)[0];
    for (const one of best ? refine : []) {
      const next = { ...best.params, ...one };
      if (!mine.some((row) => JSON.stringify(row.params) === JSON.stringify(next)))
        mine.push(await point(kernel, matrix, next));
    }
    for (const row of mine.filter(({ status }) => status === 'failed'))
      say(`FAILED ${row.kernel} ${JSON.stringify(row.params)} ${precision}: ${row.reason}`);
    rows.push(...mine);
  }
  await dx.dispose();
  await dy.dispose();
  return rows;
}
