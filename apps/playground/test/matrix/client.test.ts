import { afterEach, expect, test, vi } from 'vitest';
import { loadMatrix } from '../../src/matrix/client.ts';
import type { FromWorker } from '../../src/matrix/protocol.ts';

/** A worker that does nothing by itself. */
class IdleWorker extends EventTarget {
  readonly terminate = vi.fn<() => void>();
  readonly postMessage = vi.fn<(message: unknown) => void>();
}

function loading(): { readonly worker: IdleWorker; readonly done: ReturnType<typeof loadMatrix>['done'] } {
  const made: IdleWorker[] = [];
  vi.stubGlobal(
    'Worker',
    class extends IdleWorker {
      constructor() {
        super();
        made.push(this);
      }
    },
  );
  const { done } = loadMatrix({ kind: 'pasted', text: '' }, () => undefined);
  done.catch(() => undefined);
  const [worker] = made;
  if (!worker) throw new Error('No worker was started.');
  return { worker, done };
}

function says(worker: IdleWorker, data: FromWorker): void {
  worker.dispatchEvent(Object.assign(new Event('message'), { data }));
}

afterEach(() => void vi.unstubAllGlobals());

test('a worker that the browser ends while it reads is a problem with a fix', async () => {
  const { worker, done } = loading();
  worker.dispatchEvent(new Event('error'));
  await expect(done).rejects.toMatchObject({ problem: { code: 'PAGE.WORKER_LOST' } });
  expect(worker.terminate).toHaveBeenCalledOnce();
});

test('questions to a worker that ends are refused, earlier and later ones', async () => {
  const { worker, done } = loading();
  const overview = { level: 0, row: 0, col: 0, counts: new Uint32Array(0) };
  const summary = { name: 'a', shape: { rows: 1, cols: 1 }, nnz: 0, facts: [], warnings: [], readMs: 0, overview };
  says(worker, { kind: 'loaded', summary });
  const matrix = await done;
  const asked = matrix.ask('statistics', null);
  matrix.dispose();
  await expect(asked).rejects.toMatchObject({ problem: { code: 'PAGE.DISPOSED' } });
  await expect(matrix.ask('statistics', null)).rejects.toMatchObject({ problem: { code: 'PAGE.DISPOSED' } });
});
