import { dictionary } from '../../../words/language.ts';

const sw = {
  title: 'Leta ulichonacho',
  lead: 'Orodha ya bei, menyu, kipeperushi, au tovuti yako. Unachagua kinachoingia.',
  photo: 'Picha',
  photoLead: 'Piga picha ya orodha ya bei au menyu kutoka juu, penye mwanga, na ijae kwenye picha.',
  takePhoto: 'Piga picha',
  percent: (done: number) => `Inasoma maandishi: ${done}%`,
  file: 'Faili',
  fileLabel: 'PDF, Word, Excel, CSV, picha au maandishi',
  fileHint: 'Hadi MB 20. Karatasi zilizoskaniwa pia zinasomeka.',
  page: 'Tovuti',
  pageLabel: 'Anwani ya ukurasa au ramani ya tovuti',
  pageHint: 'Mfano: example.com/bei au example.com/sitemap.xml',
  readPage: 'Soma tovuti',
  reading: (name: string) => `Inasoma ${name}`,
  sending: 'Inatuma…',
  done: (done: string, all: string | undefined) =>
    all === undefined ? `Zimesomwa ${done}` : `Zimesomwa ${done} kati ya ${all}`,
  progress: 'Maendeleo',
  cancel: 'Acha kusoma',
  nothingFound: 'Hakuna jipya lililopatikana',
  nothingFoundText:
    'Huenda vyote vipo tayari, au faili haina maandishi yanayosomeka. Sababu ziko hapa chini.',
  another: 'Leta nyingine',
  all: 'Chagua zote',
  none: 'Ondoa zote',
  more: (count: number) => `Onyesha ${count} zaidi`,
  edit: (title: string) => `Hariri ${title}`,
  leftOut: (count: number) => `Yaliyorukwa, na sababu (${count})`,
  from: (place: string): string =>
    place
      .replace(/^sheet /, 'karatasi ')
      .replace(/\brow (?=\d+$)/, 'mstari ')
      .replace(/^page (?=\d+$)/, 'ukurasa wa ')
      .replace(/^picture$/, 'picha'),
  changes: (item: string, amount: string) => `Inabadilisha ${item}, sasa ${amount}`,
  add: (count: number) => `Ongeza ${count}`,
};

export const t = dictionary(sw, {
  title: 'Import a photo, file or website',
  lead: 'A price list, a menu, a leaflet, or your website. You choose what is added.',
  photo: 'A photo',
  photoLead:
    'Photograph your price list or menu from straight above, in good light, filling the picture.',
  takePhoto: 'Take a photo',
  percent: (done: number) => `Reading the text: ${done}%`,
  file: 'A file',
  fileLabel: 'PDF, Word, Excel, CSV, picture or text',
  fileHint: 'Up to 20 MB. Scanned pages can be read, too.',
  page: 'A website',
  pageLabel: 'Address of a page or a sitemap',
  pageHint: 'For example: example.com/prices or example.com/sitemap.xml',
  readPage: 'Read the website',
  reading: (name: string) => `Reading ${name}`,
  sending: 'Sending…',
  done: (done: string, all: string | undefined) =>
    all === undefined ? `${done} read` : `${done} of ${all} read`,
  progress: 'Progress',
  cancel: 'Stop reading',
  nothingFound: 'Nothing new found',
  nothingFoundText:
    'You may already have all of it, or the file has no readable text. See the reasons below.',
  another: 'Import something else',
  all: 'Select all',
  none: 'Select none',
  more: (count: number) => `Show ${count} more`,
  edit: (title: string) => `Edit ${title}`,
  leftOut: (count: number) => `Skipped, with reasons (${count})`,
  from: (place) => place,
  changes: (item, amount) => `Changes ${item}, now ${amount}`,
  add: (count: number) => `Add ${count}`,
});
