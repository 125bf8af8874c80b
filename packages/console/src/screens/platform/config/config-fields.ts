/** What the console asks for of each usual kind. Other keys of a config are left as they are. */
import type { Language } from '../../../words/language.ts';

type Both = Readonly<Record<Language, string>>;

export interface ConfigField {
  readonly key: string;
  readonly type: 'text' | 'lines' | 'list' | 'url' | 'date' | 'switch' | 'json' | 'knowledge';
  readonly label: Both;
  readonly hint?: Both;
}

const description: ConfigField = {
  key: 'description',
  type: 'text',
  label: { sw: 'Maelezo', en: 'Description' },
};

const schema: ConfigField = {
  key: 'schema',
  type: 'json',
  label: { sw: 'Schema ya JSON', en: 'JSON Schema' },
  hint: {
    sw: 'Si lazima. Rekodi zisizolingana nayo hukataliwa.',
    en: 'Optional. Records that do not fit it are refused.',
  },
};

const instructions: ConfigField = {
  key: 'instructions',
  type: 'lines',
  label: { sw: 'Maelekezo', en: 'Instructions' },
  hint: {
    sw: 'Msaidizi ni nani, na anajibu vipi.',
    en: 'Who the assistant is and how it answers.',
  },
};

const fields: { readonly [kind: string]: readonly ConfigField[] } = {
  'data/Collection': [
    description,
    {
      key: 'indexes',
      type: 'list',
      label: { sw: 'Faharasa', en: 'Indexes' },
      hint: {
        sw: 'Hadi njia tano, moja kwa kila mstari, mfano customer.name. Hufanya uchujaji kuwa wa haraka.',
        en: 'Up to five paths, one a line, such as customer.name. They keep filters and sorts fast.',
      },
    },
    schema,
  ],
  'storage/Bucket': [description],
  'ai/Assistant': [
    instructions,
    {
      key: 'knowledge',
      type: 'knowledge',
      label: { sw: 'Maarifa', en: 'Knowledge' },
      hint: {
        sw: 'Mikusanyo na ndoo ambazo hujibu kutokana nazo.',
        en: 'The collections and buckets that it answers from.',
      },
    },
    {
      key: 'hide',
      type: 'list',
      label: { sw: 'Sehemu za siri', en: 'Hidden fields' },
      hint: {
        sw: 'Moja kwa kila mstari. Hazitajwi kamwe katika jibu.',
        en: 'One a line. They are never said in an answer.',
      },
    },
    description,
  ],
  'dev/Project': [
    description,
    {
      key: 'settings',
      type: 'json',
      label: { sw: 'Mipangilio', en: 'Settings' },
      hint: {
        sw: 'JSON. Vitambulisho vya res_… ndani yake hukaguliwa.',
        en: 'JSON. Every res_… in it is checked by Validate.',
      },
    },
  ],
  'connect/Form': [
    description,
    {
      key: 'public',
      type: 'switch',
      label: { sw: 'Pokea kutoka kwa yeyote', en: 'Take entries from anybody' },
      hint: {
        sw: 'Bila ufunguo, kutoka kwenye ukurasa wako wa wavuti.',
        en: 'Without a key, from a page of your website.',
      },
    },
    {
      key: 'redirect',
      type: 'url',
      label: { sw: 'Ukurasa baada ya kutuma', en: 'Page after sending' },
      hint: {
        sw: 'Anwani ya https. Bila hiyo, ukurasa wa shukrani huonyeshwa.',
        en: 'An https address. Without it a page says thank you.',
      },
    },
    {
      key: 'origins',
      type: 'list',
      label: { sw: 'Tovuti zinazoruhusiwa kwa hati', en: 'Pages whose scripts may post' },
      hint: {
        sw: 'Moja kwa kila mstari, mfano https://example.com',
        en: 'One a line, such as https://example.com',
      },
    },
    schema,
  ],
  'connect/Inbox': [description, schema],
  'connect/Webhook': [
    {
      key: 'url',
      type: 'url',
      label: { sw: 'Anwani ya kutuma', en: 'Address to send to' },
      hint: {
        sw: 'Seva yako, http au https. Bila hiyo hakuna kinachotumwa.',
        en: 'Your server, http or https. Without it nothing is sent.',
      },
    },
    {
      key: 'events',
      type: 'list',
      label: { sw: 'Matukio', en: 'Events' },
      hint: {
        sw: 'Moja kwa kila mstari, mfano record-added. Tupu ni yote.',
        en: 'One a line, such as record-added. None means all of them.',
      },
    },
    description,
  ],
  'work/Task': [
    { key: 'details', type: 'lines', label: { sw: 'Cha kufanya', en: 'What is to be done' } },
    { key: 'assignee', type: 'text', label: { sw: 'Nani', en: 'Who' } },
    { key: 'due', type: 'date', label: { sw: 'Kufikia lini', en: 'Due' } },
  ],
};

export function fieldsOf(service: string, kind: string): readonly ConfigField[] {
  return fields[`${service}/${kind}`] ?? [description];
}
