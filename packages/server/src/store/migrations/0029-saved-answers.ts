import type { Migration } from './migration.ts';

/** Texts that the people of a site use again in conversations. */
export const savedAnswers: Migration = ({ bytewise }) => [
  `CREATE TABLE saved_answers (
    site_id TEXT ${bytewise} NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    id TEXT ${bytewise} NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (site_id, id)
  )`,
];
