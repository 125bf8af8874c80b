import { type Bilingual, consoleLimits, type SessionView } from '@baraza/contract';
import { isoTime } from '../kernel/clock.ts';
import { countPasskeys } from '../store/passkeys.ts';
import { siteFaces } from '../store/site/sites.ts';
import { mayMakeKeys } from './caller-keys.ts';
import type { Console } from './console.ts';
import type { SessionCaller } from './sessions.ts';

/** What the console has to know about the caller, to show what they can do and no more. */
export async function viewSession(console: Console, signed: SessionCaller): Promise<SessionView> {
  const { assistant, platform } = console;
  const { session } = signed;
  const { member, role } = session;
  const mayHaveSites = session.kind !== 'key' && assistant !== undefined;
  const sites = mayHaveSites
    ? await siteFaces(platform.store, signed.ownerId, consoleLimits.sitesInViewMax)
    : [];
  const faces = sites.map(({ id, business, colour, plan, status }) => ({
    id,
    business: JSON.parse(business) as Bilingual,
    colour,
    plan,
    paused: status === 'paused',
  }));
  return {
    owner: { id: signed.ownerId, name: signed.ownerName },
    kind: session.kind,
    member:
      member === undefined
        ? null
        : { ...member, passkeys: await countPasskeys(platform.store, member.id) },
    role,
    operator: session.operator,
    operatorNeedsPasskey: session.operatorWaits,
    scopes: [...signed.scopes],
    resources: signed.resources === 'all' ? null : [...signed.resources],
    can: { platform: role === 'owner', sites: mayHaveSites, keys: mayMakeKeys(signed) },
    services: {
      platform: true,
      site: assistant !== undefined,
      mail: assistant?.noticeTransports.mailer !== undefined,
      signInMail: console.mailing !== undefined,
    },
    platformUrl: console.publicUrl(),
    siteUrl: console.siteUrl(),
    version: platform.version,
    expiresAt: isoTime(Math.min(session.expiresAt, session.credentialEndsAt ?? Infinity)),
    sites: faces,
    isNew: mayHaveSites && !faces.some(({ business }) => hasText(business)),
  };
}

function hasText(text: Bilingual): boolean {
  return typeof text === 'string' ? text !== '' : Object.values(text).some((one) => one !== '');
}
