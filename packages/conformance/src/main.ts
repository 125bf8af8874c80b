/** The command as a program of its own: `node packages/conformance/src/main.ts URL --only ask`. */
import { parseArgs } from 'node:util';
import { runConformance, WrongUse } from './command.ts';

const text = { type: 'string' } as const;
const options = {
  site: text,
  'site-key': text,
  'owner-key': text,
  bootstrap: text,
  'platform-url': text,
  'platform-key': text,
  only: text,
  json: { type: 'boolean' },
} as const;

process.exitCode = await run(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  return 1;
});

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  if (positionals.length !== 1) throw new WrongUse('It needs one URL: that of a site assistant.');
  const { json = false, ...texts } = values;
  const given: { readonly [name: string]: string | undefined } = texts;
  const { value, lines, exitCode } = await runConformance(
    { json, option: (name) => given[name], positional: (index) => positionals[index] ?? '' },
    console.log,
  );
  for (const line of json ? [JSON.stringify(value)] : lines) console.log(line);
  return exitCode;
}
