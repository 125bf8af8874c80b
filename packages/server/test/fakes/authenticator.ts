/** An authenticator in software: it makes passkeys and answers challenges as a browser would send them. */
import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

interface Credential {
  readonly id: string;
  readonly host: string;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

export interface Authenticator {
  readonly register: (options: Options, changes?: Changes) => object;
  /** With the credential that was registered last. */
  readonly answer: (options: Options, changes?: Changes) => object;
}

/** Deviations of an attacker or of a broken device. */
interface Changes {
  readonly origin?: string;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly isVerified?: boolean;
}

export function createAuthenticator(origin: string): Authenticator {
  const credentials: Credential[] = [];
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  return {
    register: (options, changes = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(32);
      const host = options.rp?.id ?? '';
      const userHandle = options.user?.id ?? '';
      const own = { id: id.toString('base64url'), host, userHandle, privateKey, counter: 0 };
      credentials.push(own);
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const cose = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const data = Buffer.concat([authData(host, 0x40, 0, changes), attested]);
      const object = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id: own.id,
        rawId: own.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData(
            'webauthn.create',
            options.challenge,
            changes.origin ?? origin,
          ).toString('base64url'),
          attestationObject: object.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer: (options, changes = {}) => {
      const own = credentials.at(-1);
      if (own === undefined) throw new Error('nothing was registered');
      own.counter += 1;
      const data = authData(own.host, 0, changes.counter ?? own.counter, changes);
      const client = clientData('webauthn.get', options.challenge, changes.origin ?? origin);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, createHash('sha256').update(client).digest()]))
        .sign(own.privateKey);
      return {
        id: own.id,
        rawId: own.id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: changes.userHandle ?? own.userHandle,
        },
      };
    },
  };
}

function authData(host: string, flags: number, counter: number, { isVerified = true }: Changes) {
  const present = 0x01;
  const verified = isVerified ? 0x04 : 0;
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags | present | verified, 0);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(host).digest(), tail]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}
