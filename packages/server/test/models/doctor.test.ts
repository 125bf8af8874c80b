import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../src/cli/doctor/doctor-check.ts';
import { examineModel } from '../../src/cli/doctor/model.ts';
import { readConfig } from '../../src/config.ts';
import {
  type Behaviour,
  type FakeModelServer,
  fails,
  sends,
  startModelServer,
  streams,
} from '../fakes/model-server.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';

const inSwahili = ['Mji mkuu wa Tanzania ni Dodoma, ', 'na watu huko hupenda kulima zabibu.'];
const inEnglish = ['The capital of Tanzania is Dodoma, ', 'and the people there like farming.'];

interface Situation {
  readonly name: string;
  readonly behaviour?: Behaviour;
  readonly environment?: { readonly [name: string]: string };
  readonly before?: (server: FakeModelServer) => Promise<void>;
  readonly finds: readonly (readonly [name: string, Finding['status'], RegExp])[];
}

const reached = ['model server', 'ok', /^127\.0\.0\.1:\d+ answers, and accepts the key$/] as const;
const spoken = ['Swahili', 'ok', /it said “Mji mkuu wa Tanzania ni Dodoma/] as const;
const streamed = ['model', 'ok', /^small streams: first words after \d+\.\d s, all after/] as const;

const inTime = ['model wait', 'ok', /visitors wait 30\.0 s for it$/] as const;

const situations: readonly Situation[] = [
  { name: 'streams and speaks Swahili', finds: [reached, streamed, inTime, spoken] },
  {
    name: 'answers in English',
    behaviour: streams(...inEnglish),
    finds: [
      reached,
      streamed,
      inTime,
      ['Swahili', 'missing', /“The capital .*”, which is not Swahili$/],
    ],
  },
  {
    name: 'is slower than visitors wait',
    environment: { BARAZA_MODEL_WAIT: '500' },
    behaviour: async (...received) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await streams(...inSwahili)(...received);
    },
    finds: [reached, streamed, ['model wait', 'missing', /visitors wait 0\.5 s for it$/], spoken],
  },
  {
    name: 'sends everything in one piece',
    behaviour: streams(inSwahili.join('')),
    finds: [reached, ['model', 'missing', /in one piece/], inTime, ['Swahili', 'ok', /Dodoma/]],
  },
  {
    name: 'spends all tokens on reasoning',
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
    name: 'does not listen',
    before: (server) => server.close(),
    finds: [['model server', 'failing', /cannot be reached: ECONNREFUSED$/]],
  },
  {
    name: 'refuses the key',
    environment: { BARAZA_MODEL_KEY: 'sk-wrong-hush' },
    finds: [['model server', 'failing', /does not accept the key: 401$/]],
  },
  {
    name: 'does not have the model',
    environment: { BARAZA_MODEL: 'large' },
    finds: [reached, ['model', 'failing', /no model large; it has small, vectors$/]],
  },
  {
    name: 'has its API at another path',
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
    name: 'sends terminal escapes',
    behaviour: streams('\u001b[2J\u001b]0;hacked\u0007Mji mkuu wa Tanzania ', 'ni Dodoma.'),
    finds: [reached, streamed, inTime, ['Swahili', 'ok', /“\[2J \]0;hacked Mji mkuu/]],
  },
  {
    name: 'makes vectors',
    environment: { BARAZA_MODEL_EMBEDDINGS: 'vectors' },
    finds: [
      reached,
      streamed,
      inTime,
      spoken,
      ['encoder', 'ok', /^vectors makes vectors of 3 numbers/],
    ],
  },
  {
    name: 'has no model for vectors',
    environment: { BARAZA_MODEL_EMBEDDINGS: 'none' },
    finds: [
      reached,
      streamed,
      inTime,
      spoken,
      ['encoder', 'failing', /no vectors: the server has no model none/],
    ],
  },
];

for (const { name, behaviour, environment, before, finds } of situations)
  test(`the doctor examines a model server that ${name}`, async (t) => {
    const server = await startModelServer({
      key: 'sk-hush',
      models: ['small', 'vectors'],
      embed: (text) => [text.length, 1, 2],
    });
    t.after(server.close);
    server.behaves(behaviour ?? streams(...inSwahili));
    await before?.(server);
    const config = readConfig({
      BARAZA_DATA: '/nowhere',
      BARAZA_MODEL_URL: server.url,
      BARAZA_MODEL: 'small',
      BARAZA_MODEL_KEY: 'sk-hush',
      BARAZA_MODEL_WAIT: '30000',
      ...environment,
      ...(environment?.BARAZA_MODEL_URL && { BARAZA_MODEL_URL: new URL(server.url).origin }),
    });
    const findings = await examineModel(config);
    assert.deepEqual(
      fieldsOf(findings, 'name', 'status'),
      finds.map(([thing, status]) => [thing, status]),
    );
    for (const [at, [, status, saw]] of finds.entries()) {
      assert.match(findings[at]?.saw ?? '', saw);
      if (status !== 'ok') assert.ok((findings[at]?.remedy ?? '').length > 5);
    }
    assert.doesNotMatch(JSON.stringify(findings), /hush/);
  });
