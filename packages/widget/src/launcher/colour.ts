/** Readable colours (WCAG 2.2). */
type Colour = readonly [red: number, green: number, blue: number];

/** Three or six hex digits, as in a profile. */
export function isColour(text: string | undefined): text is string {
  return /^#([0-9a-f]{3}){1,2}$/i.test(text ?? '');
}

/** An invalid colour becomes the default. */
export function parseColour(text: string): Colour {
  const digits = isColour(text) ? text.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3') : '#0a7d5a';
  const part = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16);
  return [part(1), part(3), part(5)];
}

/** Numbers only, so that it is safe in a style sheet. */
export function cssColour(colour: Colour): string {
  return `rgb(${colour})`;
}

/** Contrast ratio, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

export const white: Colour = [255, 255, 255];
export const black: Colour = [0, 0, 0];

/** White if its contrast is 4.5 or more, otherwise black. The luminance of white is 1. */
export function inkOn(ground: Colour): Colour {
  return 1.05 / (luminance(ground) + 0.05) >= 4.5 ? white : black;
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
