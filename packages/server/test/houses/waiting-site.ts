/** A site assistant in a process of its own whose answers wait until its parent says so. */

import { plainReply, scriptEngine } from '../stand-ins/scripted-engine.ts';
import { openSiteHouse, shop } from './visit-house.ts';

let release = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});
let waiting = 0;
let wanted = Number.POSITIVE_INFINITY;

const engine = scriptEngine();
const house = await openSiteHouse('sqlite', {
  engine: {
    ...engine,
    question: async (source, ask, options) => {
      if (ask.question === 'warm') return engine.question(source, ask, options);
      waiting += 1;
      if (waiting === wanted) tell({ reached: wanted });
      return { answer: released.then(() => ({ reply: plainReply, writing: undefined })) };
    },
  },
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
