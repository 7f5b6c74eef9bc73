/** Attempts in a row that bring nothing, and attempts at all. */
export const MOST_FRUITLESS = 5;
export const MOST_ATTEMPTS = 50;

/** No longer is waited for a server. */
export const MOST_WAIT_MS = 120_000;

/** How long a server asks to wait: a number of seconds or a date. Undefined where it does not say. */
export function retryAfterMs(header: string | undefined, now: number = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** How long to wait before the next attempt, after so many that brought nothing: 0.5 s, 1 s, 2 s, … and by chance up to half as much again. */
export function backoffMs(fruitless: number): number {
  return Math.min(30_000, 500 * 2 ** fruitless) * (1 + Math.random() / 2);
}
