/** Versions of profiles; the site packs and unpacks their texts. */
import { readNumber } from '../rows.ts';
import { type Reader, sql, type Writer } from '../store.ts';

export interface VersionRow {
  readonly version: number;
  readonly saved_at: number;
  readonly saved_by: string;
  /** JSON. */
  readonly changes: string;
}

/** `current`: the text is in the site's row; `whole` is complete, `delta` needs the text of the next version. */
export interface PackedRow {
  readonly version: number;
  readonly form: 'current' | 'whole' | 'delta';
  readonly packed: string;
}

/** Newest first, without rows that are marked as current but are not: these have no text. */
export function versionsOf(
  reader: Reader,
  site: { readonly id: string; readonly version: number },
  limit: number,
): Promise<VersionRow[]> {
  return reader.all(sql`SELECT version, saved_at, saved_by, changes FROM profile_versions
    WHERE site_id = ${site.id} AND version > ${site.version - limit}
      AND (form <> 'current' OR version = ${site.version})
    ORDER BY version DESC LIMIT ${limit}`);
}

export function findVersion(reader: Reader, siteId: string, version: number) {
  return reader.get<VersionRow>(sql`SELECT version, saved_at, saved_by, changes FROM profile_versions
    WHERE site_id = ${siteId} AND version = ${version}`);
}

/** The rows that the text of a version is unpacked from: the version itself first, a complete one last. */
export function packedFrom(reader: Reader, siteId: string, version: number): Promise<PackedRow[]> {
  return reader.all(sql`SELECT version, form, packed FROM profile_versions
    WHERE site_id = ${siteId} AND version >= ${version}
      AND version <= (SELECT min(version) FROM profile_versions
        WHERE site_id = ${siteId} AND version >= ${version} AND form <> 'delta')
    ORDER BY version`);
}

/** What a version that is not current is unpacked from, together with the text of the next one. */
export function findPacked(reader: Reader, siteId: string, version: number) {
  return reader.get<PackedRow>(sql`SELECT version, form, packed FROM profile_versions
    WHERE site_id = ${siteId} AND version = ${version} AND form <> 'current'`);
}

/** A version whose text is that of the site from now on. */
export async function insertCurrentVersion(tx: Writer, siteId: string, row: VersionRow) {
  await tx.run(sql`INSERT INTO profile_versions
    (site_id, version, saved_at, saved_by, changes, form, packed)
    VALUES (${siteId}, ${row.version}, ${row.saved_at}, ${row.saved_by}, ${row.changes}, 'current', '')`);
}

/** A version that is no longer current, or never was current here. */
export async function insertPackedVersion(
  tx: Writer,
  siteId: string,
  row: VersionRow,
  { form, packed }: Pick<PackedRow, 'form' | 'packed'>,
): Promise<void> {
  await tx.run(sql`INSERT INTO profile_versions
    (site_id, version, saved_at, saved_by, changes, form, packed)
    VALUES (${siteId}, ${row.version}, ${row.saved_at}, ${row.saved_by}, ${row.changes}, ${form}, ${packed})
    ON CONFLICT (site_id, version) DO UPDATE SET form = excluded.form, packed = excluded.packed`);
}

/** Deletes the oldest versions, which no other needs. Returns the bytes of their texts. */
export async function pruneVersions(tx: Writer, siteId: string, upTo: number): Promise<number> {
  const gone = await tx.all<{ bytes: number }>(sql`DELETE FROM profile_versions
    WHERE site_id = ${siteId} AND version <= ${upTo} RETURNING octet_length(packed) AS bytes`);
  return gone.reduce((sum, { bytes }) => sum + Number(bytes), 0);
}

/** The bytes of the texts of all earlier versions of a site. */
export function versionBytes(reader: Reader, siteId: string): Promise<number> {
  const query = sql`SELECT sum(octet_length(packed)) FROM profile_versions WHERE site_id = ${siteId}`;
  return readNumber(reader, query);
}
