import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { installFromSource } from './install-from-source.ts';

/** What a terminal shows: commands, and lines that they print. */
export interface Console {
  /** One script: `$ ` begins a command, `> ` a line of what it reads from its standard input. */
  readonly script: string;
  /** Pieces of the output, in any order. */
  readonly shown: readonly string[];
}

/** Reads the text of a `console` fence. */
export function parseConsole(text: string): Console {
  const commands: { readonly command: string; readonly input: string[] }[] = [];
  const shown: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('$ ')) commands.push({ command: line.slice(2), input: [] });
    else if (line.startsWith('> ')) commands.at(-1)?.input.push(line.slice(2));
    else if (line.trim() !== '') shown.push(line.trim());
  }
  const script = commands
    .map(({ command, input }) => (input.length === 0 ? command : [`${command} <<'END'`, ...input, 'END'].join('\n')))
    .join('\n');
  return { script: `${script}\n`, shown };
}

/**
 * Runs the commands as somebody would whose project has the command and the serial backend, from their sources; gives both streams as
 * one text. Exit codes do not count.
 */
export async function runConsole(root: string, { script }: Console): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-console-'));
  try {
    installFromSource(root, folder);
    const command = join(folder, 'node_modules', '.bin', 'spmv');
    mkdirSync(dirname(command), { recursive: true });
    const entry = join(root, 'packages', 'cli', 'src', 'main.ts');
    writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" --conditions=@spmv/source "${entry}" "$@"\n`);
    chmodSync(command, 0o755);
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ type: 'module', private: true, dependencies: { '@spmv/backend-serial': '*' } }),
    );
    const env = { ...process.env, PATH: [dirname(command), process.env['PATH']].join(delimiter), NO_COLOR: '1' };
    return await new Promise((resolve) => {
      execFile('sh', ['-c', script], { cwd: folder, env, timeout: 60_000 }, (_, stdout, stderr) =>
        resolve(`${stdout}\n${stderr}`),
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
