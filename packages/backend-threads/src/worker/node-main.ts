// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration has no module to import
/// <reference path="../threads-js.d.ts" />
import { expose } from 'threads/worker';
import { createWorkerApi } from './worker-api.ts';

expose(createWorkerApi());
