import { formatBytes, leastMs } from '@spmv/core';
import type { ValidateResult } from '@spmv/engine';
import { formatMs } from '@spmv/engine/basics';
import type { Terminal } from '../output/terminal.ts';
import { wrap } from '../output/wrap.ts';

/** `10.5 GB`, or the least and the most of several. */
function between(values: readonly number[], text: (value: number) => string): string {
  const [least, most] = [text(Math.min(...values)), text(Math.max(...values))];
  return least === most ? least : `${least} to ${most}`;
}

/** Where a matrix did not stay on a device: what its products copied, and how long that takes at the least. */
export function streamingLines(terminal: Terminal, rows: readonly ValidateResult[]): readonly string[] {
  const streamed = rows.flatMap(({ backend, precision, streaming }) =>
    streaming ? [{ where: `${precision ?? ''} on ${backend}`, streaming }] : [],
  );
  return [...new Set(streamed.map(({ where }) => where))].map((where) => {
    const those = streamed.filter((one) => one.where === where).map(({ streaming }) => streaming);
    const bytes = between(
      those.map((one) => one.bytes),
      formatBytes,
    );
    const rate = between(
      those.map(({ bytesPerSecond }) => bytesPerSecond / 1e9),
      (value) => value.toPrecision(3),
    );
    const ms = between(those.map(leastMs), formatMs);
    const text = `${where}: the matrix is beyond the device and stays on the host: each product copies ${bytes}, at ${rate} GB/s, which takes ${ms} at the least.`;
    return wrap(text, terminal.width, 2);
  });
}
