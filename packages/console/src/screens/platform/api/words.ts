import type { Words } from '../../../words/language.ts';

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
  required: 'inahitajika',
  call: 'Ita',
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    title: 'API reference',
    lead: 'Every endpoint of this server, from its own OpenAPI descriptions.',
    apis: { platform: 'Platform', site: 'Sites', console: 'This page' },
    which: 'API',
    search: 'Search endpoints',
    found: (count) => `${count} endpoints`,
    emptyTitle: 'Nothing fits',
    emptyText: 'Search for another word of the address, records for example.',
    open: 'without a key',
    parameters: 'Parameters',
    body: 'Body',
    answers: 'Answers',
    required: 'required',
    call: 'Call it',
  },
};
