import type { Mailer } from '../../delivery/mail.ts';
import type { WebhookSettings } from '../../delivery/signed-post.ts';

/** How notices leave this server. */
export interface NoticeWays extends WebhookSettings {
  /** Undefined where no mail server is configured. */
  readonly mailer: Mailer | undefined;
}
