import { type Migration, outboxColumns } from './migration.ts';

/** Sites with what visitors asked and left, what was used of their plans, and an outbox for owners. */
export const siteTables: Migration = ({ bytewise, clustered }) => [
  // `gate` repeats the fields that every request needs of the profile, which may have megabytes.
  `CREATE TABLE sites (
    id TEXT ${bytewise} PRIMARY KEY,
    owner_id TEXT NOT NULL REFERENCES owners (id),
    status TEXT NOT NULL,
    plan TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    key_created_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    paused_at BIGINT,
    version BIGINT NOT NULL,
    gate TEXT NOT NULL,
    profile TEXT NOT NULL,
    notify_secret TEXT
  )`,
  `CREATE INDEX sites_by_owner ON sites (owner_id, id)`,
  `CREATE TABLE questions (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    id TEXT ${bytewise} NOT NULL,
    asked_at BIGINT NOT NULL,
    question TEXT NOT NULL,
    question_folded TEXT NOT NULL,
    language TEXT NOT NULL,
    mode TEXT NOT NULL,
    answered BIGINT NOT NULL,
    answer TEXT NOT NULL,
    sources TEXT NOT NULL,
    conversation TEXT,
    status TEXT NOT NULL,
    feedback TEXT,
    page TEXT,
    PRIMARY KEY (site_id, id)
  )`,
  `CREATE INDEX questions_by_age ON questions (site_id, asked_at)`,
  `CREATE INDEX questions_open ON questions (site_id, id) WHERE answered = 0 AND status = 'new'`,
  `CREATE TABLE leads (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    id TEXT ${bytewise} NOT NULL,
    name TEXT NOT NULL,
    contact TEXT NOT NULL,
    message TEXT NOT NULL,
    received_at BIGINT NOT NULL,
    language TEXT,
    page TEXT,
    question_id TEXT,
    conversation TEXT,
    status TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (site_id, id)
  )`,
  `CREATE INDEX leads_by_age ON leads (site_id, received_at)`,
  `CREATE INDEX leads_by_fingerprint ON leads (site_id, fingerprint, received_at)`,
  `CREATE TABLE site_usage (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    period TEXT ${bytewise} NOT NULL,
    questions BIGINT NOT NULL DEFAULT 0,
    voice BIGINT NOT NULL DEFAULT 0,
    live_seconds BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (site_id, period)
  )${clustered}`,
  `CREATE TABLE site_days (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    date TEXT ${bytewise} NOT NULL,
    questions BIGINT NOT NULL DEFAULT 0,
    answered BIGINT NOT NULL DEFAULT 0,
    leads BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (site_id, date)
  )${clustered}`,
  `CREATE TABLE asks (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    request_id TEXT ${bytewise} NOT NULL,
    fingerprint TEXT NOT NULL,
    question_id TEXT NOT NULL,
    state TEXT NOT NULL,
    reply TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (site_id, request_id)
  )`,
  `CREATE INDEX asks_by_age ON asks (created_at)`,
  `CREATE TABLE notices (
    id TEXT ${bytewise} PRIMARY KEY,
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    event TEXT NOT NULL,
    payload TEXT NOT NULL,
    ${outboxColumns}
  )`,
  `CREATE INDEX notices_due ON notices (due_at) WHERE due_at IS NOT NULL`,
  `CREATE INDEX notices_by_site ON notices (site_id, id)`,
];
