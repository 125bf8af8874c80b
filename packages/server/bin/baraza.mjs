#!/usr/bin/env node
import { runHere, runServer } from './runtime.mjs';

const given = process.argv.slice(2);
// In an empty folder `npx baraza` is the whole installation; `npx baraza --no-speech` too.
const isServing = given.length === 0 || /^--(?!help$|version$)/.test(given[0]);
const words = isServing ? ['serve', ...given] : given;
// A server needs special flags and is restarted after a crash, so it gets its own process; a command runs here.
const isDone = words[0] !== 'serve' && (await runHere());
if (!isDone) process.exitCode = await runServer(words);
