/**
 * `node evals/written-answers.ts`: what passes of what honest and hostile models write, and what it
 * costs to look at a sentence before it is told.
 */
import { createGrounding } from '../packages/server/src/answers/grounding/grounding.ts';
import { statementsOf } from '../packages/server/src/answers/grounding/tidy-sentence.ts';
import { systemClock } from '../packages/server/src/kernel/clock.ts';
import { silentLog } from '../packages/server/src/kernel/log.ts';
import type { LanguageModel } from '../packages/server/src/models/models.ts';
import { createWriter } from '../packages/server/src/site/asks/written-answer.ts';
import {
  basisOf,
  freshHonestCases,
  freshHostileCases,
  honestCases,
  hostileCases,
  type LaterHostileCase,
  lastHonestCases,
  lastHostileCases,
  laterHonestCases,
  laterHostileCases,
  type ModelCase,
  seenHonestCases,
  seenHostileCases,
} from '../packages/server/test/grounding/cases.ts';
import { emptyBusiness } from './engine.ts';

for (const read of [true, false]) {
  const cases = honestCases.filter((one) => one.read === read);
  const verdicts = cases.map(verdictsOf);
  const sentences = verdicts.flat();
  console.log(
    `honest, ${read ? 'read while the rules were made' : 'a second set'}: ` +
      `${share(sentences.map((kind) => kind !== 'drift'))} of the sentences pass, ` +
      `${share(verdicts.map((kinds) => !kinds.includes('drift')))} of the answers whole`,
  );
}
for (const kind of new Set(hostileCases.map((one) => one.kind))) {
  const cases = hostileCases.filter((one) => one.kind === kind);
  console.log(
    `hostile, ${kind}: ${share(cases.map((one) => verdictsOf(one).includes('said')))} reach a visitor`,
  );
}
for (const [name, honest, hostile] of [
  ['later', laterHonestCases, laterHostileCases],
  ['last', lastHonestCases, lastHostileCases],
  ['fresh, worked with,', ...freshHalves(false)],
  ['fresh, held back,', ...freshHalves(true)],
  ['seen', seenHonestCases, seenHostileCases],
] as const) {
  const verdicts = honest.map(verdictsOf);
  console.log(
    `${name} sets: ${share(verdicts.flat().map((kind) => kind !== 'drift'))} of the honest sentences pass, ` +
      `${share(verdicts.map((kinds) => !kinds.includes('drift')))} of the answers whole; ` +
      `${share(hostile.map(isLeak))} of the hostile ones reach a visitor`,
  );
}
reportCosts();
await reportPath();

function freshHalves(held: boolean): readonly [readonly ModelCase[], readonly LaterHostileCase[]] {
  return [
    freshHonestCases.filter((one) => one.held === held),
    freshHostileCases.filter((one) => one.held === held),
  ];
}

function verdictsOf(one: ModelCase): readonly string[] {
  const { check } = createGrounding(basisOf(one));
  return statementsOf(one.text).map((sentence) => check(sentence).kind);
}

function isLeak(one: LaterHostileCase): boolean {
  const { check } = createGrounding(basisOf(one));
  return statementsOf(one.text).some(
    (sentence) => check(sentence).kind === 'said' && sentence.includes(one.untrue ?? ''),
  );
}

function share(all: readonly boolean[]): string {
  return `${all.filter((is) => is).length} of ${all.length}`;
}

function reportCosts(): void {
  const prepared = honestCases.map((one) => ({
    basis: basisOf(one),
    sentences: statementsOf(one.text),
  }));
  const groundings = prepared.map(({ basis }) => createGrounding(basis));
  const rounds = 50;
  let sentences = 0;
  const readingMs = cpuMs(() => {
    for (let round = 0; round < rounds; round += 1)
      for (const { basis } of prepared) createGrounding(basis);
  });
  const checkingMs = cpuMs(() => {
    for (let round = 0; round < rounds; round += 1)
      prepared.forEach(({ sentences: all }, index) => {
        for (const sentence of all) {
          groundings[index]?.check(sentence);
          sentences += 1;
        }
      });
  });
  console.log(
    `CPU: ${((readingMs / rounds / prepared.length) * 1000).toFixed(0)} µs to read the passages of an answer, ` +
      'before the model has begun; ' +
      `${((checkingMs / sentences) * 1000).toFixed(0)} µs to look at a sentence`,
  );
}

/** From the piece that makes a sentence whole to the moment at which it is told. */
async function reportPath(): Promise<void> {
  let fromMs = 0;
  const tookMs: number[] = [];
  const playing = { text: '' };
  const model: LanguageModel = {
    state: () => 'ready',
    close: async () => {},
    write: async function* () {
      fromMs = cpuNow();
      yield { type: 'text', text: `${playing.text} A` };
      yield { type: 'end', reason: 'stop', model: '', usage: undefined };
    },
  };
  const { write } = createWriter({
    log: silentLog,
    clock: systemClock,
    loadLanguageModel: async () => model,
  });
  for (let round = 0; round < 30; round += 1)
    for (const one of honestCases) {
      const basis = basisOf(one);
      const [passage] = basis.passages;
      if (passage === undefined) continue;
      playing.text = statementsOf(one.text)[0] ?? '';
      const entry = {
        id: one.entry,
        kind: passage.kind,
        title: passage.title,
        text: passage.text,
        url: null,
        language: passage.language,
        alternatives: [],
      };
      await write(
        {
          asked: { question: 'What is it?' } as never,
          business: emptyBusiness,
          reply: {
            answered: true,
            language: one.language,
            text: basis.builtIn,
            sources: [],
            made: [],
            confidence: 1,
            passages: [
              { entry, title: passage.title, text: passage.text, language: passage.language },
            ],
          },
          send: async () => {
            if (round > 0) tookMs.push(cpuNow() - fromMs);
          },
        },
        new AbortController().signal,
      );
    }
  tookMs.sort((one, other) => one - other);
  const at = (part: number) => ((tookMs[Math.floor(tookMs.length * part)] ?? 0) * 1000).toFixed(0);
  console.log(
    `CPU from the first whole sentence of a model to our first token: median ${at(0.5)} µs, 95th of a hundred ` +
      `${at(0.95)} µs, over ${tookMs.length} answers`,
  );
}

function cpuMs(work: () => void): number {
  const before = cpuNow();
  work();
  return cpuNow() - before;
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
