import { runCommandLine } from './cli/command-line.ts';
import { endOnUncaught } from './cli/crash.ts';
import { ownEnvironment, secretsOf } from './config.ts';

// Files hold data or credentials, so other users get no permissions.
process.umask(0o077);
// EPIPE on standard output, as after `| head`, must not end a server that still serves requests.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

endOnUncaught(secretsOf(ownEnvironment));

process.exitCode = await runCommandLine(process.argv.slice(2), ownEnvironment, {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  isTerminal: process.stdout.isTTY === true,
});
