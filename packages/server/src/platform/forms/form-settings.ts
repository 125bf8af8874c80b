/**
 * The settings of a public form for pages: which origins may read the response to a submission, and where a visitor is
 * redirected.
 */
import type { ConfigWarning } from '@baraza/contract';
import { isObject } from '../../kernel/json/is-object.ts';
import { invalid } from '../../kernel/problem.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { parsedConfig } from '../parsed-config.ts';
import { isUsers } from '../users/account-record.ts';

const originsMax = 50;
const redirectCharactersMax = 2_048;

export function isForm({ service, kind }: Pick<ResourceRow, 'service' | 'kind'>): boolean {
  return service === 'connect' && kind.toLowerCase() === 'form';
}

/** Refuses settings that would never work, when they are made and not when a visitor posts. */
export function assertFormSettings(resource: Pick<ResourceRow, 'service' | 'kind' | 'config'>) {
  if (!isForm(resource)) return;
  const { origins, redirect, keepDays } = parsedConfig(resource.config);
  if (isGiven(keepDays) && !areDays(keepDays))
    throw invalid(`config.keepDays of a Form must be a whole number from 1 to ${keepDaysMax}.`);
  if (isGiven(origins) && !areOrigins(origins))
    throw invalid(
      `config.origins of a Form must be ["*"] or a list of 1 to ${originsMax} origins such as https://example.com, ` +
        'each written out: a host with * matches no page.',
    );
  if (isGiven(redirect) && !isRedirect(redirect))
    throw invalid('config.redirect of a Form must be an https address.');
}

/** Origins of what users reach that no page has; an empty list is meant to let in none. */
export function originsWarnings(
  row: Pick<ResourceRow, 'service' | 'kind' | 'config'>,
): readonly ConfigWarning[] {
  const { origins, rules } = parsedConfig(row.config);
  const isReached = isUsers(row) || isObject(rules);
  const isNone = Array.isArray(origins) && origins.length === 0;
  if (!isReached || !isGiven(origins) || isNone || areOrigins(origins)) return [];
  return [
    {
      path: '/origins',
      message:
        `config.origins must be ["*"] or a list of 1 to ${originsMax} origins such as https://example.com, ` +
        'each without a path or a slash at its end: as it is, no page can call.',
    },
  ];
}

/** Invalid settings, which were stored before the check above existed, are ignored. */
export function formSettings({ config }: Pick<ResourceRow, 'config'>) {
  const { origins, redirect, keepDays } = parsedConfig(config);
  return {
    /** Exact origins, or `*` alone for any page; empty for none. */
    origins: areOrigins(origins) ? origins : [],
    redirect: isRedirect(redirect) ? new URL(redirect).href : undefined,
    /** Entries that are older are deleted; undefined if all are kept. */
    keepDays: areDays(keepDays) ? keepDays : undefined,
  };
}

const keepDaysMax = 3_650;

function areDays(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= keepDaysMax;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function areOrigins(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > originsMax) return false;
  const list = value as readonly unknown[];
  return (list.length === 1 && list[0] === '*') || list.every(isOrigin);
}

// As a browser writes it, so that it can be compared letter by letter.
function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  // No browser sends a wildcard host: it would look allowed and match nothing.
  if (hostname.includes('*')) return false;
  return origin === value && (protocol === 'https:' || protocol === 'http:');
}

function isRedirect(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > redirectCharactersMax) return false;
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return protocol === 'https:' && username === '' && password === '';
}
