import { createSender, type Outcome, type Sender } from '../../delivery/retrying-sender.ts';
import { pick } from '../../kernel/language/bilingual.ts';
import { openOutbox, settleTry } from '../../store/outbox.ts';
import {
  type ClaimedPush,
  deletePush,
  deletePushDevice,
  findPushDevice,
  pushOutbox,
} from '../../store/push.ts';
import type { NoticeEvent } from '../../store/site/notices.ts';
import { findSite } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { rolesFor } from './notices.ts';
import { pushText } from './push-text.ts';

type PushContext = Pick<
  Assistant,
  'store' | 'clock' | 'log' | 'profiles' | 'consoleUrl' | 'pushService'
>;

/** Sends notices to the devices of people. */
export function createPushSender(
  assistant: PushContext,
  pollMs?: (() => number) | undefined,
): Sender {
  const { store, clock, log } = assistant;
  return createSender(
    openOutbox<ClaimedPush>(store, clock, pushOutbox),
    {
      attempt: async (push, signal) => {
        const outcome = await attempt(assistant, push, signal);
        if (outcome === undefined) await store.write((tx) => deletePush(tx, push.id));
        return outcome;
      },
      settle: ({ id, device_id }, takenBy, { state, status, fault, dueAt }) => {
        if (state === 'failed')
          log.warn('a notice to a device was given up', { device: device_id, fault: fault ?? '' });
        const later = { state, due_at: dueAt, status, fault, finished_at: null };
        return store.write((tx) =>
          state === 'pending'
            ? settleTry(tx, pushOutbox, { id, takenBy }, later)
            : deletePush(tx, id),
        );
      },
    },
    { clock, log, pollMs },
  );
}

/** Undefined if the notice must not be sent any more. */
async function attempt(
  assistant: PushContext,
  push: ClaimedPush,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { store, clock, profiles, pushService } = assistant;
  // Read again: the person may have signed out, or have another role by now.
  const [device, site] = await Promise.all([
    findPushDevice(store, push.device_id, clock()),
    findSite(store, push.site_id),
  ]);
  if (device === undefined || site === undefined || site.owner_id !== device.owner_id)
    return undefined;
  if (!rolesFor(push.event as NoticeEvent).includes(device.role)) return undefined;
  const { business, languages } = await profiles.headOf(site);
  const language = device.language ?? languages[0] ?? 'en';
  const name = pick(business, language) || site.id;
  const message = await pushText(assistant, site, { business: name, language }, push);
  if (message === undefined) return undefined;
  const outcome = await pushService.send(device, message, signal);
  if (outcome.kind !== 'gone') return outcome;
  await store.write((tx) => deletePushDevice(tx, device.id));
  return undefined;
}
