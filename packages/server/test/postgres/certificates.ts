/** Certificates for tests: an authority, and what it signs. Node reads certificates and writes none. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

interface Signed {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

interface Authority {
  readonly certificate: string;
  /** A certificate for names and IPv4 addresses. */
  readonly issue: (...names: readonly string[]) => Signed;
}

export function createAuthority(name: string): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name, key: keys.privateKey };
  return {
    certificate: certify(name, keys.publicKey, isAuthority, issuer),
    issue: (...names) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const certificate = certify(names[0] ?? '', publicKey, alternatives(names), issuer);
      return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
    },
  };
}

function certify(
  name: string,
  key: KeyObject,
  extension: Buffer,
  issuer: { readonly name: string; readonly key: KeyObject },
): string {
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer.name),
    sequence(time('20200101000000Z'), time('21200101000000Z')),
    commonName(name),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, issuer.key)]));
  const text = sequence(body, ecdsaWithSha256, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${text.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128 ? [body.length] : [0x82, Math.floor(body.length / 256), body.length % 256];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))));
}

function time(text: string): Buffer {
  return der(0x18, Buffer.from(text));
}

function alternatives(names: readonly string[]): Buffer {
  const entries = names.map((name) =>
    isIPv4(name)
      ? der(0x87, Buffer.from(name.split('.').map(Number)))
      : der(0x82, Buffer.from(name)),
  );
  return sequence(identifier('551d11'), der(0x04, sequence(...entries)));
}

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
// Basic constraints, critical.
const isAuthority = sequence(
  identifier('551d13'),
  der(0x01, Buffer.from([0xff])),
  der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
);
