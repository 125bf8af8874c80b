import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { z } from 'zod';
import {
  createResourceSchema,
  kindSchema,
  listResourcesQuerySchema,
  nameSchema,
  patchResourceSchema,
  serviceSchema,
} from './requests.ts';
import { actions, listed, services } from './vocabulary.ts';

describe('schemas of requests', () => {
  const messageOf = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues[0]?.message;

  test('a name is 1 to 200 characters after trimming, of Unicode without NUL', () => {
    for (const [input, parsed] of [
      [' a ', 'a'],
      ['x'.repeat(200), 'x'.repeat(200)],
      ['\u{1f980}'.repeat(200), '\u{1f980}'.repeat(200)],
    ] as const)
      assert.equal(nameSchema.parse(input), parsed);
    for (const wrong of ['', '  ', 'x'.repeat(201), '\u{1f980}'.repeat(201), 'a\0', '\ud800', 5])
      assert.equal(nameSchema.safeParse(wrong).success, false, JSON.stringify(wrong));
  });

  test('a kind is 1 to 64 letters, digits, spaces, _ or -, of any alphabet', () => {
    for (const kind of ['Form', 'a b', 'a  b', 'a_b-c', '2', 'Ünï', 'ไทย', '名'.repeat(64)])
      assert.equal(kindSchema.parse(` ${kind} `), kind);
    for (const wrong of ['', ' ', 'a/b', 'a.b', 'a\nb', 'a\tb', '<b>', 'x'.repeat(65), '🦀', null])
      assert.equal(kindSchema.safeParse(wrong).success, false, JSON.stringify(wrong));
  });

  test('validating a long kind takes linear time', () => {
    const before = process.threadCpuUsage();
    for (const part of ['a', 'a ', ' ', 'a-', '!'])
      kindSchema.safeParse(`${part.repeat(60_000 / part.length)}!`);
    const { user, system } = process.threadCpuUsage(before);
    assert.ok(user + system < 200_000);
  });

  test('the error for an unknown service or action lists the valid ones', () => {
    const sentence = `service must be one of ${listed(services)}.`;
    assert.equal(messageOf(serviceSchema, 'cloud'), sentence);
    for (const body of [{}, { action: 'x' }, { action: 5 }, { action: 'Archive' }])
      assert.equal(
        messageOf(patchResourceSchema, body),
        `action must be one of ${listed(actions)}.`,
      );
    for (const body of [null, [], 'archive', 5])
      assert.equal(messageOf(patchResourceSchema, body), 'The body must be a JSON object.');
  });

  test('the first error of a body is a complete sentence that names the field', () => {
    const valid = { service: 'data', kind: 'K', name: 'n', config: {} };
    for (const field of Object.keys(valid)) {
      const message = messageOf(createResourceSchema, { ...valid, [field]: 5 });
      assert.match(message ?? '', new RegExp(`^${field} must .*\\.$`));
    }
  });

  test('unknown fields are dropped, and config is the same object', () => {
    const config = JSON.parse('{"__proto__":{"a":1},"constructor":2}');
    const parsed = createResourceSchema.parse({
      service: 'data',
      kind: 'K',
      name: 'n',
      config,
      state: 'completed',
    });
    assert.deepEqual(Object.keys(parsed), ['service', 'kind', 'name', 'config']);
    assert.equal(parsed.config, config);
  });

  test('texts in a query may not contain NUL, which PostgreSQL does not support', () => {
    for (const field of ['q', 'kind', 'cursor'])
      assert.equal(listResourcesQuerySchema.safeParse({ [field]: 'a\0' }).success, false, field);
  });
});
