#!/usr/bin/env node
import { runHere, runServer } from './runtime.mjs';

const words = process.argv.slice(2);
// A server needs special flags and is restarted after a crash, so it gets its own process; a command runs here.
const isDone = words[0] !== 'serve' && (await runHere());
if (!isDone) process.exitCode = await runServer(words);
