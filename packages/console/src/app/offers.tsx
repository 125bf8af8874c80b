/** Offers, in one line above the page, a passkey for the next sign-in, and after that notifications on this device. */
import { useSignal } from '@preact/signals';
import { dismiss, isDismissed } from '../api/kept.ts';
import { addPasskey, canUsePasskeys } from '../api/passkeys.ts';
import { isPushAsked, pushAbility, turnOnPush } from '../api/push.ts';
import { signedIn } from '../api/session.ts';
import { Button, IconButton } from '../design/buttons.tsx';
import { Icon, type IconName } from '../design/icon.tsx';
import { attempt, toast } from '../design/toast.tsx';
import { language } from '../words/language.ts';
import { place } from './router.ts';
import { t } from './sign-in-words.ts';

interface Offered {
  /** The name under which the browser remembers that it was dismissed. */
  readonly note: string;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly isWanted: boolean;
  /** Resolves to the message to show afterwards. */
  readonly accept: () => Promise<string | undefined>;
}

export function Offers() {
  const dismissed = useSignal<readonly string[]>([]);
  const { path } = place.value;
  const offered = offers().find(
    ({ note, isWanted }) => isWanted && !isDismissed(note) && !dismissed.value.includes(note),
  );
  if (offered === undefined || path === '/account') return null;
  const { note, icon, title, text, accept } = offered;
  const hide = () => {
    dismiss(note);
    dismissed.value = [...dismissed.value, note];
  };
  const add = () =>
    attempt(async () => {
      const said = await accept();
      if (said !== undefined) toast({ text: said });
    });
  return (
    <aside class="offer" aria-label={title}>
      <Icon name={icon} />
      <p class="grow">{text}</p>
      <Button onClick={add} label={t.offerAdd} />
      <IconButton icon="close" onClick={hide} label={t.offerLater} />
    </aside>
  );
}

function offers(): readonly Offered[] {
  const { member, operatorNeedsPasskey, can, isNew } = signedIn();
  return [
    {
      note: 'passkey-offer',
      icon: 'keys',
      title: t.offerTitle,
      text: t.offerText,
      isWanted: member?.passkeys === 0 && !operatorNeedsPasskey && canUsePasskeys(),
      accept: async () => ((await addPasskey()) ? t.passkeyAdded : undefined),
    },
    {
      note: 'push-offer',
      icon: 'phone',
      title: t.pushTitle,
      text: t.pushText,
      // Not before the owner has a site that customers can ask.
      isWanted:
        member !== null && can.sites && !isNew && pushAbility() === 'able' && !isPushAsked(),
      accept: async () => ((await turnOnPush(language.value)) ? t.pushOn : t.pushDeclined),
    },
  ];
}
