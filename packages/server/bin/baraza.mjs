#!/usr/bin/env node
import { runHere, runServer } from './runtime.mjs';

const words = process.argv.slice(2);
// A server needs its own flags and is restarted after a crash; a command needs neither.
const isDone = words[0] !== 'serve' && (await runHere());
if (!isDone) process.exitCode = await runServer(words);
