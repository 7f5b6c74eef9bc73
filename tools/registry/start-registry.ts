import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { outsideEnvironment } from '../outside-package/outside-environment.ts';

/** A registry on the loopback interface that anybody may publish to, empty at first. */
export interface StartedRegistry {
  /** `http://127.0.0.1:PORT/`. */
  readonly url: string;
  /** Ends it and removes all that was published. */
  stop(): Promise<void>;
}

/** No uplinks: what is not published here is not found here. */
const CONFIG = `storage: ./storage
uplinks: {}
packages:
  '**': { access: $all, publish: $all }
log: { type: stdout, format: json, level: warn }
web: { enable: false }
middlewares: {}
`;

const VERDACCIO = join(dirname(createRequire(import.meta.url).resolve('verdaccio/package.json')), 'bin', 'verdaccio');

/** A machine with much else to do took more than thirty seconds. */
const START_MS = 120_000;

/** Starts verdaccio on a free port, with a folder of its own. */
export async function startRegistry(): Promise<StartedRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-registry-'));
  let child: ChildProcess | undefined;
  const stop = async (): Promise<void> => {
    if (child !== undefined && child.exitCode === null) {
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill('SIGKILL'); // nothing of it is to be kept
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    writeFileSync(join(folder, 'config.yaml'), CONFIG);
    const address = `127.0.0.1:${await freePort()}`;
    const words: string[] = [];
    child = spawn(process.execPath, [VERDACCIO, '--config', 'config.yaml', '--listen', address], {
      cwd: folder,
      env: outsideEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => words.push(String(chunk)));
    const url = `http://${address}/`;
    await untilItAnswers(url, child, words);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What an `.npmrc` says to get the packages of these scopes, and only those, from the registry at `url`. */
export function npmrc(url: string, ...scopes: readonly string[]): string {
  return `${scopes.map((scope) => `${scope}:registry=${url}\n`).join('')}${url.replace(/^http:/u, '')}:_authToken=anybody\n`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function untilItAnswers(url: string, child: ChildProcess, words: readonly string[]): Promise<void> {
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(100)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`${url}-/ping`).catch(() => undefined);
    if (answer?.ok === true) return;
  }
  throw new Error(`The local registry did not start:\n${words.join('')}`);
}
