import type { ErrorCode } from '@spmv/core';
import type { ReportedError } from '@spmv/engine/basics';
import type { KeeperMessage } from '@spmv/engine/keeper';

/** A plugin that a process did not come back from: the next one does not touch it. */
export interface Exclusion extends ReportedError {
  /** See {@link RiskyStep}. */
  readonly plugin: string;
}

/** Something that foreign code may not come back from, said before it begins. */
export interface RiskyStep {
  /** `Importing node_modules/acme/plugin.js`. */
  readonly words: string;
  readonly limitMs: number;
  /** Whose code runs. */
  readonly plugin: string;
  /** How it is told that this plugin is left out, when it does not come back; absent where that would not help. */
  readonly leaveOut?: { readonly code: ErrorCode; readonly fix: string };
}

/** What of the command line decides how results are handed out. */
export interface OutputFlags {
  readonly json: boolean;
  readonly csv: string | undefined;
  readonly quiet: boolean;
  readonly color: boolean;
  readonly width?: number;
}

/** From the process that waits to the one that works. */
export type WorkerOrder =
  | {
      readonly kind: 'start';
      readonly args: readonly string[];
      readonly excluded: readonly Exclusion[];
      /** When the process that waits began, in milliseconds since 1970. */
      readonly beganAt: number;
    }
  | { readonly kind: 'stop' };

/** From the process that works to the one that waits. */
export type WorkerReport =
  | { readonly kind: 'flags'; readonly flags: OutputFlags }
  | { readonly kind: 'doing'; readonly words: string }
  | { readonly kind: 'step'; readonly step: RiskyStep | null }
  | KeeperMessage
  | { readonly kind: 'done'; readonly exitCode: number };

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** What each kind of report has to hold. */
const HOLDS: Readonly<Record<WorkerReport['kind'], (report: Readonly<Record<string, unknown>>) => boolean>> = {
  flags: ({ flags }) => isObject(flags),
  doing: ({ words }) => typeof words === 'string',
  step: ({ step }) => step === null || (isObject(step) && Number.isFinite(step['limitMs'])),
  begin: ({ command, head }) => typeof command === 'string' && isObject(head),
  put: ({ list, order }) => typeof list === 'string' && Number.isFinite(order),
  publishing: () => true,
  done: ({ exitCode }) => Number.isInteger(exitCode),
};

/** Whether a message is a report: the channel is open to every plugin. */
export function isReport(message: unknown): message is WorkerReport {
  if (!isObject(message) || typeof message['kind'] !== 'string') return false;
  return Object.hasOwn(HOLDS, message['kind']) && HOLDS[message['kind'] as WorkerReport['kind']](message);
}
