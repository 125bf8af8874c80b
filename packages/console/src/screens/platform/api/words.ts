import { dictionary } from '../../../words/language.ts';

const sw = {
  title: 'Rejea ya API',
  lead: 'Kila anwani ya seva hii, kutoka maelezo yake mwenyewe ya OpenAPI.',
  apis: { platform: 'Jukwaa', site: 'Tovuti', console: 'Ukurasa huu' },
  which: 'API',
  search: 'Tafuta anwani',
  found: (count: string) => `anwani ${count}`,
  emptyTitle: 'Hakuna kinacholingana',
  emptyText: 'Tafuta neno lingine la anwani, mfano records.',
  open: 'bila ufunguo',
  parameters: 'Vigezo',
  body: 'Mwili',
  answers: 'Majibu',
  call: 'Ita',
};

export const t = dictionary(sw, {
  title: 'API reference',
  lead: 'Every endpoint of this server, from its OpenAPI documents.',
  apis: { platform: 'Platform', site: 'Sites', console: 'Console' },
  which: 'API',
  search: 'Search endpoints',
  found: (count) => `${count} endpoints`,
  emptyTitle: 'No matches',
  emptyText: 'Try another word from the address, for example records.',
  open: 'no key needed',
  parameters: 'Parameters',
  body: 'Body',
  answers: 'Responses',
  call: 'Call',
});
