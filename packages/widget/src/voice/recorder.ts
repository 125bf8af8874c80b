/** One recording of the microphone, in memory only. */
export type Recording = ReturnType<typeof recordingOf>;

/** Rejects as `getUserMedia` does: `NotAllowedError`, `NotFoundError`, or `TypeError` without a microphone API. */
export async function startRecording(context: AudioContext): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 },
  });
  try {
    return recordingOf(stream, context);
  } catch (error) {
    for (const track of stream.getTracks()) track.stop();
    throw error;
  }
}

function recordingOf(stream: MediaStream, context: AudioContext) {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, {
    // Clear enough for speech; a minute takes 180 KB.
    audioBitsPerSecond: 24_000,
    ...(mimeType === undefined ? {} : { mimeType }),
  });
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const meter = context.createAnalyser();
  meter.fftSize = 512;
  const source = context.createMediaStreamSource(stream);
  source.connect(meter);
  const meterSamples = new Float32Array(meter.fftSize);
  const end = () => {
    source.disconnect();
    // Stops the tracks, so that the browser's microphone indicator goes out at once.
    for (const track of stream.getTracks()) track.stop();
  };
  recorder.start(1_000);
  return {
    /** Input level, from 0 to 1. */
    level: () => {
      meter.getFloatTimeDomainData(meterSamples);
      const power =
        meterSamples.reduce((sum, sample) => sum + sample * sample, 0) / meterSamples.length;
      return Math.min(1, Math.sqrt(power) * 4);
    },
    /** Ends the recording and returns it. */
    stop: () =>
      new Promise<Blob>((resolve) => {
        recorder.addEventListener('stop', () => {
          end();
          resolve(new Blob(pieces, { type: recorder.mimeType || 'audio/webm' }));
        });
        recorder.stop();
      }),
    /** Ends the recording and discards it. */
    cancel: () => {
      if (recorder.state !== 'inactive') recorder.stop();
      end();
    },
  };
}

const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
