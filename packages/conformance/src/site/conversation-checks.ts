import { randomBytes } from 'node:crypto';
import { type Checks, display, expect, expectEqual } from '../check.ts';
import { expectStatus } from '../reply.ts';
import type { SiteBench } from './bench.ts';

/** These checks write conversations, so they run only on the site that the test created. */
export const conversationChecks: Checks<SiteBench> = {
  'conversation-takeover': {
    holds: 'While a person has a conversation, ask stores the message and the assistant is silent',
    run: async ({ requireOwnSite, visit, admin, read }) => {
      const { path } = requireOwnSite();
      const conversation = newConversation();
      const body = { question: 'Habari', conversation };
      const first = doneOf(await visit('POST', 'ask', { body }));
      expect(
        /^\w{32}$/.test(String(first.conversation_secret)),
        `the first done is ${display(first)}`,
      );
      const here = `${path}/conversations/${conversation}`;
      const text = 'Mimi ni Asha';
      expectStatus(await admin('POST', `${here}/messages`, { body: { text } }), 201);
      const kept = doneOf(await visit('POST', 'ask', { body }));
      expectEqual([kept.answered, kept.person], [false, true], 'the done for a person');
      const { state, messages } = await read(here);
      expectEqual(state, 'person', 'the state');
      expectEqual(
        messages.slice(2).map(({ from }: { readonly from: string }) => from),
        ['person', 'visitor'],
        'the messages',
      );
      await admin('POST', `${here}/release`);
      const last = doneOf(await visit('POST', 'ask', { body }));
      expectEqual(last.person, undefined, 'person after the release');
      await admin('DELETE', here);
    },
  },
  'conversation-secret': {
    holds: 'The events of a conversation are 404 without its secret',
    run: async ({ requireOwnSite, visit, admin }) => {
      const { path } = requireOwnSite();
      const conversation = newConversation();
      await visit('POST', 'ask', { body: { question: 'Habari', conversation } });
      const events = `conversations/${conversation}/events`;
      expectStatus(await visit('GET', events), 404);
      expectStatus(await visit('GET', `${events}?conversation_secret=${'a'.repeat(32)}`), 404);
      await admin('DELETE', `${path}/conversations/${conversation}`);
    },
  },
};

function newConversation(): string {
  return `c_${randomBytes(16).toString('base64url')}`;
}

function doneOf(reply: { readonly text: string }): { readonly [field: string]: unknown } {
  const lines = reply.text.split('\n').filter((line) => line.startsWith('data: '));
  const done = lines.map((line) => JSON.parse(line.slice(6))).find(({ type }) => type === 'done');
  return done ?? {};
}
