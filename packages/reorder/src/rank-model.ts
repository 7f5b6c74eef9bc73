import { SpmvError } from '@spmv/core';
import type { PartExchange, Halo } from './halo.ts';
import type { HostConstants, LocalConstants, RankConstants } from './rank-constants.ts';

/** What carries messages between hosts. */
export interface Network {
  readonly messageSeconds: number;
  /** Of a whole host; its ranks share it. */
  readonly bytesPerSecond: number;
}

/** Where ranks are. */
export interface Placement {
  readonly ranksPerHost: number;
  /** Default: messages between hosts take what those inside one take. */
  readonly network?: Network | undefined;
}

/** The predicted time of a product and of what it is made of, for the rank that takes longest. Seconds. */
export interface PredictedProduct {
  readonly ranks: number;
  readonly hosts: number;
  readonly seconds: number;
  /** The rank that takes longest, from 0. */
  readonly slowest: number;
  /** Of its rows and entries. */
  readonly localSeconds: number;
  /** Of its messages: α by their number, β by their bytes. */
  readonly messageSeconds: number;
  readonly byteSeconds: number;
}

const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Neighbours of a value in a sorted list, and how far between them it lies by its logarithm. */
function between<T>(list: readonly T[], at: (item: T) => number, value: number): readonly [T, T, number] {
  const above = list.findIndex((item) => at(item) >= value);
  const high = list[above < 0 ? list.length - 1 : above];
  const low = list[above < 0 ? list.length - 1 : Math.max(0, above - 1)];
  const [from, to] = [at(low), at(high)];
  const t = from === to ? 0 : Math.log(value / from) / Math.log(to / from);
  return [low, high, Math.min(1, Math.max(0, t))];
}

function localAt(local: readonly LocalConstants[], bytes: number): LocalConstants {
  const [a, b, t] = between(local, (item) => item.bytes, bytes);
  return {
    bytes,
    rowSeconds: lerp(a.rowSeconds, b.rowSeconds, t),
    entrySeconds: lerp(a.entrySeconds, b.entrySeconds, t),
    surpriseSeconds: lerp(a.surpriseSeconds ?? 0, b.surpriseSeconds ?? 0, t),
  };
}

/** Bytes that a rank's part takes: CSR with indices of 32 bits, x and y, in f64. */
export function partBytes(rows: number, entries: number): number {
  return 12 * entries + 20 * rows;
}

/** What entries take that jump in so many bytes of x. */
function jumpSeconds({ jumps = [] }: HostConstants, halo: Halo, p: number): number {
  if (jumps.length === 0) return 0;
  const [a, b, t] = between(jumps, ({ bytes }) => bytes, Math.max(1, 8 * halo.reads[p]));
  return halo.jumps[p] * lerp(a.seconds, b.seconds, t);
}

/** What a product of so many rows and entries takes on one rank whose rows are all alike and in order: T₀ + rows·r + entries·e. */
export function inOrderSeconds(
  { local, productSeconds }: Pick<HostConstants, 'local' | 'productSeconds'>,
  rows: number,
  entries: number,
): number {
  if (rows === 0) return productSeconds;
  const { rowSeconds, entrySeconds } = localAt(local, Math.max(1, partBytes(rows, entries)));
  return productSeconds + rows * rowSeconds + entries * entrySeconds;
}

function localSeconds(host: HostConstants, halo: Halo, p: number): number {
  const { local, productSeconds } = host;
  const [rows, entries, surprises] = [halo.rows[p], halo.entries[p], halo.surprises[p]];
  if (rows === 0) return productSeconds;
  const { surpriseSeconds = 0 } = localAt(local, Math.max(1, partBytes(rows, entries)));
  return inOrderSeconds(host, rows, entries) + surprises * surpriseSeconds + jumpSeconds(host, halo, p);
}

function messagesWith(hosts: readonly HostConstants[], onHost: number): { alpha: number; perByte: number } {
  const [a, b, t] = between(hosts, ({ ranks }) => ranks, onHost);
  return { alpha: lerp(a.messageSeconds, b.messageSeconds, t), perByte: lerp(a.byteSeconds, b.byteSeconds, t) };
}

function messagesOf({ sources, targets }: PartExchange, p: number): number {
  return Math.max(sources[p], targets[p]);
}

function bytesOf({ received, sent }: PartExchange, p: number): number {
  return 8 * Math.max(received[p], sent[p]);
}

/**
 * The time of y = Ax on ranks: that of the slowest one, of T(p) = T₀ + rows·r + entries·e + surprises·s + jumps·j + messages·α + bytes·β⁻¹, where of a rank's messages and bytes those that it sends count or those that it receives, whichever are more.
 * Constants are those of as many ranks on a host, between measured numbers and sizes by logarithms; beyond them the nearest. What is not in it: overlap of messages with rows, waiting for others, and the ring between
 * host and ranks. Source: α–β as R. W. Hockney, The communication challenge for MPP, 1994.
 *
 * `halo` has groups of `ranksPerHost`. Errors: `PARAM.OUT_OF_RANGE`, where there are no constants.
 */
export function predictProduct(halo: Halo, constants: RankConstants, placement: Placement): PredictedProduct {
  const { parts } = halo;
  const onHost = Math.min(parts, placement.ranksPerHost);
  // One rank sends nothing, so that there is nothing of messages to be known from it.
  const exchanging = constants.hosts.filter(({ ranks }) => ranks > 1);
  if (
    constants.hosts.length === 0 ||
    constants.hosts.some(({ local }) => local.length === 0) ||
    (parts > 1 && exchanging.length === 0)
  )
    throw new SpmvError('PARAM.OUT_OF_RANGE', 'There are no constants to predict with.', {
      fix: 'Measure them, and keep what was measured whole.',
    });
  const [low, high, t] = between(constants.hosts, ({ ranks }) => ranks, onHost);
  const near = parts > 1 ? messagesWith(exchanging, onHost) : { alpha: 0, perByte: 0 };
  const { network } = placement;
  const far = network ? { alpha: network.messageSeconds, perByte: onHost / network.bytesPerSecond } : near;
  let slowest: PredictedProduct | undefined;
  for (let p = 0; p < parts; p++) {
    const local = lerp(localSeconds(low, halo, p), localSeconds(high, halo, p), t);
    const messageSeconds = near.alpha * messagesOf(halo.near, p) + far.alpha * messagesOf(halo.far, p);
    const byteSeconds = near.perByte * bytesOf(halo.near, p) + far.perByte * bytesOf(halo.far, p);
    const seconds = local + messageSeconds + byteSeconds;
    if (slowest !== undefined && seconds <= slowest.seconds) continue;
    const hosts = Math.ceil(parts / placement.ranksPerHost);
    slowest = { ranks: parts, hosts, seconds, slowest: p, localSeconds: local, messageSeconds, byteSeconds };
  }
  return slowest as PredictedProduct;
}
