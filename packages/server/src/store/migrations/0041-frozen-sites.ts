import type { Migration } from './migration.ts';

/**
 * Sites move by export and import, frozen meanwhile. Moves that an earlier version has begun end as if they had not:
 * their sites stay, and what has arrived of others is deleted by the next cleaning. The tables stay for servers of the
 * version before; a site that was handed over refuses this step (`migrations.ts`).
 */
export const frozenSites: Migration = ({ only }) => [
  `CREATE INDEX sites_frozen ON sites (id) WHERE status = 'frozen'`,
  ...only.sqlite(
    watched.flatMap((table) =>
      ['insert', 'update', 'delete'].map(
        (event) => `DROP TRIGGER IF EXISTS ${table}_moving_${event}`,
      ),
    ),
  ),
  ...only.postgres([
    `DO $$ DECLARE found record; BEGIN
      FOR found IN SELECT tgname, tgrelid::regclass::text AS place, tgfoid::regproc::text AS work FROM pg_trigger
        JOIN pg_class ON pg_class.oid = tgrelid
        WHERE tgname LIKE '%\\_moving' AND tgparentid = 0 AND relnamespace = current_schema()::regnamespace LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', found.tgname, found.place);
        EXECUTE format('DROP FUNCTION IF EXISTS %s()', found.work);
      END LOOP;
    END $$`,
  ]),
  `DELETE FROM site_phases`,
  `DELETE FROM site_changes`,
  ...['notices', 'arrivals', 'channel_sends', 'digests'].map(
    (table) => `UPDATE ${table} SET due_at = due_at - ${heldMs} WHERE due_at >= ${heldMs}`,
  ),
  `UPDATE site_transfers SET state = 'cancelled', notified = 1, sealing_key = NULL
    WHERE state NOT IN ('handed over', 'finished', 'cancelled') OR (state = 'cancelled' AND notified = 0)`,
  `UPDATE site_arrivals SET state = 'cancelled', private_key = '' WHERE state = 'arriving'`,
];

// Added to the time of what waited to be sent, while its site was handed over.
const heldMs = '1000000000000000';

// The tables whose changes were recorded.
const watched = [
  ...['sites', 'arrivals', 'asks', 'channel_sends', 'channels', 'conversations', 'digests'],
  ...['entry_uses', 'leads', 'message_feeds', 'messages', 'notices', 'profile_versions'],
  ...['question_moves', 'questions', 'reservations', 'saved_answers', 'site_days', 'site_usage'],
];
