import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LaunchSectors } from './ncu-counts.ts';
import { caseMatrix, cases, differences, interpreted, RECORDED_FILE, recordedIn } from './ncu-counts.ts';
import { NO_PTX } from './traced.ts';
import { unless } from '../../../tools/needs.ts';

const isRecorded = existsSync(RECORDED_FILE);
const why = isRecorded ? NO_PTX : 'no recorded counts (tools/device/ncu-sectors.sh, with an NVIDIA GPU and ncu)';

describe('sectors that ncu counts on a device', unless(why), () => {
  const recorded = isRecorded ? recordedIn(readFileSync(RECORDED_FILE, 'utf8')) : [];

  it('are recorded for three matrices of every kernel that is taught', () => {
    const wanted = cases.kernels.flatMap(({ kernel }) =>
      Object.keys(cases.matrices).map((matrix) => `${kernel} ${matrix}`),
    );
    expect(Object.keys(cases.matrices)).toHaveLength(3);
    expect([...new Set(recorded.map(({ kernel, matrix }) => `${kernel} ${matrix}`))].toSorted()).toEqual(
      [...new Set(wanted)].toSorted(),
    );
  });

  it.each(Object.keys(cases.matrices))('are within 2 % of what is interpreted, on %s', (name) => {
    const coo = caseMatrix(name);
    const counted = cases.kernels.flatMap(({ kernel, params }) => interpreted(kernel, params, name, coo));
    expect(
      differences(
        recorded.filter(({ matrix }) => matrix === name),
        counted,
      ),
    ).toEqual([]);
  });
});

describe('the comparison with what was measured', () => {
  const row: LaunchSectors = {
    kernel: 'k',
    params: 'a=1',
    matrix: 'm',
    entryPoint: 'k_f64',
    loadSectors: 1000,
    storeSectors: 50,
  };
  const csv = 'kernel,params,matrix,entryPoint,loadSectors,storeSectors,device\nk,a=1,m,k_f64,1000,50,NVIDIA H200\n';

  it('reads what tools/device/ncu-sectors.sh writes', () => {
    expect(recordedIn(csv)).toEqual([row]);
  });

  it('says which counts are more than 2 % apart, and which launches are missing on either side', () => {
    expect(differences([row], [{ ...row, loadSectors: 1020, storeSectors: 49 }])).toEqual([]);
    expect(differences([row], [{ ...row, loadSectors: 1021 }])).toEqual([
      'k a=1 m k_f64: loadSectors 1021, measured 1000',
    ]);
    expect(differences([row], [{ ...row, storeSectors: 48 }])).toEqual(['k a=1 m k_f64: storeSectors 48, measured 50']);
    expect(differences([row], [])).toEqual(['k a=1 m k_f64: not counted']);
    expect(differences([], [row])).toEqual(['k a=1 m k_f64: not measured']);
    expect(differences([{ ...row, loadSectors: Number.NaN }], [row])).toHaveLength(1);
  });
});
