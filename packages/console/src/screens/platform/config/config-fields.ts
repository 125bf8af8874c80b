/** The config fields of each usual kind. Other keys of a config are kept. */
import type { Pair } from '../../../words/language.ts';

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
  readonly label: Pair;
  readonly hint?: Pair;
  /** The value of a switch that is on; true by default. */
  readonly on?: unknown;
}

const description: ConfigField = {
  key: 'description',
  type: 'text',
  label: ['Maelezo', 'Description'],
};

const schema: ConfigField = {
  key: 'schema',
  type: 'json',
  label: ['Schema ya JSON', 'JSON Schema'],
  hint: [
    'Si lazima. Rekodi zisizolingana nayo hukataliwa.',
    'Optional. Records that do not match it are rejected.',
  ],
};

const instructions: ConfigField = {
  key: 'instructions',
  type: 'lines',
  label: ['Maelekezo', 'Instructions'],
  hint: ['Msaidizi ni nani, na anajibu vipi.', 'Who the assistant is and how it answers.'],
};

const fields: { readonly [kind: string]: readonly ConfigField[] } = {
  'data/Collection': [
    description,
    {
      key: 'indexes',
      type: 'list',
      label: ['Faharasa', 'Indexes'],
      hint: [
        'Hadi njia tano, moja kwa kila mstari, mfano customer.name. Hufanya uchujaji kuwa wa haraka.',
        'Up to five paths, one per line, such as customer.name. They speed up filtering and sorting.',
      ],
    },
    schema,
  ],
  'storage/Bucket': [description],
  'ai/Assistant': [
    instructions,
    {
      key: 'knowledge',
      type: 'knowledge',
      label: ['Maarifa', 'Knowledge'],
      hint: [
        'Mikusanyo na ndoo ambazo hujibu kutokana nazo.',
        'The collections and buckets it answers from.',
      ],
    },
    {
      key: 'hide',
      type: 'list',
      label: ['Sehemu za siri', 'Hidden fields'],
      hint: [
        'Moja kwa kila mstari. Hazitajwi kamwe katika jibu.',
        'One per line. They never appear in an answer.',
      ],
    },
    description,
  ],
  'dev/Project': [
    description,
    {
      key: 'settings',
      type: 'json',
      label: ['Mipangilio', 'Settings'],
      hint: [
        'JSON. Vitambulisho vya res_… ndani yake hukaguliwa.',
        'JSON. Validate checks every res_… id in it.',
      ],
    },
  ],
  'connect/Form': [
    description,
    {
      key: 'public',
      type: 'switch',
      label: ['Pokea kutoka kwa yeyote', 'Accept entries from anyone'],
      hint: [
        'Bila ufunguo, kutoka kwenye ukurasa wako wa wavuti.',
        'Without a key, from a page on your website.',
      ],
    },
    {
      key: 'redirect',
      type: 'url',
      label: ['Ukurasa baada ya kutuma', 'Page after submitting'],
      hint: [
        'Anwani ya https. Bila hiyo, ukurasa wa shukrani huonyeshwa.',
        'An https address. If empty, a thank-you page is shown.',
      ],
    },
    {
      key: 'origins',
      type: 'list',
      label: ['Kurasa ambazo skripti zake zinaweza kutuma', 'Pages whose scripts may submit'],
      hint: [
        'Moja kwa kila mstari, mfano https://example.com',
        'One per line, such as https://example.com',
      ],
    },
    schema,
  ],
  'connect/Inbox': [description, schema],
  'connect/Webhook': [
    {
      key: 'url',
      type: 'url',
      label: ['Anwani ya kutuma', 'Webhook URL'],
      hint: [
        'Seva yako, http au https. Bila hiyo hakuna kinachotumwa.',
        'Your server, http or https. If empty, nothing is sent.',
      ],
    },
    {
      key: 'events',
      type: 'events',
      label: ['Matukio', 'Events'],
    },
    {
      key: 'resource',
      type: 'resources',
      label: ['Kutoka rasilimali hizi tu', 'Only from these resources'],
      hint: [
        'Usipochagua yoyote, matukio ya rasilimali zote hutumwa.',
        'Without a choice, events of all resources are sent.',
      ],
    },
    {
      key: 'include',
      type: 'switch',
      on: 'record',
      label: ['Tuma na rekodi yenyewe', 'Include the record'],
      hint: [
        'Tukio linakuwa na rekodi iliyobadilika, si kitambulisho chake tu.',
        'Events carry the record that has changed, not only its id.',
      ],
    },
    description,
  ],
  'work/Task': [
    { key: 'details', type: 'lines', label: ['Cha kufanya', 'Details'] },
    { key: 'assignee', type: 'text', label: ['Nani', 'Assignee'] },
    { key: 'due', type: 'date', label: ['Kufikia lini', 'Due'] },
  ],
};

export function fieldsOf(service: string, kind: string): readonly ConfigField[] {
  return fields[`${service}/${kind}`] ?? [description];
}
