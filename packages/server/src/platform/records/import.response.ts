import { limits } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import type { TextAnswer } from '../../http/answer.ts';
import { readNdjson } from '../../http/body/ndjson-body.ts';
import { readTags } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import { Problem } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { changeOnce, createFingerprint, isRepeated } from '../idempotency.response.ts';
import type { Platform } from '../platform.ts';
import { etagOf } from '../resources/render.ts';
import {
  collectionTurns,
  expectImportCheck,
  importRecords,
  importSlots,
  readRecords,
  requireImportable,
} from './import.ts';
import { type StagedImport, withStaged } from './staged-import.ts';

const lineLimits = {
  bytesMax: limits.importBytesMax,
  lineBytesMax: limits.jsonBodyBytesMax,
  ms: 300_000,
};

/** Imports an NDJSON body as it arrives; answers the number of records. */
export async function importResponse(platform: Platform, call: Call<Caller>): Promise<TextAnswer> {
  const { caller } = call;
  const id = call.params.id ?? '';
  // A repeated request was checked the first time; its answer is replayed.
  const seen = (await isRepeated(platform, call))
    ? undefined
    : await requireImportable(platform.store, caller, id);
  assertLinesType(call);
  const ifMatch = call.header('if-match');
  const target = { id, ifMatch: readTags(ifMatch) };
  const fingerprint = createFingerprint('import', id, ifMatch ?? '');
  const store = async () => {
    const records = await readRecords(
      platform,
      (take) => readNdjson(call.raw, lineLimits, take, fingerprint.add),
      seen,
    );
    const request = fingerprint.text();
    const change = async (staged: StagedImport | undefined) => {
      const { answer, result } = await changeOnce(platform, call, request, {
        expect: () => expectImportCheck(platform.store, caller, id, seen, records),
        change: (tx) => importRecords(platform, tx, caller, target, seen, records, staged),
        answer: (row) => importAnswer(row, records.count),
      });
      return { isMade: result !== undefined, result: answer };
    };
    // A repeated request has nothing to store.
    if (seen === undefined) return (await change(undefined)).result;
    const publish = () => withStaged(platform, id, records, change);
    return collectionTurns.run(publish, { account: id });
  };
  return importSlots.run(store, { account: caller.ownerId });
}

function importAnswer(row: ResourceRow, imported: number): TextAnswer {
  return {
    status: 201,
    headers: { etag: etagOf(row.version) },
    body: JSON.stringify({ imported, recordCount: row.record_count }),
  };
}

function assertLinesType({ header }: Call<Caller>): void {
  const type = header('content-type');
  if (type !== undefined && !/^\s*application\/(?:x-)?ndjson\s*(?:;|$)/i.test(type))
    throw new Problem('content_type', 'Send the body with Content-Type: application/x-ndjson.');
  const encoding = header('content-encoding');
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new Problem('content_type', 'Send the body without Content-Encoding.');
}
