// What published packages do, one thing after another, in whatever runtime imports this. Plain JavaScript that names nothing of a runtime.

const TEXT = '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 3\n2 2 4\n';

function expect(found, wanted) {
  const text = JSON.stringify(found);
  if (text !== JSON.stringify(wanted)) throw new Error(`${text} is not ${JSON.stringify(wanted)}`);
}

async function product(options) {
  const { openMatrix } = await import('spmv');
  const source = { shape: [2, 2], rowStart: [0, 1, 2], colIndex: [1, 0], values: [2, 3] };
  const A = await openMatrix(source, options);
  try {
    expect([...(await A.multiply([1, 2]))], [4, 3]);
    if (options.kernel !== undefined) expect(A.plan.kernel, options.kernel);
  } finally {
    await A.dispose();
  }
}

/** Each throws where it does not work. */
const checks = {
  async 'matrices and formats'() {
    const [{ buildMatrix, cooFromEntries }, { csr }] = await Promise.all([
      import('@spmv/core'),
      import('@spmv/formats'),
    ]);
    const coo = cooFromEntries({ rows: 1, cols: 2 }, { rowIndex: [0], colIndex: [1], values: [5] });
    expect([...buildMatrix(csr, coo).arrays.rowStart], [0, 1]);
  },
  async 'Matrix Market text'() {
    const { readMatrixMarket, toCoo } = await import('@spmv/mmio');
    expect([...toCoo(await readMatrixMarket(new TextEncoder().encode(TEXT))).values], [3, 4]);
  },
  async '`spmv/build`'() {
    const { poisson, sum } = await import('spmv/build');
    expect(sum(poisson(3)), 2);
  },
  async factors() {
    const [{ factor }, { eye, scale }] = await Promise.all([import('@spmv/direct'), import('spmv/build')]);
    const F = await factor(scale(eye(2), 4));
    expect([...F.solve(Float64Array.of(4, 8))], [1, 2]);
  },
  'products in JavaScript': () => product({ backend: 'serial', kernel: 'js/csr' }),
  'in WebAssembly': () => product({ backend: 'serial', kernel: 'wasm/csr-simd' }),
  'compiled for the processor': () => product({ backend: 'serial', kernel: 'native/csr' }),
  'on threads': () => product({ backend: 'threads' }),
  async solvers() {
    const { openMatrix } = await import('spmv');
    const A = await openMatrix(
      [
        [4, 1],
        [1, 3],
      ],
      { backend: 'serial' },
    );
    const { converged } = await A.solve([1, 2], { method: 'cg', rtol: 1e-10 });
    await A.dispose();
    expect(converged, true);
  },
  async 'several vectors, and A·B'() {
    const { openMatrix } = await import('spmv');
    const A = await openMatrix(
      { shape: [2, 2], rowStart: [0, 1, 2], colIndex: [1, 0], values: [2, 3] },
      { backend: 'serial' },
    );
    const [y] = await A.multiplyMany([[1, 2]]);
    const C = await A.multiply(A);
    expect([...y, ...C.toDense().flatMap((row) => [...row])], [4, 3, 6, 0, 0, 6]);
    await C.dispose();
    await A.dispose();
  },
  async 'a file by its path'() {
    const { openMatrix } = await import('spmv');
    const A = await openMatrix('./two.mtx', { backend: 'serial' });
    expect(A.nnz, 2);
    await A.dispose();
  },
};

/** For each check `yes`, the code of an error, or what else was thrown. */
export async function outcomes() {
  const found = {};
  for (const [name, check] of Object.entries(checks)) {
    try {
      await check();
      found[name] = 'yes';
    } catch (error) {
      found[name] = error.code === undefined ? `fails: ${error.message}` : `\`${error.code}\``;
    }
  }
  return found;
}
