// Work divided between processes of one machine that take turns on its one device.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the process that holds the lock has ended without giving it back. */
function isLeft(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Runs `work` while no other process that names the same lock file does; without a file, at once. */
export function exclusiveBy(file) {
  if (!file) return (work) => work();
  return async (work) => {
    for (;;) {
      try {
        writeFileSync(file, String(process.pid), { flag: 'wx' });
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
        if (isLeft(file)) rmSync(file, { force: true });
        await sleep(1);
      }
    }
    try {
      return await work();
    } finally {
      rmSync(file, { force: true });
    }
  };
}

/** `items` ({ weight }) in `count` lists of like weight, the heaviest first. */
export function deal(items, count) {
  const lists = Array.from({ length: count }, () => ({ weight: 0, items: [] }));
  for (const item of [...items].sort((a, b) => b.weight - a.weight)) {
    const least = lists.reduce((a, b) => (b.weight < a.weight ? b : a));
    least.items.push(item);
    least.weight += item.weight;
  }
  return lists.map((list) => list.items).filter((list) => list.length > 0);
}

/** Starts this program again once for each list of arguments; resolves to the exit codes. When this process is told to end, so are they. */
export function startEach(script, lists, onEnd = () => {}) {
  const children = lists.map((list) => spawn(process.execPath, [script, ...list], { stdio: 'inherit' }));
  process.once('SIGTERM', () => {
    for (const child of children) child.kill('SIGKILL');
    onEnd();
    process.exit(124);
  });
  return Promise.all(
    children.map(async (child) => {
      const [code, signal] = await once(child, 'exit');
      return code ?? `ended by ${signal}`;
    }),
  );
}
