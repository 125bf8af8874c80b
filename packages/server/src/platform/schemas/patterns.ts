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
