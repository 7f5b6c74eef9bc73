import { DEFAULT_SEED } from '@spmv/engine/basics';
import type { CommandDefinition } from '../command.ts';
import { withReport } from '../flags/report.ts';
import { collectList, collectRaw, parseBytes, parseDuration, parseInteger } from '../flags/values.ts';
import type { StudyFlags } from './study-flags.ts';

/** Flags that say how to measure. */
const MEASURING = [
  'resume',
  'timeBudget',
  'runs',
  'backend',
  'device',
  'leg',
  'matrix',
  'files',
  'fetch',
  'seed',
  'maxBytes',
] as const;

export const study: CommandDefinition = {
  name: 'study',
  examples: [
    ['spmv study', 'the papers, and how much of each this machine can run'],
    ['spmv study fraga --list', 'what of a paper is measured, drawn and judged'],
    ['spmv study fraga --matrix cage4 --leg serial', 'a part of it'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  writes: ['report'],
  needs: Object.fromEntries([...MEASURING, 'list', 'from', 'report'].map((flag) => [flag, 'study'])),
  rulesOut: { list: [...MEASURING, 'from', 'report'], from: MEASURING },
  declare(command, dispatch) {
    withReport(command)
      .argument('[study]', 'a paper; without one, which there are')
      .description('measure again what a paper measured, beside what it printed')
      .option('--list', 'what it measures, on which matrices, and what it draws and judges, without running')
      .option('--from <file>', 'draw and judge what an earlier run wrote with --json or --report; measure nothing')
      .option('--resume <file>', 'do not measure again what this earlier document or report of the study holds')
      .option(
        '--time-budget <time>',
        'measure what fits into this time (60s, 10m, …) and name what is left out',
        parseDuration,
      )
      .option('--runs <n>', 'samples of each combination, at least 20; default as the paper, or 20', parseInteger)
      .option('-b, --backend <ids>', 'only these backends (repeatable, or with commas)', collectList)
      .option('--device <backend=name>', 'device of a backend, as spmv backends lists them (repeatable)', collectRaw)
      .option('--leg <ids>', 'only these measurements, as --list names them', collectList)
      .option('--matrix <names>', 'only these matrices', collectList)
      .option('--files <folder>', 'use NAME.mtx, .mtx.gz or .tar.gz of this folder where there is one, not a stand-in')
      .option('--fetch', 'first get the matrices themselves where the SuiteSparse collection has them')
      .option('--seed <n>', 'seed of random operands, which lie in [0.1, 3)', parseInteger, DEFAULT_SEED)
      .option(
        '--max-bytes <size>',
        'most memory for a stored matrix with the copies of backends; default 2 GiB, or a quarter of the memory free to this process if that is less',
        parseBytes,
      )
      .action((name: string | undefined, flags: StudyFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, name, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
