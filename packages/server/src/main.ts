import { runCommandLine } from './cli/command-line.ts';
import { endOnUncaught } from './cli/crash.ts';
import { ownEnvironment, secretsOf } from './config.ts';

// Whatever this program makes holds somebody's data or opens it: other users have no part in it.
process.umask(0o077);
// A reader that has left, as `| head` does, is no reason to end a server that still answers others.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

endOnUncaught(secretsOf(ownEnvironment));

process.exitCode = await runCommandLine(process.argv.slice(2), ownEnvironment, {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
});
