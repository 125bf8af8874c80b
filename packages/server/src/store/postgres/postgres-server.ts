/** What a PostgreSQL server must offer: a version that is new enough. */
import { unavailable } from '../../kernel/problem.ts';
import { type Link, type Reader, type Store, sql } from '../store.ts';

const oldestMajor = 14;

/** The engine, with the version of a PostgreSQL server. */
export async function nameOfStore(store: Pick<Store, 'engine' | 'get'>): Promise<string> {
  return store.engine === 'sqlite' ? 'SQLite' : `PostgreSQL ${await postgresVersion(store)}`;
}

/** How the connection to the server is protected, in words. */
export function wordsOfLink({ protection }: Link): string {
  return linkWords[protection];
}

const linkWords: { readonly [protection in Link['protection']]: string } = {
  local: 'a local socket',
  plain: 'not encrypted',
  encrypted: 'encrypted, its certificate not verified',
  verified: 'encrypted, its certificate verified',
};

/** The version of the server, such as `18.4`; one that is too old is refused. */
export async function postgresVersion(reader: Pick<Reader, 'get'>): Promise<string> {
  const row = await reader.get<{
    text: string;
    number: string;
  }>(sql`SELECT current_setting('server_version') AS text,
      current_setting('server_version_num') AS number`);
  // `15.14 (Debian 15.14-0+deb12u1)`
  const [version = ''] = (row?.text ?? '').split(' ');
  if (Math.floor(Number(row?.number) / 10_000) >= oldestMajor) return version;
  throw unavailable(
    `The database of DATABASE_URL is PostgreSQL ${version}, which is too old; use ${oldestMajor} or newer.`,
  );
}
