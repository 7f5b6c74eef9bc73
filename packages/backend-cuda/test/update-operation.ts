// An operation as a stranger publishes it, and what devices of tests compute for it.
import type { Kernel, Operation, Vector } from '@spmv/core';
import { spmv } from '@spmv/core';
import { cudaArguments } from '@spmv/kernel-kit';
import type { Emulated, Given } from './executing-addon.ts';
import { severalKernel } from './several-devices.ts';

type UpdateArguments = readonly [x: Vector, a: Vector, y: Vector, w: Vector, s: Vector];

/** y ← y + ax + Σw and s ← Σy, w having a size of its own; n may be divided. */
export const update: Operation<UpdateArguments> = {
  ...(spmv as unknown as Operation<UpdateArguments>),
  id: 'acme/update',
  options: {},
  sizes: { n: { default: 10, doc: 'Elements.' }, k: { default: 3, doc: 'Elements of w.' } },
  operands: () => [
    { role: 'vector', name: 'x', length: 'n', access: 'read' },
    { role: 'device-scalar', name: 'a', access: 'read' },
    { role: 'vector', name: 'y', length: 'n', access: 'update' },
    { role: 'vector', name: 'w', length: 'k', access: 'read' },
    { role: 'device-scalar', name: 's', access: 'write', combine: 'sum' },
  ],
  trivial: { sizes: ['n'], scalars: [] },
  flops: ({ n = 0 }) => 3 * n,
  sharing: { kind: 'elements', size: 'n' },
};
const names = ['x', 'a', 'y', 'w', 's'];
/** One launch, whatever is given. */
export const updateKernel = (
  operation: Operation = update as unknown as Operation,
  given: readonly string[] = names,
): Kernel => {
  const { format: _, ...kernel } = severalKernel;
  return {
    ...kernel,
    id: 'cuda/acme-update',
    operation: operation.id,
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    reproducibility: 'bitwise',
    program: ({ sizes }) => ({
      kind: 'launches',
      modules: [{ language: 'ptx', source: { kind: 'text', text: '' }, minCompute: 75 }],
      launches: [
        {
          entryPoint: 'update',
          grid: [1, 1, 1],
          block: [32, 1, 1],
          sharedBytes: 0,
          arguments: cudaArguments(given, { n: sizes['n'] ?? 0 }),
        },
      ],
    }),
  };
};
const f64 = (given: Given | undefined): Float64Array => {
  const { buffer, byteOffset, byteLength } = given as Uint8Array;
  return new Float64Array(buffer as ArrayBuffer, byteOffset, byteLength / 8);
};
/** What its kernel computes. */
export const EMULATED_UPDATE: Readonly<Record<string, Emulated>> = {
  update: ([first, factor, second, third, total, count]) => {
    const [x, a, y, w, s] = [first, factor, second, third, total].map(f64) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const added = w.reduce((sum, value) => sum + value, 0);
    s[0] = 0;
    for (let i = 0; i < (count as number); i++) {
      y[i] = (y[i] as number) + (a[0] as number) * (x[i] as number) + added;
      s[0] = (s[0] as number) + (y[i] as number);
    }
  },
};

/** The same, computed by every device. */
export const repeated: Operation = { ...(update as unknown as Operation), sharing: { kind: 'repeated' } };
