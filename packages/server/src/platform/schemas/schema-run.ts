/** One check of a value against a schema: the steps that are left, and what was found wrong. */

/** What is wrong at one place of a record. */
export interface FieldError {
  /** A JSON Pointer into the record; of a missing field, where it belongs. */
  readonly path: string;
  readonly message: string;
  /** The values that would be right, if the schema lists them. */
  readonly allowed?: readonly unknown[];
}

/** Why a record violates its schema: the first reason as a sentence, and all of them by their paths. */
export interface Misfit {
  readonly sentence: string;
  readonly errors: readonly FieldError[];
}

/** Where a value is in the record; undefined for the record itself. */
export type Place = { readonly outer: Place; readonly name: string | number } | undefined;

/** What a message is about, other than the value at the place. */
interface Facts {
  /** A property of the value that is missing or should not be there. */
  readonly property?: string;
  readonly allowed?: readonly unknown[];
}

/** A step is about a tenth of a microsecond. */
export function stepsOfMs(ms: number): number {
  return ms * 10_000;
}

export function msOfSteps(steps: number): number {
  return steps / 10_000;
}

/** Thrown when a check needs more steps than are left. */
export const outOfSteps = new Error('the check needs too many steps');

const errorsMax = 20;
const messageCharactersMax = 300;
const pathCharactersMax = 1_000;
const allowedMax = 100;
// A recursive schema follows a record, whose depth is limited; a deeper one refers to itself without end.
const depthMax = 500;

interface Failure extends Facts {
  readonly place: Place;
  readonly message: string;
}

export class SchemaRun {
  readonly #failures: Failure[] = [];
  #quiet = 0;
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  get stepsLeft(): number {
    return this.#left;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw outOfSteps;
  }

  /** Notes an error and returns false, the result of a check that fails. It is written only if it counts in the end. */
  fail(place: Place, message: string, facts?: Facts): false {
    if (this.#quiet === 0 && this.#failures.length < errorsMax)
      this.#failures.push({ place, message, ...facts });
    return false;
  }

  /** The number of errors, to which `forget` goes back. */
  get errorCount(): number {
    return this.#failures.length;
  }

  forget(errorCount: number): void {
    this.#failures.length = errorCount;
  }

  /** Runs a check whose errors do not matter. */
  quietly(check: () => boolean): boolean {
    this.#quiet += 1;
    const isValid = check();
    this.#quiet -= 1;
    return isValid;
  }

  /** The resources whose checks run, the outermost first. */
  readonly resources: object[] = [];

  /** Runs a check inside a resource. */
  within(resource: object, check: () => boolean): boolean {
    if (this.resources.length >= depthMax) throw outOfSteps;
    this.resources.push(resource);
    const isValid = check();
    this.resources.pop();
    return isValid;
  }

  /** `name` is what the sentence calls the value. */
  misfit(name: string): Misfit {
    const [first] = this.#failures;
    const what = first === undefined ? '' : `${pointerOf(first.place)} ${first.message}`;
    return { sentence: oneLine(`${name}${what}`), errors: this.#failures.map(fieldError) };
  }
}

function fieldError({ place, message, property, allowed }: Failure): FieldError {
  const path = pointerOf(place);
  return {
    path: (property === undefined ? path : `${path}/${escaped(property)}`).slice(
      0,
      pathCharactersMax,
    ),
    message: oneLine(message),
    ...(allowed === undefined ? {} : { allowed: allowed.slice(0, allowedMax) }),
  };
}

/** A message in one line, without its full stop. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, messageCharactersMax).replace(/\.$/, '');
}

function pointerOf(place: Place): string {
  const names: string[] = [];
  for (let at = place; at !== undefined; at = at.outer) names.push(escaped(String(at.name)));
  return names.length === 0 ? '' : `/${names.reverse().join('/')}`;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
