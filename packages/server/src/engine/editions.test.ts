import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProfileInput } from '../site/profile/profile.ts';
import { createEditions } from './editions.ts';
import type { Edition, VectorsReply } from './messages.ts';

const faqs = [
  { question: 'Do you deliver?', answer: 'We deliver in Nairobi.' },
  { question: 'Are you open on Sundays?', answer: 'We are closed on Sundays.' },
];
const content = { profile: JSON.stringify(readProfileInput({ faqs }).profile) };
const edition = { id: 'site', stamp: '1' };

/** Editions with an encoder, and their steps as a server takes them. */
function openEditions() {
  const editions = createEditions(
    {
      model: 'm',
      encodeQuestion: async () => [],
      encodeTexts: async (texts) => texts.map(() => Float32Array.of(0.5, 0.5)),
    },
    () => undefined,
  );
  const open = (opening: string, of: Edition = edition) =>
    editions.open({ kind: 'open', edition: of, content, opening });
  const add = async (
    opening: string,
    { rows = [], isLast = true, of = edition }: Partial<Added> = {},
  ): Promise<VectorsReply> => {
    const request = { kind: 'vectors', edition: of, opening, rows, isLast } as const;
    return (await editions.addVectors(request)) ?? assert.fail('the opening is not known');
  };
  const embed = async (): Promise<VectorsReply> =>
    (await editions.embed({ kind: 'embed', edition, textsMax: 100 })) ?? assert.fail();
  return { editions, open, add, embed };
}

interface Added {
  readonly rows: VectorsReply['made'];
  readonly isLast: boolean;
  readonly of: Edition;
}

test('two servers that open an edition at the same time do not mix its vectors', async () => {
  const { open, add, embed } = openEditions();
  await open('earlier');
  const { missing } = await add('earlier');
  const { made } = await embed();
  assert.ok(missing > 1 && made.length === missing);
  await Promise.all([open('one'), open('other')]);
  await add('one', { rows: made.slice(0, 1), isLast: false });
  assert.equal((await add('other')).missing, missing);
  assert.equal((await add('one')).missing, missing - 1);
});

test('editions whose vectors are not complete can be dropped, the others stay', async () => {
  const { editions, open, add, embed } = openEditions();
  const other = { id: 'other', stamp: '1' };
  await open('one');
  await add('one');
  await embed();
  await open('two', other);
  assert.ok((await add('two', { of: other })).missing > 0);
  editions.dropIncomplete();
  assert.equal(editions.get(other), undefined);
  assert.equal(editions.status(edition)?.missing, 0);
});
