/** Audio worklets: microphone input resampled to 16 kHz frames, and a queue that plays received samples. */
const inputRate = 16_000;
const frameSamples = 640;

class Microphone extends AudioWorkletProcessor {
  constructor() {
    super();
    this.frame = new Int16Array(frameSamples);
    this.filled = 0;
    this.step = sampleRate / inputRate;
    // Resampling by averaging (box filter), which is enough for speech.
    this.left = this.step;
    this.sum = 0;
    this.weight = 0;
  }

  process([input]) {
    for (const value of input[0] ?? []) this.take(value);
    return true;
  }

  take(value) {
    let share = 1;
    while (share >= this.left) {
      share -= this.left;
      this.sum += value * this.left;
      this.weight += this.left;
      this.put(this.sum / this.weight);
      this.left = this.step;
      this.sum = 0;
      this.weight = 0;
    }
    this.left -= share;
    this.sum += value * share;
    this.weight += share;
  }

  put(value) {
    this.frame[this.filled++] = Math.max(-1, Math.min(1, value)) * 32_767;
    if (this.filled < frameSamples) return;
    const full = this.frame;
    this.frame = new Int16Array(frameSamples);
    this.filled = 0;
    this.port.postMessage(full, [full.buffer]);
  }
}

class Loudspeaker extends AudioWorkletProcessor {
  constructor() {
    super();
    this.empty();
    this.step = 1;
    this.sinceReport = 0;
    this.port.onmessage = ({ data }) => {
      if (data === 'flush') this.flush();
      else if (data === 'end') this.isEnding = true;
      else if (typeof data === 'number') this.begin(data);
      else this.queue.push(data);
    };
  }

  begin(rate) {
    this.step = rate / sampleRate;
    this.empty();
  }

  flush() {
    // Reports the playback position before it is reset.
    this.port.postMessage([Math.round(this.played), false]);
    this.empty();
  }

  empty() {
    this.queue = [];
    this.at = 0;
    this.played = 0;
    this.isEnding = false;
  }

  process(_inputs, [output]) {
    const channel = output[0];
    for (let index = 0; index < channel.length; index += 1) {
      while (this.queue.length > 0 && this.at >= this.queue[0].length)
        this.at -= this.queue.shift().length;
      const samples = this.queue[0];
      if (samples === undefined) break;
      const place = Math.floor(this.at);
      const next = samples[place + 1] ?? this.queue[1]?.[0] ?? samples[place];
      channel[index] = (samples[place] + (next - samples[place]) * (this.at - place)) / 32_768;
      this.at += this.step;
      this.played += this.step;
    }
    for (const copy of output.slice(1)) copy.set(channel);
    const isOver = this.isEnding && this.queue.length === 0;
    // Four times a second, and at the end.
    this.sinceReport += channel.length;
    if (!isOver && this.sinceReport < sampleRate / 4) return true;
    this.sinceReport = 0;
    if (this.played > 0 || isOver) this.port.postMessage([Math.round(this.played), isOver]);
    if (isOver) this.isEnding = false;
    return true;
  }
}

registerProcessor('baraza-microphone', Microphone);
registerProcessor('baraza-loudspeaker', Loudspeaker);
