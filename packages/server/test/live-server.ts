/** A site assistant in a process of its own that hears by a script, and weighs itself when it is asked. */
import { scriptedSpeech } from './scripted-speech.ts';
import { openSiteHouse, shop } from './visit-house.ts';

const speech = scriptedSpeech();
const house = await openSiteHouse('sqlite', { voice: speech });
const site = await (await house.newOwner()).newSite(shop);

process.on('message', async (order: string) => {
  if (order === 'weigh') {
    const { user, system } = process.cpuUsage();
    const thread = process.threadCpuUsage();
    globalThis.gc?.();
    const { guests, turnBytes } = house.assistant.live;
    process.send?.({
      rss: process.memoryUsage.rss(),
      cpuMs: (user + system) / 1_000,
      threadMs: (thread.user + thread.system) / 1_000,
      sessions: guests.size,
      turnBytes: turnBytes.taken(),
      detected: speech.detected(),
    });
  }
  if (order === 'end') {
    await house.close();
    process.disconnect?.();
  }
});
process.send?.({ url: house.url, site });
