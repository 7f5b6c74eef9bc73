import type { ParallelJob } from './parallel-job.ts';
import { createPieceWorker, workBlocking } from './parse-pieces.ts';

// Not imported: bundlers copy this script into folders of CommonJS, too.
const threads = process.getBuiltinModule('node:worker_threads');
const job = threads.workerData as ParallelJob;
const worker = createPieceWorker(job);
workBlocking(job, worker);
threads.parentPort?.postMessage(worker.reports, []);
