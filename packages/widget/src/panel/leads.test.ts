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
  const rests: number[] = [];
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
    whenWorthwhile: (restMs, ring) => {
      rests.push(restMs);
      rings.push(ring);
      return () => {};
    },
  });
  const ring = async () => {
    rings.pop()?.();
    // What was rung goes its way before anybody looks.
    await new Promise(setImmediate);
  };
  return { leads, memory, kept, rests, sent, later, ring };
}

test('a contact is kept before it is sent, and forgotten when it has arrived', async () => {
  const { leads, kept } = play([]);
  assert.deepEqual(await leads.submit(leadOf('a')), { kind: 'sent', receipt });
  assert.deepEqual(kept, ['a', undefined]);
});

test('what is not taken now is tried again, more and more seldom, until it is', async () => {
  const { leads, rests, later, ring, memory } = play([lost, refusal(503), lost, lost, lost]);
  assert.deepEqual(await leads.submit(leadOf('a')), { kind: 'waiting' });
  for (let round = 0; round < 4; round += 1) await ring();
  assert.deepEqual(rests, [5_000, 15_000, 60_000, 300_000, 300_000]);
  assert.equal(memory.lead?.contact, 'a');
  await ring();
  assert.deepEqual(later, [{ kind: 'sent', receipt }]);
  assert.equal(memory.lead, undefined);
});

test('a server that names a time is left alone for so long, within reason', async () => {
  const { leads, rests, ring } = play([refusal(429, 42_000), refusal(429, 86_400_000)]);
  await leads.submit(leadOf('a'));
  await ring();
  assert.deepEqual(rests, [42_000, 300_000]);
});

test('what is refused for good is not kept', async () => {
  const { leads, memory, rests } = play([refusal(400)]);
  assert.deepEqual(await leads.submit(leadOf('a')), { kind: 'refused' });
  assert.equal(memory.lead, undefined);
  assert.deepEqual(rests, []);
});

test('nothing is sent without a connection, and a newer contact takes the place of one that waits', async () => {
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
