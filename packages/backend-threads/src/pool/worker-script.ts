import { SpmvError } from '@spmv/core';
import { fixMissing, messageOf, readUrl, shortUrl } from '@spmv/kernels-cpu/runtime';

/** The script of the workers. It stands alone: neither an import map nor most bundlers reach what a worker imports. */
export function workerScript(here: string = import.meta.url): URL {
  // Tests run what was just written. No bundler is to copy that, too.
  if (here.endsWith('.ts')) return new URL('../worker/thread-main.ts', here);
  return new URL('../../dist/bundle/worker.js', import.meta.url);
}

/** Why a worker's script does not run, which neither a browser's event nor Node's error says: `words` are theirs. */
export async function notStarted(name: string, script: URL, words: string): Promise<SpmvError> {
  const missing = await readUrl(script.href).then(() => undefined, messageOf);
  const why =
    missing === undefined ? words || 'the browser refuses its script' : `its script cannot be loaded: ${missing}`;
  const serve =
    'Serve that file unchanged, as JavaScript, and with the same Cross-Origin-Embedder-Policy as the page: https://github.com/spmv/spmv/blob/main/docs/bundlers.md';
  const here = missing === undefined ? 'Use fewer threads, or free memory.' : fixMissing(script.href);
  return new SpmvError(
    'BACKEND.WORKER_LOST',
    `A worker of backend 'threads' did not start: ${why} (${shortUrl(script.href)}).`,
    {
      fix: script.protocol === 'file:' ? here : serve,
      details: { worker: name, script: script.href },
    },
  );
}
