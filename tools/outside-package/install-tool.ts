import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { outsideEnvironment } from './outside-environment.ts';

/**
 * Installs a tool that is no part of the workspace, as the lockfile in `described` says, into a new folder outside the repository.
 * Gives that folder, which the caller removes.
 */
export async function installTool(described: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-tool-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(described, name), join(folder, name));
    const args = ['ci', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error'];
    await promisify(execFile)('npm', args, { cwd: folder, env: outsideEnvironment() });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
