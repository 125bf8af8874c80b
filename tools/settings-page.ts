import { writeFileSync } from 'node:fs';
import type { Setting } from '../packages/server/src/setting.ts';
import { settings } from '../packages/server/src/settings.ts';

/** The page of all settings, made from the table that reads them. */
export function settingsPage(): string {
  const rows = Object.values<Setting<unknown>>(settings).map(
    ({ name, fallback, meaning }) =>
      `| \`${name}\` | ${fallback === '' ? '' : `\`${fallback}\``} | ${meaning} |`,
  );
  return [
    '# Settings',
    '',
    'Environment variables, read once at the start. A wrong value stops the start with one sentence',
    'that names it. This page is made by `node tools/settings-page.ts`.',
    '',
    '| setting | default | meaning |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

export const settingsPageFile = new URL('../docs/operating/settings.md', import.meta.url);

if (import.meta.main) writeFileSync(settingsPageFile, settingsPage());
