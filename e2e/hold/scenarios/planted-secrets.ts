/** Plants secrets, contacts and questions, and searches for them in all output of the server. */
import assert from 'node:assert/strict';
import { form, resources, storage } from '../../../packages/server/test/fixtures/server.ts';
import type { Installation } from '../installation.ts';
import { scenario } from '../scenario.ts';
import { findSecrets, type Planted, plant } from '../secrets.ts';

export const plantedSecrets = scenario({
  name: 'planted-secrets',
  what: `
    keys, passwords in settings, contacts of leads, texts of questions, records and file names are planted, and
    errors provoked around them`,
  guarantee: `
    no secret, contact or question appears in a log, a status, an error or a metric`,
  provenAgainst: `
    \`http/app.ts\` logging the \`X-Visitor\` header at level debug: found in the log`,
  engines: ['sqlite', 'postgres'],
  short: { rounds: 1 },
  long: { rounds: 100 },
  run: async (context, { rounds }) => {
    const { figures, random } = context;
    const settings = ['model key', 'speech key', 'mail password'].map((name) =>
      plant(random, name),
    );
    const [model, speech, mail] = settings as [Planted, Planted, Planted];
    const server = await context.start({
      environment: {
        // Logs everything; none of the external servers exists, so every call to them fails.
        BARAZA_LOG: 'debug',
        BARAZA_MODEL_URL: 'http://127.0.0.1:9/v1',
        BARAZA_MODEL: 'small',
        BARAZA_MODEL_KEY: model.text,
        BARAZA_TTS_URL: 'http://127.0.0.1:9/v1',
        BARAZA_TTS_KEY: speech.text,
        BARAZA_SMTP_URL: `smtp://user:${mail.text}@127.0.0.1:9`,
      },
    });
    const secrets: Planted[] = [
      ...settings,
      { name: 'platform key', text: server.key },
      { name: 'owner credential', text: server.credential },
    ];
    const errors: string[] = [];
    for (let round = 0; round < rounds; round += 1)
      secrets.push(...(await useSecrets(server, (name) => plant(random, name), errors, round)));
    const metrics = await Promise.all(
      [server.url, server.site.url].map(async (url) => (await fetch(`${url}/metrics`)).text()),
    );
    const status = await server.platform('GET', '/api/platform/status');
    const operator = await server.visit('GET', '/v1/operator');
    const { code, stdout, stderr } = await server.end('SIGTERM');
    assert.equal(code, 0);
    // The first start prints its two credentials on purpose, before `ready`.
    const afterReady = stdout.slice(stdout.search(/^ready$/m));
    const hits = findSecrets(secrets, {
      log: stderr,
      output: afterReady,
      status: status.text + operator.text,
      errors: errors.join('\n'),
      metrics: metrics.join('\n'),
    });
    assert.ok(stderr.includes('"level":"debug"'), 'the log has level debug');
    for (const { secret, place } of hits) figures.log(`${secret} appears in ${place}`);
    figures.atLeast('secrets planted', secrets.length, rounds * 5);
    figures.note('searched bytes of log', stderr.length);
    figures.atLeast('searched errors', errors.length, rounds * 4);
    figures.atMost('planted secrets that were found', hits.length, 0);
  },
});

async function useSecrets(
  server: Installation,
  make: (name: string) => Planted,
  errors: string[],
  round: number,
): Promise<readonly Planted[]> {
  const keep = (reply: { readonly status: number; readonly text: string }) => {
    if (reply.status >= 400) errors.push(reply.text);
  };
  const names = [
    'contact',
    'question',
    'message',
    'record',
    'instruction',
    'visitor',
    'idempotency',
  ];
  const [contact, question, message, record, instruction, visitor, repeat] = names.map(make) as [
    Planted,
    Planted,
    Planted,
    Planted,
    Planted,
    Planted,
    Planted,
  ];
  const slug = `planted-${round}`;
  await server.newSite(slug, { name: 'Shop', notify: { email: 'owner@example.com' } });
  const site = `/v1/sites/${slug}`;
  const headers = { 'x-visitor': visitor.text };
  const lead = { contact: `${contact.text}@example.com`, message: message.text };
  keep(await server.visit('POST', `${site}/leads`, { body: lead, headers }));
  keep(await server.visit('POST', `${site}/ask`, { body: { question: question.text }, headers }));
  keep(await server.visit('POST', `${site}/ask`, { body: { question: [question.text] } }));
  keep(await server.visit('POST', `${site}/speak`, { body: { text: message.text } }));
  keep(await server.visit('POST', `${site}/leads`, { body: { ...lead, contact: 'x' } }));
  const secret = { key: `${server.key}${contact.text}` };
  keep(await server.platform('GET', resources, secret));
  keep(await server.platform('GET', `${resources}?key=${server.key}`, { key: 'rpk_x' }));
  const data = await server.newResource('data', {
    schema: { type: 'object', properties: { text: { type: 'number' } } },
  });
  const body = { action: 'add-record', record: { text: record.text } };
  const idempotent = { 'idempotency-key': repeat.text };
  keep(await server.platform('PATCH', `${resources}/${data}`, { body, headers: idempotent }));
  const assistant = await server.newResource('ai', { instructions: instruction.text });
  const asked = { assistant, prompt: question.text };
  keep(await server.platform('POST', '/api/platform/ai', { body: asked }));
  const bucket = await server.newResource('storage');
  const target = `${storage}/${bucket}?key=${contact.text}`;
  keep(await server.platform('POST', target, { body: form({ bytes: record.text }) }));
  keep(await server.platform('GET', `${target}-absent`));
  return [contact, question, message, record, instruction, visitor, repeat];
}
