#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runNode, serverFlags } from './runtime.mjs';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
process.exitCode = await runNode([...serverFlags, main, ...process.argv.slice(2)]);
