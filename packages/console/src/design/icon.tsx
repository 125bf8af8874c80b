import { paths } from './icon-paths.ts';

/** Icons of 24 × 24, drawn with strokes. They always accompany a text, so screen readers skip them. */
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
