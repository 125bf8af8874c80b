/** Trains the language detector: `node training/language.ts` writes the weights to packages/answer-model. */
import { writeFileSync } from 'node:fs';
import { featuresOf, weightScale } from '../packages/server/src/answers/text/language.ts';
import { wordsOf } from '../packages/server/src/answers/text/text.ts';
import { readLanguageTexts } from './language-texts.ts';
import { createRandom } from './random.ts';

const tableSize = 1 << 17;
const passes = 3;
const wordsMax = 4;
const rate = 0.1;
const weightDecay = 2e-6;

const random = createRandom(20261115);
const { swahili, english } = readLanguageTexts();
console.log(`${swahili.length} Swahili and ${english.length} English texts`);
const texts = { sw: swahili.map(toWords), en: english.map(toWords) };
const weights = learn();
const whole = Int8Array.from(weights, (weight) =>
  Math.max(-127, Math.min(127, Math.round(weight * weightScale))),
);
writeFileSync(new URL('../packages/answer-model/language.bin', import.meta.url), whole);
console.log(
  `${whole.filter((weight) => weight !== 0).length} weights of ${tableSize} are not zero`,
);

/** Logistic regression with AdaGrad, on one to four words of a text at a time, as in short questions. */
function learn(): Float64Array {
  const learnt = new Float64Array(tableSize);
  const squares = new Float64Array(tableSize).fill(1e-3);
  const steps = passes * (texts.sw.length + texts.en.length);
  for (let step = 0; step < steps; step++) {
    const isSwahili = step % 2 === 0;
    const side = isSwahili ? texts.sw : texts.en;
    const text = side[Math.floor(random.next() * side.length)] ?? [];
    const length = 1 + Math.floor(random.next() * wordsMax);
    const start =
      random.next() < 0.5 ? 0 : Math.floor(random.next() * Math.max(1, text.length - length));
    const features = text
      .slice(start, start + length)
      .flatMap((word) => featuresOf(word, tableSize));
    let sum = 0;
    for (const feature of features) sum += learnt[feature] ?? 0;
    const error = 1 / (1 + Math.exp(-sum)) - (isSwahili ? 1 : 0);
    if (Math.abs(error) < 1e-3) continue;
    for (const feature of features) {
      const slope = error + weightDecay * (learnt[feature] ?? 0);
      squares[feature] = (squares[feature] ?? 0) + slope * slope;
      learnt[feature] = (learnt[feature] ?? 0) - (rate * slope) / Math.sqrt(squares[feature] ?? 1);
    }
  }
  return learnt;
}

function toWords(text: string): string[] {
  return wordsOf(text).filter((word) => /^[a-z]+$/.test(word));
}
