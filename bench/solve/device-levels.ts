// Levels that a CUDA device makes: node bench/solve/device-levels.ts [--turns 5] [SIZE…]. SIZE is 256^2, 100^3. A line of JSON each: whether P of the first levels has the bits of the host's and the levels its sizes, milliseconds of all levels in
// each turn, those of each kind of step where each is waited for, numbers read back, milliseconds of the same with new values, of levels that keep what these need, and bytes that are held over those of the entries: of levels for one matrix, of those that can be renewed, and of these by operation: operands, results and work.
import { parseArgs } from 'node:util';
import { plugin as cuda } from '@spmv/backend-cuda';
import type { Backend, CooMatrix } from '@spmv/core';
import { buildMatrix, cooByRows, createRegistry, openBackend, rowStartOf } from '@spmv/core';
import { csr, plugin as formats } from '@spmv/formats';
import {
  createHierarchy,
  createResidentHierarchy,
  cudaInterpolation,
  interpolation,
  levelFacts,
} from '@spmv/multigrid';
import { poisson } from 'spmv/build';

/** The backend with each step of its matrix operators waited for and timed, by operation and phase, and what they hold. */
function watched(backend: Backend, spent: Record<string, number>, held: Record<string, number>): Backend {
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const begin = performance.now();
    const done = await work();
    await backend.finish();
    spent[name] = (spent[name] ?? 0) + performance.now() - begin;
    return done;
  };
  return {
    ...backend,
    prepareMatrix: async (request) => {
      const { id } = request.operation;
      const made = await timed(`${id} prepare`, () => backend.prepareMatrix(request));
      await timed(`${id} places`, () => made.symbolic());
      await timed(`${id} values`, () => made.numeric());
      const { reads, operandBytes, resultBytes, workBytes } = made.costs();
      spent['reads'] = (spent['reads'] ?? 0) + reads;
      for (const [what, bytes] of Object.entries({ operands: operandBytes, result: resultBytes, work: workBytes }))
        held[`${id} ${what}`] = (held[`${id} ${what}`] ?? 0) + bytes;
      return made;
    },
  };
}

async function bitsAgree(backend: Backend, coo: CooMatrix): Promise<boolean> {
  const operator = await backend.prepareMatrix({
    operation: interpolation(),
    kernel: cudaInterpolation,
    matrices: { A: buildMatrix(csr, coo) },
    formats: [csr],
  });
  // The first P of the host takes the factor of the next level: what is compared is where its entries are.
  const { shape, arrays } = await operator.read();
  const { P } = createHierarchy(coo).levels[0];
  await operator.dispose();
  const agree = (one: ArrayLike<number>, other: ArrayLike<number>): boolean =>
    one.length === other.length && Array.from(one).every((value, k) => value === other[k]);
  return (
    P !== undefined &&
    shape.cols === P.shape.cols &&
    agree(arrays['rowStart'], P.rowStart) &&
    agree(arrays['colIndex'], P.colIndex)
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: 'string', default: '5' } },
});
const registry = createRegistry([formats, cuda]);
const backend = await openBackend(registry, 'cuda');
for (const name of positionals.length > 0 ? positionals : ['256^2', '1024^2', '40^3', '100^3']) {
  const [n, dimensions] = name.split('^').map(Number);
  const entries = dimensions === 2 ? poisson(n, n) : poisson(n, n, n);
  // Where rows begin is known, as of a matrix that came by rows: finding it of the row of each entry would take 20 ms of a million rows.
  const coo = cooByRows(
    entries.shape,
    { rowStart: rowStartOf(entries), colIndex: entries.colIndex },
    Float64Array.from(entries.values),
  ) as CooMatrix;
  const small = coo.shape.rows <= 300_000;
  const agree = small ? await bitsAgree(backend, coo) : undefined;
  const host = small ? levelFacts(createHierarchy(coo)).rows : undefined;
  const ms: number[] = [];
  const again: number[] = [];
  let rows: readonly number[] = [];
  const bytes = { once: 0, renewable: 0 };
  const renewableMs: number[] = [];
  for (let turn = 0; turn < Number(values.turns); turn++) {
    for (const renewable of [false, true]) {
      const begin = performance.now();
      const made = await createResidentHierarchy(backend, csr, coo, { renewable });
      await backend.finish();
      (renewable ? renewableMs : ms).push(performance.now() - begin);
      if (!made) throw new Error('The device made no levels.');
      bytes[renewable ? 'renewable' : 'once'] = made.facts.bytes;
      await made.dispose();
    }
    const levels = await createResidentHierarchy(backend, csr, coo, { renewable: true });
    if (!levels) throw new Error('The device made no levels.');
    ({ rows } = levels.facts);
    for (let t = 0; t < 3; t++) {
      const start = performance.now();
      await levels.renew?.(coo.values);
      await backend.finish();
      again.push(performance.now() - start);
    }
    const start = performance.now();
    await levels.inverse();
    if (turn === 0) console.log(JSON.stringify({ name, inverseMs: performance.now() - start }));
    await levels.dispose();
  }
  const spent: Record<string, number> = {};
  const held: Record<string, number> = {};
  const levels = await createResidentHierarchy(watched(backend, spent, held), csr, coo, { renewable: true });
  await levels?.dispose();
  const entryBytes = 12 * coo.values.length;
  const shares = Object.fromEntries(Object.entries(held).map(([what, all]) => [what, all / entryBytes]));
  const memory = { once: bytes.once / entryBytes, renewable: bytes.renewable / entryBytes };
  console.log(JSON.stringify({ name, agree, host, rows, memory, held: shares, ms, renewableMs, again, spent }));
}
await backend.dispose();
