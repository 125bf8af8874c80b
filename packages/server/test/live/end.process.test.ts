/** A live session on a server as users run it, with its own engines, across the end of the server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitLive } from '../fixtures/live-visit.ts';
import { ask } from '../fixtures/server.ts';
import { startProcess, temporaryFolder } from '../fixtures/server-process.ts';

test('the demo site talks with nothing installed but the server, and says goodbye when it stops', async (t) => {
  const server = await startProcess(t, temporaryFolder(t), { BARAZA_DEMO: '1' });
  const config = await ask(server.site, 'GET', '/v1/sites/demo/config');
  if (config.json.live !== true) {
    t.skip('there is no speech on this machine');
    return;
  }
  const live = await visitLive(server.site, 'demo');
  live.say({ type: 'start', language: 'sw' });
  await live.until('ready');
  live.say({ type: 'ask', question: 'Mnafungua saa ngapi?' });
  const audio = await live.until('audio');
  assert.ok(audio.sample_rate >= 8_000);
  const ended = server.end('SIGTERM');
  assert.equal((await live.until('closing')).reason, 'restart');
  assert.equal(await live.closed, 1001);
  const dones = live.messages.filter(({ type }) => type === 'done');
  assert.equal(dones.length, 1);
  assert.ok(live.frames.length > 0);
  const { code, stderr } = await ended;
  assert.deepEqual([code, stderr], [0, '']);
});
