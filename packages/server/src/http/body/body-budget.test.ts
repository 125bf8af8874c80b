import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import type { Problem } from '../../kernel/problem.ts';
import { type BodyBudget, createBodyBudget, intakeOf } from './body-budget.ts';

const size = { bytesMax: 100_000, timeBaseMs: 60_000, bytesPerSecondMin: 1_000 };

test('when the memory is used up, the largest body of the heaviest client is refused', () => {
  const budget = createBodyBudget(size);
  const first = send(budget, 'flood', 50_000);
  const small = send(budget, 'flood', 1_000);
  const second = send(budget, 'flood', 40_000);
  send(budget, 'flood', 5_000);
  const other = send(budget, 'other', 20_000);
  assert.equal(first.refusal()?.code, 'busy');
  assert.equal(Number(first.refusal()?.retryAfterSeconds) > 0, true);
  for (const { refusal } of [small, second, other]) assert.equal(refusal(), undefined);
  assert.ok(budget.takenBytes() <= size.bytesMax);
  assert.equal(budget.counts().memory, 1);
});

test('a client that fills the memory does not evict small bodies of others', () => {
  const budget = createBodyBudget(size);
  const flood = Array.from({ length: 9 }, () => send(budget, 'flood', 10_000));
  const others = Array.from({ length: 50 }, (_, at) => send(budget, `other ${at}`, 1_000));
  assert.ok(budget.takenBytes() <= size.bytesMax);
  assert.ok(others.every(({ refusal }) => refusal() === undefined));
  assert.ok(flood.some(({ refusal }) => refusal() !== undefined));
});

test('all bodies of a client but its largest share half of the memory', () => {
  const budget = createBodyBudget(size);
  const flood = Array.from({ length: 50 }, () => send(budget, 'flood', 2_000));
  assert.ok(budget.takenBytes() <= size.bytesMax / 2 + 3_000);
  assert.ok(flood.some(({ refusal }) => refusal() !== undefined));
  const other = createBodyBudget(size);
  const large = send(other, 'office', 60_000);
  const small = Array.from({ length: 30 }, () => send(other, 'office', 100));
  for (const { refusal } of [large, ...small]) assert.equal(refusal(), undefined);
});

test('a body larger than all memory is refused itself, and its memory is released', () => {
  const budget = createBodyBudget(size);
  const one = send(budget, 'one', 90_000);
  assert.throws(() => one.intake.admit(20_000), { code: 'busy' });
  assert.equal(budget.takenBytes(), 0);
  // Pieces that arrive later get the same refusal and take no memory.
  assert.throws(() => one.intake.admit(1), { code: 'busy' });
  assert.equal(budget.takenBytes(), 0);
});

test('each piece of a body has a cost, so that pieces of one byte are not free', () => {
  const budget = createBodyBudget(size);
  const { intake } = send(budget, 'one', 0);
  assert.throws(() => {
    for (let pieces = 0; pieces < 1_000; pieces += 1) intake.admit(1);
  });
});

test('the memory of a body is released once, when it is complete or its client leaves', () => {
  const budget = createBodyBudget(size);
  const { intake } = send(budget, 'one', 50_000);
  intake.close();
  intake.close();
  assert.equal(budget.takenBytes(), 0);
  intake.admit(10);
  assert.equal(budget.takenBytes(), 0);
});

test('a body that takes longer than its size allows is refused, and one with time left is not', () => {
  const late = createBodyBudget({ ...size, timeBaseMs: -1 });
  const trickle = send(late, 'one', 10, { 'content-length': '0' });
  const large = send(late, 'one', 10, { 'content-length': '1000000' });
  late.cutLate();
  assert.equal(trickle.refusal()?.code, 'invalid');
  assert.equal(large.refusal(), undefined);
  assert.equal(late.counts().time, 1);
});

function send(budget: BodyBudget, account: string, bytes: number, headers = {}) {
  const request = { headers } as IncomingMessage;
  budget.open(request, account, 1_000_000);
  const intake = intakeOf(request);
  let refusal: Problem | undefined;
  intake.onCut((given) => {
    refusal = given;
  });
  intake.admit(bytes);
  return { intake, refusal: () => refusal };
}
