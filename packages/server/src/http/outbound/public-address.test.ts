import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

const inside =
  `0.0.0.0 10.1.2.3 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
  172.31.255.255 192.0.0.8 192.0.2.1 192.168.1.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:10.0.0.1
  ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1
  2002:7f00:1:: 3fff::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1`.split(/\s+/);
const outside =
  `1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.0.0.1 128.0.0.1 172.15.0.1
  172.32.0.0 192.167.255.255 192.169.0.0 223.255.255.255 2606:4700:4700::1111 2a00:1450:4001::1
  2001:4860:4860::8888`.split(/\s+/);

test('private, local and reserved addresses are not public', () => {
  for (const address of inside) assert.equal(isPublicAddress(address), false, address);
});

test('addresses of the internet are public', () => {
  for (const address of outside) assert.equal(isPublicAddress(address), true, address);
});

test('a text that is not an address is not public', () => {
  for (const text of ['', 'localhost', '1.2.3', '8.8.8.8.', '[2606:4700::1]', 'fe80::1%eth0'])
    assert.equal(isPublicAddress(text), false, text);
});
