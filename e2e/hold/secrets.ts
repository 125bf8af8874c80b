/** Plants secrets in a server, and searches for them in its output. */
import type { Random } from '../../packages/server/test/fixtures/random.ts';

export interface Planted {
  readonly name: string;
  readonly text: string;
}

export interface Hit {
  readonly secret: string;
  readonly place: string;
}

/** A random word that does not occur by chance. */
export function plant(random: Random, name: string): Planted {
  const letters = 'bcdfghjkmnpqrstvwxz';
  const word = Array.from({ length: 14 }, () => random.pick([...letters])).join('');
  return { name, text: `zq${word}` };
}

/** Finds planted secrets in a text, also in URL-encoded, base64 and hexadecimal form. */
export function findSecrets(
  secrets: readonly Planted[],
  places: { readonly [place: string]: string },
): readonly Hit[] {
  return secrets.flatMap(({ name, text }) => {
    const forms = [text, encodeURIComponent(text), ...base64Cores(text), hex(text)];
    return Object.entries(places)
      .filter(([, output]) => {
        const lower = output.toLowerCase();
        return forms.some((form, at) =>
          at < 2 ? lower.includes(form.toLowerCase()) : output.includes(form),
        );
      })
      .map(([place]) => ({ secret: name, place }));
  });
}

// For each offset in a group of three bytes, without the edges, which depend on neighbouring bytes.
function base64Cores(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(`${'x'.repeat(shift)}${text}`).toString('base64');
    return encoded.slice(shift === 0 ? 0 : 4, -4);
  });
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}
