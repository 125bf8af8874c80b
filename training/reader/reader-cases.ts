/**
 * Writes test cases for runtimes of the reader: a few inputs with their scores. `node training/reader/reader-cases.ts`
 * uses the weights in packages/answer-model and writes reader-cases.json there.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reading } from '../../packages/server/src/answers/read/read-passages.ts';
import { openReader } from '../../packages/server/src/engine/models/built-in.ts';

const delivery = {
  title: 'Delivery',
  sentences: [
    'We deliver in Nairobi for 300 shillings, within one day.',
    'Parcels to Kisumu and Nakuru take two days and cost 550 shillings.',
  ],
};
const opening = {
  title: '',
  sentences: ['Tunafungua kila siku saa mbili asubuhi hadi saa moja usiku.', 'Jumapili tumefunga.'],
};
const guarantee = {
  title: 'Guarantee',
  sentences: ['The guarantee covers screens for ninety days, not water damage.'],
};
const readings: readonly Reading[] = [
  {
    question: 'How much is delivery to Kisumu?',
    before: '',
    passages: [delivery, opening, guarantee],
  },
  { question: 'Jumapili mnafungua saa ngapi?', before: '', passages: [opening, delivery] },
  { question: 'Na Nakuru?', before: 'Mnapeleka mizigo Kisumu?', passages: [delivery, guarantee] },
  { question: 'Is water damage covered by the guarantee?', before: '', passages: [guarantee] },
];

const tables = new URL('../../packages/answer-model/', import.meta.url);
const fileOf = (name: string) => fileURLToPath(new URL(name, tables));
const read = await openReader({
  weights: fileOf('reader.onnx'),
  vocabulary: fileOf('vocab.txt'),
});
const digits = (value: number) => Number(value.toFixed(3));
const cases = [];
for (const reading of readings) {
  const scores = (await read(reading)).map(({ answer, said, evidence }) => ({
    answer: digits(answer),
    said: digits(said),
    evidence: evidence.map(digits),
  }));
  cases.push({ ...reading, scores });
}
// Int8 kernels of CPUs with and without dot-product instructions differ by up to .23.
const content = { tolerance: 0.3, readings: cases };
writeFileSync(new URL('reader-cases.json', tables), `${JSON.stringify(content, null, 1)}\n`);
