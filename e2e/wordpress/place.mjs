/** Where e2e/wordpress/fetch.mjs puts WordPress. */
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export const wordpressVersion = '6.5.5';
export const wordpressFolder = join(
  tmpdir(),
  `baraza-wordpress-${wordpressVersion}-${userInfo().uid}`,
);
