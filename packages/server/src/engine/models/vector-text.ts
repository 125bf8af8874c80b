/** Vectors as text for the store: 8-bit quantisation with one scale. */

const scaleBytes = 4;
const levels = 127;

export function vectorText(vector: Float32Array): string {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest / levels || 1;
  const bytes = Buffer.alloc(scaleBytes + vector.length);
  bytes.writeFloatLE(scale, 0);
  vector.forEach((value, index) => {
    bytes.writeInt8(Math.round(value / scale), scaleBytes + index);
  });
  return bytes.toString('base64');
}

export function isVectorText(text: string): boolean {
  return text.length > (scaleBytes * 4) / 3 + 2;
}

export function readVectorText(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const scale = bytes.readFloatLE(0);
  const values = new Int8Array(
    bytes.buffer,
    bytes.byteOffset + scaleBytes,
    bytes.length - scaleBytes,
  );
  const vector = new Float32Array(values.length);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (values[at] ?? 0) * scale;
  return vector;
}
