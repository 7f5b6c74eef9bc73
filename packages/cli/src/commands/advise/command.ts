import type { CommandDefinition } from '../command.ts';
import { withReading } from '../flags/reading.ts';
import { collectList, collectRaw, parseBytes, parseCount, parseInteger } from '../flags/values.ts';
import type { AdviseFlags } from './advise-flags.ts';

export const advise: CommandDefinition = {
  name: 'advise',
  examples: [
    ['spmv advise LF10', 'which format and kernel, after at most ten products'],
    ['spmv advise LF10 --trials 0', 'from statistics alone: nothing is computed'],
    ['spmv advise LF10 --products 50', 'for 50 products: conversion counts, too'],
  ],
  obeys: ['json', 'csv', 'plugin'],
  writes: ['keep'],
  needs: { unseen: 'judge', again: 'judge', tried: 'judge', keep: 'judge' },
  rulesOut: {
    judge: ['backend', 'device', 'format', 'kernel', 'precision', 'trialsOfEach', 'products', 'all', 'maxBytes'],
    keep: ['experience'],
    trialsOfEach: ['trials'],
  },
  declare(command, dispatch) {
    withReading(command.argument('<matrices...>', 'with --judge: documents of spmv bench --json'))
      .description('name format, kernel and parameters from statistics and at most ten products')
      .option('-b, --backend <ids>', 'only these backends (repeatable, or with commas)', collectList)
      .option('--device <backend=name>', 'device of a backend, as spmv backends lists them (repeatable)', collectRaw)
      .option('-f, --format <ids>', 'only these formats', collectList)
      .option('-k, --kernel <ids>', 'only these kernels', collectList)
      .option('-p, --precision <name>', 'precision of the product; default f64, else the first of each device')
      .option('--trials <n>', 'most products of trial; 0: from statistics alone', parseInteger, 10)
      .option('--trials-of-each <n>', 'so many trials of every candidate instead: what advice is judged by', parseCount)
      .option('--products <n>', 'how many products it is for: each bears its share of the conversion', parseCount)
      .option('--experience <file.json>', 'what is known of kernels, as --judge --keep wrote it')
      .option('--judge', 'give the advice for recorded runs and say how often it was right, also for the held-out half')
      .option(
        '--unseen <run.json>',
        'with --judge: a run of matrices that are neither learned from nor in a half (repeatable)',
        collectRaw,
      )
      .option(
        '--again <run.json>',
        'with --judge: a second run of the same matrices, which then judges (repeatable)',
        collectRaw,
      )
      .option(
        '--tried <advice.json>',
        'with --judge: trials of the same matrices, from --trials-of-each with --json, in place of samples (repeatable)',
        collectRaw,
      )
      .option('--keep <file.json>', 'with --judge: write what was learned from the half that is not held out')
      .option('--all', 'show every candidate')
      .option('--max-bytes <size>', 'most memory for a stored matrix', parseBytes)
      .action((matrices: string[], flags: AdviseFlags) =>
        dispatch(async (context) => (await import('./run.ts')).run(context, matrices, flags)),
      );
  },
  finisher: async () => (await import('./run.ts')).finish,
};
