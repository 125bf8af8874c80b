/** A record while its form is edited: its values, and typed texts that are not valid yet. */
import { isJsonObject } from '../json-text.ts';
import type { PlainField, RecordField } from './record-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface RecordDraft {
  /** The edited record, including fields that the form does not know. */
  readonly record: Fields;
  /** The record as first shown. It decides which controls are used, so that none changes while somebody types in it. */
  readonly base: Fields;
  /** Typed texts by the JSON pointer of their field, including texts that are not valid values. */
  readonly texts: Readonly<Record<string, { readonly text: string; readonly isBroken: boolean }>>;
}

export function recordDraft(record: Fields): RecordDraft {
  return { record, base: record, texts: {} };
}

/** The JSON pointer of a field; the server names fields this way in its errors. */
export function pointerOf(path: readonly string[]): string {
  return path.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The value of a field. Inherited properties, such as `constructor`, are not fields. */
export function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isJsonObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    record,
  );
}

/** Sets a field; undefined removes it, and also a group that becomes empty. */
function withValueAt(record: Fields, path: readonly string[], value: unknown): Fields {
  const [name = '', ...rest] = path;
  const { [name]: _, ...others } = record;
  const before = valueAt(record, [name]);
  const inside = isJsonObject(before) ? before : {};
  const next = rest.length === 0 ? value : withValueAt(inside, rest, value);
  const isGone =
    next === undefined || (rest.length > 0 && Object.keys(next as Fields).length === 0);
  if (isGone) return others;
  // The field keeps its position, so that nothing else differs.
  return { ...record, [name]: next };
}

/** How a field is shown: as JSON if its value has a different type than the schema says. */
export function shownKind({ base }: RecordDraft, field: PlainField): PlainField['kind'] {
  const value = valueAt(base, field.path);
  if (value === undefined || value === null) return field.kind;
  switch (field.kind) {
    case 'text':
    case 'lines':
      return typeof value === 'string' ? (value.includes('\n') ? 'lines' : field.kind) : 'json';
    case 'date':
      if (typeof value !== 'string') return 'json';
      return /^\d{4}-\d\d-\d\d$/.test(value) ? 'date' : 'text';
    case 'moment':
      if (typeof value !== 'string') return 'json';
      return Number.isNaN(Date.parse(value)) ? 'text' : 'moment';
    case 'number':
      return typeof value === 'number' ? 'number' : 'json';
    case 'switch':
      return typeof value === 'boolean' ? 'switch' : 'json';
    case 'list': {
      const type = field.items === 'text' ? 'string' : 'number';
      const isPlain = (one: unknown) => typeof one === type && !String(one).includes('\n');
      return Array.isArray(value) && value.every(isPlain) ? 'list' : 'json';
    }
    default:
      return field.kind;
  }
}

/** What the control of a field shows. */
export function textAt(draft: RecordDraft, field: PlainField): string {
  const typed = draft.texts[pointerOf(field.path)];
  if (typed !== undefined) return typed.text;
  const value = valueAt(draft.record, field.path);
  if (value === undefined) return '';
  const kind = shownKind(draft, field);
  if (kind === 'json') return JSON.stringify(value, null, 2);
  if (kind === 'moment') return localTime(String(value));
  if (kind === 'list' && Array.isArray(value)) return value.join('\n');
  return value === null ? '' : String(value);
}

/** The draft after a text was typed into the control of a field. */
export function typedAt(draft: RecordDraft, field: PlainField, text: string): RecordDraft {
  const { path } = field;
  const read = readText(shownKind(draft, field), field, text);
  const pointer = pointerOf(path);
  const texts = { ...draft.texts, [pointer]: { text, isBroken: read === undefined } };
  if (read === undefined) return { ...draft, texts };
  return { ...draft, record: withValueAt(draft.record, path, read.value), texts };
}

/** The draft after a value was chosen. */
export function chosenAt(draft: RecordDraft, path: readonly string[], value: unknown): RecordDraft {
  const { [pointerOf(path)]: _, ...texts } = draft.texts;
  return { ...draft, record: withValueAt(draft.record, path, value), texts };
}

export function isBroken({ texts }: RecordDraft): boolean {
  return Object.values(texts).some((typed) => typed.isBroken);
}

/** The value of a text; undefined if it is not valid. An empty text means no value. */
function readText(
  kind: PlainField['kind'],
  { items, isInteger }: PlainField,
  text: string,
): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined };
  switch (kind) {
    case 'number':
      return numberIn(text, isInteger);
    case 'moment': {
      const ms = Date.parse(text);
      return Number.isNaN(ms) ? undefined : { value: new Date(ms).toISOString() };
    }
    case 'list': {
      const lines = text.split('\n').filter((line) => line.trim() !== '');
      if (items === 'text') return { value: lines };
      const numbers = lines.map((line) => numberIn(line, false));
      if (numbers.includes(undefined)) return undefined;
      return { value: numbers.map((one) => one?.value) };
    }
    case 'json':
      try {
        return { value: JSON.parse(text) };
      } catch {
        return undefined;
      }
    default:
      return { value: text };
  }
}

function numberIn(text: string, isInteger: boolean): { readonly value: number } | undefined {
  const value = Number(text.trim());
  return Number.isFinite(value) && !(isInteger && !Number.isInteger(value)) ? { value } : undefined;
}

/** A time as `datetime-local` controls need it: in the time zone of the browser. */
function localTime(iso: string): string {
  const time = new Date(iso);
  const inZone = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return inZone.toISOString().slice(0, time.getSeconds() === 0 ? 16 : 19);
}

interface Located {
  readonly path: string;
}

/** Whether an error is about a field, or about something inside it. */
export function isAt({ path }: Located, field: RecordField): boolean {
  const pointer = pointerOf(field.path);
  return path === pointer || path.startsWith(`${pointer}/`);
}

/** The errors to show at a field. A group does not show the errors of its fields. */
export function errorsAt<Error extends Located>(
  errors: readonly Error[],
  field: RecordField,
): readonly Error[] {
  const all = errors.filter((error) => isAt(error, field));
  if (field.kind !== 'group') return all;
  return all.filter((error) => !field.fields.some((inner) => isAt(error, inner)));
}
