/**
 * The rows of a site that only its move to another server takes along, with what each may have. Secrets are in clear in
 * the file: each server seals them with its own pepper.
 */
import {
  channelNames,
  conversationChannels,
  conversationStates,
  languages,
  siteLimits,
} from '@baraza/contract';
import { z } from 'zod';
import type { Seal } from '../../access/seal.ts';
import { isObject } from '../../kernel/json/is-object.ts';
import type { MovedTable } from '../../store/site/site-rows.ts';
import type { Row } from '../../store/tables.ts';

const label = z.string().max(2_000);
const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const time = z.int().min(0).max(8_640_000_000_000_000);
const maybeTime = time.nullable();
const json = z
  .string()
  .max(1024 * 1024)
  .refine(isJsonObject, 'must be a JSON object.');

const used = { voice: count, live_seconds: count };

const conversation = z.strictObject({
  id: label,
  state: z.enum(conversationStates),
  channel: z.enum(conversationChannels),
  language: z.enum(languages).nullable(),
  peer: label.nullable(),
  name: label.nullable(),
  contact: label.nullable(),
  secret_hash: label.nullable(),
  visitor_hash: label.nullable(),
  person: label.nullable(),
  person_until: maybeTime,
  person_at: maybeTime,
  visitor_at: maybeTime,
  opted_out_at: maybeTime,
  unread: count,
  created_at: time,
  last_at: time,
});

const message = z.strictObject({
  id: label,
  conversation: label,
  at: time,
  seq: count.nullable(),
  kind: z.enum(['ask', 'visitor', 'assistant', 'person', 'state']),
  author: label.nullable(),
  text: z.string().max(siteLimits.textCharactersMax).nullable(),
  delivery: z.enum(['pending', 'sent', 'failed']).nullable(),
  fault: label.nullable(),
  outside_id: label.nullable(),
});

const item = z.strictObject({
  id: label,
  kind: z.enum(['notice', 'mail', 'send', 'arrival']),
  receiver: label,
  place: label,
  about: label,
  dedupe_key: label.nullable(),
  payload: json,
  tries: count,
  unknown: count,
  due_at: time,
  fault: label.nullable(),
  created_at: time,
});

interface Definition extends Omit<MovedTable, 'name' | 'columns'> {
  readonly row: z.ZodObject;
  /** What of a column is sealed: all of it, or a property of its JSON. */
  readonly sealed?: { readonly column: string; readonly property?: string };
}

const table = (key: string | undefined, row: z.ZodObject, more: Partial<Definition> = {}) => ({
  key,
  row,
  ...more,
});

/** In the order in which they can be written. */
const definitions: { readonly [name: string]: Definition } = {
  conversations: table('id', conversation),
  messages: table('id', message),
  message_feeds: table(undefined, z.strictObject({ seq: count })),
  site_usage: table('period', z.strictObject({ period: label, questions: count, ...used })),
  site_days: table(
    'date',
    z.strictObject({ date: label, questions: count, answered: count, leads: count, ...used }),
  ),
  entry_uses: table(
    'entry_id',
    z.strictObject({ entry_id: label, since: time, used_at: maybeTime }),
  ),
  digests: table(undefined, z.strictObject({ due_at: maybeTime, last_slot: time })),
  // For a visitor whose answer was lost on the way, and who asks again at the other server.
  asks: table(
    'request_id',
    z.strictObject({
      request_id: label,
      fingerprint: label,
      question_id: label,
      state: z.literal('done'),
      reply: json,
      created_at: time,
    }),
    {
      only: "state = 'done' AND length(reply) < 200000",
      sealed: { column: 'reply', property: 'sealed' },
    },
  ),
  channels: table(
    'channel',
    z.strictObject({
      channel: z.enum(channelNames),
      settings: json,
      created_at: time,
      received_at: maybeTime,
      sent_at: maybeTime,
      fault: label.nullable(),
    }),
    { sealed: { column: 'settings' } },
  ),
};

export const movedTables: readonly MovedTable[] = Object.entries(definitions).map(
  ([name, { row, sealed: _, ...rest }]) => ({ ...rest, name, columns: Object.keys(row.shape) }),
);

/** A row in the file. */
export interface MovedRow {
  readonly table: string;
  readonly row: Row;
}

/** What is to be sent or answered. */
export const outboxItems = 'outbox';

/** Questions that wait for the next digest: the rest of them is exported with all others. */
export const waitingQuestions = 'waiting_questions';

export const movedRowSchema = z
  .object({ table: z.string(), row: z.unknown() })
  .transform((line, context): MovedRow => {
    const row = rowSchemas.get(line.table)?.safeParse(line.row);
    if (row?.success) return { table: line.table, row: row.data as Row };
    const [issue] = row?.error.issues ?? [];
    const message =
      row === undefined
        ? `has no known table`
        : `does not fit ${line.table}${issue === undefined ? '' : ` (${issue.path.join('.')})`}`;
    context.addIssue({ code: 'custom', message: `${message}.` });
    return z.NEVER;
  });

const rowSchemas = new Map<string, z.ZodType>([
  ...Object.entries(definitions).map(([name, { row }]) => [name, row] as const),
  [outboxItems, item],
  [waitingQuestions, z.strictObject({ id: label })],
]);

/** The row with its secrets in clear. */
export function openRow(seal: Seal, name: string, row: Row): Row {
  return resealed(name, row, seal.open);
}

/** The row with its secrets sealed for this server. */
export function sealRow(seal: Seal, { table: name, row }: MovedRow): Row {
  return resealed(name, row, seal.close);
}

function resealed(name: string, row: Row, reseal: (text: string) => string): Row {
  const { sealed } = definitions[name] ?? {};
  const value = sealed === undefined ? null : row[sealed.column];
  if (sealed === undefined || typeof value !== 'string') return row;
  if (sealed.property === undefined) return { ...row, [sealed.column]: reseal(value) };
  const content = JSON.parse(value) as { readonly [name: string]: unknown };
  const secret = content[sealed.property];
  if (typeof secret !== 'string') return row;
  const changed = { ...content, [sealed.property]: reseal(secret) };
  return { ...row, [sealed.column]: JSON.stringify(changed) };
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
