/** Questions with their answers from a server without other load. */
import type { Random } from '../../packages/server/test/fixtures/random.ts';
import type { Shop } from './shops.ts';
import { ask } from './visitor.ts';

export interface Question {
  readonly site: string;
  readonly copy: number;
  readonly text: string;
  readonly calm: { readonly isAnswered: boolean; readonly text: string };
}

/**
 * Asks the first copy of each business, one question at a time. The other copies have the same answers, but the server
 * has not cached them.
 */
export async function recordCalm(
  server: { readonly port: number },
  shops: readonly Shop[],
  count: number,
): Promise<readonly Question[]> {
  const recorded: Question[] = [];
  for (const { shop, text } of pairsOf(shops, count)) {
    const reply = await ask(server, shop.slug, text);
    if (reply.result !== 'answered' && reply.result !== 'unknown')
      throw new Error(`a calm server: ${reply.result} ${reply.fault}`);
    const calm = { isAnswered: reply.result === 'answered', text: reply.text };
    for (const { slug, copy, business } of shops)
      if (business === shop.business && copy > 0) recorded.push({ site: slug, copy, text, calm });
  }
  return recorded;
}

/** Hands out each question once, in random order, then all of them again. */
export interface Pool {
  readonly next: () => Question;
  /** The number of repeated questions. */
  readonly repeats: () => number;
}

export function createPool(questions: readonly Question[], random: Random): Pool {
  if (questions.length === 0) throw new Error('there are no questions');
  const order = [...questions];
  for (let at = order.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other] as Question, order[at] as Question];
  }
  let given = 0;
  return {
    next: () => {
      given += 1;
      return order[(given - 1) % order.length] as Question;
    },
    repeats: () => Math.max(0, given - order.length),
  };
}

/** The first question of every business, then the second of every business, and so on. */
function pairsOf(shops: readonly Shop[], count: number) {
  const firsts = shops.filter(({ copy }) => copy === 0);
  const most = Math.max(...firsts.map(({ questions }) => questions.length));
  const pairs = Array.from({ length: most }, (_, at) =>
    firsts.flatMap((shop) => {
      const text = shop.questions[at];
      return text === undefined ? [] : [{ shop, text }];
    }),
  ).flat();
  if (pairs.length < count) throw new Error(`there are ${pairs.length} questions, not ${count}`);
  return pairs.slice(0, count);
}
