/** Secrets that are planted into a server, and searched for in all of its output. */
import type { Random } from '../../packages/server/test/fixtures/random.ts';

export interface Planted {
  readonly name: string;
  readonly text: string;
}

export interface Hit {
  readonly secret: string;
  readonly place: string;
}

/** A word that occurs nowhere by chance, another for each secret. */
export function plant(random: Random, name: string): Planted {
  const letters = 'bcdfghjkmnpqrstvwxz';
  const word = Array.from({ length: 14 }, () => random.pick([...letters])).join('');
  return { name, text: `zq${word}` };
}

/** Also as it looks in a URL, in base64 or in hexadecimal digits. */
export function findSecrets(
  secrets: readonly Planted[],
  places: { readonly [place: string]: string },
): readonly Hit[] {
  return secrets.flatMap(({ name, text }) => {
    const forms = [text, encodeURIComponent(text), ...base64Cores(text), hex(text)];
    return Object.entries(places)
      .filter(([, told]) => {
        const lower = told.toLowerCase();
        return forms.some((form, at) =>
          at < 2 ? lower.includes(form.toLowerCase()) : told.includes(form),
        );
      })
      .map(([place]) => ({ secret: name, place }));
  });
}

// By where it begins in a group of three bytes; the edges depend on its neighbours and are cut off.
function base64Cores(text: string): readonly string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(`${'x'.repeat(shift)}${text}`).toString('base64');
    return encoded.slice(shift === 0 ? 0 : 4, -4);
  });
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}
