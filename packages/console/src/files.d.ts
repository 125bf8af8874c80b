/** What Vite turns into files of their own, and what it says of the build. */
declare module '*.css';

interface ImportMeta {
  readonly env: { readonly DEV: boolean };
}
