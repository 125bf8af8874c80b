import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  type AccessRules,
  type CallOrigin,
  normalOrigin,
  refusalOfCall,
  refusalOfPreflight,
} from './origins.ts';

// `fc.webUrl` builds a table of all code points for its paths, which takes seconds.
const addresses = fc
  .tuple(fc.constantFrom('https', 'http'), fc.webAuthority({ withPort: true }), fc.string())
  .map(([scheme, host, path]) => `${scheme}://${host}/${path}`);

const key = 'pk_0123456789abcdefghijkl';
const home = {
  site: 'duka',
  key,
  ownOrigins: () => ['https://op.example', 'http://localhost:4200'],
};
const rules = (entries: readonly string[], more: Partial<AccessRules> = {}): AccessRules => ({
  allowed_origins: entries.map(normalOrigin),
  require_key: false,
  allow_apps: false,
  ...more,
});
const call = (more: Partial<CallOrigin>): CallOrigin => ({
  origin: undefined,
  secFetchSite: undefined,
  referer: undefined,
  isSocket: false,
  keys: [],
  ...more,
});
const refusalOf = (wanted: AccessRules, given: Partial<CallOrigin>) =>
  refusalOfCall(wanted, call(given), home);
const outcome = (wanted: AccessRules, given: Partial<CallOrigin>): string =>
  refusalOf(wanted, given)?.code ?? 'served';

describe('which pages a site serves', () => {
  const rows: readonly (readonly [entries: readonly string[], origin: string, served: boolean])[] =
    [
      [['https://example.com'], 'https://example.com', true],
      [['https://example.com'], 'http://example.com', false],
      [['http://example.com'], 'https://example.com', false],
      [['https://example.com'], 'https://www.example.com', false],
      [['https://example.com'], 'https://example.com:443', false],
      [['https://example.com'], 'https://example.com:8443', false],
      [['https://example.com:8443'], 'https://example.com:8443', true],
      [['https://example.com:8443'], 'https://example.com', false],
      [['https://example.com:443'], 'https://example.com', true],
      [['http://example.com:80'], 'http://example.com', true],
      [['http://example.com:443'], 'https://example.com', false],
      [['HTTPS://EXAMPLE.COM/some/page'], 'https://example.com', true],
      [['https://example.com'], 'HTTPS://EXAMPLE.COM', false],
      [['https://example.com'], 'https://example.com/', false],
      [['https://example.com'], 'https://example.com.', false],
      [['https://example.com'], 'https://example.com.evil.test', false],
      [['https://example.com'], 'https://evilexample.com', false],
      [['https://example.com'], 'https://example.com@evil.test', false],
      [['https://example.com'], 'https://user@example.com', false],
      [['https://example.com'], 'https://example.com#x', false],
      [['https://example.com'], 'https://example.com?x', false],
      [['https://example.com'], 'https://example.com, https://evil.test', false],
      [['https://example.com'], 'https://evil.test, https://example.com', false],
      [['https://example.com'], 'https://examp1e.com', false],
      [['https://example.com'], 'https://exаmple.com', false],
      [['https://example.com'], 'null', false],
      [['https://example.com'], 'NULL', false],
      [['https://example.com'], '', false],
      [['https://example.com'], '*', false],
      [['https://example.com'], 'example.com', false],
      [['https://example.com'], '//example.com', false],
      [['https://example.com'], 'file://', false],
      [['https://example.com'], 'capacitor://localhost', false],
      [['https://example.com'], 'chrome-extension://abcdef', false],
      [['https://example.com'], 'data:text/html,x', false],
      [['https://example.com'], 'javascript:alert(1)', false],
      [['https://example.com'], ' https://example.com', false],
      [['https://example.com'], 'https://example.com\t', false],
      [['https://example.com'], 'https:\\\\example.com', false],
      [['https://example.com'], 'https://example%2ecom', false],
      [['https://example.com'], `https://${'a.'.repeat(200)}example.com`, false],
      [['example.com'], 'https://example.com', true],
      [['example.com'], 'http://example.com', false],
      [['localhost:3000'], 'https://localhost:3000', true],
      [['http://localhost:3000'], 'http://localhost:3000', true],
      [['http://localhost:3000'], 'http://127.0.0.1:3000', false],
      [['http://127.0.0.1:3000'], 'http://127.0.0.1:3000', true],
      [['http://127.0.0.1:3000'], 'http://127.0.0.1:3001', false],
      [['http://127.0.0.1:3000'], 'http://0x7f.1:3000', false],
      [['http://[::1]:3000'], 'http://[::1]:3000', true],
      [['http://[::1]:3000'], 'http://[0:0:0:0:0:0:0:1]:3000', false],
      [['https://bücher.example'], 'https://xn--bcher-kva.example', true],
      [['https://bücher.example'], 'https://bücher.example', false],
      [['https://xn--bcher-kva.example'], 'https://xn--bcher-kva.example', true],
      [['https://*.example.com'], 'https://a.example.com', true],
      [['https://*.example.com'], 'https://a.b.c.example.com', true],
      [['https://*.example.com'], 'https://example.com', false],
      [['https://*.example.com'], 'https://.example.com', false],
      [['https://*.example.com'], 'https://a..example.com', false],
      [['https://*.example.com'], 'https://evilexample.com', false],
      [['https://*.example.com'], 'https://a.example.com.evil.test', false],
      [['https://*.example.com'], 'http://a.example.com', false],
      [['https://*.example.com'], 'https://a.example.com:8443', false],
      [['https://*.example.com:8443'], 'https://a.example.com:8443', true],
      [['https://*.example.com'], 'https://*.example.com', false],
      [['*.example.com'], 'https://shop.example.com', true],
      [['https://*.bücher.example'], 'https://a.xn--bcher-kva.example', true],
      [['https://*.example.com', 'https://example.com'], 'https://example.com', true],
    ];
  for (const [entries, origin, served] of rows)
    test(`${entries.join(' and ')} ${served ? 'serves' : 'refuses'} ${JSON.stringify(origin.slice(0, 60))}`, () => {
      assert.equal(outcome(rules(entries), { origin }), served ? 'served' : 'origin');
      const preflight = refusalOfPreflight(rules(entries), origin);
      assert.equal(preflight === undefined, served, 'the preflight too');
    });

  test('without listed origins any origin may call, and callers without one', () => {
    for (const origin of [undefined, 'https://evil.test', 'null', 'file://', 'nonsense'])
      assert.equal(outcome(rules([]), { origin }), 'served');
    assert.equal(refusalOfPreflight(rules([]), 'null'), undefined);
  });

  test('the refusal names the origin in printable characters', () => {
    const listed = rules(['https://a.example']);
    const other = refusalOf(listed, { origin: 'https://b.example' });
    assert.match(other?.message ?? '', /https:\/\/b\.example/);
    const strange = refusalOf(listed, { origin: 'x\ny\u{1f980}' });
    assert.match(strange?.message ?? '', /^[\x20-\x7e]+$/);
  });

  test('a page whose host only resembles a listed one is never served', () => {
    const listed = ['https://example.com', 'https://*.shop.example'].map(normalOrigin);
    fc.assert(
      fc.property(addresses, fc.string(), (url, noise) => {
        const { origin } = new URL(url);
        for (const caller of [
          origin,
          `https://example.com${noise}`,
          `${noise}https://example.com`,
        ]) {
          const refusal = refusalOf(rules(listed), { origin: caller });
          const rightly =
            caller === 'https://example.com' ||
            /^https:\/\/(?:[^./@:]+\.)+shop\.example$/.test(caller);
          assert.equal(refusal === undefined, rightly, caller);
        }
      }),
    );
  });
});

describe('callers other than a listed page', () => {
  const listed = rules(['https://example.com']);
  const page = 'https://op.example/s/duka';
  const from = (secFetchSite: string, referer?: string, origin?: string) => ({
    secFetchSite,
    referer,
    origin,
  });
  const same = (referer?: string, origin?: string) => from('same-origin', referer, origin);
  const socket = (origin?: string, keys: readonly string[] = [key]) => ({
    origin,
    keys,
    isSocket: true,
  });
  const op = 'https://op.example';
  const evil = 'https://evil.test';
  const tables: { readonly [title: string]: readonly [AccessRules, Rows] } = {
    'of a site with listed origins': [
      listed,
      [
        ['a program', {}, 'origin'],
        ['a browser from its address bar', from('none'), 'origin'],
        ['another site', from('cross-site'), 'origin'],
        ['a sister site', from('same-site'), 'origin'],
        ['our own page, not listed', same(), 'origin'],
        ['the hosted page', same(page), 'served'],
        ['the hosted page in a language', same(`${page}?language=sw`), 'served'],
        ['a program that names the hosted page', { referer: page }, 'origin'],
        ['the hosted page of another site', same('https://op.example/s/other'), 'origin'],
        ['a page with a longer name', same(`${page}-evil`), 'origin'],
        ['a hosted page elsewhere', same('https://evil.test/s/duka'), 'origin'],
        ['the hosted page that writes', same(page, op), 'served'],
        ['another page that claims to be it', same(page, evil), 'origin'],
        ['a socket of the hosted page, with its key', socket(op), 'served'],
        ['a socket of another page of ours, without the key', socket(op, []), 'origin'],
        ['a socket of a foreign page with the key', socket(evil), 'origin'],
        ['a socket of a sandboxed page with the key', socket('null'), 'origin'],
        ['a socket of a program with the key', socket(), 'origin'],
        ['a call from our origin with the key', { origin: op, keys: [key] }, 'origin'],
        ['an app with the key', { keys: [key] }, 'origin'],
      ],
    ],
    'of a site that lists our own origin': [
      rules([op]),
      [
        ['our own page', same(), 'served'],
        ['our own page from elsewhere', from('cross-site'), 'origin'],
      ],
    ],
    'of a site that lists another name of ours': [
      rules(['http://localhost:4200']),
      [['our own page', same(), 'served']],
    ],
    'of a site that allows apps': [
      { ...listed, allow_apps: true },
      [
        ['an app with the key', { keys: [key] }, 'served'],
        ['an app without a key', {}, 'origin'],
        ['an app with an old key', { keys: ['pk_old'] }, 'site_key'],
        ['an app with the key and an old one', { keys: [key, 'pk_old'] }, 'site_key'],
        ['a sandboxed page with the key', { origin: 'null', keys: [key] }, 'origin'],
        ['a foreign page with the key', { origin: evil, keys: [key] }, 'origin'],
        ['a web view with the key', { ...from('cross-site'), keys: [key] }, 'served'],
        ['a web view without a key', from('cross-site'), 'origin'],
      ],
    ],
  };
  for (const [title, [wanted, rows]] of Object.entries(tables))
    for (const [name, given, expected] of rows)
      test(`${title}, ${name}: ${expected}`, () => assert.equal(outcome(wanted, given), expected));
});

type Rows = readonly (readonly [name: string, given: Partial<CallOrigin>, expected: string])[];

describe('the key of a site', () => {
  const rows: readonly (readonly [string, AccessRules, Partial<CallOrigin>, string])[] = [
    ['not sent', rules([]), {}, 'served'],
    ['current', rules([]), { keys: [key] }, 'served'],
    ['not current', rules([]), { keys: ['pk_0000000000000000000000'] }, 'site_key'],
    ['current and another', rules([]), { keys: [key, 'pk_x'] }, 'site_key'],
    ['required and not sent', rules([], { require_key: true }), {}, 'site_key'],
    ['required and sent', rules([], { require_key: true }), { keys: [key] }, 'served'],
    [
      'required, from a page that is not listed',
      rules(['https://a.example'], { require_key: true }),
      { origin: 'https://b.example', keys: [key] },
      'origin',
    ],
  ];
  for (const [name, rules, given, expected] of rows)
    test(`${name}: ${expected}`, () => assert.equal(outcome(rules, given), expected));
});

describe('entries of allowed_origins', () => {
  const kept: readonly (readonly [string, string])[] = [
    ['https://example.com', 'https://example.com'],
    ['  https://Example.COM/a/b/ ', 'https://example.com'],
    ['example.com', 'https://example.com'],
    ['example.com/shop', 'https://example.com'],
    ['example.com:8443', 'https://example.com:8443'],
    ['https://example.com:443', 'https://example.com'],
    ['http://example.com:80/', 'http://example.com'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['localhost', 'https://localhost'],
    ['192.168.1.5:8080', 'https://192.168.1.5:8080'],
    ['http://[::1]', 'http://[::1]'],
    ['https://Bücher.example', 'https://xn--bcher-kva.example'],
    ['https://*.example.com', 'https://*.example.com'],
    ['*.Example.com:8443/x', 'https://*.example.com:8443'],
    ['https://*.bücher.example', 'https://*.xn--bcher-kva.example'],
    ['my_shop.example.com', 'https://my_shop.example.com'],
  ];
  for (const [entry, origin] of kept)
    test(`${JSON.stringify(entry)} is kept as ${origin}, and that as itself`, () => {
      assert.equal(normalOrigin(entry), origin);
      assert.equal(normalOrigin(origin), origin);
    });

  const refused = [
    '',
    '   ',
    '*',
    'null',
    'https://',
    'https://*',
    'https://*.com',
    'https://*.',
    'https://*.127.0.0.1',
    'https://*.[::1]',
    'https://*example.com',
    'https://a.*.example.com',
    'https://*.*.example.com',
    'https://example.*',
    'https://example.com/*',
    'ftp://example.com',
    'file:///tmp',
    'capacitor://localhost',
    'javascript:alert(1)',
    'mailto:a@example.com',
    'https://user@example.com',
    'https://user:word@example.com',
    'https://example.com?x=1',
    'https://example.com#x',
    'https://exa mple.com',
    'https://example.com\\@evil.test',
    'https:\\\\example.com',
    'https://example.com.',
    'https://.example.com',
    'https://a..example.com',
    'https://example.com:99999',
    'https://example.com:port',
    'https://exam%70le.com',
    'two words',
    'https://a.example,https://b.example',
    `https://${'a'.repeat(400)}.example`,
    'a\u0000b.example',
  ];
  for (const entry of refused)
    test(`${JSON.stringify(entry.slice(0, 50))} is refused by name`, () => {
      assert.throws(
        () => normalOrigin(entry),
        (error: Error & { code?: string }) =>
          error.code === 'invalid' && error.message.includes(`"${entry.slice(0, 100)}"`),
      );
    });

  test('a stored entry is stored as itself again', () => {
    fc.assert(
      fc.property(fc.oneof(addresses, fc.domain(), fc.string()), (entry) => {
        let origin: string;
        try {
          origin = normalOrigin(entry);
        } catch {
          return;
        }
        assert.equal(normalOrigin(origin), origin);
      }),
    );
  });
});
