/** Why the server refused a config: at the field that it is about, in the current language. */
import { inCurrent, type Pair } from '../../../words/language.ts';
import type { ConfigField } from './config-fields.ts';

export interface ConfigRefusal {
  readonly key: string;
  /** The rule that was broken, as one sentence. */
  readonly rule: string;
}

const place = /^config\.(\w+)(?: of an? \w+)? (.*)\.$/;

/** Undefined if the sentence is about none of the shown fields. */
export function configRefusal(
  sentence: string | undefined,
  fields: readonly ConfigField[],
): ConfigRefusal | undefined {
  const [, key, rule = ''] = place.exec(sentence ?? '') ?? [];
  const field = fields.find((one) => one.key === key);
  if (field === undefined) return undefined;
  for (const [pattern, ...text] of rules)
    if (pattern.test(rule)) return { key: field.key, rule: inCurrent(text) };
  return {
    key: field.key,
    rule: inCurrent([`${field.label[0]}: haikubaliki (${rule}).`, `${field.label[1]} ${rule}.`]),
  };
}

/** Sentences of the server, and what to write instead. */
const rules: readonly (readonly [RegExp, ...Pair])[] = [
  [
    /^must be an http or https address/,
    'Andika anwani kamili, kama https://example.com/hook.',
    'Enter a full address, such as https://example.com/hook.',
  ],
  [
    /^must be an https address/,
    'Andika anwani kamili inayoanza na https, kama https://example.com/asante.',
    'Enter a full address that begins with https, such as https://example.com/thanks.',
  ],
  [
    /^must be \["\*"\] or a list/,
    'Andika anwani moja kwa kila mstari, kama https://example.com, au * pekee.',
    'Enter one address on each line, such as https://example.com, or only *.',
  ],
  [
    /^must not contain a user name or password/,
    'Anwani isiwe na jina la mtumiaji wala nywila.',
    'The address must not contain a user name or password.',
  ],
];
