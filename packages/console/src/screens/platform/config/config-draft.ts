/** A config while it is edited: the typed texts and the parsed values. */
import type { ConfigField } from './config-fields.ts';

export type Config = Readonly<Record<string, unknown>>;

export interface ConfigDraft {
  readonly config: Config;
  /** The typed texts of JSON fields. */
  readonly texts: Readonly<Record<string, string>>;
}

export function draftOf(config: Config): ConfigDraft {
  return { config, texts: {} };
}

export function textOf({ config, texts }: ConfigDraft, { key, type }: ConfigField): string {
  const typed = texts[key];
  if (typed !== undefined) return typed;
  const value = config[key];
  if (value === undefined) return '';
  if (type === 'json') return JSON.stringify(value, null, 2);
  if (type === 'list' && Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function typedInto(
  draft: ConfigDraft,
  { key, type }: ConfigField,
  text: string,
): ConfigDraft {
  const texts = { ...draft.texts, [key]: text };
  if (type === 'json') {
    const value = jsonIn(text);
    return value === undefined && text.trim() !== ''
      ? { config: draft.config, texts }
      : { config: withValue(draft.config, key, value), texts };
  }
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (type === 'list')
    return { config: withValue(draft.config, key, lines.length === 0 ? undefined : lines), texts };
  return { config: withValue(draft.config, key, text === '' ? undefined : text), texts };
}

export function withValue(config: Config, key: string, value: unknown): Config {
  const { [key]: _, ...others } = config;
  return value === undefined ? others : { ...others, [key]: value };
}

/** Sets the chosen events, or all events if undefined. An empty choice is remembered as invalid. */
export function withEvents(
  { config, texts }: ConfigDraft,
  key: string,
  events: readonly string[] | undefined,
): ConfigDraft {
  const { [key]: _, ...others } = texts;
  // To the server an empty list means all events, so it must not be saved for an empty choice.
  const isNone = events !== undefined && events.length === 0;
  return {
    config: withValue(config, key, events),
    texts: isNone ? { ...others, [key]: '' } : others,
  };
}

/** The first field whose text is not valid JSON, or that lacks a required choice. */
export function brokenField(
  draft: ConfigDraft,
  fields: readonly ConfigField[],
): ConfigField | undefined {
  return fields.find(({ key, type }) => {
    const text = draft.texts[key];
    if (type === 'events') return text !== undefined && draft.config[key] !== undefined;
    return (
      type === 'json' && text !== undefined && text.trim() !== '' && jsonIn(text) === undefined
    );
  });
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
