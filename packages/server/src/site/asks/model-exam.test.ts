import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { dayMs, minuteMs } from '@baraza/contract';
import { type Script, says, scriptModel } from '../../../test/fakes/scripted-model.ts';
import { createLog } from '../../kernel/log.ts';
import type { WritingOrder } from '../../models/models.ts';
import { examQuestions } from './exam-questions.ts';
import { createModelExam } from './model-exam.ts';

function questionOf({ messages }: WritingOrder) {
  const { question } = JSON.parse(messages[0]?.content ?? '') as { readonly question: string };
  return examQuestions.find((one) => one.question === question) ?? assert.fail(question);
}

const right: Script = (order) => {
  const { answeredBy } = questionOf(order);
  return answeredBy.length === 0 ? ['NONE'] : [`So it is. [${answeredBy[0]}]`];
};
/** Wrong about this many questions, of those that have an answer and those that have none. */
const wrongAbout =
  (count: number): Script =>
  (order) => {
    const at = examQuestions.indexOf(questionOf(order));
    const isWrong = at % 10 < count / 2;
    if (!isWrong) return lines(right, order);
    return questionOf(order).answeredBy.length === 0 ? ['So it is. [i1]'] : ['NONE'];
  };

function setUp(script: Script) {
  let nowMs = 1_000_000;
  const lines: string[] = [];
  const model = scriptModel(script);
  const log = createLog('info', (line) => lines.push(line));
  const { hasPassed } = createModelExam({ log, clock: () => nowMs });
  /** Until the exam that is under way has been held. */
  const held = async (): Promise<void> => {
    let orders = -1;
    while (orders !== model.orders.length) {
      orders = model.orders.length;
      for (let turns = 0; turns < 20; turns += 1) await turn();
    }
  };
  return {
    model,
    lines,
    hasPassed: () => hasPassed(model),
    held,
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the exam of a model', () => {
  test('nobody waits for it: until it is held, the model has not passed', async () => {
    const { model, hasPassed, held } = setUp((order) => ['wait', ...lines(right, order)]);
    assert.equal(hasPassed(), false);
    await model.waits();
    assert.equal(hasPassed(), false);
    assert.equal(model.orders.length, 1, 'one exam at a time');
    model.plays(right);
    model.letGo();
    await held();
    assert.equal(hasPassed(), true);
    assert.equal(model.orders.length, examQuestions.length);
  });

  for (const [wrong, passes] of [
    [0, true],
    [2, true],
    [4, false],
    [20, false],
  ] as const)
    test(`${wrong} wrong of ${examQuestions.length}: ${passes ? 'passed' : 'failed'}`, async () => {
      const { hasPassed, held } = setUp(wrongAbout(wrong));
      hasPassed();
      await held();
      assert.equal(hasPassed(), passes);
    });

  for (const [name, script] of [
    ['refuses everything', ['NONE']],
    ['refuses everything in JSON', says()],
    ['cites the same for everything', ['So it is. [i1]']],
    ['cites everything unknown', ['So it is. [i99]']],
    ['talks without an end', ['na tena '.repeat(5_000)]],
    ['says nothing', ['']],
  ] as const)
    test(`a model that ${name} fails`, async () => {
      const { hasPassed, held } = setUp(script);
      hasPassed();
      await held();
      assert.equal(hasPassed(), false);
    });

  test('is held again the next day, and what it found before counts meanwhile', async () => {
    const { model, hasPassed, held, advance } = setUp(right);
    hasPassed();
    await held();
    advance(dayMs - 1);
    assert.equal(hasPassed(), true);
    await held();
    assert.equal(model.orders.length, examQuestions.length);
    advance(1);
    model.plays(['NONE']);
    assert.equal(hasPassed(), true);
    await held();
    assert.equal(hasPassed(), false);
    assert.equal(model.orders.length, 2 * examQuestions.length);
  });

  test('a model that could not be asked has neither passed nor failed, and is asked again in ten minutes', async () => {
    const { model, hasPassed, held, advance } = setUp([new Error('out of reach')]);
    hasPassed();
    await held();
    assert.equal(hasPassed(), false);
    assert.equal(model.orders.length, 1);
    advance(10 * minuteMs);
    model.plays(right);
    hasPassed();
    await held();
    assert.equal(hasPassed(), true);
    advance(dayMs);
    model.plays([new Error('out of reach')]);
    hasPassed();
    await held();
    assert.equal(hasPassed(), true, 'it has passed before');
  });

  test('its result is told in the log, without a word of it', async () => {
    const { hasPassed, held, lines: told } = setUp(right);
    hasPassed();
    await held();
    assert.equal(told.length, 1);
    const { right: count, of } = JSON.parse(told[0] ?? '');
    assert.deepEqual([count, of], [20, 20]);
    assert.doesNotMatch(told.join(''), /So it is|bicycle/);
  });
});

function lines(script: Script, order: WritingOrder) {
  return typeof script === 'function' ? script(order) : script;
}
