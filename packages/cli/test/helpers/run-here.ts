import { Readable, Writable } from 'node:stream';
import { createKeeper } from '@spmv/engine/keeper';
import { main } from '../../src/entry.ts';
import type { Link } from '../../src/process/link.ts';
import { runProgram } from '../../src/program.ts';

/** What a command finds around it. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: string;
  /** Of a terminal that both outputs are; its text is that of standard output. */
  readonly columns?: number;
}

/** What a command printed and how it ended. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Locks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

function collecting(): Writable & { text(): string } {
  const chunks: Uint8Array[] = [];
  const stream = new Writable({
    write(chunk: Uint8Array, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}

/** Puts `env` in place of what is there. */
function setEnv(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
}

/** Runs `work` with this process' folder, environment and streams as told. */
async function within<Result>(
  { cwd, env }: Surroundings,
  streams: Readonly<Record<string, unknown>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = { cwd: process.cwd(), env: { ...process.env } };
  const names = Object.keys(streams);
  const own = names.map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name) as PropertyDescriptor] as const,
  );
  process.chdir(cwd);
  setEnv(env);
  for (const name of names)
    Object.defineProperty(process, name, { value: streams[name], configurable: true, enumerable: true });
  try {
    return await work();
  } finally {
    for (const [name, descriptor] of own) Object.defineProperty(process, name, descriptor);
    setEnv(before.env);
    process.chdir(before.cwd);
  }
}

function linkOf(signal: AbortSignal): Link {
  return {
    signal,
    excluded: [],
    keeper: createKeeper(),
    outlive: () => {},
    send: () => {},
    guard: (_, work) => work(),
  };
}

/** Runs the command in this process, one at a time: a process has one folder and one standard output. */
export function runHere(args: readonly string[], surroundings: Surroundings): Promise<Printed> {
  const { columns } = surroundings;
  const [stdout, stderr] = [collecting(), collecting()];
  const screen = Object.assign(stdout, columns === undefined ? {} : { isTTY: true, columns });
  const streams = {
    stdin: Readable.from(surroundings.stdin === '' ? [] : [Buffer.from(surroundings.stdin)]),
    stdout: screen,
    stderr: columns === undefined ? stderr : screen,
  };
  const { locks } = navigator as unknown as { readonly locks: Locks };
  const work = (): Promise<number> =>
    main(args, (rest) => runProgram(rest, linkOf(new AbortController().signal), performance.now()));
  return locks.request('the command', async () => {
    const code = await within(surroundings, streams, work);
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  });
}
