/** What the first bytes of a picture say: its size in pixels and how it is turned, before anything is unpacked. */

interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** The orientation of EXIF, 1 to 8; phones store a turned picture with it. */
  readonly orientation: number;
  /** How often all of its pixels are gone over: a progressive JPEG is stored in passes. */
  readonly passes: number;
}

/** Undefined for anything but JPEG, PNG and WebP, and for a picture whose size is not stated. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint16(0) === 0xff_d8) return jpegHeader(view);
    if (view.getUint32(0) === 0x89_50_4e_47) return pngHeader(view);
    if (nameAt(view, 0) === 'RIFF' && nameAt(view, 8) === 'WEBP') return webpHeader(view);
  } catch (error) {
    // It ends within a header.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}

function jpegHeader(view: DataView): PictureHeader | undefined {
  let orientation = 1;
  for (let at = 2; ; ) {
    const marker = view.getUint16(at);
    // Any number of 0xff may precede a marker.
    if (marker === 0xff_ff) {
      at += 1;
      continue;
    }
    if (marker >> 8 !== 0xff || marker === 0xff_da) return undefined;
    const size = view.getUint16(at + 2);
    if (marker === 0xff_e1 && nameAt(view, at + 4) === 'Exif')
      orientation = orientationIn(view, at + 10);
    // Every start of a frame; c4, c8 and cc are tables.
    if (marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker))
      return {
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        orientation,
        passes: scansIn(view, at),
      };
    at += 2 + size;
  }
}

/** Starts of scans. Within their data, 0xff is followed by 0 or by the mark of a restart. */
function scansIn(view: DataView, from: number): number {
  let scans = 0;
  for (let at = from; at + 1 < view.byteLength; at += 1)
    if (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xda) scans += 1;
  return scans;
}

function pngHeader(view: DataView): PictureHeader {
  const size = { width: view.getUint32(16), height: view.getUint32(20) };
  for (let at = 33; at + 12 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = nameAt(view, at + 4);
    if (name === 'eXIf') return { ...size, orientation: orientationIn(view, at + 8), passes: 1 };
    if (name === 'IDAT') break;
  }
  return { ...size, orientation: 1, passes: 1 };
}

function webpHeader(view: DataView): PictureHeader | undefined {
  const kind = nameAt(view, 12);
  if (kind === 'VP8 ')
    return {
      width: view.getUint16(26, true) & 0x3fff,
      height: view.getUint16(28, true) & 0x3fff,
      orientation: 1,
      passes: 1,
    };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return {
      width: (bits & 0x3fff) + 1,
      height: ((bits >> 14) & 0x3fff) + 1,
      orientation: 1,
      passes: 1,
    };
  }
  if (kind !== 'VP8X') return undefined;
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  const size = { width: uint24(24) + 1, height: uint24(27) + 1 };
  for (let at = 12; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at + 4, true);
    if (nameAt(view, at) === 'EXIF')
      return { ...size, orientation: exifOrientation(view, at + 8), passes: 1 };
    at += 8 + length + (length & 1);
  }
  return { ...size, orientation: 1, passes: 1 };
}

// Some programs repeat the mark of JPEG before it.
function exifOrientation(view: DataView, at: number): number {
  return orientationIn(view, nameAt(view, at) === 'Exif' ? at + 6 : at);
}

const orientationTag = 0x01_12;
const entriesMax = 200;

/** `at`: the start of the TIFF structure. */
function orientationIn(view: DataView, at: number): number {
  try {
    const isLittle = view.getUint16(at) === 0x49_49;
    const folder = at + view.getUint32(at + 4, isLittle);
    const entries = Math.min(view.getUint16(folder, isLittle), entriesMax);
    for (let index = 0; index < entries; index += 1) {
      const entry = folder + 2 + index * 12;
      if (view.getUint16(entry, isLittle) !== orientationTag) continue;
      const value = view.getUint16(entry + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}
