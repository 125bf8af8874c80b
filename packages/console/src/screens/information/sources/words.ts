import { dictionary } from '../../../words/language.ts';

const sw = {
  title: 'Leta ulichonacho',
  lead: 'Orodha ya bei, menyu, kipeperushi, au tovuti yako. Unachagua kinachoingia.',
  file: 'Faili',
  fileLabel: 'PDF, Word, Excel, CSV au maandishi',
  fileHint: 'Hadi MB 20. Picha ya maandishi haisomeki.',
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
    'Huenda kila kitu kipo tayari, au faili haina maandishi yanayosomeka. Sababu ziko hapa chini.',
  another: 'Jaribu nyingine',
  all: 'Chagua zote',
  none: 'Ondoa zote',
  more: (count: number) => `Onyesha ${count} zaidi`,
  edit: (title: string) => `Hariri ${title}`,
  leftOut: (count: number) => `Yaliyoachwa, na sababu (${count})`,
  from: (place: string): string =>
    place
      .replace(/^sheet /, 'karatasi ')
      .replace(/\brow (?=\d+$)/, 'mstari ')
      .replace(/^page (?=\d+$)/, 'ukurasa wa '),
  add: (count: number) => `Ongeza ${count}`,
};

export const t = dictionary(sw, {
  title: 'Import a file or website',
  lead: 'A price list, a menu, a leaflet, or your website. You choose what is added.',
  file: 'A file',
  fileLabel: 'PDF, Word, Excel, CSV or text',
  fileHint: 'Up to 20 MB. Scanned text cannot be read.',
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
  another: 'Try another',
  all: 'Select all',
  none: 'Select none',
  more: (count: number) => `Show ${count} more`,
  edit: (title: string) => `Edit ${title}`,
  leftOut: (count: number) => `Skipped, with reasons (${count})`,
  from: (place) => place,
  add: (count: number) => `Add ${count}`,
});
