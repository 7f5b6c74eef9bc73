import { spawn } from 'node:child_process';

/** How a child process ended. */
export interface ChildEnd {
  /** Exit code; `null` where it was ended because its time was up. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of this process that decide how packages are found, for the child to find the same. */
function conditions(): readonly string[] {
  return process.execArgv.filter((argument) => argument.startsWith('--conditions=') || argument.startsWith('-C='));
}

/** Runs the text of an ES module in a process of its own, which must end by itself within `limitMs`. */
export function runModule(text: string, limitMs: number): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...conditions(), '--input-type=module', '--eval', text], {
      env: { ...process.env, NODE_NO_WARNINGS: '1', NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, stdout, stderr });
    });
  });
}
