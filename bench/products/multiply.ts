// C = A·B by one of our kernels, each product by an operator of its own: node bench/products/multiply.ts A.csr B.csr RUNS KERNEL THREADS. A line of JSON.
import { readFileSync } from 'node:fs';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { CooMatrix, MatrixRequest, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooByRows, createRegistry, openBackend } from '@spmv/core';
import type { CsrArrays } from '@spmv/formats';
import { csr } from '@spmv/formats';
import { plugin as native } from '@spmv/kernels-native';
import { plugin as products, spgemm } from '@spmv/spgemm';

const [fileA = '', fileB = '', runs = '3', id = 'native/spgemm-csr', team = '1'] = process.argv.slice(2);

/** A raw file: rows, columns and entries as numbers of 64 bits, then row starts, columns and values. */
function matrixOf(path: string): StoredMatrix {
  const bytes = Uint8Array.from(readFileSync(path)).buffer;
  const [rows = 0, cols = 0, nnz = 0] = Array.from(new BigInt64Array(bytes, 0, 3), Number);
  const rowStart = new Int32Array(bytes, 24, rows + 1);
  const colIndex = new Int32Array(bytes, 24 + rowStart.byteLength, nnz);
  const values = new Float64Array(bytes.slice(24 + rowStart.byteLength + colIndex.byteLength));
  return buildMatrix(csr, cooByRows({ rows, cols }, { rowStart, colIndex }, values) as CooMatrix, { share: true });
}

/** Numbers that tell results apart: of positions exactly, of values up to rounding. Entries that are 0 do not count: SciPy leaves them out since 1.17. */
function sums({ colIndex, values }: CsrArrays): Readonly<Record<'nonzeros' | 'pattern' | 'values', number>> {
  let [nonzeros, pattern, sum] = [0, 0, 0];
  for (let k = 0; k < values.length; k++) {
    if (values[k] === 0) continue;
    sum += values[k] * ((nonzeros % 64) + 1);
    pattern = (pattern + Math.imul(++nonzeros, colIndex[k] + 1)) | 0;
  }
  return { nonzeros, pattern: pattern >>> 0, values: sum };
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

const count = Number(team);
const kernel = createRegistry([products, native])
  .matrixKernels(spgemm.id)
  .find((one) => one.id === id);
if (!kernel) throw new Error(`There is no kernel '${id}' of C ← αAB.`);
const A = matrixOf(fileA);
const request: MatrixRequest = {
  operation: spgemm,
  kernel,
  matrices: { A, B: fileA === fileB ? A : matrixOf(fileB) },
  formats: [csr],
  params: count > 1 ? { threads: count } : {},
};
const backend = await openBackend(count > 1 ? threads : serial);
const times = { wallMs: [] as number[], cpuMs: [] as number[], symbolicMs: [] as number[], againMs: [] as number[] };
for (let run = 0; run <= Number(runs); run++) {
  const product = await backend.prepareMatrix(request);
  const [began, beganCpu] = [performance.now(), cpuMs()];
  await product.symbolic();
  const found = performance.now();
  await product.numeric();
  const [made, madeCpu] = [performance.now(), cpuMs()];
  // The second binds what the third repeats.
  await product.numeric();
  const again = performance.now();
  await product.numeric();
  if (run > 0) {
    times.wallMs.push(made - began);
    times.cpuMs.push(madeCpu - beganCpu);
    times.symbolicMs.push(found - began);
    times.againMs.push(performance.now() - again);
  }
  if (run === Number(runs)) {
    const { nnz, arrays } = await product.read();
    const row = { subject: id, threads: count, nnz, ...sums(arrays as CsrArrays), ...times };
    process.stdout.write(`${JSON.stringify(row)}\n`);
  }
  await product.dispose();
}
await backend.dispose();
