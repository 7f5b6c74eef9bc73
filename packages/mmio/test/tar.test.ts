import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseMatrixMarket, readMatrixMarket } from '../src/index.ts';
import { readMatrixMarketFile } from '../src/node/index.ts';
import { encode, rejectionOf } from './helpers.ts';
import { paxRecord, tar, tarMember } from './tar-archive.ts';
import { needs } from '../../../tools/needs.ts';

const MAIN = '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1.5\n2 2 -3\n';
const OTHER = '%%MatrixMarket matrix coordinate real general\n3 3 1\n1 1 7\n';
const WANTED = parseMatrixMarket(MAIN);
const LONG = 'n'.repeat(140);

describe('archives of tar itself', needs('tar'), () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-tar-'));
  const deep = join('d'.repeat(60), 'e'.repeat(60), 'main');
  for (const name of ['main', deep]) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['main', deep]) {
    writeFileSync(join(folder, name, 'main.mtx'), MAIN);
    writeFileSync(join(folder, name, 'main_b.mtx'), OTHER);
  }
  mkdirSync(join(folder, LONG));
  writeFileSync(join(folder, LONG, `${LONG}.mtx`), MAIN);
  execFileSync('ln', ['-s', 'main.mtx', join(folder, 'main', 'link.mtx')]);
  execFileSync('ln', [join(folder, 'main', 'main.mtx'), join(folder, 'main', 'same.mtx')]);

  it.each(['v7', 'ustar', 'pax', 'gnu', 'oldgnu'])('are read where tar wrote them with --format=%s', async (format) => {
    for (const name of ['main', deep, LONG]) {
      const path = join(folder, 'archive.tar');
      const made = spawnSync('tar', [`--format=${format}`, '--sort=name', '-cf', path, '-C', folder, '--', name], {
        encoding: 'utf8',
      });
      // The old formats have no room for the longest names, and say so.
      if (made.status !== 0) {
        expect(made.stderr).toMatch(/too long/);
        continue;
      }
      const { warnings, companions, ...file } = await readMatrixMarketFile(path);
      const { warnings: _, companions: __, ...wanted } = WANTED;
      expect(file).toEqual(wanted);
      expect(warnings).toEqual([]);
      expect(companions).toEqual(name === LONG ? [] : [`${name}/main_b.mtx`]);
      expect((await readMatrixMarket(gzipSync(readFileSync(path)))).values).toEqual(WANTED.values);
    }
  });

  it('a file with holes is refused, and passed over when another is read', async () => {
    const path = join(folder, 'holes.tar');
    mkdirSync(join(folder, 'holes'));
    execFileSync('truncate', ['-s', '1M', join(folder, 'holes', 'holes.mtx')]);
    for (const format of ['gnu', 'pax']) {
      execFileSync('tar', [
        `--format=${format}`,
        '--sort=name',
        '--sparse',
        '-cf',
        path,
        '-C',
        folder,
        'holes',
        'main',
      ]);
      expect((await rejectionOf(readMatrixMarketFile(path))).code).toBe('MMIO.ARCHIVE');
      expect((await readMatrixMarketFile(path, { member: 'main' })).values).toEqual(WANTED.values);
    }
  });
});

describe('archives by hand', () => {
  it('an empty long name, of either kind, leaves the name of the member and its contents alone', async () => {
    for (const kind of ['L', 'K', 'x', 'g']) {
      const file = await readMatrixMarket(tar(tarMember('././@LongLink', '', kind), tarMember('m/m.mtx', MAIN)));
      expect(file.values).toEqual(WANTED.values);
      expect(
        (
          await readMatrixMarket(
            tar(
              tarMember('././@LongLink', '\0', kind === 'x' || kind === 'g' ? 'L' : kind),
              tarMember('m/m.mtx', MAIN),
            ),
          )
        ).values,
      ).toEqual(WANTED.values);
    }
  });

  it('what a link leads to is no name of a file', async () => {
    expect(
      (await readMatrixMarket(tar(tarMember('././@LongLink', 'x/x.txt\0', 'K'), tarMember('m/m.mtx', MAIN)))).values,
    ).toEqual(WANTED.values);
  });

  it('path and size of pax replace the ones of the header, for one member or for all', async () => {
    const attributes =
      paxRecord('mtime', '1.5') +
      paxRecord('path', `ü/${LONG}/m/m.mtx`) +
      paxRecord('size', String(encode(MAIN).length));
    const file = await readMatrixMarket(
      tar(
        tarMember('PaxHeaders/m', attributes, 'x'),
        tarMember('short', MAIN, { size: 0 }),
        tarMember('n/n.mtx', OTHER),
      ),
    );
    expect(file.values).toEqual(WANTED.values);
    expect(file.warnings.map(({ message }) => message).join()).toContain('‘ü/');
    expect(
      (
        await readMatrixMarket(
          tar(tarMember('g', paxRecord('comment', 'x') + paxRecord('path', 'm.mtx'), 'g'), tarMember('a', MAIN)),
        )
      ).values,
    ).toEqual(WANTED.values);
    for (const bad of ['99 path=x\n', 'x path=x\n', '9 path=xx\n', '6 path\n', paxRecord('size', '-1')]) {
      expect(
        (await rejectionOf(readMatrixMarket(tar(tarMember('p', bad, 'x'), tarMember('m/m.mtx', MAIN))))).code,
      ).toBe('MMIO.ARCHIVE');
    }
  });

  it('a prefix counts in ustar and is something else in the format of GNU tar', async () => {
    expect(
      (await readMatrixMarket(tar(tarMember('m.mtx', MAIN, { prefix: 'a/m' })), { member: 'a/m/m.mtx' })).values,
    ).toEqual(WANTED.values);
    expect(
      (
        await readMatrixMarket(tar(tarMember('m/m.mtx', MAIN, { prefix: '14700000000', magic: 'ustar  \0' })), {
          member: 'm/m.mtx',
        })
      ).values,
    ).toEqual(WANTED.values);
  });

  it('sizes in base 256, and none that no number can hold', async () => {
    expect((await readMatrixMarket(tar(tarMember('m/m.mtx', MAIN, { binary: true })))).values).toEqual(WANTED.values);
    const negative = tarMember('m/m.mtx', MAIN);
    negative.fill(0xff, 124, 136);
    expect((await rejectionOf(readMatrixMarket(tar(negative)))).code).toBe('MMIO.ARCHIVE');
  });

  it('names are only names: none is refused, and none is opened', async () => {
    for (const path of ['../../etc/passwd', '/etc/shadow', 'C:\\x', '..']) {
      expect((await readMatrixMarket(tar(tarMember(path, OTHER), tarMember('m/m.mtx', MAIN)))).values).toEqual(
        WANTED.values,
      );
    }
    expect((await readMatrixMarket(tar(tarMember('/abs/../m.mtx', MAIN)), { member: '/abs/../m.mtx' })).values).toEqual(
      WANTED.values,
    );
  });

  it('that holds the one that is read twice is refused: nothing says which is meant', async () => {
    const archive = tar(tarMember('a/a.mtx', MAIN), tarMember('b/b.mtx', OTHER), tarMember('a/a.mtx', OTHER));
    expect(await rejectionOf(readMatrixMarket(archive))).toMatchObject({
      code: 'MMIO.ARCHIVE',
      message: 'The archive holds ‘a/a.mtx’ more than once.',
    });
    expect(await readMatrixMarket(archive, { member: 'b' })).toMatchObject({ header: { rows: 3 } });
  });

  it('of three matrices the first main one is read with a warning, each by its name, and strict reading refuses to choose', async () => {
    const archive = tar(tarMember('a/b.mtx', OTHER), tarMember('a/a.mtx', MAIN), tarMember('c/c.mtx', OTHER));
    const file = await readMatrixMarket(archive);
    expect(file.values).toEqual(WANTED.values);
    expect(file.warnings).toEqual([
      {
        code: 'MMIO.ARCHIVE',
        line: 0,
        count: 1,
        message:
          'The archive has 2 matrices, and ‘a/a.mtx’ is read; choose another with the option member, in the command --member: c/c.mtx.',
      },
    ]);
    for (const member of ['a/b.mtx', 'b', 'c/c']) {
      const one = await readMatrixMarket(archive, { member });
      expect([one.header.rows, one.warnings]).toEqual([3, []]);
    }
    expect((await rejectionOf(readMatrixMarket(archive, { strict: true }))).code).toBe('MMIO.ARCHIVE');
  });

  it('cut anywhere: an error, or, once the matrix is whole, a warning', async () => {
    const archive = tar(
      tarMember('x/x_b.mtx', OTHER),
      tarMember('PaxHeaders/x', paxRecord('path', 'x/x.mtx'), 'x'),
      tarMember('short', MAIN),
      tarMember('x/z.txt', 'z'.repeat(600)),
    );
    const whole = 2 * 512 + 2 * 512 + 512 + encode(MAIN).length;
    for (let length = 263; length < archive.length; length += 61) {
      const cut = archive.subarray(0, length);
      if (length < whole)
        expect((await rejectionOf(readMatrixMarket(cut))).code).toMatch(/^MMIO\.(ARCHIVE|BANNER|SIZE_LINE)$/);
      else {
        const { values, warnings } = await readMatrixMarket(cut);
        expect(values).toEqual(WANTED.values);
        expect(warnings.map(({ code }) => code)).toEqual(length < archive.length - 1024 + 512 ? ['MMIO.ARCHIVE'] : []);
      }
    }
    expect(
      (await rejectionOf(readMatrixMarket(archive.subarray(0, archive.length - 1500), { strict: true }))).code,
    ).toBe('MMIO.ARCHIVE');
  });

  it('a gzip around it that is cut after the matrix is a warning too', async () => {
    const noise = Uint8Array.from({ length: 40_000 }, (_, k) => (k * 7919 + (k >> 3) * 104_729) & 255);
    const packed = gzipSync(tar(tarMember('x/x.mtx', MAIN), tarMember('x/z.txt', noise)), { level: 1 });
    const { values, warnings } = await readMatrixMarket(packed.subarray(0, packed.length - 4));
    expect(values).toEqual(WANTED.values);
    expect(warnings.map(({ code }) => code)).toEqual(['MMIO.ARCHIVE']);
    expect((await readMatrixMarket(packed)).warnings).toEqual([]);
  });

  it('bytes changed at random are read right, or refused, and nothing hangs', async () => {
    const archive = tar(tarMember('@', `x/${LONG}.mtx\0`, 'L'), tarMember('y', OTHER), tarMember('x/x.mtx', MAIN));
    let seed = 1;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let n = 0; n < 300; n++) {
      const changed = archive.slice();
      for (let c = 0; c < 3; c++) changed[random(changed.length)] = random(256);
      await readMatrixMarket(changed).catch((error: { code?: string }) => expect(error.code).toMatch(/^MMIO\./));
    }
  });
});
