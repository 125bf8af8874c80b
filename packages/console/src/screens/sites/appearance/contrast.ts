/** The contrast of colours (WCAG 2.2). */
type Colour = readonly [red: number, green: number, blue: number];

/** `#rgb` or `#rrggbb`; undefined for anything else. */
export function readColour(text: string): Colour | undefined {
  const digits = text.trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const [, ...pairs] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(digits) ?? [];
  const [red, green, blue] = pairs.map((pair) => Number.parseInt(pair, 16));
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [red, green, blue];
}

/** From 1 for equal colours to 21 for black on white. */
export function contrast(one: Colour, other: Colour): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

type ColourVerdict = 'good' | 'pale' | 'dark' | 'unreadable';

// The minimum that WCAG requires for controls.
const contrastMin = 3;

/** Whether the assistant's button can be seen on a white and on a dark page. */
export function judgeColour(text: string): ColourVerdict {
  const colour = readColour(text);
  if (colour === undefined) return 'unreadable';
  if (contrast(colour, [255, 255, 255]) < contrastMin) return 'pale';
  return contrast(colour, [27, 25, 21]) < 1.5 ? 'dark' : 'good';
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
