import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsedConfig } from './parsed-config.ts';

test('a config is parsed once, and nobody can change what the others get', () => {
  const text = '{"rules":{"view":["a"]},"note":"x"}';
  const config = parsedConfig(text);
  assert.deepEqual(config, JSON.parse(text));
  assert.equal(parsedConfig(`${text.slice(0, 5)}${text.slice(5)}`), config);
  const { rules } = config as { readonly rules: { view: string[] } };
  for (const change of [() => rules.view.push('b'), () => Object.assign(config, { note: 'y' })])
    assert.throws(change, TypeError);
});
