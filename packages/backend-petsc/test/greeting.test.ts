import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMeeting, greetingOf } from '../src/greeting.ts';
import { needsLinux } from '../../../tools/needs.ts';

const SECRET = 'ab'.repeat(32);

describe('a greeting', () => {
  it('is the secret, a rank and a process, and nothing else', () => {
    expect(greetingOf(`hello ${SECRET} 3 4711`, SECRET)).toEqual({ rank: 3, pid: 4711 });
    for (const line of [
      `hello ${'ba'.repeat(32)} 3 4711`,
      `hello ${SECRET} 3`,
      `hello ${SECRET} -1 4711`,
      `hello ${SECRET} 3 4711 more`,
      `hello ${SECRET.slice(1)} 3 4711`,
      '',
    ])
      expect(greetingOf(line, SECRET)).toBeUndefined();
  });
});

describe('a meeting', needsLinux(), () => {
  it('the socket lies in a private folder, admits only ranks with the secret, and is gone when hidden', async () => {
    const meeting = createMeeting(tmpdir());
    const file = (name: string): string => join(meeting.folder, name);
    const came: number[] = [];
    const all = meeting.greeted(
      2,
      () => 2,
      (pid) => came.push(pid),
    );
    const say = async (words: string): Promise<ReturnType<typeof connect>> => {
      const socket = connect(file('socket'));
      socket.on('error', () => {}).resume();
      await once(socket, 'connect');
      socket.write(words);
      return socket;
    };
    const closed = (socket: ReturnType<typeof connect>): Promise<void> =>
      new Promise((resolve) => socket.once('close', () => resolve()));
    try {
      // It listens once its mode is set.
      while (!existsSync(file('socket')) || (statSync(file('socket')).mode & 0o777) !== 0o600)
        await new Promise((resolve) => setTimeout(resolve, 10));
      expect(statSync(meeting.folder).mode & 0o777).toBe(0o700);
      expect(statSync(file('secret')).mode & 0o777).toBe(0o600);
      const secret = readFileSync(file('secret'), 'utf8');
      const strangers = [
        `hello ${SECRET} 0 1\n`,
        'x'.repeat(100_000),
        `hello ${secret} 2 1\n`,
        `hello ${secret} 0 1\nand more\n`,
      ];
      for (const words of strangers) await closed(await say(words));
      expect(came).toEqual([]);
      const first = await say(`hello ${secret} 0 11\n`);
      await closed(await say(`hello ${secret} 0 12\n`));
      const second = await say(`hello ${secret} 1 13\n`);
      await all;
      expect(came).toEqual([11, 13]);
      meeting.hide();
      expect(existsSync(meeting.folder)).toBe(false);
      const left = new Promise<number>((resolve) => meeting.onLeft(resolve));
      second.destroy();
      expect(await left).toBe(1);
      first.destroy();
    } finally {
      meeting.hide();
      meeting.close();
    }
  });
});
