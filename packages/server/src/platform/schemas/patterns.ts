/**
 * Patterns of owners, on an engine that takes linear time. How long it takes for one character still depends on the
 * pattern, so a match is paid for before it is made: it cannot be interrupted.
 */
import { RE2JS } from 're2js';
import { outOfSteps, type SchemaRun } from './schema-run.ts';

export interface Pattern {
  readonly source: string;
  /** How many instructions it compiles to. */
  readonly size: number;
  /** Longer texts are not matched. */
  readonly charactersMax: number;
  readonly test: (text: string, run: SchemaRun) => boolean;
}

/** A larger pattern reads only short texts. */
export const patternSizeMax = 256;
export const largePatternCharactersMax = 200;

// Measured over 3,000 random patterns of at most 256 instructions on texts of 10,000 characters: at most 65 ns for an
// instruction and character, and 310 where a word boundary keeps the engine from its automaton.
const stepsForEach = 0.65;
const stepsForEachWithBoundary = 3.1;

export function compilePattern(source: string): Pattern {
  if (estimateSize(source) > estimateMax) throw new Error('it takes too long to read');
  const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
  const size = compiled.programSize();
  const each = size * (/\\[bB]/.test(source) ? stepsForEachWithBoundary : stepsForEach);
  const isLarge = size > patternSizeMax;
  const charactersMax = isLarge ? largePatternCharactersMax : Number.POSITIVE_INFINITY;
  return {
    source,
    size,
    charactersMax,
    test: (text, run) => {
      if (text.length > charactersMax) throw outOfSteps;
      run.spend(1 + Math.ceil(each * text.length));
      return compiled.test(text);
    },
  };
}

// Compiling takes up to .1 ms for ten instructions, and cannot be interrupted.
const estimateMax = 2_500;

/** About how many instructions a pattern compiles to: repetitions are written out. */
function estimateSize(source: string): number {
  /** For each open group the size of what was read, and of its last part, which a count repeats. */
  const open = [{ size: 0, last: 0 }];
  for (const [sign, least, most = least] of source.matchAll(part)) {
    const group = open.at(-1);
    if (group === undefined) break;
    if (sign === '(') open.push({ size: 0, last: 0 });
    else if (sign === ')' && open.length > 1) {
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined) break;
      outer.last = group.size + 1;
      outer.size += outer.last;
    } else if (most !== undefined) {
      group.size += group.last * (Math.max(1, Number(most)) - 1);
      group.last *= Math.max(1, Number(most));
    } else {
      group.last = 1;
      group.size += 1;
    }
  }
  return open.reduce((sum, { size }) => sum + size, 0);
}

// An escape, a class of characters, a count with its larger number, or any other sign.
const part = /\\[pP]\{\w*\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d+)?(?:,(\d+)?)?\}|./gsu;
