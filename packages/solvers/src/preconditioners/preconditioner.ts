import type { Apply } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import type { HostFunction } from '../space/step.ts';
import { call, dots, linear } from '../space/steps.ts';
import type { System } from '../system/system.ts';

/** Names of preconditioners. `ssor`, `ic0` and `ilu0` go row by row, on processors alone. */
export type PreconditionerId = 'none' | 'jacobi' | 'block-jacobi' | 'chebyshev' | 'ssor' | 'ic0' | 'ilu0';

/** Makes z ← M⁻¹r for a matrix. */
export interface Preconditioner {
  readonly id: PreconditionerId;
  readonly title: string;
  /** Errors: `SOLVER.PRECONDITIONER` with what does fit. */
  prepare(system: System, space: Space): Promise<Apply>;
}

/** z ← factor·f(r) by a function of the host, and rᵀz. */
export function callsHost(f: HostFunction, factor = 1): Apply {
  return (r, z, s) => [
    call(r, z, f),
    ...(factor === 1 ? [] : [linear(r, z, { alpha: 0, beta: factor })]),
    ...(s ? [dots(z, { dot: [r, s] })] : []),
  ];
}
