/** People take conversations over at random moments while visitors ask, on two servers. */
import { runTakeovers } from '../../../../packages/server/test/conversations/takeovers.ts';
import { scenario } from '../../scenario.ts';

interface Size {
  /** The number of conversations; each is taken over twice. */
  readonly conversations: number;
}

export const takeovers = scenario<Size>({
  name: 'takeovers',
  what: `
    visitors ask on two servers with one PostgreSQL while people take their conversations over and give them back, and
    readers of the events go away and come back, all at random moments`,
  guarantee: `
    the assistant says nothing in a conversation that a person has taken; no message is lost, doubled or out of order,
    in the store and in the event streams`,
  provenAgainst: `
    a check of the state before the answer instead of in the transaction that stores it`,
  engines: ['postgres'],
  short: { conversations: 16 },
  long: { conversations: 500 },
  run: async (context, { conversations }) => {
    const { figures } = context;
    const { faults, answered, kept } = await runTakeovers({ conversations, seed: 11 });
    for (const fault of faults.slice(0, 20)) figures.log(fault);
    figures.atLeast('takeovers', conversations * 2, conversations);
    figures.atLeast('questions that the assistant answered', answered, 1);
    figures.atLeast('messages that were kept for a person', kept, 1);
    figures.atMost(
      'answers during a takeover, and lost, doubled or reordered messages',
      faults.length,
      0,
    );
  },
});
