/** The owner's colour, and a darker or lighter variant that is readable as text. */
import { black, contrast, cssColour, parseColour, white } from '../launcher/colour.ts';
import { sheetOf } from '../launcher/stage.ts';

export function paletteSheet(colour: string): CSSStyleSheet {
  const brand = parseColour(colour);
  const light = cssColour(readable(brand, grounds.light, black));
  const dark = cssColour(readable(brand, grounds.dark, white));
  return sheetOf(
    `.panel{--accent:${light}}@media(prefers-color-scheme:dark){.panel{--accent:${dark}}}`,
  );
}

// The background of each theme in panel.css with the least contrast to accents.
const grounds = { light: parseColour('#f1ece2'), dark: parseColour('#302c25') };

function readable(
  colour: ReturnType<typeof parseColour>,
  ground: ReturnType<typeof parseColour>,
  towards: ReturnType<typeof parseColour>,
): ReturnType<typeof parseColour> {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, towards, share);
    if (contrast(mixed, ground) >= 4.6) return mixed;
  }
  return towards;
}

function mix(
  [red, green, blue]: ReturnType<typeof parseColour>,
  towards: ReturnType<typeof parseColour>,
  share: number,
): ReturnType<typeof parseColour> {
  const between = (from: number, to: number) => from + (to - from) * share;
  return [between(red, towards[0]), between(green, towards[1]), between(blue, towards[2])];
}
