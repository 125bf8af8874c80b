/** A link by e-mail, for members who come back without a passkey. */
import type { IncomingMessage } from 'node:http';
import { consoleLimits } from '@baraza/contract';
import { createDailyCode } from '../../access/daily-code.ts';
import { createMac } from '../../access/mac.ts';
import { clientNetwork } from '../../http/client-address.ts';
import { isWithinRates } from '../../limits/rate.ts';
import { membersByEmail } from '../../store/members.ts';
import { lockOwner } from '../../store/owners.ts';
import type { Console } from '../console.ts';
import { linkUrl, makeSignInLink } from '../sessions.ts';
import { signInMail } from './link-mail.ts';

// With one e-mail address: a person may work for several owners.
const membersMax = 10;

/**
 * Takes the same steps for every address, known or not: the look-up begins after the answer. Above a limit
 * nothing is sent, and the answer is the same.
 */
export async function requestLink(
  console: Console,
  email: string,
  raw: IncomingMessage,
): Promise<void> {
  const { platform } = console;
  if (!(await countRequest(console, email, raw))) return;
  setImmediate(() => {
    sendLinks(console, email).catch((cause: unknown) =>
      platform.log.warn('a sign-in link could not be made', { cause }),
    );
  });
}

/** Whether it is within the limits. */
function countRequest(
  { keyring, platform }: Console,
  email: string,
  raw: IncomingMessage,
): Promise<boolean> {
  const nowMs = platform.clock();
  const { mailedLinksPerNetwork, mailedLinksPerAddress, mailedLinksWindowMs } = consoleLimits;
  // Neither network nor address is stored as it is.
  const network = createDailyCode(keyring.pepper)(clientNetwork(raw, platform.proxyHops), nowMs);
  const address = createMac(keyring.pepper).of('e-mail address', email);
  const windowMs = mailedLinksWindowMs;
  const byNetwork = { bucket: `console link ${network}`, max: mailedLinksPerNetwork, windowMs };
  const byAddress = { bucket: `console mail ${address}`, max: mailedLinksPerAddress, windowMs };
  // The network first: a caller above its limit adds no rows for further addresses.
  return isWithinRates(platform.store, [byNetwork, byAddress], nowMs);
}

async function sendLinks({ keyring, mailing, publicUrl }: Console, email: string): Promise<void> {
  if (mailing === undefined) return;
  const known = await membersByEmail(keyring.store, email, membersMax);
  if (known.length === 0) return;
  const links = await keyring.store.write(async (tx) => {
    // Whoever takes the address from a member also ends the links to it: one of both comes first. In one order,
    // against deadlocks.
    for (const id of [...new Set(known.map((member) => member.owner_id))].sort())
      await lockOwner(tx, id);
    const members = await membersByEmail(tx, email, membersMax);
    const made: { ownerId: string; owner: string; url: string }[] = [];
    for (const { id: memberId, owner_id: ownerId, owner_name: owner } of members) {
      const wanted = { ownerId, memberId, operator: false, lastsMs: consoleLimits.mailedLinkMs };
      const { token } = await makeSignInLink(keyring, tx, wanted);
      made.push({ ownerId, owner, url: linkUrl(publicUrl(), token) });
    }
    return made;
  });
  const [first] = links;
  if (first !== undefined)
    mailing({ ...signInMail(links), to: email, id: keyring.makeId('notice') }, first.ownerId);
}
