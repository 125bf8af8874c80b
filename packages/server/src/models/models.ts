/** The port to what reads meaning: texts become vectors, and near vectors mean nearly the same. */
export interface Encoder {
  /** Fingerprint of the weights: vectors of different ones are never compared. */
  readonly model: string;
  /**
   * Vectors of unit length, in the order of the texts. Rejects when they cannot be made, and as
   * soon as the signal aborts; whoever asked goes on without. What is urgent goes before all that
   * is not, and is not tried again.
   */
  readonly embed: (
    texts: readonly string[],
    signal: AbortSignal,
    haste?: 'urgent',
  ) => Promise<readonly Float32Array[]>;
  /** `asleep` wakes with the next text, which takes a moment; `away` failed lately and rests. */
  readonly state: () => EncoderState;
  readonly close: () => Promise<void>;
}

export type EncoderState = 'awake' | 'asleep' | 'away';
