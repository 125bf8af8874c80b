/**
 * Loaded into a server before its program: its time is ahead of the machine's by as many milliseconds as the file
 * RECORDER_CLOCK says. What a server says of "today", and what is due, is then the same in every run.
 */
import { readFileSync } from 'node:fs';

const file = process.env.RECORDER_CLOCK;
const RealDate = Date;
const realNow = Date.now.bind(Date);
let aheadMs = 0;

// Read each time: a request right after a change has the new time.
function now() {
  const text = readFileSync(file, 'utf8');
  // Empty while it is being written.
  if (text !== '') aheadMs = Number(text);
  return realNow() + aheadMs;
}

if (file !== undefined)
  globalThis.Date = class ShiftedDate extends RealDate {
    constructor(...values) {
      if (values.length === 0) super(now());
      else super(...values);
    }
    static now() {
      return now();
    }
  };
