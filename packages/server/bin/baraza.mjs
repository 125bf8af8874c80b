#!/usr/bin/env node
import { runServer } from './runtime.mjs';

process.exitCode = await runServer(process.argv.slice(2));
