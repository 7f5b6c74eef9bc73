#!/usr/bin/env node
import { main } from './entry.ts';

process.exitCode = await main(process.argv.slice(2));

// What a plugin still waits for after it was given up on must not keep the command from ending.
setTimeout(() => process.exit(), 2000).unref();
