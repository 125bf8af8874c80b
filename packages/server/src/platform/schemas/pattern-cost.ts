/** What reading a pattern costs. It is estimated first: reading cannot be interrupted. */

export interface PatternCost {
  /** In microseconds, about: repetitions are written out, and sets of characters are sorted. */
  readonly cost: number;
  /** How often a property of characters is written out. */
  readonly properties: number;
}

export function patternCost(source: string): PatternCost {
  const ignoresCase = /\(\?[a-z-]*i/i.test(source);
  let sets = 0;
  /** For each open group what was read of it, and its last part, which a count repeats. */
  const open = [{ size: 0, last: 0, properties: 0, lastProperties: 0 }];
  for (const [sign, least, most = least] of source.matchAll(part)) {
    const group = open.at(-1);
    if (group === undefined) break;
    const isProperty = /^\\p/i.test(sign);
    if (sign.startsWith('[')) sets += setCost(sign, ignoresCase);
    else if (isProperty) sets += propertyCost * (ignoresCase ? 2 : 1);
    if (sign === '(') open.push({ size: 0, last: 0, properties: 0, lastProperties: 0 });
    else if (sign === ')' && open.length > 1) {
      open.pop();
      const outer = open.at(-1);
      if (outer === undefined) break;
      outer.last = group.size + 1;
      outer.size += outer.last;
      outer.lastProperties = group.properties;
      outer.properties += group.properties;
    } else if (most !== undefined) {
      const times = Math.max(1, Number(most));
      group.size += group.last * (times - 1);
      group.last *= times;
      group.properties += group.lastProperties * (times - 1);
      group.lastProperties *= times;
    } else {
      group.last = 1;
      group.size += 1;
      group.lastProperties = isProperty || /^\[.*\\p/isu.test(sign) ? 1 : 0;
      group.properties += group.lastProperties;
    }
  }
  const properties = open.reduce((sum, group) => sum + group.properties, 0);
  const size = open.reduce((sum, group) => sum + group.size, 0);
  return { cost: Math.ceil(sets + size + properties * copyCost), properties };
}

// A property of characters has hundreds of ranges, and the engine sorts those of a set.
const propertyCost = 60;
const propertyInSetCost = 150;
// An anchored pattern copies the ranges wherever they are written out.
const copyCost = 20;
// Without case each character of a range is looked up.
const charactersOfCost = 20;

function setCost(set: string, ignoresCase: boolean): number {
  let cost = 0;
  for (const [item, from, to] of set.matchAll(setItem)) {
    if (/^\\p/i.test(item)) cost += propertyInSetCost * (ignoresCase ? 2 : 1);
    else if (to === undefined || from === undefined) cost += 0.2;
    else cost += ignoresCase ? 1 + (codeOf(to) - codeOf(from)) / charactersOfCost : 0.2;
    if (ignoresCase && /^\\[WDS]/.test(item)) cost += 10;
  }
  return cost;
}

function codeOf(sign: string): number {
  const [, digits] = /^\\[ux]\{?([0-9a-f]+)/i.exec(sign) ?? [];
  return digits === undefined
    ? (sign.codePointAt(sign.length > 1 ? 1 : 0) ?? 0)
    : Number.parseInt(digits, 16);
}

const character = String.raw`\\[xu]\{[0-9a-f]{0,8}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\[^pP]|[^\\]`;
const property = String.raw`\\[pP](?:\{[^}]{0,60}\}|.)`;
const setItem = new RegExp(`${property}|(${character})(?:-(${character}))?`, 'gisu');

// A property, an escape, a set of characters, a count with its larger number, or any other sign.
const part = new RegExp(
  [
    property,
    String.raw`\\[ux]\{[0-9a-fA-F]{0,8}\}`,
    String.raw`\\.`,
    String.raw`\[\^?\]?(?:\\.|[^\]\\])*(?:\]|\\?$)`,
    String.raw`\{(\d+)?(?:,(\d+)?)?\}`,
    '.',
  ].join('|'),
  'gsu',
);
