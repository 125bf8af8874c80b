#!/usr/bin/env node
import { runHere, runServer } from './runtime.mjs';

const given = process.argv.slice(2);
// In an empty folder `npx baraza` is the whole installation.
const words = given.length === 0 ? ['serve'] : given;
// A server needs special flags and is restarted after a crash, so it gets its own process; a command runs here.
const isDone = words[0] !== 'serve' && (await runHere());
if (!isDone) process.exitCode = await runServer(words);
