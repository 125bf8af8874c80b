/** Constants that the build injects: the file names of the lazily loaded parts. */
declare const PANEL_FILE: string;
declare const VOICE_FILE: string;
declare const PEOPLE_FILE: string;
declare const SERVERS_FILE: string;

declare module '*.css?inline' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: how the bundler exports a style sheet.
  export default text;
}
