/**
 * Whether somebody could answer a contact that a visitor left: an address with `@` and a dot after it, an `@name`, a
 * link, or a number of at least six digits.
 */
export function isAnswerable(contact: string): boolean {
  const digits = contact.match(/\p{Nd}/gu)?.length ?? 0;
  return digits >= digitsMin || reachable.test(contact);
}

const digitsMin = 6;
// The last one is a link without `https://`, such as `wa.me/asha`.
const reachable =
  /[^\s@]@[^\s@]+\.[^\s@.]|(?:^|\s)@[\p{L}\p{Nd}_]{2}|:\/\/\S|\bwww\.\S|\.\p{L}{2,}\/\S/iu;
