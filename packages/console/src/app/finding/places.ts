/** Pages and settings by the words that people use for them, in both languages. */
import type { SessionView } from '@baraza/contract';
import type { IconName } from '../../design/icon.tsx';
import type { Pair } from '../../words/language.ts';

interface Place {
  /** Below the page of the site; an address that begins with `/` is absolute. */
  readonly path: string;
  readonly icon: IconName;
  readonly label: Pair;
  readonly words: string;
  readonly roles: readonly SessionView['role'][];
}

const everyone = ['owner', 'editor', 'answerer'] as const;
const editors = ['owner', 'editor'] as const;
const owners = ['owner'] as const;

const place = (
  path: string,
  icon: IconName,
  label: Pair,
  words: string,
  roles: Place['roles'] = owners,
): Place => ({ path, icon, label, words, roles });

export const places: readonly Place[] = [
  place(
    'information/hours',
    'today',
    ['Saa za kazi', 'Opening hours'],
    'hours open close time saa masaa kufungua kufunga ratiba week wiki half day nusu siku',
    editors,
  ),
  place(
    'information/closed',
    'today',
    ['Siku za kufungwa', 'Closed days'],
    'closed holiday holidays sikukuu likizo christmas krismasi easter pasaka idd eid kalenda calendar',
    editors,
  ),
  place(
    'information/prices',
    'information',
    ['Bei', 'Prices'],
    'price prices cost list bei gharama orodha bidhaa shilingi kes tsh pesa money menu',
    editors,
  ),
  place(
    'information/business',
    'information',
    ['Biashara', 'Business'],
    'business name phone number whatsapp address location jina simu namba anwani mahali barua email greeting salamu',
    editors,
  ),
  place(
    'information/faqs',
    'questions',
    ['Maswali ya kawaida', 'Common questions'],
    'faq question answer maswali majibu',
    editors,
  ),
  place(
    'information/facts',
    'information',
    ['Mambo mengine', 'Facts'],
    'fact facts ukweli maelezo delivery usafiri malipo payment mpesa',
    editors,
  ),
  place(
    'information/documents',
    'file',
    ['Hati', 'Documents'],
    'document documents policy nyaraka sera hati',
    editors,
  ),
  place('settings', 'settings', ['Kuongea na mtu', 'Talk to a person'], 'human mhudumu'),
  place(
    'settings',
    'settings',
    ['Simamisha msaidizi', 'Pause the assistant'],
    'pause stop off resume holiday simamisha zima pumzisha acha washa',
  ),
  place(
    'settings',
    'phone',
    ['Arifa', 'Notifications'],
    'notification notice notices email mail alert push taarifa arifa ujumbe barua pepe simu',
  ),
  place(
    'settings',
    'language',
    ['Lugha na sauti', 'Language and voice'],
    'language voice swahili english kiswahili kiingereza lugha sauti microphone kipaza',
  ),
  place(
    'settings',
    'file',
    ['Pakua taarifa zako', 'Download your information'],
    'export download backup import pakua hamisha nakala',
  ),
  place(
    'settings',
    'trash',
    ['Futa tovuti', 'Delete the site'],
    'delete remove site futa ondoa tovuti',
  ),
  place(
    'appearance',
    'appearance',
    ['Rangi ya msaidizi', 'Colour of the assistant'],
    'colour color logo look rangi mwonekano picha upande',
  ),
  place(
    'install',
    'install',
    ['Kiungo na msimbo wa QR', 'Link and QR code'],
    'qr code link share poster kiungo tuma msimbo website domain tovuti kikoa wordpress wix shopify',
  ),
  place(
    '/account',
    'owners',
    ['Akaunti yako', 'Your account'],
    'account name password passkey sign in device akaunti jina nywila kidole kifaa ingia',
    everyone,
  ),
];
