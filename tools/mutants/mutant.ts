// A source with one promise broken, and the tests that should see it.

/** A change of one file. */
export interface Mutant {
  readonly id: string;
  readonly file: string;
  /** Text that is in the file once. */
  readonly find: string;
  readonly replace: string;
  /** The promise that is broken, and where. */
  readonly breaks: string;
  /** Files of tests, of which one has to fail. */
  readonly killers: readonly string[];
  /** Part of the names of tests without which the killers see nothing: of a device, or a compiler, that may be missing. */
  readonly needs?: string;
  /** Packages that are compiled anew, where it is not that of the file alone. */
  readonly compiles?: readonly string[];
}

/** The conformance cases of a package. */
export const conformance = (name: string): string => `packages/${name}/test/conformance.test.ts`;
