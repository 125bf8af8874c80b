import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  nameOfPostgresAddress,
  nameOfPostgresHost,
  parsePostgresAddress,
} from './postgres-address.ts';

test('an address is read with its defaults', () => {
  assert.deepEqual(parsePostgresAddress('postgres://me:hush@db.example/shop'), {
    hosts: [{ host: 'db.example', port: undefined }],
    sslMode: 'prefer',
    isDirectTls: false,
    sslRootCert: undefined,
    target: 'any',
    driverUrl: 'postgres://me:hush@localhost/shop',
  });
  const none = parsePostgresAddress('postgresql:///shop');
  assert.deepEqual(none.hosts, [{ host: undefined, port: undefined }]);
  assert.equal(none.driverUrl, 'postgresql:///shop');
});

test('several hosts are read in their order, and are to take writes unless the address says otherwise', () => {
  const text = 'postgres://me:a@b,c@one:1,[::1]:2,10.0.0.3,%2Frun%2Fpg/shop?search_path=x';
  const address = parsePostgresAddress(text);
  assert.deepEqual(address.hosts, [
    { host: 'one', port: 1 },
    { host: '::1', port: 2 },
    { host: '10.0.0.3', port: undefined },
    { host: '/run/pg', port: undefined },
  ]);
  assert.deepEqual(address.hosts.map(nameOfPostgresHost), [
    'one:1',
    '[::1]:2',
    '10.0.0.3',
    '/run/pg',
  ]);
  assert.equal(address.target, 'read-write');
  assert.equal(address.driverUrl, 'postgres://me:a%40b,c@localhost/shop?search_path=x');
  assert.equal(nameOfPostgresAddress(text), 'one:1,[::1]:2,10.0.0.3,/run/pg/shop');
  for (const target of ['any', 'read-write', 'primary'])
    assert.equal(
      parsePostgresAddress(`postgres://one,two/shop?target_session_attrs=${target}`).target,
      target,
    );
});

test('the mode of TLS is read by each of its names', () => {
  for (const [query, mode] of [
    ['sslmode=disable', 'disable'],
    ['sslmode=verify-ca&sslrootcert=/ca.pem', 'verify-ca'],
    ['ssl=true', 'verify-full'],
    ['ssl=false', 'disable'],
    ['ssl=require', 'require'],
    ['sslrootcert=system', 'verify-full'],
  ] as const) {
    const address = parsePostgresAddress(`postgres://one/shop?${query}`);
    assert.equal(address.sslMode, mode, query);
    assert.equal(address.driverUrl, 'postgres://localhost/shop', query);
  }
  const direct = 'postgres://one/shop?sslmode=require&sslnegotiation=direct';
  assert.equal(parsePostgresAddress(direct).isDirectTls, true);
});

test('any other text is refused with what is expected', () => {
  for (const [text, has] of [
    ['mysql://one/shop', /^must be an address like postgres:/],
    ['postgres://me:hush@one:99999/shop', /^must be an address like postgres:/],
    ['postgres://one,/shop', /^must be an address like postgres:/],
    ['postgres://one,two:x/shop', /^must be an address like postgres:/],
    [
      'postgres://one?sslmode=',
      /^must be an address with one of disable, .*, verify-full as sslmode$/,
    ],
    ['postgres://one?sslmode=Require', /as sslmode$/],
    [
      'postgres://one?sslmode=require&sslrootcert=system',
      /^must be an address with sslmode=verify-full with/,
    ],
    [
      'postgres://one?sslnegotiation=direct',
      /^must be an address with sslmode=require or stronger/,
    ],
    ['postgres://one?sslnegotiation=x', /^must be an address with postgres or direct/],
    [
      'postgres://one,two?target_session_attrs=standby',
      /^must be an address with one of any, .* as target_session_attrs$/,
    ],
  ] as const)
    assert.throws(
      () => parsePostgresAddress(text),
      ({ message }: Error) => has.test(message) && !message.includes('hush'),
      text,
    );
});
