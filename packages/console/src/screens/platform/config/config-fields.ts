/** The config fields of each usual kind. Other keys of a config are kept. */
import type { Language } from '../../../words/language.ts';

type Both = Readonly<Record<Language, string>>;

export interface ConfigField {
  readonly key: string;
  readonly type:
    | 'text'
    | 'lines'
    | 'list'
    | 'url'
    | 'date'
    | 'switch'
    | 'json'
    | 'knowledge'
    | 'events'
    | 'resources';
  readonly label: Both;
  readonly hint?: Both;
  /** The value of a switch that is on; true by default. */
  readonly on?: unknown;
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
    en: 'Optional. Records that do not match it are rejected.',
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
        en: 'Up to five paths, one per line, such as customer.name. They speed up filtering and sorting.',
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
        en: 'The collections and buckets it answers from.',
      },
    },
    {
      key: 'hide',
      type: 'list',
      label: { sw: 'Sehemu za siri', en: 'Hidden fields' },
      hint: {
        sw: 'Moja kwa kila mstari. Hazitajwi kamwe katika jibu.',
        en: 'One per line. They never appear in an answer.',
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
        en: 'JSON. Validate checks every res_… id in it.',
      },
    },
  ],
  'connect/Form': [
    description,
    {
      key: 'public',
      type: 'switch',
      label: { sw: 'Pokea kutoka kwa yeyote', en: 'Accept entries from anyone' },
      hint: {
        sw: 'Bila ufunguo, kutoka kwenye ukurasa wako wa wavuti.',
        en: 'Without a key, from a page on your website.',
      },
    },
    {
      key: 'redirect',
      type: 'url',
      label: { sw: 'Ukurasa baada ya kutuma', en: 'Page after submitting' },
      hint: {
        sw: 'Anwani ya https. Bila hiyo, ukurasa wa shukrani huonyeshwa.',
        en: 'An https address. If empty, a thank-you page is shown.',
      },
    },
    {
      key: 'origins',
      type: 'list',
      label: {
        sw: 'Kurasa ambazo skripti zake zinaweza kutuma',
        en: 'Pages whose scripts may submit',
      },
      hint: {
        sw: 'Moja kwa kila mstari, mfano https://example.com',
        en: 'One per line, such as https://example.com',
      },
    },
    schema,
  ],
  'connect/Inbox': [description, schema],
  'connect/Webhook': [
    {
      key: 'url',
      type: 'url',
      label: { sw: 'Anwani ya kutuma', en: 'Webhook URL' },
      hint: {
        sw: 'Seva yako, http au https. Bila hiyo hakuna kinachotumwa.',
        en: 'Your server, http or https. If empty, nothing is sent.',
      },
    },
    {
      key: 'events',
      type: 'events',
      label: { sw: 'Matukio', en: 'Events' },
    },
    {
      key: 'resource',
      type: 'resources',
      label: { sw: 'Kutoka rasilimali hizi tu', en: 'Only from these resources' },
      hint: {
        sw: 'Usipochagua yoyote, matukio ya rasilimali zote hutumwa.',
        en: 'Without a choice, events of all resources are sent.',
      },
    },
    {
      key: 'include',
      type: 'switch',
      on: 'record',
      label: { sw: 'Tuma na rekodi yenyewe', en: 'Include the record' },
      hint: {
        sw: 'Tukio linakuwa na rekodi iliyobadilika, si kitambulisho chake tu.',
        en: 'Events carry the record that has changed, not only its id.',
      },
    },
    description,
  ],
  'work/Task': [
    { key: 'details', type: 'lines', label: { sw: 'Cha kufanya', en: 'Details' } },
    { key: 'assignee', type: 'text', label: { sw: 'Nani', en: 'Assignee' } },
    { key: 'due', type: 'date', label: { sw: 'Kufikia lini', en: 'Due' } },
  ],
};

export function fieldsOf(service: string, kind: string): readonly ConfigField[] {
  return fields[`${service}/${kind}`] ?? [description];
}
