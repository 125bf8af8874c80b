import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import { scriptModel } from '../fakes/scripted-model.ts';
import { ask, defaultEngine, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { until } from '../process/test-child.ts';

describe('many generations, and the same one again', () => {
  const model = scriptModel();
  const generationTimes = { firstWordMs: 60_000, drainMs: 1 };
  const { server, owner } = serverOfSuite(defaultEngine, {
    loadLanguageModel: async () => model,
    generationTimes,
  });

  const generate = (body: object, key = owner.key, headers = {}) =>
    ask(server, 'POST', '/api/platform/ai', { key, body, headers });
  const assistantOf = async (config: object = {}, key = owner.key) =>
    (await newResource(server, key, 'ai', config)).id;

  test('an owner with endless requests leaves room for other owners, and all of them for visitors', async () => {
    const others = await Promise.all([server.newOwner(), server.newOwner()]);
    const keys = [owner.key, ...others.map(({ key }) => key)];
    const leaving = new AbortController();
    model.plays(['wait', 'At last.']);
    const before = model.requests.length;
    const asked: Promise<unknown>[] = [];
    const fill = async (key: string, times: number) => {
      const assistant = await assistantOf({}, key);
      for (let time = 0; time < times; time += 1)
        asked.push(
          fetch(`${server.url}/api/platform/ai`, {
            method: 'POST',
            signal: leaving.signal,
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ assistant, prompt: 'x', stream: true }),
          }).catch(() => {}),
        );
    };
    const underWay = () => model.requests.length - before;
    const [greedy = '', modest = '', late = ''] = keys;
    await fill(greedy, 20);
    await until(() => underWay() >= 8);
    await fill(modest, 3);
    await until(() => underWay() >= 11);
    await fill(late, 20);
    await until(() => underWay() >= 12);
    // After a whole round trip, no further one has started.
    await ask(server, 'GET', '/api/platform/status', { key: greedy });
    assert.equal(underWay(), 12);
    leaving.abort();
    await Promise.all(asked);
    await until(() => model.left.length >= 12);
    model.letGo();
    model.plays(['All right.']);
    const body = { assistant: await assistantOf({}, greedy), prompt: 'x' };
    assert.equal((await generate(body, greedy)).status, 200);
  });

  test('the same request under one Idempotency-Key is written once, also as a stream', async () => {
    const assistant = await assistantOf();
    for (const stream of [false, true]) {
      model.plays([`Written ${stream}`]);
      const requests = model.requests.length;
      const headers = { 'idempotency-key': `once ${stream}` };
      const body = { assistant, prompt: 'x', stream };
      const first = await generate(body, owner.key, headers);
      model.plays(['Written again']);
      const again = await generate(body, owner.key, headers);
      assert.equal(again.text, first.text);
      assert.equal(again.headers.get('content-type'), first.headers.get('content-type'));
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
      assert.equal(model.requests.length, requests + 1);
      const other = await generate({ ...body, prompt: 'y' }, owner.key, headers);
      assert.equal(other.status, 409);
    }
  });

  test('a refusal under an Idempotency-Key is repeated too, whole or as a stream', async () => {
    for (const stream of [false, true]) {
      const assistant = await assistantOf();
      const change = (action: string) =>
        owner.send('PATCH', `${resources}/${assistant}`, { action });
      await change('archive');
      const headers = { 'idempotency-key': `refused ${stream}` };
      const body = { assistant, prompt: 'x', stream };
      const first = await generate(body, owner.key, headers);
      assert.equal(first.status, 409, first.text);
      await change('restore');
      const again = await generate(body, owner.key, headers);
      assert.deepEqual([again.status, again.text], [409, first.text]);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
    }
  });

  test('while the first runs a second one under its key is 409; a failure is not kept', async () => {
    const assistant = await assistantOf();
    const headers = { 'idempotency-key': 'slow' };
    const body = { assistant, prompt: 'x' };
    model.plays(['wait', 'At last.']);
    const first = generate(body, owner.key, headers);
    await model.waits();
    const second = await generate(body, owner.key, headers);
    assert.deepEqual([second.status, second.json.code], [409, 'idempotency']);
    model.letGo();
    assert.equal((await first).json.output, 'At last.');
    const unlucky = { 'idempotency-key': 'unlucky' };
    model.plays([new Problem('upstream', 'No.')]);
    assert.equal((await generate(body, owner.key, unlucky)).status, 503);
    model.plays(['Better.']);
    assert.equal((await generate(body, owner.key, unlucky)).json.output, 'Better.');
  });
});
