import type { ParallelJob } from './parallel-job.ts';
import { createPieceWorker, workBlocking } from './parse-pieces.ts';

// Not imported: bundlers copy this script into folders of CommonJS, too.
const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
const job = workerData as ParallelJob;
const worker = createPieceWorker(job);
workBlocking(job, worker);
parentPort?.postMessage(worker.reports, []);
