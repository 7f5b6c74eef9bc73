import process from 'node:process';
import { webgpu } from '../src/index.ts';

const found = await webgpu.probe();

/** Whether there is an adapter, and why not. */
export const unavailable: string | undefined = found.available
  ? undefined
  : `UNAVAILABLE: ${found.reason} ${found.fix}`;

/** On a machine that is meant to have an adapter its absence is a failure; elsewhere tests that need one are skipped, aloud. */
export const mustHaveAdapter: boolean = (process.env['CI'] ?? '') !== '';

if (unavailable !== undefined) process.stderr.write(`\nWebGPU ${unavailable}\n\n`);
