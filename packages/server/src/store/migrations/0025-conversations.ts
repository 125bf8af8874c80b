import type { Migration } from './migration.ts';

/**
 * Conversations of visitors. A message row of kind `ask` has no text: its question and answer are in `questions`, under
 * the same id.
 */
export const conversationTables: Migration = ({ bytewise, clustered }) => [
  `CREATE TABLE conversations (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    id TEXT ${bytewise} NOT NULL,
    state TEXT NOT NULL,
    channel TEXT NOT NULL,
    language TEXT,
    peer TEXT ${bytewise},
    name TEXT,
    contact TEXT,
    secret_hash TEXT,
    person TEXT,
    person_until BIGINT,
    person_at BIGINT,
    visitor_at BIGINT,
    opted_out_at BIGINT,
    unread BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    last_at BIGINT NOT NULL,
    PRIMARY KEY (site_id, id)
  )`,
  `CREATE INDEX conversations_by_age ON conversations (site_id, last_at, id)`,
  `CREATE INDEX conversations_by_state ON conversations (site_id, state, last_at, id)`,
  `CREATE INDEX conversations_held ON conversations (person_until) WHERE state = 'person'`,
  `CREATE UNIQUE INDEX conversations_by_peer ON conversations (site_id, channel, peer)
    WHERE peer IS NOT NULL`,
  `CREATE INDEX conversations_by_contact ON conversations (site_id, ${foldedContact})
    WHERE contact IS NOT NULL`,
  // The time of a message is unique in its conversation, and orders it; the answer of an ask is one millisecond later.
  // seq is its position in the feed of the site; null for what is older than the feed.
  `CREATE TABLE messages (
    site_id TEXT ${bytewise} NOT NULL,
    id TEXT ${bytewise} NOT NULL,
    conversation TEXT ${bytewise} NOT NULL,
    at BIGINT NOT NULL,
    seq BIGINT,
    kind TEXT NOT NULL,
    author TEXT,
    text TEXT,
    delivery TEXT,
    fault TEXT,
    outside_id TEXT ${bytewise},
    PRIMARY KEY (site_id, id),
    FOREIGN KEY (site_id, conversation) REFERENCES conversations (site_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX messages_by_time ON messages (site_id, conversation, at)`,
  `CREATE INDEX messages_by_age ON messages (site_id, at)`,
  `CREATE INDEX messages_by_seq ON messages (site_id, seq) WHERE seq IS NOT NULL`,
  `CREATE INDEX messages_by_outside_id ON messages (site_id, outside_id)
    WHERE outside_id IS NOT NULL`,
  `CREATE TABLE message_feeds (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    seq BIGINT NOT NULL,
    PRIMARY KEY (site_id)
  )${clustered}`,
  `CREATE INDEX leads_by_conversation ON leads (site_id, conversation)
    WHERE conversation IS NOT NULL`,
  `CREATE INDEX leads_by_contact ON leads (site_id, ${foldedContact})`,
  // The conversations of widgets before this version.
  `INSERT INTO conversations (site_id, id, state, channel, language, visitor_at, unread, created_at, last_at)
    SELECT site_id, conversation, 'assistant', 'web', min(language), max(asked_at), 0, min(asked_at),
      max(asked_at) + 1
    FROM questions WHERE ${isWidgetConversation} GROUP BY site_id, conversation`,
  `INSERT INTO messages (site_id, id, conversation, at, kind)
    SELECT site_id, id, conversation, asked_at, 'ask' FROM questions WHERE ${isWidgetConversation}`,
];

const isWidgetConversation = 'conversation IS NOT NULL AND length(conversation) = 22';

/**
 * How contacts are compared: without case, and telephone numbers without spaces and signs. The queries repeat it, so
 * that the indexes serve them.
 */
const foldedContact = `(CASE WHEN replace(contact, '@', '') <> contact THEN lower(contact)
  ELSE lower(replace(replace(replace(replace(replace(replace(contact, ' ', ''), '-', ''), '(', ''), ')', ''),
    '+', ''), '.', '')) END)`;
