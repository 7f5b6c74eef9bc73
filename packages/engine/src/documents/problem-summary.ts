import type { ToldAgreement } from './told-agreement.ts';
import type { ComparedOperand } from '../run/case-result.ts';
import type { ProblemBlocks } from '../problem/problem-block.ts';
import type { SolutionCheck } from '../check/solution.ts';
import type { MatrixPicture } from './matrix-picture.ts';
import type { ValidateResult } from './result.ts';

/** What is said once per problem, beside its results. */
export interface ProblemSummary extends ProblemBlocks, Partial<MatrixPicture> {
  readonly readMs: number;
  /** What the results say of one another, by precision. */
  readonly agreement: readonly ToldAgreement[];
  /** Operands of which samples alone were compared; absent where everything was. */
  readonly sampled?: readonly ComparedOperand[];
  /** How well the x beside the matrix solves A·x = b with the b beside it. */
  readonly solution?: SolutionCheck;
  /** Serial CSR in this run, by precision: what speed-ups refer to. */
  readonly baselineMs?: Readonly<Record<string, number>>;
  /** Why the times cannot tell combinations apart; absent where they can. */
  readonly busy?: string;
  readonly verdicts?: readonly { readonly precision: string; readonly text: string; readonly ties: number }[];
}

/** What a time budget left out of one problem in one precision. */
export interface OutOfTime {
  readonly matrix: string;
  readonly source: string;
  /** Absent where the matrix was not even read: then it is all precisions. */
  readonly precision?: string;
  /** Whether nothing of it was timed. */
  readonly whole: boolean;
  /** The combinations that were not timed; null where the matrix was not even read. None where there were fewer samples alone. */
  readonly cases: readonly Pick<ValidateResult, 'backend' | 'format' | 'kernel' | 'precision'>[] | null;
  /** Samples of each of the others, where those are fewer than were asked for. */
  readonly samples?: number;
}
