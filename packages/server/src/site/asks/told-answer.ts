/**
 * The answer as it is told: each statement of a model is held against what it cites before a visitor sees it; one that
 * does not pass is told in the owner's own words, or not at all.
 */
import type { AskRequest } from '@baraza/contract';
import type { Prepared } from '../../answers/find/prepared.ts';
import type { Ask, Entry, Passage, Reply, Source } from '../../answers/knowledge.ts';
import type { Reading, ReadScores } from '../../answers/read/reading.ts';
import type { Drift, Grounding } from '../../answers/write/grounding/grounding.ts';
import type { InformationItem } from '../../answers/write/information.ts';
import type { CitedAnswer } from '../../answers/write/own-words.ts';
import type { Statement } from './statement-reader.ts';

export interface Telling {
  readonly asked: AskRequest;
  /** What the engine answers. */
  readonly reply: Reply;
  readonly prepared: Prepared;
  readonly nowMs: number;
  /** Resolves when the visitor has room for more; rejects when there is no visitor any more. */
  readonly send: (text: string) => Promise<void>;
}

export interface ToldAnswer {
  /** Undefined to go on; else how it has ended. */
  readonly take: (statement: Statement, signal: AbortSignal) => Promise<TellingEnd | undefined>;
  readonly told: () => { readonly text: string; readonly sources: readonly Source[] };
  readonly counts: () => TellingCounts;
}

type TellingEnd = 'whole' | 'length' | 'repeated';

/** Of the statements. */
interface TellingCounts {
  readonly passed: number;
  /** Told in the owner's words. */
  readonly replaced: number;
  readonly dropped: number;
}

/** What the engine lends for it, loaded with the first answer of a model. */
type TellingTools = Awaited<ReturnType<typeof loadTellingTools>>;

export async function loadTellingTools() {
  const [grounding, tidy, ownWords, spokenForm, quote, words, information, reading] =
    await Promise.all([
      import('../../answers/write/grounding/grounding.ts'),
      import('../../answers/write/grounding/tidy-sentence.ts'),
      import('../../answers/write/own-words.ts'),
      import('../../answers/text/spoken-form.ts'),
      import('../../answers/write/cited-source.ts'),
      import('../../answers/words.ts'),
      import('../../answers/write/information.ts'),
      import('../../answers/read/read-answer.ts'),
    ]);
  return {
    createGrounding: grounding.createGrounding,
    statementsOf: tidy.statementsOf,
    readCited: ownWords.readCited,
    sayInOwnWords: ownWords.sayInOwnWords,
    sayFields: ownWords.sayFields,
    spoken: spokenForm.spoken,
    citedSource: quote.citedSource,
    words: words.words,
    informationFor: information.informationFor,
    thresholds: reading.thresholds,
  };
}

/** Both readers reject with the signal's reason as soon as it aborts. */
interface TellingReaders {
  /** Of a question: what was read before is known. */
  readonly answers: (reading: Reading, signal: AbortSignal) => Promise<ReadScores>;
  /** Of a sentence. */
  readonly said: (reading: Reading, signal: AbortSignal) => Promise<ReadScores>;
}

export function createToldAnswer(
  { asked, reply, prepared, nowMs, send }: Telling,
  items: readonly InformationItem[],
  readers: TellingReaders,
  tools: TellingTools,
  options: {
    /** Whether the model may decide what answers; else what it cites has to answer by the reader's word too. */
    readonly isTrusted: boolean;
    readonly onChecked?: ((sentence: string, why: Drift | undefined) => void) | undefined;
  },
): ToldAnswer {
  const { language } = reply;
  const mode = asked.mode === 'voice' ? 'voice' : 'text';
  const most = limits[mode];
  const question = reply.asked?.question ?? asked.question;
  const ask: Ask = { question, history: asked.history ?? [], language, mode, nowMs };
  const byId = new Map(items.map(({ id, passage }) => [id, passage]));
  const groundings = new Map<string, Grounding>();
  const sources: Source[] = [];
  const told = new Set<Entry>();
  const counts = { passed: 0, replaced: 0, dropped: 0 };
  let text = '';
  let sentences = 0;
  let statements = 0;
  let taken = 0;

  const groundingOf = (cited: readonly Passage[]): Grounding => {
    const key = cited
      .map((passage) => items.findIndex((item) => item.passage === passage))
      .join(' ');
    const known = groundings.get(key) ?? tools.createGrounding(basisOf(cited), readers.said);
    groundings.set(key, known);
    return known;
  };

  const least = options.isTrusted ? trustedLeast : tools.thresholds[prepared.business.strictness];

  const basisOf = (cited: readonly Passage[]) => ({
    language,
    builtIn: '',
    asked: question,
    names: [prepared.business.name, prepared.business.business].flatMap((name) =>
      typeof name === 'string' ? [name] : [name.sw ?? '', name.en ?? ''],
    ),
    passages: cited.map((passage) => ({ ...passage, kind: passage.entry.kind })),
  });

  const tell = async (said: string, from: readonly Source[]): Promise<TellingEnd | undefined> => {
    if (said === '') return undefined;
    if (text.includes(said)) return 'repeated';
    const piece = text === '' ? said : ` ${said}`;
    if (text.length + piece.length > most.characters) return text === '' ? 'length' : 'whole';
    text += piece;
    sentences += 1;
    for (const source of from)
      if (sources.length < sourcesMax && !sources.some(({ id }) => id === source.id))
        sources.push(source);
    await send(piece);
    return sentences >= most.sentences ? 'whole' : undefined;
  };

  /** At most once for each passage: what was told of it is not told again in other words. */
  const tellInOwnWords = async (
    answering: CitedAnswer | undefined,
  ): Promise<TellingEnd | undefined> => {
    const own =
      answering === undefined || told.has(answering.passage.entry)
        ? undefined
        : tools.sayInOwnWords(prepared, ask, language, answering);
    if (answering !== undefined) told.add(answering.passage.entry);
    if (own === undefined) {
      counts.dropped += 1;
      return undefined;
    }
    counts.replaced += 1;
    return tell(own.text, own.sources);
  };

  const takeSentence = async (
    sentence: string,
    cited: readonly Passage[],
    answering: CitedAnswer | undefined,
    signal: AbortSignal,
  ): Promise<TellingEnd | undefined> => {
    const checked = await groundingOf(cited).check(sentence, signal);
    if (checked.kind === 'empty') return undefined;
    options.onChecked?.(sentence, checked.kind === 'drift' ? checked.why : undefined);
    if (checked.kind === 'drift') return tellInOwnWords(answering);
    counts.passed += 1;
    for (const { entry } of cited) told.add(entry);
    const said = mode === 'voice' ? tools.spoken(checked.text, language) : checked.text;
    return tell(
      said,
      cited.map((passage) => tools.citedSource(passage, checked.text, language)),
    );
  };

  return {
    told: () => ({ text, sources }),
    counts: () => counts,
    take: async ({ say, from }, signal) => {
      statements += 1;
      if (statements > statementsMax) return 'length';
      const named = [...new Set(from.map((id) => byId.get(id.toLowerCase())))].filter(
        (one) => one !== undefined,
      );
      // What cites nothing that there is may still be said by what lies nearest to the question.
      const near = reply.asked?.near.slice(0, nearestMax) ?? [];
      const likely = named.length > 0 ? named.slice(0, citedMax) : itemsNear(items, near);
      if (likely.length === 0) return undefined;
      const answering = await tools.readCited(prepared, ask, likely, (reading) =>
        readers.answers(reading, signal),
      );
      const best = answering?.passage.entry;
      const cited = named.length > 0 ? likely : likely.filter(({ entry }) => entry === best);
      if (cited.length === 0) {
        counts.dropped += 1;
        return undefined;
      }
      // Where nothing was read, only a model that has shown that it can tell decides what answers.
      if (answering === undefined ? !options.isTrusted : answering.score.answer < least) {
        counts.dropped += 1;
        return undefined;
      }
      const fields = tools.sayFields(prepared, ask, language, cited, say);
      if (fields !== undefined) {
        counts.passed += 1;
        for (const { entry } of cited) told.add(entry);
        return tell(fields.text, fields.sources);
      }
      for (const sentence of tools.statementsOf(say)) {
        taken += 1;
        if (taken > statementsMax) return 'length';
        const ended = await takeSentence(sentence, cited, answering, signal);
        if (ended !== undefined) return ended;
      }
      return undefined;
    },
  };
}

const limits = {
  text: { sentences: 6, characters: 900 },
  voice: { sentences: 2, characters: 420 },
} as const;
/** What cannot be told is left out, but not for ever. */
const statementsMax = 20;
// So low are 4 of 100 passages that a capable model rightly cites, and 41 of 100 that a mediocre one cites wrongly.
const trustedLeast = -5;
const citedMax = 5;
const nearestMax = 3;
const sourcesMax = 5;

function itemsNear(
  items: readonly InformationItem[],
  near: readonly Passage[],
): readonly Passage[] {
  const entries = new Set(near.map(({ entry }) => entry));
  return items.flatMap(({ passage }) => (entries.has(passage.entry) ? [passage] : []));
}
