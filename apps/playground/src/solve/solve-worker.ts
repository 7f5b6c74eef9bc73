import type { CooMatrix } from '@spmv/core';
import type { SolveMessage } from './solve-matrix.ts';
import { solveMatrix } from './solve-matrix.ts';

// One system for one worker: ending it ends whatever it does.
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: { readonly data: CooMatrix }) => void): void;
  postMessage(message: SolveMessage): void;
};
scope.addEventListener('message', ({ data }) => void solveMatrix(data, (message) => scope.postMessage(message)));
