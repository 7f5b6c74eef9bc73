import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isolationHeaders, type Server } from '../browser/serve.ts';
import { outsideEnvironment } from '../outside-package/outside-environment.ts';
import { runOutside } from '../outside-package/run-outside.ts';

/** `next build`, and `next start` of what it built, with these settings and the headers that threads of a page need. Errors: an `Error` with its output. */
export async function startNext(app: string, settings: Readonly<Record<string, unknown>>): Promise<Server> {
  const headers = Object.entries(isolationHeaders).map(([key, value]) => ({ key, value }));
  const isolated = `async headers() { return ${JSON.stringify([{ source: '/:path*', headers }])}; }`;
  writeFileSync(join(app, 'next.config.mjs'), `export default { ...${JSON.stringify(settings)}, ${isolated} };\n`);
  rmSync(join(app, '.next'), { recursive: true, force: true });
  const program = join(app, 'node_modules', 'next', 'dist', 'bin', 'next');
  const own = { NEXT_TELEMETRY_DISABLED: '1' };
  const built = await runOutside(process.execPath, [program, 'build'], app, own);
  if (built.code !== 0) throw new Error(`next build failed:\n${built.stdout}${built.stderr}`);
  const child = spawn(process.execPath, [program, 'start', '--port', '0'], {
    cwd: app,
    env: { ...outsideEnvironment(), ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  let words = '';
  const url = new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      words += String(chunk);
      const port = /Local: +http:\/\/\S+:(\d+)/u.exec(words)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}/`);
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
    void ended.then(() => reject(new Error(`next start ended:\n${words}`)));
  });
  return {
    url: await url,
    async close() {
      child.kill('SIGKILL'); // nothing of it is to be kept
      await ended;
    },
  };
}
