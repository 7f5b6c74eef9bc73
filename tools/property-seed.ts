// A property that fails must fail again: its cases are the same in every run. `PROPERTY_SEED=n` looks elsewhere.
import process from 'node:process';
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_121) });
