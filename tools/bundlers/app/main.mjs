// A page that runs every kernel it finds, in every precision of its backend, and lets the oracle judge each product.
import { plugin as serial } from '@spmv/backend-serial';
import { plugin as threads } from '@spmv/backend-threads';
import { plugin as webgpu } from '@spmv/backend-webgpu';
import {
  buildMatrix,
  cooFromEntries,
  createRegistry,
  createWorkload,
  openBackend,
  PRECISIONS,
  referencesOf,
  valueArray,
  spmv,
} from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as rowSegments } from '@spmv/format-row-segments';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as formats } from '@spmv/formats';
import { gemm, plugin as dense } from '@spmv/gemm';
import { openMatrix } from 'spmv';

const PLUGINS = [formats, packed, sell, hyb, bell, csr16, rowSegments, dense, serial, threads, webgpu];
const N = 300;

/** A band of five diagonals and one full row. */
function matrix() {
  const rowIndex = [];
  const colIndex = [];
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      if (i !== 7 && ![0, 1, 17].includes(Math.abs(i - j))) continue;
      rowIndex.push(i);
      colIndex.push(j);
    }
  }
  return cooFromEntries(
    { rows: N, cols: N },
    { rowIndex, colIndex, values: rowIndex.map((i, k) => Math.sin(i + 3 * colIndex[k])) },
  );
}

function failure(name, { code, message, fix }) {
  return { name, code, message, fix };
}

async function runKernel(registry, backend, coo, kernel, { precision, accumulator }) {
  const name = `${kernel.id} ${precision}`;
  try {
    const { host } = PRECISIONS[precision];
    const stored = buildMatrix(registry.format(kernel.format), coo, { valueType: host });
    const params = backend.id === 'threads' ? { threads: 3 } : {};
    const operator = await backend.prepare({ operation: spmv, matrix: stored, kernel, precision, params });
    const x = valueArray(host, N).map((_, j) => Math.cos(j));
    const y = valueArray(host, N).map((_, i) => i / N);
    const given = backend.vector(x, precision);
    const written = backend.vector(y, precision);
    operator.apply(given, written, 1.5, -0.5);
    const reference = spmvReference({ coo, x, y, alpha: 1.5, beta: -0.5 }, precision);
    return { name, errorRatio: judge(await written.read(), reference, accumulator).errorRatio };
  } catch (error) {
    return failure(name, error);
  }
}

/** A product of dense matrices, C by columns, C ← 1.5·AB − 0.5·C. */
async function runDense(backend, kernel, own) {
  const { precision } = own;
  const name = `${kernel.id} ${precision}`;
  try {
    const sizes = { m: 33, n: 35, k: 37 };
    const layouts = { C: { order: 'column' } };
    const workload = createWorkload(gemm, undefined, { sizes, layouts, options: kernel.options ?? {} });
    const params = backend.id === 'threads' ? { threads: 3 } : {};
    const operator = await backend.prepare({ operation: gemm, kernel, precision, params, sizes, layouts });
    const buffers = {};
    const handles = [];
    for (const { name: operand, length, layout } of workload.signature.buffers) {
      const data = valueArray(PRECISIONS[precision].host, length).map((_, e) => Math.sin(e + operand.charCodeAt(0)));
      buffers[operand] = data;
      handles.push(backend.dense(layout.rows, layout.cols, { order: layout.order, data, precision }));
    }
    operator.apply(...handles, 1.5, -0.5);
    const { C } = referencesOf(workload, buffers, { alpha: 1.5, beta: -0.5 }, own);
    return { name, errorRatio: judge(await handles[2].read(), C, own.accumulator).errorRatio };
  } catch (error) {
    return failure(name, error);
  }
}

async function runBackend(registry, descriptor, coo) {
  const { id } = descriptor;
  const probe = await descriptor.probe();
  if (!probe.available) return { id, ...probe, products: [] };
  let backend;
  try {
    backend = await openBackend(descriptor);
  } catch (error) {
    return { id, ...probe, products: [failure('open', error)] };
  }
  try {
    const products = [];
    for (const kernel of registry
      .kernels({ operation: 'spmv', options: { transpose: false }, targets: descriptor.targets })
      .filter((kernel) => wanted('kernels', kernel.id))) {
      for (const one of kernel.precisions.filter(
        ({ precision, stored }) =>
          stored === undefined && wanted('precisions', precision) && backend.device.precisions.includes(precision),
      )) {
        products.push(await runKernel(registry, backend, coo, kernel, one));
      }
    }
    for (const kernel of registry
      .kernels({ operation: 'gemm', targets: descriptor.targets })
      .filter(({ id, requires }) => wanted('kernels', id) && requires.every((one) => has(backend, one)))) {
      for (const one of kernel.precisions.filter(
        ({ precision }) => wanted('precisions', precision) && backend.device.precisions.includes(precision),
      )) {
        products.push(await runDense(backend, kernel, one));
      }
    }
    return { id, ...probe, products };
  } finally {
    await backend.dispose();
  }
}

/** What a kernel requires and an adapter of the page may lack. */
function has(backend, capability) {
  return backend.id !== 'webgpu' || backend.device.capabilities.includes(capability);
}

/** Products and a solution with matrices that are opened from arrays and from a file of the page, by backends that are chosen there. */
async function useFrontDoor() {
  const text = '%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1.5\n2 1 2\n';
  try {
    const A = await openMatrix([
      [4, -1, 0],
      [-1, 4, -1],
    ]);
    const B = await openMatrix(new Blob([text]), { backend: 'serial', trials: 4 });
    const products = [await A.multiply([1, 2, 3]), await A.T.multiply([1, 1]), ...(await A.multiplyMany([[1, 0, 0]]))];
    const { x, converged } = await B.solve([3.5, 2], { rtol: 1e-12 });
    const solution = { converged, x: [...x].map((value) => Number(value.toFixed(9))) };
    return { products: [...products, await B.multiply([1, 1])].map((y) => [...y]), solution };
  } catch (error) {
    return failure('openMatrix', error);
  }
}

/** Whether the page's address names this one, or none. */
function wanted(what, id) {
  return (new URL(location.href).searchParams.get(what)?.split(',') ?? [id]).includes(id);
}

globalThis.report = (async () => {
  const registry = createRegistry(PLUGINS);
  const coo = matrix();
  const backends = {};
  for (const descriptor of registry.backends.filter(({ id }) => wanted('backends', id)))
    backends[descriptor.id] = await runBackend(registry, descriptor, coo);
  return { isolated: crossOriginIsolated, backends, frontDoor: await useFrontDoor() };
})();
