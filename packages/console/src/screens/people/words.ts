import { dictionary } from '../../words/language.ts';

export const t = dictionary({
  team: ['Timu', 'Team'],
  teamLead: [
    'Wanaofanya kazi nawe hapa. Kila mtu anaingia kwa jina lake.',
    'The people who work with you here. Each signs in under their own name.',
  ],
  invite: ['Alika mtu', 'Invite someone'],
  inviteLead: [
    'Atapata kiungo cha kuingia. Kinatumika mara moja, ndani ya siku 7.',
    'They get a sign-in link. It works once, within 7 days.',
  ],
  email: ['Barua pepe', 'E-mail address'],
  emailHint: [
    'Si lazima. Kiungo kitatumwa hapo, na ataweza kuomba kingine baadaye.',
    'Optional. The link is sent there, and they can ask for another one later.',
  ],
  nameMissing: ['Andika jina.', 'Enter a name.'],
  role: ['Anaweza kufanya nini?', 'What can they do?'],
  roles: {
    owner: ['Mmiliki', 'Owner'],
    editor: ['Mhariri', 'Editor'],
    answerer: ['Huduma kwa wateja', 'Customer service'],
  },
  roleHints: {
    owner: [
      'Kila kitu, pamoja na mipangilio, funguo na timu.',
      'Everything, including settings, keys and the team.',
    ],
    editor: [
      'Taarifa, maswali na mazungumzo. Haoni namba za wateja wala mipangilio.',
      'Information, questions and conversations. Cannot see customers’ numbers or settings.',
    ],
    answerer: [
      'Maswali, mazungumzo na wateja wa kupigiwa simu. Habadilishi taarifa.',
      'Questions, conversations and customers to call back. Cannot change the information.',
    ],
  },
  invited: ['Amealikwa, bado hajaingia', 'Invited, not signed in yet'],
  lastSeen: (when: string) => [`Alionekana ${when}`, `Last seen ${when}`],
  neverSeen: ['Hajaingia hivi karibuni', 'Not signed in recently'],
  edit: ['Badilisha', 'Change'],
  newLink: ['Tengeneza kiungo kipya', 'Create a new link'],
  remove: ['Mwondoe', 'Remove'],
  removeTitle: (name: string) => [`Umwondoe ${name}?`, `Remove ${name}?`],
  removeText: [
    'Atatoka mara moja kwenye vifaa vyake vyote na hataweza kuingia tena. Alichoandika kinabaki.',
    'They are signed out of all their devices at once and cannot sign in again. What they wrote stays.',
  ],
  removeKeys: [
    'Funguo alizotengeneza zitaacha kufanya kazi. Kama tovuti au programu inatumia mojawapo, ibadilishe kwanza.',
    'Keys that they created stop working. If a website or an app uses one of them, replace it first.',
  ],
  removed: (name: string) => [`${name} ameondolewa.`, `${name} was removed.`],
  linkTitle: (name: string) => [`Kiungo cha ${name}`, `Link for ${name}`],
  linkText: (until: string) => [
    `Mtumie kwa WhatsApp au ujumbe. Kinatumika mara moja, hadi ${until}. Hakitaonyeshwa tena.`,
    `Send it by WhatsApp or text message. It works once, until ${until}. It will not be shown again.`,
  ],
  linkRenewed: ['Kiungo cha awali hakifanyi kazi tena.', 'The previous link no longer works.'],
  linkMailed: ['Tumekituma pia kwa barua pepe.', 'We have e-mailed it too.'],
  link: ['Kiungo', 'Link'],
  share: ['Tuma kwa WhatsApp', 'Send by WhatsApp'],
  shareText: (url: string) => [
    `Karibu! Fungua kiungo hiki uingie: ${url}`,
    `Welcome! Open this link to sign in: ${url}`,
  ],
  lastOwner: ['Lazima abaki angalau mmiliki mmoja.', 'There must be at least one owner.'],
  emailTaken: [
    'Mtu mwingine wa timu ana barua pepe hii.',
    'Someone else in the team has this e-mail address.',
  ],
  account: ['Akaunti yako', 'Your account'],
  accountLead: [
    'Jina lako, jinsi unavyoingia, na vifaa ulivyoingilia.',
    'Your name, how you sign in, and where you are signed in.',
  ],
  about: ['Wewe ni nani', 'About you'],
  nameHint: [
    'Timu yako italiona kwenye kila unachohifadhi.',
    'Your team sees it next to everything you save.',
  ],
  ownEmailHint: [
    'Ukishindwa kuingia, tutakutumia kiungo hapa.',
    'If you cannot sign in, we can e-mail you a link.',
  ],
  noMailHint: [
    'Seva hii haitumi barua pepe, kwa hiyo anwani haiwezi kuthibitishwa wala kutumika kuingia.',
    'This server sends no e-mail, so an address cannot be confirmed or used to sign in.',
  ],
  unconfirmed: ['Haijathibitishwa', 'Not confirmed'],
  unconfirmedTitle: ['Thibitisha barua pepe yako', 'Confirm your e-mail address'],
  unconfirmedText: (email: string) => [
    `Tumetuma kiungo kwa ${email}. Kifungue kwenye kivinjari hiki. Bila hivyo anwani hii haitumiki kuingia.`,
    `We sent a link to ${email}. Open it in this browser. Until then this address cannot be used to sign in.`,
  ],
  untilThen: (email: string) => [
    `Kwa sasa unaingia bado kwa ${email}.`,
    `For now you still sign in with ${email}.`,
  ],
  unconfirmable: (email: string) => [
    `${email} haijathibitishwa, na seva hii haitumi barua pepe: anwani hii haitumiki kuingia.`,
    `${email} is not confirmed, and this server sends no e-mail: the address cannot be used to sign in.`,
  ],
  sendAgain: ['Tuma kiungo tena', 'Send the link again'],
  confirmSent: ['Tumetuma kiungo.', 'The link was sent.'],
  confirmRefused: [
    'Kiungo hiki kimepitwa na muda, au ni cha anwani nyingine au mtu mwingine.',
    'This link has expired, or is for another address or another person.',
  ],
  emailConfirmed: ['Barua pepe yako imethibitishwa.', 'Your e-mail address is confirmed.'],
  passkeys: ['Kuingia kwa kifaa', 'Sign in with a device'],
  passkeysLead: [
    'Kwa alama ya kidole, uso au PIN ya simu au kompyuta yako; bila nywila.',
    'Use the fingerprint, face or PIN of your phone or computer. No password needed.',
  ],
  addPasskey: ['Ongeza kifaa hiki', 'Add this device'],
  passkeyAdded: ['Sasa unaweza kuingia kwa kifaa hiki.', 'You can now sign in with this device.'],
  noPasskeys: ['Bado hakuna kifaa.', 'No device yet.'],
  passkeysUnable: [
    'Haiwezekani kwa kivinjari hiki au anwani hii. Fungua Baraza kwa anwani yake ya https.',
    'This browser or this address does not allow it. Open Baraza at its https address.',
  ],
  operatorPasskey: ['cha mwendeshaji', 'for the operator'],
  used: (when: string) => [`Kilitumika ${when}`, `Used ${when}`],
  unused: ['Bado hakijatumika', 'Not used yet'],
  removePasskey: ['Ondoa', 'Remove'],
  sessions: ['Umeingia wapi', 'Where you are signed in'],
  kinds: {
    key: ['Kwa ufunguo wa jukwaa', 'With a platform key'],
    owner: ['Kwa ufunguo', 'With a key'],
    link: ['Kwa kiungo', 'With a link'],
    passkey: ['Kwa kifaa', 'With a device'],
  },
  thisOne: ['Hapa', 'Here'],
  endSession: ['Toka hapo', 'Sign out'],
  endOthers: ['Toka kwingine kote', 'Sign out everywhere else'],
  endedOthers: ['Umetoka kwingine kote.', 'You are signed out everywhere else.'],
  confirmOperator: ['Thibitisha kwa kifaa chako', 'Confirm with your device'],
  confirmOperatorText: [
    'Kurasa za mwendeshaji zinafunguka kwa kifaa ulichosajili.',
    'Confirm with your device to open the operator pages.',
  ],
});
