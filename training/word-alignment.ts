/** IBM model 1: learns word translations from sentence pairs. */

export interface Links {
  /** For each co-occurring pair of words: the words and the probabilities in both directions. */
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly targetGivenSource: Float64Array;
  readonly sourceGivenTarget: Float64Array;
}

export interface Sentences {
  /** Numbers of words; 0 is the empty word, for words without a counterpart. */
  readonly source: readonly Uint32Array[];
  readonly target: readonly Uint32Array[];
  readonly weights: Float64Array;
}

export function alignWords(sentences: Sentences): Links {
  const { cells, source, target } = cooccurrences(sentences);
  return {
    source,
    target,
    targetGivenSource: learn(sentences, cells, source, 'target'),
    sourceGivenTarget: learn(sentences, cells, target, 'source'),
  };
}

const iterations = 6;

// Without smoothing, a word that occurs once would translate to any word of its sentence.
const smoothing = 0.5;

/** The table of links of each sentence, row by row: source words by target words, both with the empty word. */
interface Cooccurrences {
  readonly cells: readonly Uint32Array[];
  readonly source: Uint32Array;
  readonly target: Uint32Array;
}

function cooccurrences(sentences: Sentences): Cooccurrences {
  const numbers = createNumbering(1 << 22);
  const cells = sentences.source.map((sourceWords, sentence) => {
    const targetWords = sentences.target[sentence] ?? new Uint32Array();
    const table = new Uint32Array(sourceWords.length * targetWords.length);
    let cell = 0;
    for (const source of sourceWords)
      for (const target of targetWords) table[cell++] = numbers.of(source, target);
    return table;
  });
  return { cells, ...numbers.pairs() };
}

function learn(
  { source, target, weights }: Sentences,
  cells: readonly Uint32Array[],
  given: Uint32Array,
  learnt: 'source' | 'target',
): Float64Array {
  let chance: Float64Array = new Float64Array(given.length).fill(1);
  for (let iteration = 0; iteration < iterations; iteration++) {
    const counts = new Float64Array(given.length);
    cells.forEach((table, sentence) => {
      const rows = source[sentence]?.length ?? 0;
      const columns = target[sentence]?.length ?? 0;
      const weight = weights[sentence] ?? 0;
      // The empty word of the target side has no probability mass.
      const [outer, inner, outerStep, innerStep] =
        learnt === 'target' ? [columns, rows, 1, columns] : [rows, columns, columns, 1];
      for (let word = 1; word < outer; word++) {
        let sum = 0;
        for (let other = 0; other < inner; other++)
          sum += chance[table[word * outerStep + other * innerStep] ?? 0] ?? 0;
        const share = weight / sum;
        for (let other = 0; other < inner; other++) {
          const link = table[word * outerStep + other * innerStep] ?? 0;
          counts[link] = (counts[link] ?? 0) + (chance[link] ?? 0) * share;
        }
      }
    });
    chance = normalised(counts, given, iteration === iterations - 1 ? smoothing : 0);
  }
  return chance;
}

function normalised(counts: Float64Array, given: Uint32Array, added: number): Float64Array {
  const totals = new Float64Array(given.reduce((most, word) => Math.max(most, word), 0) + 1);
  counts.forEach((count, link) => {
    totals[given[link] ?? 0] = (totals[given[link] ?? 0] ?? 0) + count;
  });
  return counts.map((count, link) => count / ((totals[given[link] ?? 0] ?? 0) + added || 1));
}

/** Numbers pairs in order of appearance, in a growing hash table. */
function createNumbering(size: number) {
  let slots = new Int32Array(size).fill(-1);
  let source = new Uint32Array(size >>> 1);
  let target = new Uint32Array(size >>> 1);
  let count = 0;
  return {
    of(sourceWord: number, targetWord: number): number {
      for (let slot = hash(sourceWord, targetWord) & (slots.length - 1); ; ) {
        const pair = slots[slot] ?? -1;
        if (pair < 0) {
          slots[slot] = count;
          source[count] = sourceWord;
          target[count] = targetWord;
          if (++count === source.length) grow();
          return count - 1;
        }
        if (source[pair] === sourceWord && target[pair] === targetWord) return pair;
        slot = (slot + 1) & (slots.length - 1);
      }
    },
    pairs: () => ({ source: source.slice(0, count), target: target.slice(0, count) }),
  };

  function grow(): void {
    slots = new Int32Array(slots.length * 2).fill(-1);
    source = widened(source);
    target = widened(target);
    for (let pair = 0; pair < count; pair++) {
      let slot = hash(source[pair] ?? 0, target[pair] ?? 0) & (slots.length - 1);
      while ((slots[slot] ?? -1) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = pair;
    }
  }
}

function hash(source: number, target: number): number {
  const mixed = Math.imul(source, 0x9e3779b1) ^ Math.imul(target, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

function widened(numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(numbers.length * 2);
  wider.set(numbers);
  return wider;
}
