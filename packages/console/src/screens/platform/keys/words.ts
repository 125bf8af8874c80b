import { plural } from '../../../words/figures.ts';
import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Funguo', 'Keys'],
  lead: [
    'Programu zako hujitambulisha kwa funguo hizi. Kila programu iwe na ufunguo wake.',
    'Keys identify your programs. Give each program its own key.',
  ],
  create: ['Tengeneza ufunguo', 'Create key'],
  platform: ['Za programu', 'For programs'],
  platformLead: [
    'Huanza na rpk_. Kila moja hufikia ulichoruhusu tu.',
    'They start with rpk_. Each has only the access you gave it.',
  ],
  owner: ['Zako mwenyewe', 'Your own keys'],
  ownerLead: [
    'Huanza na osk_. Kila moja hufungua vyote: tovuti zako, rasilimali zako na funguo zako.',
    'They start with osk_. Each gives full access to your sites, resources and keys.',
  ],
  noPlatform: [
    'Bado hakuna ufunguo wa programu. Tengeneza mmoja, kisha uutumie kwenye programu yako.',
    'No keys yet. Create one and use it in your program.',
  ],
  noOwner: [
    'Hakuna. Tengeneza mmoja ikiwa unataka kuingia hapa bila kiungo.',
    'None. Create one to sign in here without a link.',
  ],
  ended: (count: string) => [`Zilizokwisha (${count})`, `Expired or revoked (${count})`],
  everything: ['Vyote', 'Everything'],
  reads: (service: string) => [`${service}: kusoma`, `${service}: read`],
  ofSome: (count: string) => [`rasilimali ${count} tu`, `${plural(count, 'resource')} only`],
  ownSession: ['Umeingia kwa huu', 'Current session'],
  used: (when: string) => [`ulitumika ${when}`, `used ${when}`],
  unused: ['haujatumika', 'never used'],
  endsOn: (day: string) => [`unaisha ${day}`, `expires ${day}`],
  endedOn: (day: string) => [`uliisha ${day}`, `expired ${day}`],
  revokedOn: (day: string) => [`ulibatilishwa ${day}`, `revoked ${day}`],
  actionsOf: (name: string) => [`Hatua za ${name}`, `Actions for ${name}`],
  rotate: ['Badilisha kwa mpya', 'Rotate'],
  revoke: ['Batilisha', 'Revoke'],
  type: ['Ufunguo wa nani?', 'Key type'],
  types: {
    platform: ['Wa programu', 'Program'],
    owner: ['Wangu mwenyewe', 'Personal'],
  },
  typePlatformAbout: [
    'Kwa seva, skripti au tovuti inayotumia API.',
    'For a server, a script or a website that uses the API.',
  ],
  typeOwnerAbout: [
    'Huruhusu kila kitu. Usiuweke kwenye programu.',
    'Full access. Do not use it in a program.',
  ],
  nameHint: [
    'Jina la kuutambulia, mfano tovuti au duka la mtandaoni.',
    'A name to recognise the key by, such as website or online shop.',
  ],
  access: ['Unaruhusiwa nini', 'Permissions'],
  levels: {
    none: ['Hapana', 'None'],
    read: ['Kusoma', 'Read'],
    write: ['Kusoma na kuandika', 'Read and write'],
  },
  noAccess: ['Chagua angalau huduma moja.', 'Choose at least one service.'],
  which: ['Rasilimali zipi', 'Resources'],
  whichSome: ['Baadhi tu', 'Selected only'],
  someLabel: ['Chagua rasilimali', 'Choose resources'],
  noResources: ['Bado huna rasilimali.', 'You have no resources yet.'],
  noneChosen: ['Chagua angalau rasilimali moja.', 'Choose at least one resource.'],
  ends: ['Unaisha lini', 'Expires'],
  endsIn: {
    '7': ['Baada ya siku 7', 'After 7 days'],
    '30': ['Baada ya siku 30', 'After 30 days'],
    '90': ['Baada ya siku 90', 'After 90 days'],
    '365': ['Baada ya mwaka 1', 'After 1 year'],
    never: ['Hauishi', 'Never'],
  },
  shownTitle: ['Nakili ufunguo wako sasa', 'Copy your key now'],
  shownText: [
    'Unaonyeshwa mara hii tu. Baraza haihifadhi maandishi yake, wala ukurasa huu.',
    'It is shown only once. Baraza does not store it in readable form.',
  ],
  key: ['Ufunguo', 'Key'],
  tryIt: ['Ujaribu', 'Try it'],
  rotateText: [
    'Ufunguo mpya una ruhusa zilezile. Wa zamani unafanya kazi hadi:',
    'The new key has the same permissions. The old one works until:',
  ],
  grace: {
    '0': ['Sasa hivi', 'Now'],
    '60': ['Saa 1 kutoka sasa', '1 hour from now'],
    '1440': ['Siku 1 kutoka sasa', '1 day from now'],
    '10080': ['Siku 7 kutoka sasa', '7 days from now'],
  },
  rotateOwn: [
    'Umeingia kwa ufunguo huu: utatoka utakapoisha.',
    'You are signed in with this key and will be signed out when it expires.',
  ],
  rotated: ['Ufunguo umebadilishwa.', 'Key rotated.'],
  revokeStops: ['Mara moja:', 'This takes effect immediately:'],
  revokeList: [
    [
      'programu zinazoutumia zitakataliwa, na mitiririko yake itakatwa',
      'webhooks ulizozipanga hazitatuma tena',
      'viungo vya faili ulivyotengeneza vitaacha kufanya kazi',
      'walioingia hapa kwa ufunguo huo watatoka',
    ],
    [
      'programs that use it lose access, and their streams are closed',
      'webhooks it configured stop sending',
      'file links it created stop working',
      'sessions that use it are signed out',
    ],
  ],
  revokeOwnerList: [
    ['programu zinazoutumia zitakataliwa', 'walioingia hapa kwa ufunguo huo watatoka'],
    ['programs that use it lose access', 'sessions that use it are signed out'],
  ],
  revokeOwn: [
    'Wewe pia umeingia kwa huo.',
    'You are signed in with this key, so you will be signed out too.',
  ],
  revoked: ['Ufunguo umebatilishwa.', 'Key revoked.'],
});
