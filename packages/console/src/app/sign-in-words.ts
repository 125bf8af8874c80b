import type { Words } from '../words/language.ts';

const sw = {
  title: 'Karibu Baraza',
  lead: 'Ingia ili kusimamia msaidizi wa biashara yako na rasilimali zako.',
  label: 'Ufunguo wako',
  hint: 'Unaanza na osk_ (mmiliki) au rpk_ (jukwaa). Hauhifadhiwi katika kivinjari hiki.',
  missing: 'Bandika ufunguo wako kwanza.',
  signIn: 'Ingia',
  leaveTitle: 'Kiungo chako hakitafanya kazi tena',
  leaveText:
    'Uliingia kwa kiungo kinachotumika mara moja tu. Ukitoka bila ufunguo, utahitaji kumwomba ' +
    'aliyekutumia kiungo akutumie kingine. Jitengenezee ufunguo kwanza ili urudi wakati wowote.',
  leaveAnyway: 'Toka hata hivyo',
  makeKey: 'Nitengenezee ufunguo',
  keyName: 'Ufunguo wangu',
  keyTitle: 'Ufunguo wako wa kuingia',
  keyText:
    'Unaonyeshwa mara hii tu. Nakili na uuweke mahali salama, kama unavyoficha nywila. Utaubandika ' +
    'kwenye ukurasa wa kuingia.',
  keptKey: 'Nimeuhifadhi, toka',
  stay: 'Baki hapa',
  linkTitle: 'Huna ufunguo wala kiungo?',
  linkText:
    'Mwombe mtu aliyekutumia kiungo cha kwanza, au aliyekuwekea Baraza, akutumie kiungo kipya. ' +
    'Kifungue kwenye simu au kompyuta yako, na utaingia bila kuandika chochote. Hutumika mara ' +
    'moja tu, ndani ya saa 24.',
  linkHow: 'Mwonyeshe mstari huu; yeye anaujua:',
  entering: 'Tunakuingiza…',
  usedTitle: 'Kiungo hiki hakifanyi kazi tena',
  unreachable: 'Seva haipatikani',
  otherTitle: 'Uingie kwa kiungo hiki?',
  otherText: (owner: string) =>
    `Tayari umeingia kama ${owner}. Kiungo hiki kitakutoa hapo na kukuingiza kwa akaunti yake. ` +
    'Kama hukukiomba, usikitumie.',
  otherStay: (owner: string) => `Baki kama ${owner}`,
  otherEnter: 'Tumia kiungo',
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    title: 'Welcome to Baraza',
    lead: 'Sign in to look after the assistant of your business and your resources.',
    label: 'Your key',
    hint: 'It begins with osk_ (owner) or rpk_ (platform). It is not kept in this browser.',
    missing: 'Paste your key first.',
    signIn: 'Sign in',
    leaveTitle: 'Your link will not work again',
    leaveText:
      'You came by a link that works one time. If you sign out without a key, you have to ask ' +
      'whoever sent the link for another one. Make yourself a key first, and come back any time.',
    leaveAnyway: 'Sign out all the same',
    makeKey: 'Make a key for me',
    keyName: 'My key',
    keyTitle: 'Your key to sign in with',
    keyText:
      'It is shown this once. Copy it and keep it in a safe place, as you keep a password. You ' +
      'paste it on the page where you sign in.',
    keptKey: 'I kept it, sign out',
    stay: 'Stay here',
    linkTitle: 'Neither a key nor a link?',
    linkText:
      'Ask the person who sent you the first link, or who set up Baraza for you, for a new link. ' +
      'Open it on your phone or computer and you are in, without typing. It works one time, ' +
      'within 24 hours.',
    linkHow: 'Show them this line; they know it:',
    entering: 'Signing you in…',
    usedTitle: 'This link does not work any more',
    unreachable: 'The server cannot be reached',
    otherTitle: 'Sign in by this link?',
    otherText: (owner) =>
      `You are signed in as ${owner}. The link signs you out there and in to the account it was ` +
      'made for. If you did not ask for it, do not use it.',
    otherStay: (owner) => `Stay as ${owner}`,
    otherEnter: 'Use the link',
  },
};
