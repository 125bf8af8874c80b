import { dictionary } from '../words/language.ts';

const sw = {
  title: 'Karibu Baraza',
  lead: 'Ingia ili kusimamia msaidizi wa biashara yako na data yako.',
  label: 'Ufunguo wako',
  hint: 'Unaanza na osk_ (mmiliki) au rpk_ (jukwaa). Hauhifadhiwi katika kivinjari hiki.',
  missing: 'Bandika ufunguo wako kwanza.',
  byPasskey: 'Ingia kwa kidole, uso au PIN',
  passkeyHint: 'Kwa kifaa ulichosajili hapa.',
  email: 'Barua pepe yako',
  emailWrong: 'Andika barua pepe kamili, kama asha@example.com.',
  sendLink: 'Nitumie kiungo cha kuingia',
  linkSent: (email: string) =>
    `Kama ${email} imesajiliwa hapa, kiungo kinakuja sasa hivi. Kinatumika mara moja, ndani ya dakika 15.`,
  offerTitle: 'Ingia kwa urahisi zaidi',
  offerText: 'Wakati mwingine ingia kwa kidole, uso au PIN, bila kiungo.',
  offerAdd: 'Washa',
  offerLater: 'Usiulize tena',
  pushTitle: 'Arifa kwenye kifaa hiki',
  pushText: 'Pata arifa hapa mteja akiacha namba au akisubiri kuzungumza nawe.',
  pushOn: 'Zimewashwa. Kifaa hiki kitakujulisha.',
  pushDeclined:
    'Kivinjari hakikuruhusu. Ruhusu arifa (Notifications) kwa tovuti hii, kisha jaribu tena.',
  passkeyAdded: 'Sasa unaweza kuingia kwa kifaa hiki.',
  signIn: 'Ingia',
  leaveTitle: 'Kiungo chako hakitafanya kazi tena',
  leaveText:
    'Uliingia kwa kiungo kinachotumika mara moja tu. Ukitoka bila ufunguo, utahitaji kumwomba ' +
    'aliyekutumia kiungo akutumie kingine. Jitengenezee ufunguo kwanza ili urudi wakati wowote.',
  leaveAnyway: 'Toka hata hivyo',
  createKey: 'Nitengenezee ufunguo',
  keyName: 'Ufunguo wangu',
  keyTitle: 'Ufunguo wako wa kuingia',
  keyText:
    'Unaonyeshwa mara hii tu. Nakili na uuweke mahali salama, kama unavyoficha nywila. Utaubandika ' +
    'kwenye ukurasa wa kuingia.',
  keptKey: 'Nimeuhifadhi, toka',
  linkTitle: 'Huna ufunguo wala kiungo?',
  linkText:
    'Mwombe mtu aliyekutumia kiungo cha kwanza, au aliyekuwekea Baraza, akutumie kiungo kipya. ' +
    'Kifungue kwenye simu au kompyuta yako, na utaingia bila kuandika chochote. Hutumika mara ' +
    'moja tu, ndani ya saa 24.',
  linkHow: 'Atakitengeneza kwa amri hii:',
  entering: 'Tunakuingiza…',
  usedTitle: 'Kiungo hiki hakifanyi kazi tena',
  unreachable: 'Seva haipatikani',
  otherTitle: 'Uingie kwa kiungo hiki?',
  otherText: (owner: string) =>
    `Tayari umeingia kama ${owner}. Kiungo hiki kitakutoa humo na kukuingiza kwenye akaunti nyingine. ` +
    'Kama hukukiomba, usikitumie.',
  otherStay: (owner: string) => `Baki kama ${owner}`,
  otherEnter: 'Tumia kiungo',
};

export const t = dictionary(sw, {
  title: 'Welcome to Baraza',
  lead: 'Sign in to look after your business assistant and your data.',
  label: 'Your key',
  hint: 'It starts with osk_ (owner) or rpk_ (platform). It is not stored in this browser.',
  missing: 'Paste your key first.',
  byPasskey: 'Sign in with fingerprint, face or PIN',
  passkeyHint: 'On a device that you have added here.',
  email: 'Your e-mail address',
  emailWrong: 'Enter a full e-mail address, such as asha@example.com.',
  sendLink: 'Send me a sign-in link',
  linkSent: (email) =>
    `If ${email} is registered here, a link is on its way. It works once, within 15 minutes.`,
  offerTitle: 'An easier way to sign in',
  offerText: 'Next time, sign in with your fingerprint, face or PIN instead of a link.',
  offerAdd: 'Turn on',
  offerLater: 'Do not ask again',
  pushTitle: 'Notifications on this device',
  pushText: 'Get a notification here when a customer leaves a number or is waiting to talk to you.',
  pushOn: 'Turned on. This device will notify you.',
  pushDeclined: 'Your browser did not allow it. Allow notifications for this site, then try again.',
  passkeyAdded: 'You can now sign in with this device.',
  signIn: 'Sign in',
  leaveTitle: 'Your link will not work again',
  leaveText:
    'You signed in with a one-time link. If you sign out without a key, you have to ask the ' +
    'sender for a new link. Create a key first so that you can come back at any time.',
  leaveAnyway: 'Sign out anyway',
  createKey: 'Create a key for me',
  keyName: 'My key',
  keyTitle: 'Your sign-in key',
  keyText:
    'It is shown only once. Copy it and store it safely, like a password. You paste it on the ' +
    'sign-in page.',
  keptKey: 'I have saved it, sign out',
  linkTitle: 'No key and no link?',
  linkText:
    'Ask the person who sent you the first link, or who set up Baraza for you, for a new link. ' +
    'Open it on your phone or computer to sign in without typing anything. It works once, ' +
    'within 24 hours.',
  linkHow: 'They can create one with this command:',
  entering: 'Signing you in…',
  usedTitle: 'This link no longer works',
  unreachable: 'The server cannot be reached',
  otherTitle: 'Sign in with this link?',
  otherText: (owner) =>
    `You are signed in as ${owner}. This link signs you out and into the account it was created ` +
    'for. If you did not request it, do not use it.',
  otherStay: (owner) => `Stay as ${owner}`,
  otherEnter: 'Use the link',
});
