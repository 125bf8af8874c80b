/** A site assistant in a process of its own whose answers wait until its parent says so. */

import type { Prepared } from '../../src/answers/find/prepared.ts';
import type { Reply } from '../../src/answers/knowledge.ts';
import { openSiteHouse, shop } from './visit-house.ts';

let release = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});
let waiting = 0;
let wanted = Number.POSITIVE_INFINITY;
const reply: Reply = {
  answered: true,
  language: 'en',
  text: 'Yes, we deliver in Nairobi for 200 shillings.',
  sources: [],
  made: [],
  confidence: 1,
};

const house = await openSiteHouse('sqlite', {
  engine: async () => ({
    prepare: () => ({ passages: 1, bytes: 100 }) as Prepared,
    answer: async ({ bytes: _bytes }, { question }) => {
      if (question === 'warm') return reply;
      waiting += 1;
      if (waiting === wanted) tell({ reached: wanted });
      await released;
      return reply;
    },
  }),
});
const site = await (await house.newOwner()).newSite(shop);

process.on('message', async (message: { readonly wait?: number; readonly order?: string }) => {
  if (message.wait !== undefined) {
    wanted = message.wait;
    if (waiting >= wanted) tell({ reached: wanted });
  }
  if (message.order === 'weigh') tell({ rss: process.memoryUsage.rss() });
  if (message.order === 'answer') release();
  if (message.order === 'end') {
    await house.close();
    process.disconnect?.();
  }
});
tell({ port: house.port, site });

function tell(message: object): void {
  process.send?.(message);
}
