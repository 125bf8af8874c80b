import { dictionary } from '../words/language.ts';

export const t = dictionary({
  title: ['Karibu Baraza', 'Welcome to Baraza'],
  lead: [
    'Ingia ili kusimamia msaidizi wa biashara yako na data yako.',
    'Sign in to look after your business assistant and your data.',
  ],
  label: ['Ufunguo wako', 'Your key'],
  hint: [
    'Unaanza na osk_ (mmiliki) au rpk_ (jukwaa). Hauhifadhiwi katika kivinjari hiki.',
    'It starts with osk_ (owner) or rpk_ (platform). It is not stored in this browser.',
  ],
  missing: ['Bandika ufunguo wako kwanza.', 'Paste your key first.'],
  byPasskey: ['Ingia kwa kidole, uso au PIN', 'Sign in with fingerprint, face or PIN'],
  passkeyHint: ['Kwa kifaa ulichosajili hapa.', 'On a device that you have added here.'],
  email: ['Barua pepe yako', 'Your e-mail address'],
  sendLink: ['Nitumie kiungo cha kuingia', 'Send me a sign-in link'],
  linkSent: (email: string) => [
    `Kama ${email} imesajiliwa hapa, kiungo kinakuja sasa hivi. Kinatumika mara moja, ndani ya dakika 15.`,
    `If ${email} is registered here, a link is on its way. It works once, within 15 minutes.`,
  ],
  offerTitle: ['Ingia kwa urahisi zaidi', 'An easier way to sign in'],
  offerText: [
    'Wakati mwingine ingia kwa kidole, uso au PIN, bila kiungo.',
    'Next time, sign in with your fingerprint, face or PIN instead of a link.',
  ],
  offerAdd: ['Washa', 'Turn on'],
  offerLater: ['Usiulize tena', 'Do not ask again'],
  pushTitle: ['Arifa kwenye kifaa hiki', 'Notifications on this device'],
  pushText: [
    'Pata arifa hapa mteja akiacha namba au akisubiri kuzungumza nawe.',
    'Get a notification here when a customer leaves a number or is waiting to talk to you.',
  ],
  pushOn: ['Zimewashwa. Kifaa hiki kitakujulisha.', 'Turned on. This device will notify you.'],
  pushDeclined: [
    'Kivinjari hakikuruhusu. Ruhusu arifa (Notifications) kwa tovuti hii, kisha jaribu tena.',
    'Your browser did not allow it. Allow notifications for this site, then try again.',
  ],
  passkeyAdded: ['Sasa unaweza kuingia kwa kifaa hiki.', 'You can now sign in with this device.'],
  signIn: ['Ingia', 'Sign in'],
  leaveTitle: ['Kiungo chako hakitafanya kazi tena', 'Your link will not work again'],
  leaveText: [
    'Uliingia kwa kiungo kinachotumika mara moja tu. Ukitoka bila ufunguo, utahitaji kumwomba ' +
      'aliyekutumia kiungo akutumie kingine. Jitengenezee ufunguo kwanza ili urudi wakati wowote.',
    'You signed in with a one-time link. If you sign out without a key, you have to ask the ' +
      'sender for a new link. Create a key first so that you can come back at any time.',
  ],
  leaveAnyway: ['Toka hata hivyo', 'Sign out anyway'],
  createKey: ['Nitengenezee ufunguo', 'Create a key for me'],
  keyName: ['Ufunguo wangu', 'My key'],
  keyTitle: ['Ufunguo wako wa kuingia', 'Your sign-in key'],
  keyText: [
    'Unaonyeshwa mara hii tu. Nakili na uuweke mahali salama, kama unavyoficha nywila. Utaubandika ' +
      'kwenye ukurasa wa kuingia.',
    'It is shown only once. Copy it and store it safely, like a password. You paste it on the ' +
      'sign-in page.',
  ],
  keptKey: ['Nimeuhifadhi, toka', 'I have saved it, sign out'],
  linkTitle: ['Huna ufunguo wala kiungo?', 'No key and no link?'],
  linkText: [
    'Mwombe mtu aliyekutumia kiungo cha kwanza, au aliyekuwekea Baraza, akutumie kiungo kipya. ' +
      'Kifungue kwenye simu au kompyuta yako, na utaingia bila kuandika chochote. Hutumika mara ' +
      'moja tu, ndani ya saa 24.',
    'Ask the person who sent you the first link, or who set up Baraza for you, for a new link. ' +
      'Open it on your phone or computer to sign in without typing anything. It works once, ' +
      'within 24 hours.',
  ],
  linkHow: ['Atakitengeneza kwa amri hii:', 'They can create one with this command:'],
  entering: ['Tunakuingiza…', 'Signing you in…'],
  confirmFirst: ['Ingia ili kuthibitisha barua pepe yako.', 'Sign in to confirm your e-mail.'],
  usedTitle: ['Kiungo hiki hakifanyi kazi tena', 'This link no longer works'],
  unreachable: ['Seva haipatikani', 'The server cannot be reached'],
  otherTitle: ['Uingie kwa kiungo hiki?', 'Sign in with this link?'],
  otherText: (owner: string) => [
    `Tayari umeingia kama ${owner}. Kiungo hiki kitakutoa humo na kukuingiza kwenye akaunti nyingine. ` +
      'Kama hukukiomba, usikitumie.',
    `You are signed in as ${owner}. This link signs you out and into the account it was created ` +
      'for. If you did not request it, do not use it.',
  ],
  otherStay: (owner: string) => [`Baki kama ${owner}`, `Stay as ${owner}`],
  otherEnter: ['Tumia kiungo', 'Use the link'],
});
