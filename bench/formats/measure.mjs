// One matrix on one backend: the best point of each format is searched with few products, then those are timed in turn (A B C A B C …).
import { core, testkit } from './packages.mjs';
import { familyOf, formatPoints, kernelPoints, kernelsOf } from './candidates.mjs';

const CPU_TURN_MS = 4;
const SEARCH_MS = 15;

const quantile = (samples, q) =>
  Float64Array.from(samples).sort()[Math.min(samples.length - 1, Math.floor(q * samples.length))];

/** Vectors, oracle and clock of one matrix on one backend. */
async function bench({ backend, coo, precision, reference, x }) {
  const dx = await backend.vector(x);
  const dy = await backend.vector(coo.shape.rows, precision);
  const poison = core.valueArray(core.PRECISIONS[precision].host, coo.shape.rows).fill(Number.NaN);
  const host = async (operator, products) => {
    const begin = performance.now();
    for (let p = 0; p < products; p++) operator.apply(dx, dy);
    await backend.finish();
    return (performance.now() - begin) / products;
  };
  return {
    async check(operator, accumulator) {
      await dy.write(poison);
      operator.apply(dx, dy);
      return core.judge(await dy.read(), reference, accumulator).errorRatio;
    },
    /** Milliseconds of single products, by the device's clock where it has one; `ms` is about how long to look. */
    async sample(operator, ms, clocked) {
      if (clocked) return [...((await operator.time(dx, dy, { runs: 5 })) ?? [])].slice(1);
      const once = await host(operator, 1);
      return [await host(operator, Math.min(2000, Math.max(1, Math.round(ms / once))))];
    },
    clocked: async (operator) => (await operator.time(dx, dy, { runs: 1 })) !== undefined,
    dispose: async () => Promise.all([dx.dispose(), dy.dispose()]),
  };
}

/** Which column a kernel belongs to: its format's, or that of a vendor's library. */
function columnOf(kernel) {
  return kernel.vendor === true ? 'vendor' : kernel.format;
}

/** The best of every column, with its samples: [{ column, kernel, formatParams, params, bytes, errorRatio, samplesMs, … }]. */
export async function measure({ descriptor, backend, registry, coo, precision, formats, rounds, say }) {
  const valueType = core.PRECISIONS[precision].host;
  const x = testkit.randomVector(coo.shape.cols, { type: valueType, seed: 7 });
  const reference = core.spmvReference({ coo, x, y: new Float64Array(0), alpha: 1, beta: 0 }, precision);
  const clock = await bench({ backend, coo, precision, reference, x });
  const best = new Map();
  const refused = [];
  let tried = 0;
  for (const format of formats) {
    for (const [p, formatParams] of formatPoints(format, familyOf(backend)).entries()) {
      // Kernels in JavaScript are there to be read: with the first point of their format alone.
      const kernels = kernelsOf(format, descriptor, precision).filter(({ target }) => target !== 'js' || p === 0);
      let matrix;
      try {
        if (kernels.length > 0)
          matrix = core.buildMatrix(registry.format(format), coo, {
            params: formatParams,
            valueType,
            maxBytes: 16 * (12 * coo.values.length + 2 ** 20),
          });
      } catch (error) {
        refused.push({ column: format, formatParams, reason: error.message });
      }
      if (!matrix) continue;
      for (const kernel of kernels) {
        const { accumulator } = kernel.precisions.find((one) => one.precision === precision);
        for (const params of kernelPoints(kernel, descriptor.id, familyOf(backend))) {
          const column = columnOf(kernel);
          let operator;
          try {
            operator = await backend.prepare({ operation: 'spmv', matrix, kernel, precision, params });
            const errorRatio = await clock.check(operator, accumulator);
            if (!(errorRatio <= 1)) throw new Error(`error ratio ${errorRatio}`);
            const clocked = await clock.clocked(operator);
            await clock.sample(operator, SEARCH_MS / 3, clocked);
            const found = quantile(await clock.sample(operator, SEARCH_MS, clocked), 0.5);
            tried++;
            if (!(best.get(column)?.found <= found))
              best.set(column, {
                column,
                kernel,
                matrix,
                params,
                formatParams: matrix.params,
                found,
                errorRatio,
                clocked,
                accumulator,
              });
          } catch (error) {
            refused.push({ column, kernel: kernel.id, formatParams, params, reason: error.message });
            if (!core.isSpmvError(error) || error.code.startsWith('BACKEND.'))
              say(`${kernel.id} ${JSON.stringify({ ...formatParams, ...params })}: ${error.message}`);
          } finally {
            await operator?.dispose();
          }
        }
      }
    }
  }
  const finalists = [];
  for (const one of best.values()) {
    const { kernel, matrix, params } = one;
    finalists.push({
      ...one,
      samplesMs: [],
      operator: await backend.prepare({ operation: 'spmv', matrix, kernel, precision, params }),
    });
  }
  for (let round = 0; round < rounds; round++) {
    for (const one of round % 2 === 0 ? finalists : [...finalists].reverse())
      one.samplesMs.push(...(await clock.sample(one.operator, CPU_TURN_MS, one.clocked)));
  }
  const rows = [];
  for (const { column, kernel, operator, matrix, formatParams, accumulator, samplesMs, clocked } of finalists) {
    const errorRatio = await clock.check(operator, accumulator);
    const bytes = core.storageBytes(matrix);
    const medianMs = quantile(samplesMs, 0.5);
    rows.push({
      column,
      kernel: kernel.id,
      formatParams,
      params: { ...operator.kernelParams, ...operator.launchParams },
      bytes,
      clock: clocked ? 'device' : 'host',
      errorRatio,
      status: errorRatio <= 1 ? 'ok' : 'failed',
      runs: samplesMs.length,
      medianMs,
      q1Ms: quantile(samplesMs, 0.25),
      q3Ms: quantile(samplesMs, 0.75),
      gflops: (2 * coo.values.length) / medianMs / 1e6,
    });
    await operator.dispose();
  }
  await clock.dispose();
  return { backend: descriptor.id, precision, tried, rows, refused };
}
