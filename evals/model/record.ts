/**
 * `node evals/model/record.ts [FOLDER]`: selects 300 questions of held-out businesses, 150 of which the engine alone
 * refuses or answers wrongly, and writes their prompts to `prompts.jsonl`. With a folder, also writes a text file for
 * each business, for the authors of answers.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { informationFor } from '../../packages/server/src/answers/write/information.ts';
import {
  answerRequest,
  informationCharactersMax,
} from '../../packages/server/src/site/asks/writing-request.ts';
import { openReadings } from '../businesses/readings.ts';
import { openVectors } from '../vectors.ts';
import { askAll, type Chosen, spread } from './chosen.ts';

const read = await openReadings();
if (read === undefined) throw new Error('the reader does not run on this machine');
const all = await askAll(await openVectors(), read);
const isRight = ({ asked }: Chosen) => asked.verdict === 'right';
const chosen = new Set([
  ...spread(
    all.filter((one) => !isRight(one)),
    150,
  ),
  ...spread(all.filter(isRight), 150),
]);
const prompts = all
  .filter((one) => chosen.has(one))
  .map((one) => ({ one, request: requestOf(one) }));
writeFileSync(
  new URL('prompts.jsonl', import.meta.url),
  [...Map.groupBy(prompts, ({ one }) => one.set.name)]
    .map(([business, of]) => {
      const { information } = JSON.parse(of[0]?.request.messages[0]?.content ?? '{}');
      const questions = of.map(({ one, request }) => {
        const { information: _, ...rest } = JSON.parse(request.messages[0]?.content ?? '{}');
        return { id: one.id, ...rest };
      });
      return `${JSON.stringify({ business, information, questions })}\n`;
    })
    .join(''),
);
const [, , folder] = process.argv;
if (folder !== undefined) {
  mkdirSync(folder, { recursive: true });
  const rules = prompts[0]?.request.instructions ?? '';
  writeFileSync(`${folder}/RULES.txt`, `${rules}\n`);
  for (const [number, of] of [
    ...Map.groupBy(prompts, ({ one }) => one.set.name).values(),
  ].entries()) {
    const { information } = JSON.parse(of[0]?.request.messages[0]?.content ?? '{}');
    const items = information.map(
      ({ id, title, text }: { id: string; title?: string; text: string }) =>
        `${id} | ${title === undefined ? '' : `${title} | `}${text}`,
    );
    const questions = of.map(({ one, request }) => {
      const { earlier, question, answer_in } = JSON.parse(request.messages[0]?.content ?? '{}');
      const before = earlier.map(
        ({ said_by, text }: { said_by: string; text: string }) =>
          `(${said_by} said before: ${text}) `,
      );
      return `Q ${one.id} | ${before.join('')}${question} | answer in ${answer_in}`;
    });
    writeFileSync(
      `${folder}/prompt-${String(number + 1).padStart(2, '0')}.txt`,
      `${[...items, '', ...questions].join('\n')}\n`,
    );
  }
}
console.log(`${prompts.length} prompts`);

function requestOf({ ask, asked: { reply }, prepared }: Chosen) {
  const { question, history } = ask;
  const items = informationFor(
    prepared,
    reply.asked?.near ?? [],
    reply.language,
    informationCharactersMax(6_000),
  );
  return answerRequest(
    { question: reply.asked?.question ?? question, history: [...history], mode: undefined },
    reply.language,
    items.map(({ id, passage: { title, text } }) => ({ id, title, text })),
  );
}
