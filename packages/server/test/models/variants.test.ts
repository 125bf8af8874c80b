import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dayMs, minuteMs } from '@baraza/contract';
import { type Behaviour, fails, refusesField, streams } from '../fakes/model-server.ts';
import { collect, openModelSetup } from '../fixtures/model-setup.ts';
import { until } from '../process/test-child.ts';

const given = {
  maxTokens: 90,
  temperature: 0.2,
  json: { instructions: 'As JSON.', schema: { type: 'object' } },
};
const refusals = [
  [
    'max_tokens',
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  ],
  ['temperature', "Unsupported value: 'temperature' does not support 0 with this model."],
  ['stream_options', 'stream_options: Extra inputs are not permitted'],
  ['response_format', 'This response_format type is unavailable now'],
] as const;

/** Refuses each of these fields, one at a time. */
const refusesAll: Behaviour = (response, received) => {
  const found = refusals.find(([field]) => received.body[field] !== undefined);
  const behaviour = found === undefined ? streams('All right.') : refusesField(found[0], found[1]);
  return behaviour(response, received);
};

describe('the variant of a model server', () => {
  for (const [field, message] of refusals)
    test(`without ${field} is found by the exam, and each call is made in it at once`, async (t) => {
      const setup = await openModelSetup(t, {}, {}, 'unknown');
      setup.server.behaves(refusesField(field, message));
      await setup.model.examine();
      assert.deepEqual(setup.kept.get('small')?.refuses, [field]);
      assert.equal(setup.server.received.length, 2);
      assert.equal((await collect(setup.model, given)).text, 'All right.');
      assert.equal(setup.server.received.length, 3);
      const { body } = await setup.server.chat(2);
      assert.equal(body[field], undefined);
      if (field === 'max_tokens') assert.equal(body.max_completion_tokens, 90);
    });

  test('without any of the fields is found in one exam', async (t) => {
    const setup = await openModelSetup(t, {}, {}, 'unknown');
    setup.server.behaves(refusesAll);
    await setup.model.examine();
    assert.equal(setup.server.received.length, 5);
    assert.equal((await collect(setup.model, given)).text, 'All right.');
    assert.equal(setup.server.received.length, 6);
  });

  test('with reasoning whose beginning is not marked hides it from the first answer on', async (t) => {
    const { server, model, lines, kept } = await openModelSetup(t, {}, {}, 'unknown');
    server.behaves(streams('They ask for a price.', '\n</think>', '\n\nBei ni ', '4500.'));
    await model.examine();
    assert.equal(kept.get('small')?.thinksUnmarked, true);
    assert.match(lines.join(''), /writes its reasoning into its answers/);
    assert.deepEqual((await collect(model)).pieces, ['Bei ni ', '4500.']);
    server.behaves(streams('Bei ni ', '4500.'));
    assert.equal((await collect(model)).text, 'Bei ni 4500.');
  });

  test('is plain while nothing is known, and a call that is refused is not made a second time', async (t) => {
    const setup = await openModelSetup(t, {}, {}, 'unknown');
    setup.server.behaves(refusesField(...refusals[1]));
    const refused = await collect(setup.model, given);
    assert.equal(refused.error?.name, 'WritingRefused');
    // The exam that the call has begun.
    await setup.model.examine();
    const made = setup.server.received.filter(({ body }) => body.max_tokens === 90);
    assert.equal(made.length, 1);
    assert.equal((await collect(setup.model, given)).text, 'All right.');
  });

  test('is looked for once a day, and once for all who ask', async (t) => {
    const { server, model, advanceClock } = await openModelSetup(t, {}, {}, 'unknown');
    await Promise.all([model.examine(), model.examine(), model.examine()]);
    await model.examine();
    assert.equal(server.received.length, 1);
    advanceClock(dayMs);
    await model.examine();
    assert.equal(server.received.length, 2);
  });

  test('that has changed is found after the first call that is refused', async (t) => {
    const { server, model, kept } = await openModelSetup(t);
    server.behaves(refusesField(...refusals[0]));
    assert.equal((await collect(model, given)).error?.name, 'WritingRefused');
    await server.chat(2);
    await until(() => kept.size > 0);
    assert.equal((await collect(model, given)).text, 'All right.');
  });

  test('of a server that is away is not looked for with every call', async (t) => {
    const { server, model, advanceClock } = await openModelSetup(
      t,
      { retryDelaysMs: [], failuresMax: 1_000 },
      {},
      'unknown',
    );
    server.behaves(fails(500));
    await assert.rejects(model.examine(), { code: 'upstream' });
    for (let times = 0; times < 3; times += 1) await collect(model);
    assert.equal(server.received.length, 4);
    advanceClock(minuteMs);
    await collect(model);
    await server.chat(5);
  });

  test('of the model of an assistant is its own', async (t) => {
    const setup = await openModelSetup(t, {}, { models: ['small', 'large'] }, 'unknown');
    setup.server.behaves((response, received) =>
      (received.body.model === 'large' ? refusesAll : streams('All right.'))(response, received),
    );
    await setup.model.examine();
    await collect(setup.model, { ...given, model: 'large' });
    await until(() => setup.kept.has('large'));
    assert.deepEqual(
      [setup.kept.get('small')?.refuses, setup.kept.get('large')?.refuses.length],
      [[], 4],
    );
    assert.equal((await collect(setup.model, { ...given, model: 'large' })).text, 'All right.');
  });
});
