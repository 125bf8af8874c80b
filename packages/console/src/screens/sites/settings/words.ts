import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Mipangilio', 'Settings'],
  lead: [
    'Arifa, lugha, na namna msaidizi anavyojibu.',
    'Notifications, languages, and how the assistant answers.',
  ],
  noticesTitle: ['Arifa', 'Notifications'],
  noticesLead: [
    'Unajulishwa mteja akiacha namba yake, na swali likikosa jibu.',
    'We let you know when a customer leaves a number, and when a question has no answer.',
  ],
  emailLabel: ['Barua pepe yako', 'Your e-mail address'],
  noMail: [
    'Seva hii bado haitumi barua pepe, hivyo hutapata kitu kwenye anwani hii. Tumia arifa za simu, ' +
      'au mwombe anayeendesha seva awashe barua pepe.',
    'This server cannot send e-mail yet, so nothing would arrive at this address. Use notifications on ' +
      'your phone, or ask the person who runs the server to set up e-mail.',
  ],
  webhookLabel: ['Webhook (kwa wataalamu)', 'Webhook (for developers)'],
  webhookHint: [
    'Anwani ya https ya programu yako inayopokea arifa.',
    'The https address of your program that receives notifications.',
  ],
  secret: ['siri ya webhook', 'webhook secret'],
  secretLabel: ['Siri ya kuthibitisha webhook', 'Webhook signing secret'],
  digestLabel: ['Maswali yasiyo na jibu', 'Unanswered questions'],
  digests: {
    daily: ['Kila asubuhi, kwa pamoja', 'Every morning, in one message'],
    hourly: ['Kila saa, kwa pamoja', 'Every hour, in one message'],
    instant: ['Mara tu linapoulizwa', 'At once'],
  },
  emailWaiting: [
    'Inasubiri uthibitisho: fungua kiungo kilichotumwa kwa anwani hii.',
    'Waiting for confirmation: open the link that was sent to this address.',
  ],
  emailAgain: ['Tuma kiungo tena', 'Send the link again'],
  emailSent: ['Kiungo kimetumwa.', 'The link was sent.'],
  tryNotices: ['Tuma arifa ya majaribio', 'Send a test'],
  tryFirst: ['Hifadhi kwanza, kisha jaribu.', 'Save first, then send a test.'],
  channel: { email: ['Barua pepe', 'E-mail'], webhook: ['Webhook', 'Webhook'] },
  arrived: ['Imetumwa', 'Sent'],
  failed: ['Haikufika', 'Not delivered'],
  speakTitle: ['Lugha na sauti', 'Language and voice'],
  languagesLabel: ['Msaidizi anajibu kwa', 'The assistant answers in'],
  mainLabel: ['Lugha kuu', 'Main language'],
  voice: ['Wateja wanaweza kuuliza kwa sauti', 'Customers can ask by voice'],
  voiceHint: [
    'Kitufe cha kipaza sauti huonekana kwenye mazungumzo.',
    'A microphone button is shown in the conversation.',
  ],
  feedback: [
    'Wateja wanaweza kusema kama jibu limewasaidia',
    'Customers can say whether an answer helped',
  ],
  answersTitle: ['Majibu', 'Answers'],
  strictnessLabel: ['Msaidizi awe mwangalifu kiasi gani', 'How careful the assistant is'],
  strictnessHint: [
    'Msaidizi hujibu kutoka taarifa zako tu. Asipokuwa na uhakika, swali linakuja kwako.',
    'The assistant answers only from your information. When it is not sure, you get the question.',
  ],
  strictnesses: {
    low: ['Ajibu mara nyingi', 'Answer more often'],
    normal: ['Wastani', 'Balanced'],
    high: ['Ajibu akiwa na uhakika tu', 'Answer only when sure'],
  },
  sourcesLabel: ['Wateja waone jibu limetoka wapi', 'Show customers the source of an answer'],
  sourcesShown: {
    full: ['Kichwa na maneno yenyewe', 'Title and quote'],
    titles: ['Kichwa tu', 'Title only'],
    none: ['Wasione', 'Do not show it'],
  },
  retentionLabel: [
    'Hifadhi maswali na mawasiliano kwa siku',
    'Days to keep questions and contacts',
  ],
  retentionHint: [
    'Baada ya hapo yanafutwa yenyewe. Hesabu zake hubaki.',
    'Then they are deleted automatically. Statistics are kept.',
  ],
  people: ['Wateja wanaweza kuomba kuongea na mtu', 'Customers can ask to talk to a person'],
  peopleHint: [
    'Kitufe "Ongea na mtu" huonekana kwenye mazungumzo. Unachomwandikia mteja humfikia hata kikiwa kimezimwa.',
    'The conversation shows the button “Talk to a person”. What you write reaches the customer even when this is off.',
  ],
  apps: ['Ruhusu programu za simu kuuliza', 'Allow questions from mobile apps'],
  appsHint: [
    'Kwa programu ambazo si kurasa za wavuti; lazima zitume ufunguo wa tovuti.',
    'For apps that are not web pages; they must send the site key.',
  ],
  pauseTitle: ['Simamisha msaidizi', 'Pause the assistant'],
  pauseText: [
    'Kila anayeuliza ataambiwa kuwa msaidizi amepumzika. Bado ataweza kuacha namba yake.',
    'Customers see that the assistant is paused. They can still leave their number.',
  ],
  resume: ['Mruhusu ajibu tena', 'Resume'],
  pausedNow: ['Amesimamishwa', 'Paused'],
  pausedToast: ['Msaidizi amesimamishwa', 'The assistant is paused'],
  resumedToast: ['Msaidizi anajibu tena', 'The assistant is answering again'],
  carryTitle: ['Pakua au leta taarifa zako', 'Download or import your information'],
  carryLead: [
    'Faili moja yenye taarifa zako zote, ya kuhifadhi au kuhamishia seva nyingine.',
    'One file with all your information, to keep or to move to another server.',
  ],
  exportProfile: ['Pakua taarifa', 'Download information'],
  exportAll: ['Pakua pamoja na maswali na wateja', 'Download with questions and customers'],
  exportAllHint: [
    'Faili ya pili ina majina na namba za wateja wako, pamoja na walichouliza. Ihifadhi mahali salama.',
    'The second file has the names and numbers of your customers and what they asked. Keep it safe.',
  ],
  importLabel: ['Leta faili iliyopakuliwa', 'Import a downloaded file'],
  importHint: [
    'Taarifa za sasa zitabadilishwa; unaweza kutendua.',
    'It replaces the current information; you can undo this.',
  ],
  importUnreadable: [
    'Faili hii si ya Baraza: chagua ile uliyopakua hapa.',
    'This file is not from Baraza. Choose a file that you downloaded here.',
  ],
  imported: (questions: string, leads: string) => [
    `Zimeletwa. Maswali mapya: ${questions}, wateja wapya: ${leads}.`,
    `Imported. New questions: ${questions}, new customers: ${leads}.`,
  ],
  deleteTitle: ['Futa tovuti', 'Delete the site'],
  deleteText: [
    'Taarifa, matoleo, maswali na wateja vitafutwa kabisa, na msaidizi atatoweka.',
    'Deletes all information, versions, questions and customers for good. The assistant disappears.',
  ],
  deleteSite: ['Futa tovuti hii', 'Delete this site'],
  deleted: ['Tovuti imefutwa', 'Site deleted'],
});
