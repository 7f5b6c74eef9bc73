import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { SpmvError } from '@spmv/core';

/** Longest line that a rank may say. */
const MOST_BYTES = 256;
/** How long a connection may be silent before it has said who it is. */
const GREETING_MS = 5000;

/** A folder for this user alone, where ranks find the arena, the socket and the secret. */
export interface Meeting {
  readonly folder: string;
  /** Resolves when `expected()` different ranks have said the secret; their sockets stay open. */
  greeted(ranks: number, expected: () => number, onRank: (pid: number) => void): Promise<void>;
  /** Told when a rank that had come closes its socket. */
  onLeft(tell: (rank: number) => void): void;
  /** Takes the folder and all names in it away. What is open stays so. */
  hide(): void;
  close(): void;
}

/** Rank and process of a line `hello SECRET RANK PID`; undefined for anything else. */
export function greetingOf(line: string, secret: string): { readonly rank: number; readonly pid: number } | undefined {
  const [, said = '', rank, pid] = /^hello ([0-9a-f]{64}) (\d{1,4}) (\d{1,10})$/u.exec(line) ?? [];
  if (said.length !== secret.length || !timingSafeEqual(Buffer.from(said), Buffer.from(secret))) return undefined;
  return { rank: Number(rank), pid: Number(pid) };
}

/** Makes the folder. Errors: `BACKEND.OUT_OF_MEMORY`, `BACKEND.FAILED`. */
export function createMeeting(parent: string): Meeting {
  const secret = randomBytes(32).toString('hex');
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(parent, 'spmv-petsc-'));
    writeFileSync(join(folder, 'secret'), secret, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    const isFull = (cause as { readonly code?: unknown }).code === 'ENOSPC';
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new SpmvError(
      isFull ? 'BACKEND.OUT_OF_MEMORY' : 'BACKEND.FAILED',
      `Backend 'petsc' cannot make a folder in ${parent}: ${reason}.`,
      { fix: 'Name another folder in SPMV_PETSC_FOLDER.', details: { folder: parent, reason }, cause },
    );
  }
  const made = folder;
  const sockets = new Map<number, Socket>();
  const strangers = new Set<Socket>();
  let left: (rank: number) => void = () => {};
  const server = createServer();
  return {
    folder: made,
    greeted: (ranks, expected, onRank) =>
      new Promise((resolve, reject) => {
        server.on('error', reject);
        server.on('connection', (socket) => {
          // More than one a rank, and it is none of ours.
          if (strangers.size >= ranks) return void socket.destroy();
          strangers.add(socket);
          let said = '';
          socket.setTimeout(GREETING_MS, () => socket.destroy());
          socket.on('error', () => socket.destroy());
          const listen = (bytes: Buffer): void => {
            said += bytes.toString('latin1');
            const end = said.indexOf('\n');
            if (end < 0 && said.length <= MOST_BYTES) return;
            const found = end === said.length - 1 ? greetingOf(said.slice(0, end), secret) : undefined;
            if (!found || found.rank >= ranks || sockets.has(found.rank)) return void socket.destroy();
            strangers.delete(socket);
            socket.setTimeout(0);
            socket.off('data', listen);
            // Ranks say nothing after that: only that they are still there.
            socket.on('data', () => socket.destroy());
            socket.on('close', () => left(found.rank));
            sockets.set(found.rank, socket);
            onRank(found.pid);
            if (sockets.size === expected()) {
              for (const one of sockets.values()) one.unref();
              resolve();
            }
          };
          socket.on('data', listen);
          socket.on('close', () => strangers.delete(socket));
        });
        server.listen(join(made, 'socket'), () => chmodSync(join(made, 'socket'), 0o600));
      }),
    onLeft(tell) {
      left = tell;
    },
    hide() {
      server.close();
      for (const socket of strangers) socket.destroy();
      rmSync(made, { recursive: true, force: true });
    },
    close() {
      left = () => {};
      for (const socket of sockets.values()) socket.destroy();
    },
  };
}
