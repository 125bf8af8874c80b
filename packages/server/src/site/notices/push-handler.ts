import type { Handler, Outcome } from '../../delivery/sender.ts';
import { pick } from '../../kernel/language/bilingual.ts';
import type { Item } from '../../store/outbox.ts';
import { deletePushDevice, findPushDevice } from '../../store/push.ts';
import { findSite } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { type NoticeEvent, rolesFor } from './notices.ts';
import { pushText } from './push-text.ts';

type PushContext = Pick<
  Assistant,
  'store' | 'clock' | 'log' | 'profiles' | 'consoleUrl' | 'pushService'
>;

/** Sends notices to the devices of people. */
export function pushHandler(assistant: PushContext): Handler {
  return {
    attempt: (item, signal) => attempt(assistant, item, signal),
    settle: async (_tx, { receiver }, { state, fault }) => {
      if (state === 'failed')
        assistant.log.warn('a notice to a device was given up', {
          device: receiver,
          fault: fault ?? '',
        });
    },
  };
}

/** Undefined if the notice must not be sent any more. */
async function attempt(
  assistant: PushContext,
  { receiver, payload }: Item,
  signal: AbortSignal,
): Promise<Outcome | undefined> {
  const { store, clock, profiles, pushService } = assistant;
  const { site: siteId, event } = JSON.parse(payload) as { site: string; event: NoticeEvent };
  // Read again: the person may have signed out, or have another role by now.
  const [device, site] = await Promise.all([
    findPushDevice(store, receiver, clock()),
    findSite(store, siteId),
  ]);
  if (device === undefined || site === undefined || site.owner_id !== device.owner_id)
    return undefined;
  if (!rolesFor(event).includes(device.role)) return undefined;
  const { business, languages } = await profiles.headOf(site);
  const language = device.language ?? languages[0] ?? 'en';
  const name = pick(business, language) || site.id;
  const wanted = { business: name, language };
  const message = await pushText(assistant, site, wanted, { event, payload });
  if (message === undefined) return undefined;
  const outcome = await pushService.send(device, message, signal);
  if (outcome.kind !== 'gone') return outcome;
  await store.write((tx) => deletePushDevice(tx, device.id));
  return undefined;
}
