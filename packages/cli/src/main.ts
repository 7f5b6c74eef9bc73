#!/usr/bin/env node
import { main } from './entry.ts';

process.exitCode = await main(process.argv.slice(2));
