/** Readable colours (WCAG 2.2). */
type Colour = readonly [red: number, green: number, blue: number];

/** An invalid colour becomes the default. */
export function parseColour(text: string): Colour {
  const digits = text.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const pairs = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(digits)?.slice(1) ?? [];
  const [red = 10, green = 125, blue = 90] = pairs.map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue];
}

/** Hex digits only, so that it is safe in a style sheet. */
export function hex(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

export const white: Colour = [255, 255, 255];
export const black: Colour = [0, 0, 0];

/** White if its contrast is 4.5 or more, otherwise black. */
export function inkOn(ground: Colour): Colour {
  return contrast(ground, white) >= 4.5 ? white : black;
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
