interface FrameReaderParts {
  readonly bytesMax: number;
  /** A complete binary message; the bytes are valid only during the call. */
  readonly onBinary: (bytes: Uint8Array) => void;
  readonly passOn: (chunk: Uint8Array) => void;
}

const last = 0x80;
const masked = 0x80;
const binary = 0x02;
const control = 0x08;
const closing = 0x08;
const lengthInTwo = 126;
const lengthInEight = 127;
const maskBytes = 4;

/**
 * Fast path for binary WebSocket frames in front of `ws`. Audio arrives in small unfragmented frames, many
 * a second per session, and handling one in `ws` (a stream, several views, unmasking byte by byte) costs
 * more than the voice detection. Those frames are delivered at once; everything else is passed to `ws`
 * unchanged and in order: text, fragments, pings and closes, oversized and invalid frames.
 */
export function createFrameReader({ bytesMax, onBinary, passOn }: FrameReaderParts) {
  const others = createFollower();
  let isOver = false;

  const read = (chunk: Uint8Array): void => {
    let passedTo = 0;
    let at = 0;
    while (at < chunk.length && !isOver) {
      const from = others.isBetweenMessages() ? payloadOfWhole(chunk, at, bytesMax) : 0;
      if (from === 0) {
        at = others.follow(chunk, at);
        isOver = others.isClosed();
        continue;
      }
      if (at > passedTo) passOn(chunk.subarray(passedTo, at));
      at = from + payloadBytes(chunk, at);
      passedTo = at;
      unmask(chunk, from, at);
      onBinary(new Uint8Array(chunk.buffer, chunk.byteOffset + from, at - from));
    }
    if (passedTo === 0) passOn(chunk);
    else if (passedTo < at) passOn(chunk.subarray(passedTo, at));
  };

  return {
    read: (chunk: Uint8Array) => {
      if (!isOver) read(chunk);
    },
    /** From now on input is neither delivered nor passed on. */
    stop: () => {
      isOver = true;
    },
  };
}

/** Offset of the payload when a complete, masked, unfragmented binary frame starts here; else 0. */
function payloadOfWhole(chunk: Uint8Array, at: number, bytesMax: number): number {
  if (chunk.length - at < 4 + maskBytes || chunk[at] !== (last | binary)) return 0;
  const second = chunk[at + 1] ?? 0;
  if (second <= masked || second === (masked | lengthInEight)) return 0;
  const from = at + (second === (masked | lengthInTwo) ? 4 : 2) + maskBytes;
  const length = payloadBytes(chunk, at);
  return length <= bytesMax && from + length <= chunk.length ? from : 0;
}

function payloadBytes(chunk: Uint8Array, at: number): number {
  const short = (chunk[at + 1] ?? 0) & ~masked;
  return short === lengthInTwo ? ((chunk[at + 2] ?? 0) << 8) | (chunk[at + 3] ?? 0) : short;
}

/** Unmasks the payload with the mask before it, four bytes at a time if alignment allows. */
function unmask(chunk: Uint8Array, from: number, to: number): void {
  let mask = 0;
  for (let at = from - 1; at >= from - maskBytes; at -= 1) mask = (mask << 8) | (chunk[at] ?? 0);
  const aligned = Math.min(to, from + (-(chunk.byteOffset + from) & 3));
  mask = unmaskBytes(chunk, from, aligned, mask);
  const count = (to - aligned) >> 2;
  if (count > 0) {
    const words = new Int32Array(chunk.buffer, chunk.byteOffset + aligned, count);
    for (let at = 0; at < count; at += 1) words[at] = (words[at] ?? 0) ^ mask;
  }
  unmaskBytes(chunk, aligned + count * 4, to, mask);
}

/** Unmasks single bytes, starting with the lowest byte of the mask; returns the rotated mask. */
function unmaskBytes(chunk: Uint8Array, from: number, to: number, mask: number): number {
  let turned = mask;
  for (let at = from; at < to; at += 1) {
    chunk[at] = (chunk[at] ?? 0) ^ (turned & 0xff);
    turned = (turned >>> 8) | (turned << 24);
  }
  return turned;
}

/** Tracks frame boundaries in the input that `ws` parses. */
function createFollower() {
  let opcode = 0;
  let isInMessage = false;
  /** Header bytes read so far, and how many of them encode the length. */
  let head = 0;
  let lengthBytes = 0;
  let isMasked = false;
  let length = 0;
  /** Remaining bytes of the frame. */
  let left = 0;
  let isClosed = false;

  const followHead = (byte: number): void => {
    if (head === 0) {
      opcode = byte & 0x0f;
      if (opcode < control) isInMessage = (byte & last) === 0;
    } else if (head === 1) {
      const short = byte & ~masked;
      isMasked = byte >= masked;
      lengthBytes = short === lengthInTwo ? 2 : short === lengthInEight ? 8 : 0;
      length = lengthBytes === 0 ? short : 0;
    } else length = length * 256 + byte;
    head += 1;
    if (head < 2 || head < 2 + lengthBytes) return;
    head = 0;
    left = length + (isMasked ? maskBytes : 0);
    if (left === 0) end();
  };

  const end = (): void => {
    isClosed ||= opcode === closing;
  };

  return {
    isBetweenMessages: () => head === 0 && left === 0 && !isInMessage,
    isClosed: () => isClosed,
    /** Advances over some input; returns the new offset. */
    follow: (chunk: Uint8Array, at: number): number => {
      if (left === 0) {
        followHead(chunk[at] ?? 0);
        return at + 1;
      }
      const count = Math.min(left, chunk.length - at);
      left -= count;
      if (left === 0) end();
      return at + count;
    },
  };
}
