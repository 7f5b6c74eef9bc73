import { holdMatrix } from './hold-matrix.ts';
import type { FromWorker, ToWorker } from './protocol.ts';

// One matrix for one worker: what a file does to it ends with it.
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: { readonly data: ToWorker }) => void): void;
  postMessage(message: FromWorker, transfer?: readonly Transferable[]): void;
};
const receive = holdMatrix((message, transfer = []) => scope.postMessage(message, transfer));
scope.addEventListener('message', ({ data }) => void receive(data));
