import { paths } from './icon-paths.ts';

/** Pictures of 24 by 24 in strokes; they only accompany words, so they are hidden from readers. */
export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {paths[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
