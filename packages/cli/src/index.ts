export type {
  BackendRow,
  BenchResult,
  HostBlock,
  MatrixBlock,
  ProblemSummary,
  RunDocument,
  ValidateResult,
} from '@spmv/engine';
export { main } from './entry.ts';
export type { ExitCode } from './exit-codes.ts';
export { EXIT } from './exit-codes.ts';
export type { SpmvConfig } from './discovery/config-file.ts';
