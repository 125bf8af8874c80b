import { randomBytes } from 'node:crypto';
import { expectEqual, expectShape } from '../check.ts';
import { expectStatus, type Json } from '../reply.ts';
import { siteSection } from './bench.ts';

/** These checks write conversations, so they run only on the site that the test created. */
export const conversationSection = siteSection(
  'conversations',
  {
    'conversation-takeover':
      'While a person has a conversation, ask stores the message and the assistant is silent',
    'conversation-secret': 'The events of a conversation are 404 without its secret',
  },
  {
    async 'conversation-takeover'({ own, visit }) {
      const conversation = newConversation();
      const ask = async () =>
        doneOf((await visit('POST', 'ask', { question: 'Habari', conversation })).text);
      expectShape(await ask(), { conversation_secret: /^\w{32}$/ }, 'the first done');
      const here = `/conversations/${conversation}`;
      const answer = { text: 'Mimi ni Asha' };
      expectStatus(await own.call('POST', `${here}/messages`, answer), 201);
      expectShape(await ask(), { answered: false, person: true }, 'the done for a person');
      const { state, messages } = await own.read(here);
      expectEqual(state, 'person', 'the state');
      const senders = [{ from: 'person' }, { from: 'visitor' }];
      expectShape(messages.slice(2), senders, 'the messages');
      await own.call('POST', `${here}/release`);
      expectEqual((await ask()).person, undefined, 'person after the release');
      await own.call('DELETE', here);
    },
    async 'conversation-secret'({ own, visit }) {
      const conversation = newConversation();
      await visit('POST', 'ask', { question: 'Habari', conversation });
      const events = `conversations/${conversation}/events`;
      expectStatus(await visit('GET', events), 404);
      expectStatus(await visit('GET', `${events}?conversation_secret=${'a'.repeat(32)}`), 404);
      await own.call('DELETE', `/conversations/${conversation}`);
    },
  },
);

function newConversation(): string {
  return `c_${randomBytes(16).toString('base64url')}`;
}

// The stream of a conversation has more events than that of a single question.
function doneOf(text: string): Json {
  const lines = text.split('\n').filter((line) => line.startsWith('data: '));
  const done = lines.map((line) => JSON.parse(line.slice(6))).find(({ type }) => type === 'done');
  return done ?? {};
}
