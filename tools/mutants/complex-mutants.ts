// Of complex numbers.
import type { Mutant } from './mutant.ts';
import { conformance } from './mutant.ts';

export const complexMutants: readonly Mutant[] = [
  {
    id: 'complex-unconjugated',
    file: 'packages/kernel-kit/src/js-kernel.ts',
    find: '`${name}Conjugated`',
    replace: 'name',
    breaks: 'a conjugated product conjugates the values of the matrix',
    killers: [conformance('backend-serial')],
  },
  {
    id: 'complex-conjugates-x',
    file: 'tools/complex/analyse.ts',
    find: 'const STORED = /^(?:values|\\w+Values)$/u;',
    replace: 'const STORED = /^(?:x|values|\\w+Values)$/u;',
    breaks: 'a conjugated product conjugates the values of the matrix alone',
    killers: ['tools/test/complex-kernels.test.ts'],
  },
  {
    id: 'complex-wasm-unconjugated',
    file: 'packages/kernel-kit/assembly/lanes.ts',
    find: 'isBoolean<A>() ? f64x2(0, -0.0) : f64x2(-0.0, 0)',
    replace: 'f64x2(-0.0, 0)',
    compiles: ['packages/kernels-cpu'],
    breaks: 'a conjugated product in WebAssembly conjugates the values of the matrix',
    killers: [conformance('backend-serial')],
  },
  {
    id: 'complex-native-unconjugated',
    file: 'packages/kernels-native/addon/complex-inl.h',
    find: 'hn::OddEven(hn::Set(d, R(-0.0)), hn::Zero(d))',
    replace: 'hn::Zero(d)',
    breaks: 'a conjugated product in compiled code conjugates the values of the matrix',
    killers: [conformance('kernels-native')],
  },
  {
    id: 'complex-dot-unconjugated',
    file: 'packages/vectors/src/pairs-on-host.ts',
    find: 'real += z[k] * y[k] + z[k + 1] * y[k + 1];',
    replace: 'real += z[k] * y[k] - z[k + 1] * y[k + 1];',
    breaks: 'the inner product of complex vectors conjugates one of them',
    killers: ['packages/vectors/test/pairs.test.ts', 'packages/solvers/test/complex/complex.test.ts'],
  },
  {
    id: 'complex-bicgstab-turned',
    file: 'packages/solvers/src/methods/bicgstab.ts',
    find: 'isTurned: true, ',
    replace: '',
    breaks: 'the step ω of BiCGSTAB is tᴴs over tᴴt, and not its conjugate',
    killers: ['packages/solvers/test/complex/complex.test.ts'],
  },
  {
    id: 'complex-split-rows',
    file: 'packages/kernels-cpu/src/runtime/partial-sums.ts',
    find: 'imaginary += sums[at + 2];',
    replace: '',
    breaks: 'the imaginary parts of rows that several threads share are added up',
    killers: [conformance('backend-threads')],
  },
  {
    id: 'complex-set-scalar',
    file: 'packages/kernels-cpu/src/runtime/operand-plan.ts',
    find: '(set?.[whole] === undefined ? undefined : 0)',
    replace: 'undefined',
    breaks: 'a pass that sets β sets its imaginary part, too',
    killers: ['packages/kernels-cpu/test/runtime/calls.test.ts'],
  },
];
