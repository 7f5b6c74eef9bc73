/** How large what is measured is made. */
export interface SuiteOptions {
  /** Of text to read and write. */
  readonly megabytes: number;
}

/** One thing to time. */
export interface SuiteTask {
  readonly name: string;
  /** Bytes that one run goes through, where a rate says more than a time. */
  readonly bytes?: number;
  /** Like parts of one run, whose time is one of them. */
  readonly parts?: number;
  /** Once. */
  run(): unknown;
}

/** Tasks with what they share. */
export interface Suite {
  readonly tasks: readonly SuiteTask[];
  dispose(): Promise<void>;
}

/** A suite that holds nothing. */
export function suiteOf(tasks: readonly SuiteTask[]): Suite {
  return { tasks, dispose: async () => {} };
}
