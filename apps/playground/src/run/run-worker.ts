import { problemOf } from '@spmv/engine/basics';
import type { FromRunWorker, RunRequest } from './protocol.ts';
import { runMatrix } from './run-matrix.ts';

// One run for one worker: ending it cancels the run at once, whatever it does.
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: { readonly data: RunRequest }) => void): void;
  postMessage(message: FromRunWorker): void;
};
const send = (message: FromRunWorker): void => scope.postMessage(message);
scope.addEventListener('message', ({ data }) => {
  runMatrix(data, send).catch((error: unknown) =>
    send({ kind: 'ended', problem: problemOf(error, 'report it with the matrix and the name of the browser.') }),
  );
});
