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
    'Mfano: example.com/bei au example.com/sitemap.xml',
    'For example: example.com/prices or example.com/sitemap.xml',
  ],
  pageWrong: [
    'Andika anwani ya ukurasa, kama example.com/bei.',
    'Enter the address of a page, such as example.com/prices.',
  ],
  readPage: ['Soma tovuti', 'Read the website'],
  reading: (name: string) => [`Inasoma ${name}`, `Reading ${name}`],
  sending: ['Inatuma…', 'Sending…'],
  done: (done: string, all: string | undefined) => [
    all === undefined ? `Zimesomwa ${done}` : `Zimesomwa ${done} kati ya ${all}`,
    all === undefined ? `${done} read` : `${done} of ${all} read`,
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
});
