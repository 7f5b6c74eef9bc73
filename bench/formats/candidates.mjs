// What is compared of each format: points of its own parameters and of its kernels', the same effort for all.
import { registry } from './packages.mjs';

const SHARES = [0.5, 2 / 3, 0.9];

/** Points of a format's parameters for a family of targets; a parameter that is not named takes its default for the matrix. */
const FORMAT_POINTS = {
  cpu: {
    sell: [
      {},
      { C: 32, sigma: 4096 },
      { C: 8, sigma: 1 },
      { C: 8, sigma: 256 },
      { C: 8, sigma: 4096 },
      { C: 4, sigma: 256 },
    ],
    hyb: SHARES.flatMap((fraction) => ['column', 'row'].map((order) => ({ fraction, order }))),
    bell: [{ order: 'column' }, { order: 'row' }],
  },
  gpu: {
    sell: [1, 256, 4096].map((sigma) => ({ C: 32, sigma })),
    hyb: SHARES.map((fraction) => ({ fraction })),
  },
};

export function formatPoints(format, family) {
  return FORMAT_POINTS[family]?.[format] ?? [{}];
}

/** `cpu`, `gpu`, or `software` for a GPU made of software: nobody searches on one, it gets the kernels' own choices. */
export function familyOf(backend) {
  return backend.device.kind;
}

/** The kernel's own choice, then each parameter varied alone; of threads' schedules the two that differ. */
export function kernelPoints(kernel, backendId, family) {
  if (family === 'software') return [{}];
  const axes = Object.entries(kernel.params.axes).map(([name, { values }]) => [name, values]);
  if (backendId === 'threads') axes.push(['schedule', ['dynamic']]);
  return [{}, ...axes.flatMap(([name, values]) => values.map((value) => ({ [name]: value })))];
}

/** Kernels of a format that a backend may run, in a precision. */
export function kernelsOf(format, descriptor, precision) {
  return registry.kernels({ operation: 'spmv', format, targets: descriptor.targets, precision });
}
