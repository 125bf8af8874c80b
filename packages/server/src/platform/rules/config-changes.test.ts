import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Service } from '@baraza/contract';
import { configWarnings } from './config-changes.ts';

const warnings = (service: Service, kind: string, config: object) =>
  configWarnings({ service, kind, config: JSON.stringify(config) }).map(
    ({ path, didYouMean }) => `${path} ${didYouMean}`,
  );

const cases: readonly (readonly [Service, string, object, readonly string[]])[] = [
  // Letters, case, signs, plural.
  ['data', 'Collection', { feilds: 1, uniqe: 1 }, ['/feilds fields', '/uniqe unique']],
  ['data', 'Collection', { indexs: 1, index: 1 }, ['/indexs indexes', '/index indexes']],
  ['data', 'Collection', { Schema: 1, sort_keys: 1 }, ['/Schema schema']],
  ['data', 'Users', { signup: 1, 'sign-ups': 1 }, ['/signup signUp', '/sign-ups signUp']],
  ['data', 'users', { sing_up: 1 }, ['/kind Users', '/sing_up signUp']],
  ['connect', 'Form', { keepdays: 1, orgins: 1 }, ['/keepdays keepDays', '/orgins origins']],
  ['connect', 'Webhook', { urls: 1, event: 1 }, ['/urls url', '/event events']],
  ['storage', 'Bucket', { rule: { list: '' } }, ['/rule rules']],
  // Below a key that has keys of its own, and in its lists.
  ['data', 'Collection', { limits: { perMinut: 1 } }, ['/limits/perMinut perMinute']],
  [
    'data',
    'Collection',
    { fields: { hiden: ['a'], readOnly: ['b'] } },
    ['/fields/hiden hidden', '/fields/readOnly readonly'],
  ],
  ['data', 'Users', { fields: { writeable: ['a'] } }, ['/fields/writeable writable']],
  [
    'data',
    'Collection',
    { references: { 'a/b': { to: 'x', onDelet: 'y' } } },
    ['/references/a~1b/onDelet onDelete'],
  ],
  ['data', 'Users', { oidc: [{}, { clientid: 'x' }] }, ['/oidc/1/clientid clientId']],
  // In a schema, where a misspelt keyword checks nothing; names of fields and values are free.
  [
    'data',
    'Collection',
    { schema: { additionalproperties: false, properties: { a: { maxlength: 3 }, typ: {} } } },
    [
      '/schema/additionalproperties additionalProperties',
      '/schema/properties/a/maxlength maxLength',
    ],
  ],
  [
    'connect',
    'Form',
    { schema: { allOf: [{ requierd: ['a'] }], propertys: {}, $defs: { typ: { enums: [] } } } },
    [
      '/schema/propertys properties',
      '/schema/allOf/0/requierd required',
      '/schema/$defs/typ/enums enum',
    ],
  ],
  [
    'data',
    'Collection',
    { schema: { default: { typ: 1 }, enum: [{ requierd: 1 }], example: 1, label: 'x', unit: 1 } },
    [],
  ],
  // Known names, others' settings, and what begins with x-.
  ['data', 'Collection', { description: 'x', rules: {}, files: {}, keep: '30d' }, []],
  ['data', 'Collection', { theme: 1, currency: 'KES', tags: [], owner: 'me', color: 1 }, []],
  ['data', 'Collection', { 'x-feilds': 1, 'x-own': { feilds: 1 }, schema: { feilds: 1 } }, []],
  ['data', 'Collection', { name: 1, kind: 1, open: 1, key: 1, step: 1, icon: 1 }, []],
  // A name of another kind or service is free.
  ['data', 'Collection', { signup: 1, redirects: 1, evnts: 1 }, []],
  ['storage', 'Bucket', { shema: 1, indexs: 1 }, []],
  ['dev', 'Project', { feilds: 1, schemas: 1 }, []],
  ['ai', 'Assistant', { instruction: 'x', hidde: 1 }, []],
  ['work', 'Task', { detail: 1, crom: 1 }, []],
  // Kinds: case alone.
  ['work', 'task', {}, ['/kind Task']],
  ['connect', 'WEBHOOK', { events: [] }, ['/kind Webhook']],
  ['data', 'Collections', {}, []],
  ['data', 'Orders', {}, []],
];

for (const [service, kind, config, expected] of cases)
  test(`${service} ${kind} ${JSON.stringify(config)} warns of ${expected.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(warnings(service, kind, config), expected);
  });

test('a config of many unknown keys has at most 20 warnings, and few keys are compared', () => {
  const mistaken = Array.from({ length: 1_400 }, () => ({ typ: 1 }));
  const found = warnings('data', 'Collection', { schema: { allOf: mistaken }, feilds: {} });
  assert.equal(found.length, 20);
  assert.equal(found[0], '/feilds fields', 'what is nearest to the top comes first');
  const data = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`word${at}`, 1]));
  assert.deepEqual(warnings('data', 'Collection', { schema: { ...data, typ: 1 } }), []);
  const { word0: _, ...fewer } = data;
  assert.deepEqual(warnings('data', 'Collection', { schema: { ...fewer, typ: 1 } }), [
    '/schema/typ type',
  ]);
});
