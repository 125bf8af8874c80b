import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Finding } from '../../src/cli/doctor/doctor-check.ts';
import {
  type Behaviour,
  fails,
  type ModelServerStandIn,
  sends,
  startModelServer,
  streams,
} from '../fakes/model-server.ts';
import { say } from '../fixtures/command-line.ts';

const inSwahili = ['Mji mkuu wa Tanzania ni Dodoma, ', 'na watu huko hupenda kulima zabibu.'];
const inEnglish = ['The capital of Tanzania is Dodoma, ', 'and the people there like farming.'];

interface Situation {
  readonly name: string;
  readonly behaviour?: Behaviour;
  readonly environment?: { readonly [name: string]: string };
  readonly before?: (server: ModelServerStandIn) => Promise<void>;
  readonly finds: readonly (readonly [name: string, Finding['status'], RegExp])[];
}

const reached = ['model server', 'ok', /^127\.0\.0\.1:\d+ answers, and accepts the key$/] as const;
const streamed = ['model', 'ok', /^small streams: first words after \d+\.\d s, all after/] as const;

const situations: readonly Situation[] = [
  {
    name: 'streams and speaks Swahili',
    finds: [reached, streamed, ['Swahili', 'ok', /it said “Mji mkuu wa Tanzania ni Dodoma/]],
  },
  {
    name: 'answers in English',
    behaviour: streams(...inEnglish),
    finds: [reached, streamed, ['Swahili', 'missing', /“The capital .*”, which is not Swahili$/]],
  },
  {
    name: 'sends everything in one piece',
    behaviour: streams(inSwahili.join('')),
    finds: [reached, ['model', 'missing', /in one piece/], ['Swahili', 'ok', /Dodoma/]],
  },
  {
    name: 'thinks until it has no words left',
    behaviour: sends(
      'data: {"choices":[{"delta":{"reasoning_content":"Hmm"},"finish_reason":"length"}]}\n\ndata: [DONE]\n\n',
    ),
    finds: [reached, ['model', 'failing', /^small wrote nothing within 1000 tokens$/]],
  },
  {
    name: 'does not stream',
    behaviour: sends('{"choices":[]}', 'application/json'),
    finds: [reached, ['model', 'failing', /another type of content/]],
  },
  {
    name: 'is dead',
    before: (server) => server.close(),
    finds: [['model server', 'failing', /cannot be reached: ECONNREFUSED$/]],
  },
  {
    name: 'wants another key',
    environment: { BARAZA_MODEL_KEY: 'sk-wrong-hush' },
    finds: [['model server', 'failing', /does not accept the key: 401$/]],
  },
  {
    name: 'does not have the model',
    environment: { BARAZA_MODEL: 'large' },
    finds: [reached, ['model', 'failing', /no model large; it has small, vectors$/]],
  },
  {
    name: 'begins its API elsewhere',
    environment: { BARAZA_MODEL_URL: 'root' },
    finds: [
      ['model server', 'ok', /^127\.0\.0\.1:\d+ answers$/],
      ['model', 'failing', /no model small, or its API begins elsewhere$/],
    ],
  },
  {
    name: 'fails',
    behaviour: fails(500, {}, 'sk-hush is wrong'),
    finds: [reached, ['model', 'failing', /^the model server failed: 500$/]],
  },
  {
    name: 'sends what a terminal would obey',
    behaviour: streams('\u001b[2J\u001b]0;hacked\u0007Mji mkuu wa Tanzania ', 'ni Dodoma.'),
    finds: [reached, streamed, ['Swahili', 'ok', /“\[2J \]0;hacked Mji mkuu/]],
  },
  {
    name: 'makes vectors',
    environment: { BARAZA_MODEL_EMBEDDINGS: 'vectors' },
    finds: [reached, streamed, ['encoder', 'ok', /^vectors makes vectors of 3 numbers/]],
  },
  {
    name: 'has no model for vectors',
    environment: { BARAZA_MODEL_EMBEDDINGS: 'none' },
    finds: [reached, streamed, ['encoder', 'failing', /no vectors: the server has no model none/]],
  },
];

for (const { name, behaviour, environment, before, finds } of situations)
  test(`the doctor tells of a model server that ${name}`, async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baraza-doctor-model-'));
    const server = await startModelServer({
      key: 'sk-hush',
      models: ['small', 'vectors'],
      embed: (text) => [text.length, 1, 2],
    });
    t.after(async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    });
    server.behaves(behaviour ?? streams(...inSwahili));
    await before?.(server);
    const { code, out, err } = await say(['doctor', '--json'], {
      BARAZA_DATA: path.join(folder, 'data'),
      BARAZA_MODEL_URL: server.url,
      BARAZA_MODEL: 'small',
      BARAZA_MODEL_KEY: 'sk-hush',
      ...environment,
      ...(environment?.BARAZA_MODEL_URL && { BARAZA_MODEL_URL: new URL(server.url).origin }),
    });
    const findings = JSON.parse(out.join('')) as Finding[];
    for (const [thing, status, saw] of finds) {
      const found = findings.filter((finding) => finding.name === thing);
      assert.equal(found.length, 1, thing);
      assert.equal(found[0]?.status, status, JSON.stringify(found));
      assert.match(found[0]?.saw ?? '', saw);
      if (status !== 'ok') assert.ok((found[0]?.remedy ?? '').length > 5);
    }
    assert.equal(code, findings.some(({ status }) => status === 'failing') ? 1 : 0);
    assert.deepEqual(err, []);
    assert.doesNotMatch(out.join('\n'), /hush/);
  });
