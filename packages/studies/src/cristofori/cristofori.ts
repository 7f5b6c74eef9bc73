import { matricesNamed } from '../matrices/matrices-named.ts';
import type { Study } from '../study.ts';
import { chunkCurve } from './chunk-curve.ts';
import { claims } from './claims.ts';
import { errata } from './errata.ts';
import { described } from './figures-1-2-described.ts';
import { curves } from './figures-3-6-curves.ts';
import { speedups } from './figures-7-12-speedup.ts';
import { grid } from './grid.ts';
import { legs } from './legs.ts';
import { MATRICES } from './printed-tables.ts';
import { roofline } from './roofline.ts';
import { tables } from './tables-1-4.ts';
import { wishes } from './wishes.ts';

/** Cristofori 2022: CSR and ELLPACK on 30 matrices, with OpenMP and with CUDA. */
export const cristofori: Study = {
  id: 'cristofori',
  title: 'Report: prodotto tra una matrice sparsa e un vettore',
  authors: ['Valerio Cristofori'],
  year: 2022,
  source: 'Sistemi di Calcolo Parallelo e Applicazione, AA 2021/2022',
  systems: [
    {
      name: 'his machine',
      where: '4.1, 4.5',
      facts: [
        { label: 'CPU', value: 'Intel Xeon Silver 4210 CPU @ 2.20GHz, 2 sockets with 10 real cores each' },
        { label: 'GPU', value: 'Nvidia Quadro RTX 5000' },
        { label: 'bandwidth (4)', value: '7001 MHz · 256 bit / 8 · 2 = 448 GB/s' },
        { label: 'peak (5)', value: '448 GB/s · 0.167 flops/byte = 74.67 Gflops/s' },
      ],
    },
  ],
  matrices: matricesNamed(MATRICES),
  legs,
  exhibits: [...described, grid, chunkCurve, roofline, ...tables, ...curves, ...speedups],
  claims,
  wishes,
  errata,
};
