import { plural } from '../../../words/figures.ts';
import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Rejea ya API', 'API reference'],
  lead: [
    'Kila anwani ya seva hii, kutoka maelezo yake mwenyewe ya OpenAPI.',
    'Every endpoint of this server, from its OpenAPI documents.',
  ],
  apis: {
    platform: ['Jukwaa', 'Platform'],
    site: ['Tovuti', 'Sites'],
    console: ['Ukurasa huu', 'Console'],
  },
  which: ['API', 'API'],
  search: ['Tafuta anwani', 'Search endpoints'],
  found: (count: string) => [`anwani ${count}`, plural(count, 'endpoint')],
  emptyTitle: ['Hakuna kinacholingana', 'No matches'],
  emptyText: [
    'Tafuta neno lingine la anwani, mfano records.',
    'Try another word from the address, for example records.',
  ],
  section: ['Sehemu', 'Section'],
  allSections: ['Sehemu zote', 'All sections'],
  open: ['bila ufunguo', 'no key needed'],
  parameters: ['Vigezo', 'Parameters'],
  body: ['Mwili', 'Body'],
  answer: ['Jibu', 'Response'],
  example: ['Mfano', 'Example'],
  such: ['Mfano:', 'For example'],
  field: ['Jina', 'Name'],
  type: ['Aina', 'Type'],
  meaning: ['Maana', 'Meaning'],
  refusals: ['Majibu ya kukataa', 'Refusals'],
  call: ['Ita', 'Call'],
  tryIt: ['Ijaribu', 'Try it'],
  sendAs: ['Tuma kama', 'Send as'],
  senders: {
    session: ['Wewe, uliyeingia hapa', 'You, as signed in here'],
    key: ['Ufunguo mwingine', 'Another key'],
    none: ['Bila ufunguo', 'Without a key'],
  },
  key: ['Ufunguo au tokeni', 'Key or token'],
  keyHint: [
    'rpk_… au usr_…. Hauhifadhiwi; ukurasa ukifungwa unasahaulika.',
    'rpk_… or usr_…. It is not stored; closing the page forgets it.',
  ],
  places: { path: ['njia', 'path'], header: ['kichwa', 'header'] },
  mapHint: [
    'Moja kwa kila mstari, mfano status=paid au price.gte=100',
    'One per line, such as status=paid or price.gte=100',
  ],
  fillIn: ['Jaza hapa kwanza.', 'Fill this in first.'],
  file: ['Faili', 'File'],
  send: ['Tuma', 'Send'],
  response: ['Jibu', 'Response'],
  redirect: ['kwingine', 'redirect'],
  took: (ms: string) => [`ms ${ms}`, `${ms} ms`],
  noText: ['Jibu si maandishi.', 'The response is not text.'],
  cut: ['Sehemu iliyobaki haionyeshwi.', 'The rest is not shown.'],
  lost: [
    'Hakuna jibu kutoka kwa seva. Angalia mtandao, kisha ujaribu tena.',
    'The server did not respond. Check the connection and try again.',
  ],
  sureTitle: ['Tuma ombi la kufuta?', 'Send this deletion?'],
  sureText: [
    'Linatumwa kweli, na kinachofutwa huenda kisirudi.',
    'This really sends the request. Deleted data may be lost for good.',
  ],
  elsewhere: [
    'Anwani hii iko kwenye seva ya tovuti, na huitwa na kurasa za wateja. Nakili mstari wa curl ili kuijaribu.',
    'This endpoint belongs to the site service and is called from customers’ pages. To try it, copy the curl command.',
  ],
});
