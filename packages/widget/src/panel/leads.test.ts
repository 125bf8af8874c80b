import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BarazaError, ConnectionError } from '@baraza/client';
import type { LeadReceipt } from '@baraza/contract';
import { createLeads, type LeadOutcome } from './leads.ts';
import type { Memory, WaitingLead } from './memory.ts';

const receipt: LeadReceipt = { ok: true, id: 'lead_1', received_at: '', message: 'Asante!' };
const lost = new ConnectionError('lost', { code: 'connection' });
const refusal = (status: number, retryAfterMs?: number) =>
  new BarazaError('No.', { status, code: 'unexpected', retryAfterMs });

function leadOf(contact: string): WaitingLead {
  return {
    contact,
    name: '',
    message: '',
    website: '',
    language: 'sw',
    page: 'https://x.example/',
  };
}

function play(answers: readonly (LeadReceipt | Error)[], isOnline = () => true) {
  const kept: (string | undefined)[] = [];
  const delays: number[] = [];
  const sent: string[] = [];
  const later: LeadOutcome[] = [];
  const rings: (() => void)[] = [];
  const memory = {
    lead: undefined,
    save: () => kept.push(memory.lead?.contact),
  } as unknown as Memory;
  const leads = createLeads({
    memory,
    send: async ({ contact }) => {
      const answer = answers[sent.push(contact) - 1] ?? receipt;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    onLater: (outcome) => later.push(outcome),
    isOnline,
    retryLater: (delayMs, ring) => {
      delays.push(delayMs);
      rings.push(ring);
      return () => {};
    },
  });
  const ring = async () => {
    rings.pop()?.();
    // Lets pending callbacks run first.
    await new Promise(setImmediate);
  };
  return { leads, memory, kept, delays, sent, later, ring };
}

test('a lead is stored before it is sent, and removed when it was accepted', async () => {
  const { leads, kept } = play([]);
  assert.deepEqual(await leads.submit(leadOf('a')), { kind: 'sent', receipt });
  assert.deepEqual(kept, ['a', undefined]);
});

test('a lead that fails is retried with backoff until it is accepted', async () => {
  const { leads, delays, later, ring, memory } = play([lost, refusal(503), lost, lost, lost]);
  assert.deepEqual(await leads.submit(leadOf('a')), { kind: 'waiting' });
  for (let round = 0; round < 4; round += 1) await ring();
  assert.deepEqual(delays, [5_000, 15_000, 60_000, 300_000, 300_000]);
  assert.equal(memory.lead?.contact, 'a');
  await ring();
  assert.deepEqual(later, [{ kind: 'sent', receipt }]);
  assert.equal(memory.lead, undefined);
});

test('Retry-After is respected, within limits', async () => {
  const { leads, delays, ring } = play([refusal(429, 42_000), refusal(429, 86_400_000)]);
  await leads.submit(leadOf('a'));
  await ring();
  assert.deepEqual(delays, [42_000, 300_000]);
});

test('a lead that is refused for good is removed', async () => {
  const { leads, memory, delays } = play([refusal(400)]);
  assert.deepEqual(await leads.submit(leadOf('a')), { kind: 'refused' });
  assert.equal(memory.lead, undefined);
  assert.deepEqual(delays, []);
});

test('nothing is sent while offline, and a newer lead replaces one that waits', async () => {
  let isOnline = false;
  const { leads, sent, ring, later } = play([], () => isOnline);
  await leads.submit(leadOf('a'));
  assert.deepEqual(sent, []);
  isOnline = true;
  await leads.submit(leadOf('b'));
  await ring();
  assert.deepEqual(sent, ['b']);
  assert.deepEqual(later, []);
});
