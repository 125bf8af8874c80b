/**
 * Patterns of owners, on an engine that takes linear time. How long it takes for one character still depends on the
 * pattern, and a match cannot be interrupted: one whose worst time exceeds what is left is not begun.
 */

import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { RE2JS } from 're2js';
import { type PatternCost, patternCost } from './pattern-cost.ts';
import { outOfSteps, type SchemaRun, stepsPerMs } from './schema-run.ts';

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

// Measured over thousands of random patterns of at most 256 instructions on texts of 10,000 characters: at most 65 ns
// for an instruction and character, and 310 where a word boundary keeps the engine from its automaton.
const stepsForEach = 0.65;
const stepsForEachWithBoundary = 3.1;

export function compilePattern(source: string, cost = patternCost(source)): Pattern {
  const size = engineOf(source, cost).compiled.programSize();
  const each = size * (/\\[bB]/.test(source) ? stepsForEachWithBoundary : stepsForEach);
  const isLarge = size > patternSizeMax;
  const charactersMax = isLarge ? largePatternCharactersMax : Number.POSITIVE_INFINITY;
  return {
    source,
    size,
    charactersMax,
    test: (text, run) => {
      if (text.length > charactersMax) throw outOfSteps;
      const known = engines.get(source);
      // It may have been forgotten.
      if (known === undefined) run.spend((cost.cost / 1_000) * stepsPerMs);
      const engine = known ?? engineOf(source, cost);
      const worst = 1 + Math.ceil(each * text.length);
      if (worst > run.stepsLeft) throw outOfSteps;
      const startedMs = performance.now();
      const fits = engine.compiled.test(text);
      run.spend(Math.min(worst, 1 + Math.ceil((performance.now() - startedMs) * stepsPerMs)));
      weigh(source, engine);
      return fits;
    },
  };
}

/** What the engine of a pattern takes in memory; undefined if it was forgotten. */
export function bytesOfEngine(source: string): number | undefined {
  return engines.peek(source)?.weighed;
}

interface Engine {
  readonly compiled: RE2JS;
  /** Without its automaton. */
  readonly ownBytes: number;
  weighed: number;
}

// An automaton grows with each new text, up to 8 MB; the engines that were used last have their memory.
const engines = new LRUCache<string, Engine>({
  maxSize: 48_000_000,
  sizeCalculation: ({ weighed }) => weighed,
});

const bytesOfCost = 200;
// An automaton lists all ranges of all properties before it begins.
const propertiesMax = 20;

function engineOf(source: string, { cost, properties }: PatternCost): Engine {
  const known = engines.get(source);
  if (known !== undefined) return known;
  const { RE2JS: Engine } = loadEngine();
  const compiled = Engine.compile(Engine.translateRegExp(source));
  if (compiled.programSize() > patternSizeMax || properties > propertiesMax)
    insideOf(compiled).lazyDFA = noAutomaton;
  const ownBytes = 1_000 + 2 * source.length + cost * bytesOfCost;
  const engine = { compiled, ownBytes, weighed: ownBytes };
  engines.set(source, engine);
  return engine;
}

/** What the engine has of its automaton; it counts the memory itself. */
interface Automaton {
  readonly stateBudget: number;
  readonly memBudget: number;
  /** Null if it cannot say. */
  readonly match: () => boolean | null;
}

// On short texts and with properties the other ways of the engine are faster than building an automaton.
const noAutomaton: Automaton = { stateBudget: 0, memBudget: 0, match: () => null };

function weigh(source: string, engine: Engine): void {
  const { lazyDFA } = insideOf(engine.compiled);
  if (lazyDFA === null) return;
  const bytes = engine.ownBytes + lazyDFA.stateBudget - lazyDFA.memBudget;
  if (Math.abs(bytes - engine.weighed) < 10_000) return;
  engine.weighed = bytes;
  engines.set(source, engine);
}

/** The package does not tell or limit the memory of its automaton; its version is fixed, and a test looks at both. */
/** Loaded with the first pattern: most servers need none, and its tables take memory. */
function loadEngine() {
  return createRequire(import.meta.url)('re2js') as { readonly RE2JS: typeof RE2JS };
}

function insideOf(compiled: RE2JS): { lazyDFA: Automaton | null } {
  return (compiled as unknown as { readonly re2Input: { lazyDFA: Automaton | null } }).re2Input;
}
