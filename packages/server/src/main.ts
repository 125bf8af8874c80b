import { runCommandLine } from './cli/command-line.ts';
import { endOnUncaught } from './cli/crash.ts';
import { ownEnvironment, secretsOf } from './setup/config.ts';

// Files hold data or credentials, so other users get no permissions.
process.umask(0o077);
// EPIPE on standard output, as after `| head`, must not end a server that still serves requests.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

endOnUncaught(secretsOf(ownEnvironment));

const words = process.argv.slice(2);
process.exitCode = await runCommandLine(words, ownEnvironment, {
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  isTerminal: process.stdout.isTTY === true,
});
// The lock of the data folder has been released: nothing that is left may run on beside the next server.
if (words[0] === 'serve') process.exit();
