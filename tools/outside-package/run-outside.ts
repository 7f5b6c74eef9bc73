import { execFile } from 'node:child_process';
import { outsideEnvironment } from './outside-environment.ts';

/** How a command ended. */
export interface EndedProgram {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in a folder outside the repository, with `more` in its environment. Never throws for an exit code. */
export function runOutside(
  command: string,
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<EndedProgram> {
  return new Promise((resolve) => {
    execFile(
      command,
      [...args],
      { cwd, env: { ...outsideEnvironment(), ...more }, maxBuffer: 2 ** 26, timeout: 1_700_000 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 143;
        resolve({ code, stdout, stderr: code === 0 || stderr !== '' ? stderr : (error?.message ?? '') });
      },
    );
  });
}
