/**
 * `node evals/businesses.ts [--sample N] [--failures FILE] [--no-reader] [--strictness low]`: how often the whole
 * engine is right on the held-out businesses of the training sets.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Asked, askBusiness } from './businesses/ask-business.ts';
import { heldOutBusinesses } from './businesses/held-out.ts';
import { openReadings } from './businesses/readings.ts';
import { cpuReport, failureLine, reportOf, suggestionReport } from './businesses/report.ts';
import { siteOf } from './businesses/site.ts';
import { openVectors } from './vectors.ts';

const { values } = parseArgs({
  options: {
    sample: { type: 'string', default: '1' },
    failures: { type: 'string' },
    'no-reader': { type: 'boolean', default: false },
    strictness: { type: 'string', default: 'normal' },
  },
});
const every = Number(values.sample);
if (!Number.isInteger(every) || every < 1) throw new Error('--sample must be a positive integer.');
const sets = heldOutBusinesses().filter((_, index) => index % every === 0);
const vectors = await openVectors();
if (!vectors)
  console.log('The encoder cannot run here: its weights or onnxruntime-node are missing.');
const read = values['no-reader'] ? undefined : await openReadings();
if (!read && !values['no-reader'])
  console.log('The reader cannot run here: its weights or onnxruntime-node are missing.');

const all: Asked[] = [];
const failures: string[] = [];
const asFacts = { hours: 0, contact: 0 };
for (const [index, set] of sets.entries()) {
  const site = siteOf(set, strictnessOf(values.strictness));
  asFacts.hours += site.linesAsFacts.hours;
  asFacts.contact += site.linesAsFacts.contact;
  const asked = await askBusiness(set, site, vectors, read);
  all.push(...asked);
  if (values.failures !== undefined)
    for (const one of asked)
      if (one.verdict !== 'right') failures.push(await failureLine(set.name, one));
  const right = all.filter(({ verdict }) => verdict === 'right').length;
  console.error(`${index + 1} of ${sets.length} ${set.name}: ${right} of ${all.length} right`);
}
if (values.failures !== undefined)
  writeFileSync(values.failures, failures.map((line) => `${line}\n`).join(''));

console.log(
  `\n${sets.length} businesses, ${vectors ? 'with' : 'without'} the encoder\n${reportOf(all)}`,
);
console.log(`\n${suggestionReport(all)}\n\n${cpuReport(all)}`);
console.log(
  `Not fields of a profile, so added as facts: ${asFacts.hours} lines of hours, ${asFacts.contact} of contacts.`,
);

function strictnessOf(value: string): 'low' | 'normal' | 'high' {
  if (value === 'low' || value === 'normal' || value === 'high') return value;
  throw new Error('--strictness must be low, normal or high.');
}
