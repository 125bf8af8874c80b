import type { Migration } from './migration.ts';

/** What waits for owners, devices and visitors of sites moves into the outbox. */
export const siteOutbox: Migration = ({ only }) => [
  ...only.sqlite(
    moved({
      field: (column, name) => `json_extract(${column}, '$.data.${name}')`,
      text: (column) => `json_quote(${column})`,
    }),
  ),
  ...only.postgres(
    moved({
      field: (column, name) => `(CAST(${column} AS json) -> 'data' ->> '${name}')`,
      text: (column) => `CAST(to_json(${column}) AS text)`,
    }),
  ),
  ...['notices', 'pushes', 'arrivals', 'channel_sends'].map((table) => `DROP TABLE ${table}`),
  `INSERT INTO receivers (kind, receiver, owner, waiting, next_at)
    SELECT kind, receiver, min(owner), count(*), min(due_at) FROM outbox
    WHERE kind <> 'webhook' AND state = 'pending' GROUP BY kind, receiver`,
];

interface Dialect {
  /** A field of what a notice reports. */
  readonly field: (column: string, name: string) => string;
  /** A text as JSON. */
  readonly text: (column: string) => string;
}

const into = `INSERT INTO outbox (id, kind, owner, receiver, place, state, status, fault, due_at, tries, unknown,
  taken_until, created_at, dedupe_key, about, payload)`;

// Attempts without a known outcome left no fault.
const attempts = `status, fault, coalesce(due_at, item.created_at), tries,
  CASE WHEN fault IS NULL AND tries > 0 THEN tries - CASE WHEN taken_by IS NULL THEN 0 ELSE 1 END ELSE 0 END,
  CASE WHEN taken_by IS NOT NULL THEN due_at END, item.created_at`;

const owner = `(SELECT owner_id FROM sites WHERE sites.id = item.site_id)`;

function moved({ field, text }: Dialect): readonly string[] {
  const conversation = `replace(coalesce(${field('payload', 'conversation')}, ''), ' ', '+')`;
  const thing = `coalesce(${field('payload', 'id')}, '')`;
  return [
    `${into} SELECT id, CASE WHEN channel = 'email' THEN 'mail' ELSE 'notice' END, ${owner},
      site_id || CASE WHEN event = 'email.confirm' THEN ' link' ELSE ' ' END, id, 'pending', ${attempts}, NULL,
      site_id || ' ' || ${conversation} || ' ' || ${thing},
      CASE WHEN event = 'email.confirm' THEN '{"type":"email.confirm",' || substr(payload, 2) ELSE payload END
      FROM notices item WHERE state = 'pending'`,
    `${into} SELECT id, 'push', ${owner}, device_id, id, 'pending', ${attempts}, NULL,
      site_id || '  ' || ${thing},
      '{"site":' || ${text('site_id')} || ',"event":' || ${text('event')} || ',' || substr(payload, 2)
      FROM pushes item WHERE state = 'pending'`,
    `${into} SELECT id, 'arrival', ${owner}, site_id || ' ' || conversation, place,
      CASE WHEN state = 'pending' THEN 'pending' ELSE 'delivered' END, status, fault,
      coalesce(due_at, finished_at, item.created_at), tries, 0, CASE WHEN taken_by IS NOT NULL THEN due_at END,
      item.created_at, site_id || ' ' || channel || ' ' || outside_id, site_id || ' ' || conversation || ' ',
      CASE WHEN state = 'pending' THEN '{"channel":' || ${text('channel')} || ',"message":' || payload || '}'
        ELSE '' END
      FROM arrivals item`,
    `${into} SELECT id, 'send', ${owner}, site_id || ' ' || conversation, id, 'pending', ${attempts}, NULL,
      site_id || ' ' || conversation || ' ',
      '{"channel":' || ${text('channel')} || ',"event":' || ${text('event')} || ',"message":' || ${text('message_id')}
        || ',"text":' || ${text('payload')} || '}'
      FROM channel_sends item WHERE state = 'pending'`,
  ];
}
