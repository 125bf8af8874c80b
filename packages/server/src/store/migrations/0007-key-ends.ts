import type { Migration } from './migration.ts';

/** Whose webhooks end with which key, and what saved answers weigh. */
export const keyEnds: Migration = () => [
  // Null for older webhooks: their keys are unknown, and they stay active.
  `ALTER TABLE webhooks ADD COLUMN key_id TEXT`,
  `ALTER TABLE owners ADD COLUMN answer_count BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE owners ADD COLUMN answer_bytes BIGINT NOT NULL DEFAULT 0`,
  `ALTER TABLE answers ADD COLUMN owner_id TEXT`,
  `ALTER TABLE answers ADD COLUMN bytes BIGINT NOT NULL DEFAULT 0`,
  `UPDATE answers SET owner_id = (SELECT owner_id FROM keys WHERE keys.id = answers.key_id),
    bytes = length(headers) + length(body)`,
  `UPDATE owners SET
    answer_count = (SELECT count(*) FROM answers WHERE answers.owner_id = owners.id),
    answer_bytes = (SELECT coalesce(sum(bytes), 0) FROM answers WHERE answers.owner_id = owners.id)`,
  `CREATE INDEX answers_by_owner ON answers (owner_id, created_at)`,
];
