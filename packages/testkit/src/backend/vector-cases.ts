import type { Backend, Precision } from '@spmv/core';
import { numbersOf, PRECISIONS, toValueType, valueArray } from '@spmv/core';
import { firstDifference } from '../case/bits.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import { randomVector } from '../generators/vectors.ts';
import { rounded } from '../kernel/trial.ts';
import type { Session } from './session.ts';

const WRITTEN = 'A vector holds what was written to it, rounded to its precision';
const ZEROS = 'A new vector is zero';
const SAME = 'The elements of a vector are what is read from it and written to it';
const SEPARATE = 'Vectors share no memory with each other or with host arrays';

/** Random numbers with the special ones of the precision among them. */
function contents(length: number, precision: Precision): ReturnType<typeof valueArray> {
  const { largestFinite, smallestNormal } = PRECISIONS[precision];
  const data = randomVector(length, { seed: length + 1 });
  [0, -0, largestFinite, -largestFinite, smallestNormal].forEach((special, k) => {
    if (k < length - 1) data[k] = special;
  });
  return rounded(data, precision);
}

async function roundTrip(backend: Backend, precision: Precision, recorder: Recorder): Promise<void> {
  for (const length of [0, 1, 2, 3, 31, 32, 33, 1000, 65_537]) {
    const where = { backend: backend.id, precision, length };
    const numbers = numbersOf(precision, length);
    const data = contents(numbers, precision);
    const vector = backend.vector(data, precision);
    const first = firstDifference(await vector.read(), data);
    ensure(first < 0, WRITTEN, () => `element ${first} differs`, where);
    const raw = toValueType(vector.host, randomVector(numbers, { seed: 99 }));
    const other = rounded(raw, precision);
    await vector.write(raw);
    const target = valueArray(vector.host, numbers);
    ensure(
      (await vector.read(target)) === target && firstDifference(target, other) < 0,
      WRITTEN,
      `after a second write it does not hold that in ${precision}`,
      where,
    );
    ensure(
      vector.length === length && vector.precision === precision,
      WRITTEN,
      `it says length ${vector.length}, precision ${vector.precision}`,
      where,
    );
    const { elements } = vector;
    if (elements) {
      ensure(firstDifference(elements, other) < 0, SAME, 'they are not what was written', where);
      elements.set(data);
      ensure(firstDifference(await vector.read(), data) < 0, SAME, 'what was set there is not read', where);
    }
    await vector.dispose();
    recorder.compare();
  }
}

async function zeros(backend: Backend, precision: Precision, recorder: Recorder): Promise<void> {
  // A new vector is likely to get freed memory that still holds something else.
  for (const length of [0, 1, 257, 257, 4099, 4099]) {
    const vector = backend.vector(length, precision);
    const data = await vector.read();
    const k = data.findIndex((value) => value !== 0);
    ensure(data.length === numbersOf(precision, length) && k < 0, ZEROS, () => `element ${k} is ${data[k]}`, {
      backend: backend.id,
      precision,
      length,
    });
    await vector.write(data.fill(7));
    await vector.dispose();
    recorder.compare();
  }
}

async function separate(backend: Backend, precision: Precision, recorder: Recorder): Promise<void> {
  const where = { backend: backend.id, precision };
  const data = contents(100, precision);
  const copy = data.slice();
  const [a, b] = [backend.vector(data, precision), backend.vector(data, precision)];
  data.fill(3);
  ensure(firstDifference(await a.read(), copy) < 0, SEPARATE, 'changing the host array changed the vector', where);
  const read = await a.read();
  await a.write(data);
  const written = data.slice();
  data.fill(5);
  ensure(firstDifference(await a.read(), written) < 0, SEPARATE, 'changing what was written changed the vector', where);
  ensure(firstDifference(read, copy) < 0, SEPARATE, 'writing the vector changed an array read before', where);
  ensure(firstDifference(await b.read(), copy) < 0, SEPARATE, 'writing one vector changed another', where);
  await a.dispose();
  ensure(firstDifference(await b.read(), copy) < 0, SEPARATE, 'disposing of one vector changed another', where);
  await b.dispose();
  recorder.compare();
}

/** Vectors of a backend in every precision of its device. */
export function vectorCases(session: Session): readonly ConformanceCase[] {
  const make = (id: string, run: typeof roundTrip): ConformanceCase =>
    defineCase({
      id: `${session.descriptor.id}/vectors/${id}`,
      run: (recorder) =>
        session.use(async (backend) => {
          recorder.device(backend.device.name);
          for (const precision of backend.device.precisions) await run(backend, precision, recorder);
        }),
    });
  return [make('round-trip', roundTrip), make('zeros', zeros), make('separate', separate)];
}
