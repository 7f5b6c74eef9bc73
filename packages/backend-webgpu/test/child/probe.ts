// A program of its own: prints what probing finds.
import process from 'node:process';
import { webgpu } from '../../src/index.ts';

process.stdout.write(JSON.stringify(await webgpu.probe()));
