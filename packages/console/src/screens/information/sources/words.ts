import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Leta ulichonacho', 'Import a photo, file or website'],
  lead: [
    'Orodha ya bei, menyu, kipeperushi, au tovuti yako. Unachagua kinachoingia.',
    'A price list, a menu, a leaflet, or your website. You choose what is added.',
  ],
  photo: ['Picha', 'A photo'],
  photoLead: [
    'Piga picha ya orodha ya bei au menyu kutoka juu, penye mwanga, na ijae kwenye picha.',
    'Photograph your price list or menu from straight above, in good light, filling the picture.',
  ],
  takePhoto: ['Piga picha', 'Take a photo'],
  percent: (done: number) => [`Inasoma maandishi: ${done}%`, `Reading the text: ${done}%`],
  file: ['Faili', 'A file'],
  fileLabel: [
    'PDF, Word, Excel, CSV, picha au maandishi',
    'PDF, Word, Excel, CSV, picture or text',
  ],
  fileHint: [
    'Hadi MB 20. Karatasi zilizoskaniwa pia zinasomeka.',
    'Up to 20 MB. Scanned pages can be read, too.',
  ],
  page: ['Tovuti', 'A website'],
  pageLabel: ['Anwani ya ukurasa au ramani ya tovuti', 'Address of a page or a sitemap'],
  pageHint: [
    'Mfano: example.com (tovuti nzima), au example.com/bei (ukurasa mmoja)',
    'For example: example.com (the whole website), or example.com/prices (one page)',
  ],
  pageWrong: [
    'Andika anwani ya ukurasa, kama example.com/bei.',
    'Enter the address of a page, such as example.com/prices.',
  ],
  readPage: ['Soma tovuti', 'Read the website'],
  reading: (name: string) => [`Inasoma ${name}`, `Reading ${name}`],
  opening: ['Inafungua tovuti…', 'Opening the website…'],
  sending: ['Inatuma…', 'Sending…'],
  done: (done: string, all: string | undefined) => [
    all === undefined
      ? `Kurasa zilizosomwa: ${done}`
      : `Kurasa zilizosomwa: ${done} kati ya ${all}`,
    all === undefined ? `Pages read: ${done}` : `Pages read: ${done} of ${all}`,
  ],
  progress: ['Maendeleo', 'Progress'],
  cancel: ['Acha kusoma', 'Stop reading'],
  nothingFound: ['Hakuna jipya lililopatikana', 'Nothing new found'],
  nothingFoundText: [
    'Huenda vyote vipo tayari, au faili haina maandishi yanayosomeka. Sababu ziko hapa chini.',
    'You may already have all of it, or the file has no readable text. See the reasons below.',
  ],
  another: ['Leta nyingine', 'Import something else'],
  all: ['Chagua zote', 'Select all'],
  none: ['Ondoa zote', 'Select none'],
  more: (count: number) => [`Onyesha ${count} zaidi`, `Show ${count} more`],
  edit: (title: string) => [`Hariri ${title}`, `Edit ${title}`],
  leftOut: (count: number) => [
    `Yaliyorukwa, na sababu (${count})`,
    `Skipped, with reasons (${count})`,
  ],
  from: (place: string) => [
    place
      .replace(/^sheet /, 'karatasi ')
      .replace(/\brow (?=\d+$)/, 'mstari ')
      .replace(/^page (?=\d+$)/, 'ukurasa wa ')
      .replace(/^picture$/, 'picha'),
    place,
  ],
  changes: (item: string, amount: string) => [
    `Inabadilisha ${item}, sasa ${amount}`,
    `Changes ${item}, now ${amount}`,
  ],
  add: (count: number) => [`Ongeza ${count}`, `Add ${count}`],
  firstPage: ['ukurasa wa kwanza', 'the first page'],
  untilThen: [
    'Wageni hawaoni chochote cha haya hadi ukubali.',
    'Visitors get nothing of this until you say so.',
  ],
  saved: ['Imehifadhiwa.', 'Saved.'],
  restored: ['Imerudishwa kama ilivyokuwa.', 'Restored.'],
  imported: ['Ulichochagua sasa kinatumika.', 'What you chose is now in use.'],
  undoImport: ['Tendua uletaji huu', 'Undo this import'],
  versions: ['Tazama matoleo', 'See the versions'],
  takenBack: [
    'Umetendua: hakuna chochote cha haya kinachotumika. Yote yako hapa, unaweza kuyatumia tena.',
    'Undone: nothing of this is in use. All of it is still here, and you can use it again.',
  ],
  addPrice: ['Ongeza bei', 'Add a price'],
  addFaq: ['Ongeza swali', 'Add a question'],
  newLine: {
    prices: ['Bei mpya', 'New price'],
    faqs: ['Swali jipya', 'New question'],
  },
  unfinished: {
    prices: ['Andika bidhaa pamoja na bei yake.', 'Enter both an item and a price.'],
    faqs: ['Andika swali pamoja na jibu lake.', 'Enter both a question and an answer.'],
  },
  ready: ['Tayari', 'Done'],
  opens: ['Kufungua', 'Opens'],
  closes: ['Kufunga', 'Closes'],
  notYet: ['Wageni bado hawaoni haya.', 'Visitors get none of this yet.'],
  soFar: ['Vilivyopatikana hadi sasa', 'Found so far'],
  counts: {
    prices: ['bei', 'prices'],
    faqs: ['maswali', 'questions'],
    hours: ['saa za kazi', 'opening hours'],
    facts: ['mambo mengine', 'facts'],
    documents: ['hati', 'documents'],
    profile: ['mawasiliano', 'contacts'],
  },
  groups: {
    business: ['Biashara yako', 'Your business'],
    contacts: ['Mawasiliano', 'Contacts'],
    hours: ['Saa za kazi', 'Opening hours'],
    prices: ['Bei', 'Prices'],
    faqs: ['Maswali ya kawaida', 'Common questions'],
    policies: ['Masharti na utaratibu', 'Policies and delivery'],
    facts: ['Mambo mengine', 'Facts'],
    documents: ['Hati', 'Documents'],
  },
  doubtful: (count: number) => [
    `Mistari ${count} ina shaka na haijachaguliwa. Iangalie kabla ya kuitumia.`,
    count === 1
      ? '1 line is doubtful and is left out. Look at it before you use it.'
      : `${count} lines are doubtful and are left out. Look at them before you use them.`,
  ],
  doubts: {
    conflict: (_: string) => [
      'Tovuti inasema tofauti kwingine. Chagua iliyo sahihi.',
      'The website says something else elsewhere. Choose the right one.',
    ],
    other: (_: string) => [
      'Tovuti ina zaidi ya moja. Chagua moja.',
      'The website has more than one. Choose one.',
    ],
    existing: (text: string) => [`Uliandika: ${text}`, `You have: ${text}`],
    price: (_: string) => ['Bei hii inaonekana si sahihi.', 'This price looks wrong.'],
    number: (_: string) => [
      'Iandike pamoja na namba ya nchi, mfano +254 722 123 456.',
      'Write it with its country code, for example +254 722 123 456.',
    ],
    language: (_: string) => [
      'Huenda haya si ya Kiswahili wala Kiingereza.',
      'This may be neither Swahili nor English.',
    ],
    instruction: (_: string) => [
      'Haya yanaelekezwa kwa programu, si kwa wateja.',
      'This speaks to a program, not to customers.',
    ],
  },
  tryTitle: ['Jaribu sasa', 'Try it now'],
  onlyYou: ['Unaona wewe tu', 'Only you see this'],
});
