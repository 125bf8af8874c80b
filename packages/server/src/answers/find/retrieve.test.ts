import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import type { Entry } from '../knowledge.ts';
import { createLexicon } from '../text/lexicon.ts';
import { passagesOf } from './chunk.ts';
import { buildIndex } from './index-builder.ts';
import { encodedText, packVectors } from './passage-vectors.ts';
import { queryOf } from './query.ts';
import { search } from './retrieve.ts';

const lexicon = createLexicon({
  sw: Buffer.from('mbwa\tdog 80\nmizigo\tluggage 60 baggage 55\n'),
  en: Buffer.from('baggage\tmizigo 55\ndog\tmbwa 80\nluggage\tmizigo 60\n'),
});

const index = await indexOf('en', {
  pets: ['Pets', 'A dog may stay in the garden rooms. Cats may not.'],
  bags: ['Storage', 'Leave your luggage at the front desk until six.'],
  food: ['Breakfast', 'Breakfast is served from seven to ten every day.'],
  pool: ['Pool', 'The swimming pool is heated and open to children.'],
});

describe('a passage is found', () => {
  for (const [name, question, language, id] of [
    ['the same words', 'When is breakfast served?', 'en', 'food'],
    ['another form of a word', 'Do you serve breakfasts?', 'en', 'food'],
    ['a misspelling', 'is ther a swiming pol', 'en', 'pool'],
    ['vowels left out', 'brkfst', 'en', 'food'],
    ['a word that means the same', 'Where can I leave my baggage?', 'en', 'bags'],
    ['the other language', 'Naweza kuja na mbwa?', 'sw', 'pets'],
  ] as const)
    test(`by ${name}`, async () => {
      assert.equal(ids(question, language)[0], id);
    });

  test('unless no word of the question occurs', async () => {
    assert.deepEqual(ids('Helicopter landing', 'en'), []);
  });

  test('but not by its opposite', async () => {
    const heated = await indexOf('en', { one: ['', 'The water is heated all night.'] });
    const query = queryOf({ question: 'unheated', language: 'en' });
    assert.deepEqual(search(heated, query, lexicon), []);
  });

  test('once, if its entry has many parts', async () => {
    const text = Array.from({ length: 60 }, (_, at) => `Rule ${at} is about parking cars.`).join(
      ' ',
    );
    const long = await indexOf('en', { long: ['Parking', text], other: ['', 'No cars here.'] });
    const query = queryOf({ question: 'parking cars', language: 'en' });
    assert.deepEqual(
      search(long, query, lexicon).map(({ passage }) => passage.entry.id),
      ['long', 'other'],
    );
  });

  test('by words of its own language', async () => {
    const both = await buildIndex([
      ...passages('en', { en: ['', 'We sell bread.'] }),
      ...passages('sw', { sw: ['', 'Tunauza mkate.'] }),
    ]);
    const query = queryOf({ question: 'mnauza mkate', language: 'sw' });
    assert.equal(search(both, query, lexicon)[0]?.passage.entry.id, 'sw');
  });
});

describe('vectors', () => {
  // Two dimensions: animals, and everything else.
  const vectorOf = (text: string) => Float32Array.from(/dog|hound/i.test(text) ? [1, 0] : [0, 1]);
  const query = (vector?: Float32Array) =>
    queryOf({ question: 'hound', language: 'en', ...(vector ? { vector } : {}) });

  test('find passages that words do not', async () => {
    assert.deepEqual(
      search(index, query(), lexicon, await packVectors(index.languages, { vectorOf })),
      [],
    );
    const hits = search(
      index,
      query(vectorOf('hound')),
      lexicon,
      await packVectors(index.languages, { vectorOf }),
    );
    assert.equal(hits[0]?.passage.entry.id, 'pets');
  });

  test('from another encoder, or of no passage, change nothing', async () => {
    const asked = queryOf({
      question: 'breakfast',
      language: 'en',
      vector: Float32Array.from([1, 0, 0]),
    });
    const plain = search(index, queryOf({ question: 'breakfast', language: 'en' }), lexicon);
    for (const source of [{ vectorOf }, { vectorOf: () => undefined }])
      assert.deepEqual(
        search(index, asked, lexicon, await packVectors(index.languages, source)).map(
          ({ passage }) => passage,
        ),
        plain.map(({ passage }) => passage),
      );
  });

  test('that are still missing neither help nor harm a passage found by words', async () => {
    const some = { vectorOf: (text: string) => (/^Pets/.test(text) ? undefined : vectorOf(text)) };
    const asked = queryOf({ question: 'dog', language: 'en', vector: Float32Array.from([1, 0.3]) });
    const [first] = search(index, asked, lexicon, await packVectors(index.languages, some));
    assert.deepEqual([first?.passage.entry.id, first?.similarity], ['pets', undefined]);
  });

  test('of a question combined with the previous turn are used', async () => {
    const [first] = search(
      index,
      queryOf({
        question: 'why',
        language: 'en',
        vector: vectorOf('why'),
        joinedVector: Float32Array.from([1, -1]),
      }),
      lexicon,
      await packVectors(index.languages, { vectorOf }),
    );
    assert.equal(first?.passage.entry.id, 'pets');
    assert.ok((first?.similarity ?? 0) > 0.3);
  });

  test('lose little precision when packed', async () => {
    const wide = (text: string) =>
      Float32Array.from({ length: 384 }, (_, at) => Math.sin((at + text.length) * 12.9898));
    const [passage] = index.languages[0]?.passages ?? [];
    assert.ok(passage);
    const asked = queryOf({ question: 'x', language: 'en', vector: wide(encodedText(passage)) });
    const [hit] = search(
      index,
      asked,
      lexicon,
      await packVectors(index.languages, { vectorOf: wide }),
    );
    assert.equal(hit?.passage, passage);
    assert.ok(Math.abs((hit?.similarity ?? 0) - 1) < 0.002);
  });
});

test('the reported size of an index grows with its content', async () => {
  const small = await indexOf('en', { one: ['', 'Bread and milk.'] });
  assert.ok(small.bytes > 15 && small.bytes < index.bytes);
  assert.equal(index.passageCount, 4);
});

function ids(question: string, language: Language): string[] {
  const hits = search(index, queryOf({ question, language }), lexicon);
  return hits.map(({ passage }) => passage.entry.id);
}

function indexOf(language: Language, texts: { readonly [id: string]: readonly [string, string] }) {
  return buildIndex(passages(language, texts));
}

function passages(language: Language, texts: { readonly [id: string]: readonly [string, string] }) {
  return Object.entries(texts).flatMap(([id, [title, text]]) => {
    const entry: Entry = { id, kind: 'fact', title, text, url: null, language, alternatives: [] };
    return passagesOf(entry, () => language);
  });
}
