import { transposeCoo } from '@spmv/core';
import { problemOf } from '../matrix/problem.ts';
import type { Multiplied } from './multiply.ts';
import { multiply } from './multiply.ts';
import type { FromProductWorker, ToProductWorker } from './protocol.ts';

// One product for one worker, which is asked about its rows until it is ended.
const scope = globalThis as unknown as {
  addEventListener(type: 'message', listener: (event: { readonly data: ToProductWorker }) => void): void;
  postMessage(message: FromProductWorker): void;
};
const held: { product?: Multiplied } = {};
scope.addEventListener('message', ({ data }) => {
  try {
    if (data.kind === 'multiply') {
      held.product = multiply(data.A, data.isTransposed ? transposeCoo(data.B) : data.B);
      scope.postMessage({ kind: 'multiplied', facts: held.product.facts });
    } else if (held.product) scope.postMessage({ kind: 'row', row: held.product.row(data.row) });
  } catch (error) {
    scope.postMessage({ kind: 'failed', problem: problemOf(error) });
  }
});
