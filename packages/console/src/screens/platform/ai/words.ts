import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  playground: ['Jaribu msaidizi', 'Try the assistant'],
  lead: [
    'Uliza kama mtumiaji angeuliza. Mazungumzo haya hayahifadhiwi popote.',
    'Ask as a user would. This conversation is not stored.',
  ],
  question: ['Swali', 'Question'],
  ask: ['Uliza', 'Ask'],
  clear: ['Anza upya', 'Start over'],
  assistant: ['Msaidizi', 'Assistant'],
  thinking: ['Anaandika…', 'Writing…'],
  stopped: ['Ulisimamisha hapa.', 'Stopped.'],
  cut: ['Jibu lilikatika. Uliza tena.', 'The answer was cut off. Ask again.'],
  sources: ['Kutoka', 'Sources'],
  page: (page: string) => [`uk. ${page}`, `page ${page}`],
  row: (row: string) => [`mstari ${row}`, `row ${row}`],
  warnings: ['Faili ambazo hazikusomwa zote', 'Files that could not be read in full'],
  figures: (model: string, tokens: string) => [
    `${model} · tokeni ${tokens}`,
    `${model} · ${tokens} tokens`,
  ],
  knowledge: ['Maarifa yake', 'Knowledge'],
  noKnowledge: [
    'Hana maarifa bado. Yachague kwenye Mipangilio: mikusanyo na ndoo ajibu kutokana nazo.',
    'No knowledge yet. Under Config, choose the collections and buckets to answer from.',
  ],
  gone: ['Haipatikani tena', 'No longer available'],
  archived: ['Imewekwa kwenye kumbukumbu: haisomwi', 'Archived: not used'],
  emptyText: [
    'Jibu linaonekana neno kwa neno, pamoja na mahali lilipotoka.',
    'The answer appears word by word, with its sources.',
  ],
  inactive: [
    'Msaidizi huyu yuko kwenye kumbukumbu. Mrudishe ili ajibu.',
    'This assistant is archived. Restore it to get answers.',
  ],
});
