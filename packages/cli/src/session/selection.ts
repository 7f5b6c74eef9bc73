import type { Selection } from '@spmv/engine';
import type { MatrixSource } from '../matrices/matrix-source.ts';

/** What the user asked to run. An absent list means everything installed. */
export interface CommandSelection extends Selection {
  /** What operands hold; those not named are random. */
  readonly operands?: Readonly<Record<string, MatrixSource>>;
}
