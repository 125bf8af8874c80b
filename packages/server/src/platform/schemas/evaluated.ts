/** The properties and items of one value that a schema has looked at: the others are unevaluated. */
export class Evaluated {
  #allNames = false;
  readonly #names = new Set<string>();
  #itemsBefore = 0;
  readonly #items = new Set<number>();

  addName(name: string): void {
    this.#names.add(name);
  }

  addAllNames(): void {
    this.#allNames = true;
  }

  hasName(name: string): boolean {
    return this.#allNames || this.#names.has(name);
  }

  /** The first `count` items. */
  addItems(count: number): void {
    this.#itemsBefore = Math.max(this.#itemsBefore, count);
  }

  addItem(at: number): void {
    this.#items.add(at);
  }

  hasItem(at: number): boolean {
    return at < this.#itemsBefore || this.#items.has(at);
  }

  /** How many items are evaluated if they are the first ones. */
  get itemsBefore(): number {
    return this.#itemsBefore;
  }

  /** How many names and items are noted one by one. */
  get size(): number {
    return this.#names.size + this.#items.size;
  }

  merge(other: Evaluated): void {
    this.#allNames ||= other.#allNames;
    for (const name of other.#names) this.#names.add(name);
    this.addItems(other.#itemsBefore);
    for (const at of other.#items) this.#items.add(at);
  }
}
