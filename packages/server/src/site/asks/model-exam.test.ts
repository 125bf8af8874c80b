import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { dayMs, minuteMs } from '@baraza/contract';
import { type Script, says, scriptModel } from '../../../test/fakes/scripted-model.ts';
import { createLog } from '../../kernel/log.ts';
import type { WritingRequest } from '../../models/models.ts';
import { createModelExam, examQuestions } from './model-exam.ts';

function questionOf({ messages }: WritingRequest) {
  const { question } = JSON.parse(messages[0]?.content ?? '') as { readonly question: string };
  return examQuestions.find((one) => one.question === question) ?? assert.fail(question);
}

const right: Script = (request) => {
  const { answeredBy } = questionOf(request);
  return answeredBy.length === 0 ? ['NONE'] : [`So it is. [${answeredBy[0]}]`];
};
/** Wrong about this many questions, with and without an answer. */
const wrongAbout =
  (count: number): Script =>
  (request) => {
    const at = examQuestions.indexOf(questionOf(request));
    const isWrong = at % 10 < count / 2;
    if (!isWrong) return lines(right, request);
    return questionOf(request).answeredBy.length === 0 ? ['So it is. [i1]'] : ['NONE'];
  };

function setUp(script: Script) {
  let nowMs = 1_000_000;
  const lines: string[] = [];
  const model = scriptModel(script);
  const log = createLog('info', (line) => lines.push(line));
  const { hasPassed } = createModelExam({ log, clock: () => nowMs });
  /** Resolves when the exam that runs has ended. */
  const ended = async (): Promise<void> => {
    let requests = -1;
    while (requests !== model.requests.length) {
      requests = model.requests.length;
      for (let turns = 0; turns < 20; turns += 1) await turn();
    }
  };
  return {
    model,
    lines,
    hasPassed: () => hasPassed(model),
    ended,
    /** Starts the exam if it is due, and gives its result. */
    examine: async () => {
      hasPassed(model);
      await ended();
      return hasPassed(model);
    },
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the exam of a model', () => {
  test('runs in the background: until it has ended, the model has not passed', async () => {
    const { model, hasPassed, ended } = setUp((request) => ['wait', ...lines(right, request)]);
    assert.equal(hasPassed(), false);
    await model.waits();
    assert.equal(hasPassed(), false);
    assert.equal(model.requests.length, 1, 'one exam at a time');
    model.plays(right);
    model.letGo();
    await ended();
    assert.equal(hasPassed(), true);
    assert.equal(model.requests.length, examQuestions.length);
  });

  for (const [name, script, passes] of [
    ['answers all right', right, true],
    ['makes two mistakes', wrongAbout(2), true],
    ['makes four mistakes', wrongAbout(4), false],
    ['refuses everything', ['NONE'], false],
    ['refuses everything in JSON', says(), false],
    ['cites the same item for everything', ['So it is. [i1]'], false],
    ['cites unknown items', ['So it is. [i99]'], false],
    ['writes without an end', ['na tena '.repeat(5_000)], false],
    ['writes nothing', [''], false],
  ] as const)
    test(`a model that ${name} ${passes ? 'passes' : 'fails'}`, async () => {
      assert.equal(await setUp(script).examine(), passes);
    });

  test('asks nothing before it is known how the server wants to be asked', async () => {
    const { model, examine, advance } = setUp(right);
    model.examines(async () => {
      throw new Error('out of reach');
    });
    assert.equal(await examine(), false);
    assert.equal(model.requests.length, 0);
    advance(10 * minuteMs);
    model.examines(async () => {});
    assert.equal(await examine(), true);
  });

  test('is repeated the next day, and the last result counts meanwhile', async () => {
    const { model, hasPassed, examine, ended, advance } = setUp(right);
    assert.equal(await examine(), true);
    advance(dayMs - 1);
    assert.equal(await examine(), true);
    assert.equal(model.requests.length, examQuestions.length);
    advance(1);
    model.plays(['NONE']);
    assert.equal(hasPassed(), true);
    await ended();
    assert.equal(hasPassed(), false);
    assert.equal(model.requests.length, 2 * examQuestions.length);
  });

  test('of a model that cannot be reached keeps the last result, and is repeated after ten minutes', async () => {
    const { model, examine, advance } = setUp([new Error('out of reach')]);
    assert.equal(await examine(), false);
    assert.equal(model.requests.length, 1);
    advance(10 * minuteMs);
    model.plays(right);
    assert.equal(await examine(), true);
    advance(dayMs);
    model.plays([new Error('out of reach')]);
    assert.equal(await examine(), true);
  });

  test('logs its result without any text', async () => {
    const { examine, lines: logged } = setUp(right);
    await examine();
    assert.equal(logged.length, 1);
    const { right: count, of } = JSON.parse(logged[0] ?? '');
    assert.deepEqual([count, of], [20, 20]);
    assert.doesNotMatch(logged.join(''), /So it is|bicycle/);
  });
});

function lines(script: Script, request: WritingRequest) {
  return typeof script === 'function' ? script(request) : script;
}
