/** The paths of a record's type, such as `customer.name` and `items.0.price`, and their values. */

export type Scalar = string | number | boolean | null;

/** Any string if the fields of the type are not known. */
export type PathOf<Item> = Paths<Item, `.${number}`>;

/** Like `PathOf`, but a path goes into every item of a list: `items.price`. */
export type FieldOf<Item> = Paths<Item, ''>;

/** Paths of numbers, for sums and means. */
export type NumberPathOf<Item> = string extends keyof Item
  ? string
  : { [Path in PathOf<Item>]: number extends ValueAt<Item, Path> ? Path : never }[PathOf<Item>];

export type ValueAt<Item, Path extends string> = Path extends keyof Item
  ? Item[Path]
  : Path extends `${infer Head}.${infer Rest}`
    ? ValueAt<Step<Item, Head>, Rest>
    : Step<Item, Path>;

type Step<Item, Name extends string> = Item extends readonly (infer Entry)[]
  ? Entry
  : Item extends { readonly [Field in Name]?: infer Value }
    ? Value
    : unknown;

/** A record with only the selected fields; the whole record if none were selected. */
export type Selected<Item, Field extends string> = [Field] extends [never]
  ? Item
  : {
      [Name in keyof Item as Name extends HeadOf<Field> ? Name : never]: Name extends Field
        ? Item[Name]
        : Part<Item[Name]>;
    };

type HeadOf<Path extends string> = Path extends `${infer Head}.${string}` ? Head : Path;
type Part<Value> = Value extends readonly (infer Entry)[] ? Part<Entry>[] : Partial<Value>;

type Paths<Item, Index extends string, Depth extends readonly unknown[] = Levels> = string extends
  | keyof Item
  | (unknown extends Item ? string : never)
  ? string
  : {
      [Field in keyof Item & string]-?: Field | Below<Field, Item[Field], Index, Depth>;
    }[keyof Item & string];

type Below<
  Prefix extends string,
  Value,
  Index extends string,
  Depth extends readonly unknown[],
> = unknown extends Value
  ? `${Prefix}.${string}`
  : Depth extends readonly [unknown, ...infer Rest]
    ? Value extends Scalar | undefined
      ? never
      : Value extends readonly (infer Entry)[]
        ? `${Prefix}${Index}` | Below<`${Prefix}${Index}`, Entry, Index, Rest>
        : `${Prefix}.${Paths<Value, Index, Rest>}`
    : never;

/** The maximum depth of paths: a recursive type would otherwise have infinitely many. */
type Levels = [1, 2, 3, 4, 5];
