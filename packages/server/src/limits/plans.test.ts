import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultPlans, parsePlans, planOf } from './plans.ts';

describe('plans', () => {
  test('the built-in ones have the numbers of the contract', () => {
    const numbers = Object.entries(defaultPlans).map(([name, plan]) => [
      name,
      plan.questions,
      plan.voice,
      plan.live_seconds,
    ]);
    assert.deepEqual(numbers, [
      ['local', null, null, null],
      ['free', 500, 100, 600],
      ['basic', 5_000, 1_000, 6_000],
      ['pro', 50_000, 10_000, 60_000],
    ]);
    for (const name of ['free', 'basic', 'pro'])
      assert.deepEqual(defaultPlans[name]?.rates, {
        ask_visitor: 20,
        ask_network: 120,
        transcribe: 10,
        speak: 20,
        leads: 5,
      });
  });

  test('a file names plans; what it leaves out has the default', () => {
    const plans = parsePlans('{"free":{"questions":3},"gold":{"voice":9,"rates":{"leads":null}}}');
    assert.deepEqual(Object.keys(plans), ['free', 'gold']);
    assert.deepEqual([plans.free?.questions, plans.free?.voice], [3, null]);
    assert.equal(plans.free?.rates.ask_visitor, 20);
    assert.deepEqual([plans.gold?.voice, plans.gold?.rates.leads], [9, null]);
  });

  test('a site whose plan was removed has the limits of the smallest, not none', () => {
    assert.equal(planOf(defaultPlans, 'gone').questions, 500);
    assert.equal(planOf(parsePlans('{"free":{"questions":7}}'), 'gone').questions, 7);
    assert.equal(planOf(defaultPlans, '__proto__').questions, 500);
  });

  for (const [text, has] of [
    ['', /a file of JSON/],
    ['[]', /plans by their names/],
    ['{}', /plans by their names/],
    ['null', /plans by their names/],
    ['{"A b":{}}', /lower-case letters/],
    ['{"free":5}', /an object for the plan free/],
    ['{"free":{"questions":-1}}', /questions of the plan free/],
    ['{"free":{"questions":1.5}}', /questions of the plan free/],
    ['{"free":{"questions":"many"}}', /questions of the plan free/],
    ['{"free":{"question":5}}', /no question for the plan free/],
    ['{"free":{"rates":{"lead":5}}}', /no lead for the plan free/],
    ['{"free":{"rates":[]}}', /rates of the plan free/],
    ['{"free":{"rates":{"leads":"x"}}}', /leads of the plan free/],
  ] as const)
    test(`${text || 'nothing'} is refused with what would be right`, () => {
      assert.throws(() => parsePlans(text), has);
    });
});
