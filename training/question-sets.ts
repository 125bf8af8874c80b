/** Parses and validates `businesses/set-*.txt`; the format is in businesses/README.md. */
export interface QuestionSet {
  readonly businesses: readonly SetBusiness[];
  /** Error messages, each with the number of its line. */
  readonly faults: readonly string[];
}

export interface SetBusiness {
  readonly name: string;
  readonly kind: string;
  readonly place: string;
  /** The language of its information. */
  readonly language: string;
  readonly entries: ReadonlyMap<string, SetEntry>;
  readonly questions: readonly SetQuestion[];
}

export interface SetEntry {
  readonly kind: string;
  readonly parts: readonly string[];
}

export interface SetQuestion {
  /** Whether the information answers it; small talk is neither. */
  readonly mark: '?' | '!' | '~';
  readonly language: string;
  /** The entry with the answer, or for `!` the nearest entry. */
  readonly labels: readonly { readonly entry: string; readonly sentence: number | undefined }[];
  /** The previous turn, if the question is a follow-up. */
  readonly before: string | undefined;
  readonly question: string;
}

const partsOfKind: { readonly [kind: string]: number } = {
  hours: 1,
  price: 2,
  contact: 1,
  faq: 2,
  fact: 1,
  doc: 2,
};
const hasSentences = new Set(['faq', 'fact', 'doc']);

/** The sentences that labels number: a sentence end is followed by a capital, a digit or a quotation mark. */
export function sentencesOfEntry({ kind, parts }: SetEntry): readonly string[] {
  if (!hasSentences.has(kind)) return [];
  const text = parts.at(-1) ?? '';
  return text.split(/(?<=[.!?])\s+(?=[A-ZÀ-Þ0-9“"'(])/).filter((sentence) => sentence !== '');
}

/** A tenth of the businesses, by a hash of the name, is never used for training. */
export function isHeldOut(name: string): boolean {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return sum % 10 === 0;
}

export function readQuestionSet(text: string): QuestionSet {
  const businesses: (SetBusiness & { entries: Map<string, SetEntry>; questions: SetQuestion[] })[] =
    [];
  const faults: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const fault = (sentence: string) => faults.push(`line ${index + 1}: ${sentence}`);
    const parts = line
      .slice(1)
      .split('|')
      .map((part) => part.trim());
    const business = businesses.at(-1);
    if (line.startsWith('#')) {
      const [name = '', kind = '', place = '', language = ''] = parts;
      if (parts.length !== 4 || !/^(?:sw|en|both)$/.test(language))
        fault('a business is # name | kind | place | sw, en or both');
      businesses.push({ name, kind, place, language, entries: new Map(), questions: [] });
    } else if (line.trim() === '') continue;
    else if (business === undefined) fault('there is text before the first business');
    else if (line.startsWith('@')) readEntry(parts, business.entries, fault);
    else if (/^[?!~]/.test(line)) {
      const read = readQuestion(line[0] as SetQuestion['mark'], parts, business.entries);
      if (typeof read === 'string') fault(read);
      else business.questions.push(read);
    } else fault('a line begins with #, @, ?, ! or ~');
  }
  return { businesses, faults };
}

function readEntry(
  [head = '', ...parts]: readonly string[],
  entries: Map<string, SetEntry>,
  fault: (sentence: string) => void,
): void {
  const [, id = '', kind = ''] = /^(i\d+) (\w+)$/.exec(head) ?? [];
  if (partsOfKind[kind] === undefined) fault(`an entry is @ i1 kind | …, not ${head}`);
  else if (parts.length !== partsOfKind[kind])
    fault(`${kind} has ${partsOfKind[kind]} parts after its head, not ${parts.length}`);
  else if (entries.has(id)) fault(`${id} is defined twice`);
  else entries.set(id, { kind, parts });
}

/** The question, or an error message. */
function readQuestion(
  mark: SetQuestion['mark'],
  parts: readonly string[],
  entries: ReadonlyMap<string, SetEntry>,
): SetQuestion | string {
  const [language = '', second = '', third = ''] = parts;
  const whole = mark === '~' ? second : third;
  if (parts.length !== (mark === '~' ? 2 : 3) || whole === '')
    return 'a question is ? language | label | text, small talk ~ language | text';
  if (!/^(?:sw|en|mix)$/.test(language)) return `${language} is not a language of a question`;
  const isOffTopic = mark === '~' || (mark === '!' && second === '-');
  const labels = (isOffTopic ? [] : second.split('+')).map((label) => {
    const [, entry = '', sentence] = /^(i\d+)(?:\.(\d+))?$/.exec(label.trim()) ?? [];
    return { entry, sentence: sentence === undefined ? undefined : Number(sentence) };
  });
  for (const { entry, sentence } of labels) {
    const found = entries.get(entry);
    if (found === undefined) return `there is no entry for the label ${second}`;
    const sentences = sentencesOfEntry(found);
    if (sentence !== undefined && hasSentences.has(found.kind) && !sentences[sentence - 1])
      return `${entry} has ${sentences.length} sentences, not ${sentence}`;
  }
  const at = whole.lastIndexOf('>>');
  const before = at === -1 ? undefined : whole.slice(0, at).trim();
  const question = at === -1 ? whole : whole.slice(at + 2).trim();
  return { mark, language, labels, before, question };
}
