/** The reader in this process. Its scores and CPU times are cached in `.cache/readings`. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {
  ReadablePassage,
  Reading,
  ReadScore,
} from '../../packages/server/src/answers/read/read-passages.ts';
import { canEncode } from '../encoder.ts';

export interface TimedScore extends ReadScore {
  /** CPU time of the run that computed the score, even if it is cached. */
  readonly cpuMicroseconds: number;
}

export type ReadTimed = (reading: Reading) => Promise<readonly TimedScore[]>;

/** Whether the weights and their runtime are installed. */
export function canRead(): boolean {
  return canEncode(files);
}

/** Undefined if the reader cannot run. */
export async function openReadings(): Promise<ReadTimed | undefined> {
  const model = canRead() ? await importModel() : undefined;
  if (model === undefined) return undefined;
  const read = await model.openReader(files);
  const file = cacheFile();
  const known = knownScores(file);
  return async (reading) => {
    const scores: TimedScore[] = [];
    for (const passage of reading.passages) {
      const key = keyOf(reading, passage);
      let score = known.get(key);
      if (score === undefined) {
        const before = process.cpuUsage();
        const [own] = await read({ ...reading, passages: [passage] });
        const { user, system } = process.cpuUsage(before);
        if (own === undefined) throw new Error('the reader returned no score');
        score = { ...own, cpuMicroseconds: user + system };
        known.set(key, score);
        appendFileSync(file, `${JSON.stringify([key, score])}\n`);
      }
      scores.push(score);
    }
    return scores;
  };
}

const model = new URL('../../packages/answer-model/', import.meta.url);
const files = {
  weights: fileURLToPath(new URL('reader.onnx', model)),
  vocabulary: fileURLToPath(new URL('vocab.txt', model)),
};
const program = new URL('../../packages/server/src/engine/models/built-in.ts', import.meta.url);

// The runtime is an optional package and may not support this machine.
async function importModel() {
  try {
    return await import('../../packages/server/src/engine/models/built-in.ts');
  } catch {
    return undefined;
  }
}

// Scores also depend on how texts are split, so the program is part of the key, like the weights.
function cacheFile(): URL {
  const hash = createHash('sha256');
  for (const file of [files.weights, files.vocabulary, program]) hash.update(readFileSync(file));
  const folder = new URL('../../.cache/readings/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  return new URL(`${hash.digest('hex').slice(0, 16)}.jsonl`, folder);
}

function knownScores(file: URL): Map<string, TimedScore> {
  const known = new Map<string, TimedScore>();
  if (!existsSync(file)) return known;
  const text = readFileSync(file, 'utf8');
  for (const line of text.split('\n')) {
    // An interrupted run leaves an incomplete line.
    if (!line.endsWith('}]')) continue;
    const [key, score] = JSON.parse(line) as [string, TimedScore];
    known.set(key, score);
  }
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  return known;
}

function keyOf({ question, before }: Reading, { title, sentences }: ReadablePassage): string {
  const text = JSON.stringify([question, before, title, sentences]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
