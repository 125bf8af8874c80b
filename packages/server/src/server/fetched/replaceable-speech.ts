import { noSpeech, type SpeechEngines } from '../../speech/speech.ts';

/** Speech engines that are opened again once their packages were fetched, while sessions go on with the former ones. */
export async function openReplaceableSpeech(load: () => Promise<SpeechEngines>) {
  const opened = [await load()];
  const current = () => opened.at(-1) ?? noSpeech;
  const isWhole = () => {
    const { transcriber, speaker, detector, recordings } = current();
    return [transcriber, speaker, detector, recordings].every((engine) => engine !== undefined);
  };
  const engines: SpeechEngines = {
    get transcriber() {
      return current().transcriber;
    },
    get speaker() {
      return current().speaker;
    },
    get detector() {
      return current().detector;
    },
    get recordings() {
      return current().recordings;
    },
    close: async () => {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
  return {
    engines,
    /** Opens what has come since; the next request uses it. */
    reload: async (): Promise<void> => {
      if (!isWhole()) opened.push(await load());
    },
  };
}
