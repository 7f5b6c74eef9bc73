import { EXIT } from '../exit-codes.ts';
import type { Order } from './messages.ts';
import { createLink } from './link.ts';
import { flushed, watchOutputs } from './outputs.ts';
import { leaveSignalsToParent } from './signals.ts';

leaveSignalsToParent();
// Without the one who waits there is nobody to work for.
process.once('disconnect', () => process.exit(EXIT.interrupted));

const stopping = new AbortController();
const start = new Promise<Extract<Order, { readonly kind: 'start' }>>((resolve) => {
  process.on('message', (order: Order) => {
    if (order.kind === 'start') resolve(order);
    else stopping.abort(new Error('interrupted'));
  });
});
const leave = (exitCode: number): void => void process.send?.({ kind: 'done', exitCode }, () => process.exit(exitCode));
const outputs = watchOutputs(leave);
const { runProgram } = await import('../program.ts');
const { args, excluded } = await start;
// Waiting for orders is no work: what waits for nothing else has lost its way, and Node ends it.
process.channel?.unref();
const exitCode = await runProgram(args, createLink(stopping.signal, excluded));
await flushed();
process.removeAllListeners('disconnect');
process.exitCode = outputs.muted && exitCode === EXIT.ok ? EXIT.failed : exitCode;
process.send?.({ kind: 'done', exitCode: process.exitCode }, () => process.disconnect());

// What a plugin still waits for after it was given up on must not keep the command from ending.
setTimeout(() => process.exit(), 2000).unref();
