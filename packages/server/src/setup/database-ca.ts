import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parsePostgresAddress } from '../kernel/formats/postgres-address.ts';
import { invalid } from '../kernel/problem.ts';
import { reasonOf } from './data-folder.ts';

/**
 * The certificates of the authorities for a database: `sslrootcert` of its address, or else the file of
 * BARAZA_DATABASE_CA. Undefined without either.
 */
export function readDatabaseCa(
  databaseUrl: string,
  databaseCa: string | undefined,
): string | undefined {
  const { sslRootCert } = parsePostgresAddress(databaseUrl);
  if (sslRootCert !== undefined)
    return readCertificates(path.resolve(sslRootCert), 'sslrootcert of DATABASE_URL');
  return databaseCa === undefined ? undefined : readCertificates(databaseCa, 'BARAZA_DATABASE_CA');
}

/** Certificates in PEM; refuses a file that cannot be read or has none. */
function readCertificates(file: string, setting: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const sentence = `The file ${file} of ${setting} cannot be read: ${reasonOf(cause)}.`;
    throw invalid(sentence, { cause });
  }
  // TLS would ignore a text that is not a certificate, and then not trust the certificate of the database.
  const found = text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? [];
  if (found.length > 0 && found.every(isCertificate)) return text;
  throw invalid(`The file ${file} of ${setting} must have certificates in PEM.`);
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
