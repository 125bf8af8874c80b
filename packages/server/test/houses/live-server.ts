/** A site assistant in a process of its own that hears by a script, and weighs itself when it is asked. */
import { scriptedSpeech } from '../stand-ins/scripted-speech.ts';
import { openSiteHouse, shop } from './visit-house.ts';

const speech = scriptedSpeech();
const house = await openSiteHouse('sqlite', { voice: speech });
const site = await (await house.newOwner()).newSite(shop);

// What cleaning up before the scales costs is no part of what is weighed.
let cleaning = { cpuMs: 0, threadMs: 0 };

process.on('message', async (order: string) => {
  if (order === 'weigh' || order === 'clock') {
    const before = readClocks();
    const { sessions, turnBytes } = house.assistant.live;
    // Only for the scales: what runs after it is slower for a while.
    if (order === 'weigh') globalThis.gc?.();
    process.send?.({
      rss: process.memoryUsage.rss(),
      cpuMs: before.cpuMs - cleaning.cpuMs,
      threadMs: before.threadMs - cleaning.threadMs,
      sessions: sessions.size,
      turnBytes: turnBytes.usedBytes(),
      detected: speech.detected(),
    });
    const after = readClocks();
    cleaning = {
      cpuMs: cleaning.cpuMs + after.cpuMs - before.cpuMs,
      threadMs: cleaning.threadMs + after.threadMs - before.threadMs,
    };
  }
  if (order === 'end') {
    await house.close();
    process.disconnect?.();
  }
});
process.send?.({ url: house.url, site });

function readClocks() {
  const all = process.cpuUsage();
  const thread = process.threadCpuUsage();
  return {
    cpuMs: (all.user + all.system) / 1_000,
    threadMs: (thread.user + thread.system) / 1_000,
  };
}
