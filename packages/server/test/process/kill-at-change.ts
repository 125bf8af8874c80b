/**
 * Loaded into a program before it: ends it, as a power cut would, right before one of the changes that it
 * makes to names and files, however fast or slow the machine is. `KILL_AT_CHANGE` says which.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

type Call = (...given: unknown[]) => unknown;

const changes = /^(?:cp|copyFile|mkdir|rename|rm|rmdir|unlink|writeFile|fsync|link)(?:Sync)?$/;
let left = Number(process.env.KILL_AT_CHANGE);

for (const place of [fs, fs.promises] as unknown as { [name: string]: unknown }[])
  for (const [name, call] of Object.entries(place))
    if (changes.test(name) && typeof call === 'function')
      place[name] = (...given: unknown[]) => {
        left -= 1;
        if (left === 0) process.kill(process.pid, 'SIGKILL');
        return (call as Call)(...given);
      };
syncBuiltinESMExports();
