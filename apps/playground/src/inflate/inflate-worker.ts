import type { FromInflater, ToInflater } from './protocol.ts';
import { serveInflate } from './serve-inflate.ts';

const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: { readonly data: ToInflater }) => void): void;
  postMessage(message: FromInflater, transfer?: readonly Transferable[]): void;
};
const receive = serveInflate((message, transfer = []) => scope.postMessage(message, transfer));
scope.addEventListener('message', ({ data }) => receive(data));
