// Measures candidates on one matrix: builds, prepares, validates against the oracle, times.
import process from 'node:process';
import { buildMatrix, isSpmvError, judge, spmvReference } from '@spmv/core';
import { randomVector } from '@spmv/testkit';

const ALPHA = 1;
const BETA = 0;

const median = (samples) => [...samples].sort((a, b) => a - b)[samples.length >> 1];

/** `backend` as one of several processes may use it: what touches the device waits for its turn, and `waited` says for how long. */
function takingTurns(backend, exclusive, waited) {
  const inTurn = (work) => {
    const asked = performance.now();
    return exclusive(() => {
      waited.ms += performance.now() - asked;
      return work();
    });
  };
  return {
    device: backend.device,
    vector: (...what) => inTurn(() => backend.vector(...what)),
    async prepare(request) {
      const inner = await inTurn(() => backend.prepare(request));
      return {
        inner,
        bytesResident: inner.bytesResident,
        time: (...what) => inTurn(() => inner.time(...what)),
        dispose: () => inner.dispose(),
      };
    },
  };
}

/** One measurer per matrix and precision; `measure(candidate)` gives one row per parameter point; `exclusive` runs what needs the device for itself. */
export async function createMeasurer({
  backend,
  registry,
  coo,
  precision,
  runs,
  oracle = true,
  exclusive = (work) => work(),
}) {
  const x = randomVector(coo.shape.cols, { type: precision, seed: 7 });
  const reference = oracle
    ? spmvReference({ coo, x, y: new Float64Array(0), alpha: ALPHA, beta: BETA }, precision)
    : undefined;
  const [dx, dy] = await exclusive(async () => [
    await backend.vector(x),
    await backend.vector(coo.shape.rows, precision),
  ]);
  const poison = (precision === 'f64' ? new Float64Array(coo.shape.rows) : new Float32Array(coo.shape.rows)).fill(
    Number.NaN,
  );
  const vectorBytes = (coo.shape.rows + coo.shape.cols) * (precision === 'f64' ? 8 : 4);
  const built = new Map();

  const build = (format, params) => {
    const key = format.id + JSON.stringify(params);
    if (built.get('key') !== key) {
      const begin = performance.now();
      // One format at a time: large matrices in all of them would not fit.
      built.clear();
      built
        .set('key', key)
        .set('matrix', buildMatrix(format, coo, { params, valueType: precision, maxBytes: 2 ** 36 }));
      built.set('ms', performance.now() - begin);
    }
    return { matrix: built.get('matrix'), ms: built.get('ms') };
  };

  /** Read when an operator is prepared: whether its kernels may begin while the ones before them end. */
  const prepare = async (request, overlap) => {
    if (!overlap) process.env.SPMV_CUDA_NO_OVERLAP = '1';
    try {
      return await backend.prepare(request);
    } finally {
      delete process.env.SPMV_CUDA_NO_OVERLAP;
    }
  };

  const point = (...what) => exclusive(() => pointInTurn(...what));
  const pointInTurn = async (kernel, matrix, formatParams, params, convertMs, overlap) => {
    const row = {
      kernel: kernel.id,
      vendor: kernel.vendor === true,
      format: kernel.format,
      formatParams,
      params,
      precision,
      overlap,
    };
    const begin = performance.now();
    let operator;
    try {
      operator = await prepare({ operation: 'spmv', matrix, kernel, precision, params }, overlap);
    } catch (error) {
      if (!isSpmvError(error)) throw error;
      return {
        ...row,
        status: error.code === 'FORMAT.REFUSED' || error.code.startsWith('PARAM') ? 'refused' : 'failed',
        reason: error.message,
      };
    }
    return measureOperator(operator, { ...row, convertMs, prepareMs: performance.now() - begin });
  };

  /** Validates and times a prepared operator, then disposes of it. */
  const measureOperator = async (operator, row) => {
    try {
      await dy.write(poison);
      operator.apply(dx, dy, ALPHA, BETA);
      const y = await dy.read();
      const errorRatio = reference ? judge(y, reference, precision).errorRatio : null;
      if (errorRatio !== null && !(errorRatio <= 1))
        return { ...row, status: 'failed', reason: `error ratio ${errorRatio}`, errorRatio };
      await operator.time(dx, dy, { runs: 3, alpha: ALPHA, beta: BETA });
      const hot = median(await operator.time(dx, dy, { runs, alpha: ALPHA, beta: BETA }));
      const cold = median(
        await operator.time(dx, dy, { runs: Math.min(runs, 11), alpha: ALPHA, beta: BETA, cold: true }),
      );
      const bytes = operator.bytesResident + vectorBytes;
      return {
        ...row,
        params: operator.kernelParams,
        status: 'ok',
        errorRatio,
        bytes,
        hotMs: hot,
        coldMs: cold,
        gflops: (2 * coo.values.length) / hot / 1e6,
        gbs: bytes / hot / 1e6,
        coldGbs: bytes / cold / 1e6,
      };
    } catch (error) {
      return { ...row, status: 'failed', reason: String(error.message ?? error) };
    } finally {
      await operator.dispose();
    }
  };

  return {
    async measure({ kernel: id, formatParams = {}, params, after = [] }) {
      const kernel = registry.kernel(id);
      let stored;
      try {
        stored = build(registry.format(kernel.format), formatParams);
      } catch (error) {
        if (!isSpmvError(error)) throw error;
        return [{ kernel: id, formatParams, params: {}, precision, status: 'refused', reason: error.message }];
      }
      const rows = [];
      const measurePoint = async (p, overlap = true) =>
        rows.push(await point(kernel, stored.matrix, formatParams, p, stored.ms, overlap));
      const best = () => rows.filter((row) => row.status === 'ok').sort((one, other) => one.hotMs - other.hotMs)[0];
      for (const p of params) await measurePoint(p);
      for (const p of best() ? after : []) {
        const next = { ...best().params, ...p };
        if (!rows.some((row) => JSON.stringify(row.params) === JSON.stringify(next))) await measurePoint(next);
      }
      // What does not gain by beginning early: each product after the one before.
      if (best() && !kernel.vendor) await measurePoint(best().params, false);
      return rows;
    },
    /** What the tuner chooses, measured like everything else, with what choosing cost: waiting for the device is not counted. */
    async measurePlan(planSpmv, effort) {
      const waited = { ms: 0 };
      const plan = await planSpmv({
        backend: takingTurns(backend, exclusive, waited),
        registry,
        coo,
        precision,
        effort,
      });
      const planMs = plan.planMs - waited.ms;
      const { kernel, formatParams } = plan.choice;
      const row = await exclusive(() =>
        measureOperator(plan.operator.inner, {
          kernel,
          vendor: false,
          formatParams,
          params: plan.choice.kernelParams,
          precision,
        }),
      );
      return {
        ...row,
        effort,
        planMs,
        planProducts: planMs / row.hotMs,
        why: plan.choice.why,
        tried: plan.evidence.length,
      };
    },
    dispose: () =>
      exclusive(async () => {
        await dx.dispose();
        await dy.dispose();
      }),
  };
}
