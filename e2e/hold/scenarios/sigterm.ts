/** SIGTERM under load: every stream ends properly, and so does the process. */
import assert from 'node:assert/strict';
import { WebSocket } from 'ws';
import { hangs, startModelServer } from '../../../packages/server/test/fakes/model-server.ts';
import { form, storage } from '../../../packages/server/test/fixtures/server.ts';
import type { Installation } from '../installation.ts';
import { openSocket, requestHead } from '../load.ts';
import { drain } from '../process-killer.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

interface Size {
  readonly rounds: number;
  readonly asks: number;
  readonly streams: number;
  readonly sockets: number;
  readonly writers: number;
}

export const sigterm = scenario<Size>({
  name: 'sigterm',
  what: `
    SIGTERM while questions wait for a model, event streams and live sessions are open, and files are uploaded`,
  guarantee: `
    a server that is stopped under load sends every stream exactly one \`done\`, keeps what it acknowledged and exits
    with 0`,
  provenAgainst: `
    \`server/serve-site.ts\` not draining live sessions (closed with 4408 after a minute, not with 1001), and not
    draining questions (cut off without their \`done\`)`,
  engines: ['sqlite', 'postgres'],
  short: { rounds: 1, asks: 10, streams: 10, sockets: 4, writers: 4 },
  long: { rounds: 10, asks: 200, streams: 150, sockets: 50, writers: 8 },
  run: async (context, size) => {
    for (let round = 0; round < size.rounds; round += 1) await endUnderLoad(context, size);
  },
});

async function endUnderLoad(context: ScenarioContext, size: Size): Promise<void> {
  const { figures } = context;
  const model = await startModelServer();
  context.after(model.close);
  // The model never answers, so every question is open at SIGTERM.
  model.behaves(hangs);
  const folder = context.folder();
  const environment = { BARAZA_MODEL_URL: model.url, BARAZA_MODEL: 'small' };
  const server = await context.start({ folder, environment });
  const faqs = [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }];
  const slug = `shop-${context.random.below(2 ** 30)}`;
  await server.newSite(slug, { voice: true, faqs });
  const bucket = await server.newResource('storage');

  const asks = Array.from({ length: size.asks }, () => readAsk(server, slug));
  const streams = await Promise.all(Array.from({ length: size.streams }, () => readEvents(server)));
  const lives = await Promise.all(
    Array.from({ length: size.sockets }, (_, at) => openLive(server, slug, `v${at}`)),
  );
  // The first one is the server's own, at its start.
  await model.chat(1);
  let written = 0;
  const writers = Array.from({ length: size.writers }, async (_, at) => {
    for (let n = 0; ; n += 1) {
      const target = `${storage}/${bucket}?key=${at}-${n}`;
      const put = await server
        .platform('POST', target, { body: form({ bytes: 'k'.repeat(30_000) }) })
        .catch(() => undefined);
      if (put?.status !== 201) return `${at}-${n}`;
      written += 1;
    }
  });
  while (written < size.writers * 3) await new Promise((resolve) => setImmediate(resolve));
  const { code, tookMs, stderr } = await drain(server);
  const unanswered = new Set(await Promise.all(writers));
  assert.equal(code, 0, stderr.slice(-500));
  figures.atMostWhenLong('time from SIGTERM to the exit', tookMs, 20_000, 'ms');

  const texts = await Promise.all(asks);
  const begun = texts.filter((text) => text.startsWith('HTTP/1.1 200'));
  figures.atLeast('open questions', begun.length, 1);
  for (const text of begun)
    assert.equal(text.split('"type":"done"').length, 2, `one done: ${text.slice(-300)}`);
  for (const text of texts.filter((one) => !begun.includes(one)))
    assert.match(text, /^HTTP\/1\.1 503 /, 'an open question has no answer');
  for (const { ended } of streams) assert.equal(await ended, 'closed', 'a stream was torn');
  for (const closed of lives.map((live) => live.closed)) assert.equal(await closed, 1001);

  const again = await context.start({ folder });
  const { json } = await again.platform('GET', `${storage}/${bucket}`);
  const keys: string[] = json.objects.map(({ key }: { key: string }) => key);
  const acknowledged = keys.filter((key) => !unanswered.has(key)).length;
  assert.equal(acknowledged, written, 'acknowledged objects are present');
  assert.equal((await again.end('SIGTERM')).code, 0);
}

/** The whole response to a question. */
async function readAsk(server: Installation, slug: string): Promise<string> {
  const socket = await openSocket(server.sitePort);
  if (socket === undefined) return '';
  // Not in the owner's wording, so that the model is asked.
  const body = '{"question":"Would you bring a parcel to my house in town?"}';
  socket.write(
    requestHead('POST', `/v1/sites/${slug}/ask`, {
      'content-type': 'application/json',
      'content-length': body.length,
      connection: 'close',
    }) + body,
  );
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

/** How an event stream ends: with its last chunk, or cut off. */
async function readEvents(server: Installation) {
  const socket = await openSocket(server.port);
  assert.ok(socket !== undefined);
  let text = '';
  const ended = new Promise<'closed' | 'torn'>((resolve) => {
    socket.once('close', () => resolve(text.endsWith('0\r\n\r\n') ? 'closed' : 'torn'));
  });
  const began = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      resolve();
    });
  });
  socket.write(
    requestHead('GET', '/api/platform/events', { authorization: `Bearer ${server.key}` }),
  );
  await began;
  return { ended };
}

async function openLive(server: Installation, slug: string, visitor: string) {
  const address = `${server.site.url.replace('http', 'ws')}/v1/sites/${slug}/live`;
  const headers = { 'x-visitor': visitor.padStart(22, 'v') };
  const socket = new WebSocket(address, { headers, perMessageDeflate: false });
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => {
    socket.once('open', () => socket.send('{"type":"start","speech":false}'));
    socket.once('message', resolve);
    socket.once('close', resolve);
  });
  return { closed };
}
