/** The config fields of the resource kinds that the console knows. The form keeps other keys of a config. */
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
  readonly hint: Pair | undefined;
  /** The value of a switch that is on; true by default. */
  readonly on?: unknown;
}

const field = (
  key: string,
  type: ConfigField['type'],
  sw: string,
  en: string,
  hint?: Pair,
): ConfigField => ({ key, type, label: [sw, en], hint });

const description = field('description', 'text', 'Maelezo', 'Description');

const schema = field('schema', 'json', 'Schema ya JSON', 'JSON Schema', [
  'Si lazima. Rekodi zisizolingana nayo hukataliwa.',
  'Optional. Records that do not match it are rejected.',
]);

const instructions = field('instructions', 'lines', 'Maelekezo', 'Instructions', [
  'Msaidizi ni nani, na anajibu vipi.',
  'Who the assistant is and how it answers.',
]);

const fields: { readonly [kind: string]: readonly ConfigField[] } = {
  'data/Collection': [
    description,
    field('indexes', 'list', 'Faharasa', 'Indexes', [
      'Hadi njia tano, moja kwa kila mstari, mfano customer.name. Hufanya uchujaji kuwa wa haraka.',
      'Up to five paths, one per line, such as customer.name. They speed up filtering and sorting.',
    ]),
    schema,
  ],
  'storage/Bucket': [description],
  'ai/Assistant': [
    instructions,
    field('knowledge', 'knowledge', 'Maarifa', 'Knowledge', [
      'Mikusanyo na ndoo ambazo hujibu kutokana nazo.',
      'The collections and buckets it answers from.',
    ]),
    field('hide', 'list', 'Sehemu za siri', 'Hidden fields', [
      'Moja kwa kila mstari. Hazitajwi kamwe katika jibu.',
      'One per line. They never appear in an answer.',
    ]),
    description,
  ],
  'dev/Project': [
    description,
    field('settings', 'json', 'Mipangilio', 'Settings', [
      'JSON. Vitambulisho vya res_… ndani yake hukaguliwa.',
      'JSON. The Validate action checks every res_… id in it.',
    ]),
  ],
  'connect/Form': [
    description,
    field('public', 'switch', 'Pokea kutoka kwa yeyote', 'Accept entries from anyone', [
      'Bila ufunguo, kutoka kwenye ukurasa wako wa wavuti.',
      'Without a key, from a page on your website.',
    ]),
    field('redirect', 'url', 'Ukurasa baada ya kutuma', 'Page after submitting', [
      'Anwani ya https. Bila hiyo, ukurasa wa shukrani huonyeshwa.',
      'An https address. If empty, a thank-you page is shown.',
    ]),
    field(
      'origins',
      'list',
      'Kurasa ambazo skripti zake zinaweza kutuma',
      'Pages whose scripts may submit',
      [
        'Moja kwa kila mstari, mfano https://example.com',
        'One per line, such as https://example.com',
      ],
    ),
    schema,
  ],
  'connect/Inbox': [description, schema],
  'connect/Webhook': [
    field('url', 'url', 'Anwani ya kutuma', 'Webhook URL', [
      'Seva yako, http au https. Bila hiyo hakuna kinachotumwa.',
      'Your server, http or https. If empty, nothing is sent.',
    ]),
    field('events', 'events', 'Matukio', 'Events'),
    field('resource', 'resources', 'Kutoka rasilimali hizi tu', 'Only from these resources', [
      'Usipochagua yoyote, matukio ya rasilimali zote hutumwa.',
      'Without a choice, events of all resources are sent.',
    ]),
    {
      ...field('include', 'switch', 'Tuma na rekodi yenyewe', 'Include the record', [
        'Tukio linakuwa na rekodi iliyobadilika, si kitambulisho chake tu.',
        'Events carry the record that has changed, not only its id.',
      ]),
      on: 'record',
    },
    description,
  ],
  'work/Task': [
    field('details', 'lines', 'Cha kufanya', 'Details'),
    field('assignee', 'text', 'Nani', 'Assignee'),
    field('due', 'date', 'Kufikia lini', 'Due'),
  ],
};

export function fieldsOf(service: string, kind: string): readonly ConfigField[] {
  return fields[`${service}/${kind}`] ?? [description];
}
