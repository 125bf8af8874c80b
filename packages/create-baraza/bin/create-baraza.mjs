#!/usr/bin/env node
// Only what an old Node can run, so that it prints a sentence instead of a stack trace.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 12)) {
  console.error(
    `Baraza needs Node 20.12 or newer, and this is ${process.versions.node}: https://nodejs.org`,
  );
  process.exitCode = 1;
} else {
  void import('../src/main.mjs').then(({ main }) => main(process.argv.slice(2)));
}
