/**
 * `npm run evals`: measures retrieval, decisions and refusals on the sets of `shared/evals/ask` and of `evals/own`,
 * without and with the reader.
 */
import { openReadings, type ReadTimed } from './businesses/readings.ts';
import { hasAskSets, readAskSets } from './case-set.ts';
import { askAll } from './engine.ts';
import { belowFloor, floorsWithoutReader, floorsWithReader } from './floors.ts';
import { measure, table } from './measures.ts';
import { ownReport } from './own-report.ts';
import { printSpeech } from './speech.ts';
import { swapsReport } from './swaps.ts';
import { openVectors, type Vectors } from './vectors.ts';

if (process.argv.includes('--speech')) {
  await printSpeech();
  process.exit(0);
}
if (!hasAskSets())
  console.log('shared/evals/ask is missing: only the questions of evals/own are asked.');
await print(undefined, undefined);
const encoder = await openVectors();
const reader = await openReadings();
if (encoder && reader) await print(encoder, reader);
else console.log('\nThe reader cannot run here: its weights or onnxruntime-node are missing.');

async function print(vectors: Vectors | undefined, read: ReadTimed | undefined): Promise<void> {
  const lines = [];
  for (const set of hasAskSets() ? readAskSets() : []) {
    const outcomes = await askAll(set, vectors, read);
    const cpu = outcomes.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0);
    const last = (cpu / outcomes.length).toFixed(0);
    lines.push({ name: set.name, measures: measure(outcomes), last });
  }
  console.log(`\nThe engine as it ships, ${read ? 'with the reader' : 'without the reader'}`);
  if (lines.length > 0) console.log(table(lines, 'CPU µs'));
  const floors = read ? floorsWithReader : floorsWithoutReader;
  for (const { name, measures } of lines)
    for (const fault of belowFloor(floors[name], measures)) {
      console.log(`${name}: ${fault}`);
      process.exitCode = 1;
    }
  console.log(`\n${await ownReport(vectors, read)}`);
  console.log(`\n${await swapsReport(vectors, read)}`);
}
