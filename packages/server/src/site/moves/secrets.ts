/** Secrets of a site on their way: encrypted for the other server, with a key that it made for this move. */
import { loadJose } from '../../nodes/signing.ts';
import type { Row } from '../../store/tables.ts';

type Jwk = { readonly [name: string]: unknown };

/** How secrets are read here, and written for the other side; or the reverse. */
export type Reseal = (text: string) => Promise<string>;

const algorithm = 'ECDH-ES';
const encryption = 'A256GCM';

export async function makeSealingKey(): Promise<{ readonly public: Jwk; readonly private: Jwk }> {
  const { exportJWK, generateKeyPair } = await loadJose();
  const pair = await generateKeyPair(algorithm, { crv: 'P-256', extractable: true });
  return {
    public: (await exportJWK(pair.publicKey)) as Jwk,
    private: (await exportJWK(pair.privateKey)) as Jwk,
  };
}

export async function encryptFor(publicKey: Jwk, text: string): Promise<string> {
  const { CompactEncrypt, importJWK } = await loadJose();
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: algorithm, enc: encryption })
    .encrypt(await importJWK(publicKey as never, algorithm));
}

export async function decryptWith(privateKey: Jwk, text: string): Promise<string> {
  const { compactDecrypt, importJWK } = await loadJose();
  const key = await importJWK(privateKey as never, algorithm);
  const { plaintext } = await compactDecrypt(text, key, {
    keyManagementAlgorithms: [algorithm],
    contentEncryptionAlgorithms: [encryption],
  });
  return new TextDecoder().decode(plaintext);
}

/** The row with its secrets sealed for the other side. Rows without secrets stay as they are. */
export async function resealRow(table: string, row: Row, reseal: Reseal): Promise<Row> {
  const field = sealedColumns[table];
  const value = field === undefined ? null : row[field.column];
  if (field === undefined || typeof value !== 'string') return row;
  if (field.property === undefined) return { ...row, [field.column]: await reseal(value) };
  const { property } = field;
  const content = JSON.parse(value) as { readonly [name: string]: unknown };
  const sealed = content[property];
  if (typeof sealed !== 'string' || (field.event && row.event !== field.event)) return row;
  return {
    ...row,
    [field.column]: JSON.stringify({ ...content, [property]: await reseal(sealed) }),
  };
}

interface SealedColumn {
  readonly column: string;
  /** Set if only a property of its JSON is sealed. */
  readonly property?: string;
  readonly event?: string;
}

const sealedColumns: { readonly [table: string]: SealedColumn } = {
  sites: { column: 'notify_secret' },
  channels: { column: 'settings' },
  // The secret of a new conversation, for a repeated request.
  asks: { column: 'reply', property: 'sealed' },
  // The token of a link that confirms an address.
  notices: { column: 'payload', property: 'token', event: 'email.confirm' },
};
