/** What the build puts in: the names of the files that come later. */
declare const PANEL_FILE: string;
declare const VOICE_FILE: string;
declare const SERVERS_FILE: string;

declare module '*.css?inline' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: how the bundler hands over a style sheet.
  export default text;
}
