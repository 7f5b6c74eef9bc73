export { main } from './entry.ts';
export type { ExitCode } from './exit-codes.ts';
export { EXIT } from './exit-codes.ts';
export type { BackendRow } from './documents/backend-rows.ts';
export type { HostBlock } from './documents/host.ts';
export type { BenchResult, ValidateResult } from './documents/result.ts';
export type { MatrixBlock } from './engine/matrix-block.ts';
export type { MatrixSummary, RunDocument } from './documents/run-document.ts';
export type { SpmvConfig } from './discovery/config-file.ts';
