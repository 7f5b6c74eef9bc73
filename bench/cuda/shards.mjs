// Work divided between processes of one machine that take turns on its one device.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `work` while no other process that names the same lock file does; without a file, at once. */
export function exclusiveBy(file) {
  if (!file) return (work) => work();
  return async (work) => {
    for (;;) {
      try {
        closeSync(openSync(file, 'wx'));
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
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

/** Starts this program again once for each list of arguments; resolves to the exit codes. */
export function startEach(script, lists) {
  return Promise.all(lists.map(async (list) => {
    const [code, signal] = await once(spawn(process.execPath, [script, ...list], { stdio: 'inherit' }), 'exit');
    return code ?? `ended by ${signal}`;
  }));
}
