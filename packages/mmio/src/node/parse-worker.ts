import { parentPort, workerData } from 'node:worker_threads';
import type { ParallelJob } from './parallel-job.ts';
import { createPieceWorker, workBlocking } from './parse-pieces.ts';

const job = workerData as ParallelJob;
const worker = createPieceWorker(job);
workBlocking(job, worker);
parentPort?.postMessage(worker.reports, []);
