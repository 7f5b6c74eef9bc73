import type { Terminal } from '../output/terminal.ts';

/** A status in its colour. */
export function statusStyle(terminal: Terminal, status: string): string {
  const style =
    status === 'ok' || status === 'available'
      ? 'green'
      : status === 'failed'
        ? 'red'
        : status === 'unavailable'
          ? 'yellow'
          : 'dim';
  return terminal.style(style, status);
}
