/**
 * Loaded into a server before its program: the time is the one in the file RECORDER_CLOCK and runs on from there. What
 * a server says of "today", and what is due, is then the same in every run.
 */
import { readFileSync } from 'node:fs';

const file = process.env.RECORDER_CLOCK;
const RealDate = Date;
const realNow = Date.now.bind(Date);
const rereadMs = 20;
let readAtMs = Number.NEGATIVE_INFINITY;
let offsetMs = 0;
let text = '';

function now() {
  const elapsedMs = performance.now();
  if (elapsedMs - readAtMs > rereadMs) {
    readAtMs = elapsedMs;
    const found = readFileSync(file, 'utf8');
    if (found !== text && found !== '') offsetMs = RealDate.parse(found) - realNow();
    text = found || text;
  }
  return Math.floor(realNow() + offsetMs);
}

if (file !== undefined)
  globalThis.Date = class Date extends RealDate {
    constructor(...values) {
      if (values.length === 0) super(now());
      else super(...values);
    }
    static now() {
      return now();
    }
  };
