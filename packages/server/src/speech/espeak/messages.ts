/** Messages between the server and the eSpeak process. */
export interface EspeakInput {
  /** Where the engine is to be loaded from. */
  readonly module: string;
}

export interface EspeakRequest {
  readonly text: string;
  /** As the engine names it. */
  readonly voice: string;
  readonly pitch: number;
  readonly wordsPerMinute: number;
}

export interface EspeakReply {
  readonly samples: Int16Array;
  readonly sampleRate: number;
}
