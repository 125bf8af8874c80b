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

/** What a message is about, other than the value at the place. */
interface Facts {
  /** A property of the value that is missing or should not be there. */
  readonly property?: string;
  readonly allowed?: readonly unknown[];
}

/** A step is about a tenth of a microsecond. */
export const stepsPerMs = 10_000;

/** Thrown when a check needs more steps than are left. */
export const outOfSteps = new Error('the check needs too many steps');

const errorsMax = 20;
const messageCharactersMax = 300;
const pathCharactersMax = 1_000;
const allowedMax = 100;
// A recursive schema follows a record, whose depth is limited; a deeper one refers to itself without end.
const depthMax = 500;

export class SchemaRun {
  /** They are written only if they count in the end. */
  readonly #failures: (Facts & { readonly place: Place; readonly message: string })[] = [];
  /** The resources whose schemas are applied, the outermost first. */
  readonly resources: object[] = [];
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

  /** Notes an error and returns false, the result of a check that fails. */
  fail(place: Place, message: string, facts?: Facts): false {
    if (this.#quiet === 0 && this.#failures.length < errorsMax)
      this.#failures.push({ place, message, ...facts });
    return false;
  }

  /** Runs a check whose errors count only if the whole of it fails. */
  attempt(check: () => boolean): boolean {
    const { length } = this.#failures;
    const isValid = check();
    if (isValid) this.#failures.length = length;
    return isValid;
  }

  /** Runs a check whose errors do not count. */
  quietly(check: () => boolean): boolean {
    this.#quiet += 1;
    const isValid = check();
    this.#quiet -= 1;
    return isValid;
  }

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
    const what = first === undefined ? '' : `${first.place.pointer()} ${first.message}`;
    const errors = this.#failures.map(({ place, message, property, allowed }) => ({
      path: place.pointer(property).slice(0, pathCharactersMax),
      message: oneLine(message),
      ...(allowed === undefined ? {} : { allowed: allowed.slice(0, allowedMax) }),
    }));
    return { sentence: oneLine(`${name}${what}`), errors };
  }
}

/** Where a value is in the record that is checked. */
export class Place {
  readonly run: SchemaRun;
  readonly #outer: Place | undefined;
  readonly #name: string | number;

  constructor(run: SchemaRun, outer?: Place, name: string | number = '') {
    this.run = run;
    this.#outer = outer;
    this.#name = name;
  }

  inside(name: string | number): Place {
    return new Place(this.run, this, name);
  }

  fail(message: string, facts?: Facts): false {
    return this.run.fail(this, message, facts);
  }

  /** As a JSON Pointer; with the name of a property, that of the property. */
  pointer(property?: string): string {
    const own = this.#outer === undefined ? '' : this.#outer.pointer(String(this.#name));
    return property === undefined
      ? own
      : `${own}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }
}

/** A message in one line, without its full stop. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, messageCharactersMax).replace(/\.$/, '');
}
