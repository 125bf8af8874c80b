import type { Words } from '../words/language.ts';

const sw = {
  title: 'Karibu Baraza',
  lead: 'Ingia ili kusimamia msaidizi wa biashara yako na rasilimali zako.',
  label: 'Ufunguo wako',
  hint: 'Unaanza na osk_ (mmiliki) au rpk_ (jukwaa). Hauhifadhiwi katika kivinjari hiki.',
  missing: 'Bandika ufunguo wako kwanza.',
  signIn: 'Ingia',
  linkTitle: 'Huna ufunguo?',
  linkText:
    'Anayeendesha seva hii anaweza kukutumia kiungo cha kuingia mara moja. Kifungue kwenye ' +
    'simu au kompyuta yako, na utaingia bila kuandika chochote. Hutumika mara moja tu, ndani ' +
    'ya saa 24.',
  linkHow: 'Kwa mwendeshaji:',
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
    linkTitle: 'No key?',
    linkText:
      'Whoever runs this server can send you a link that signs you in once. Open it on your ' +
      'phone or computer and you are in, without typing. It works one time, within 24 hours.',
    linkHow: 'For the operator:',
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
