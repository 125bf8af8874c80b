/** When digests are due: by the local time of the site, across changes of daylight saving. */
import { type DigestRhythm, dayMs, hourMs, minuteMs } from '@baraza/contract';
import { localNow } from '../../kernel/language/calendar.ts';

/** How often questions are sent together. */
export type JoinedRhythm = Exclude<DigestRhythm, 'instant'>;

const dailyMinutes = 7 * 60;

/** The first slot after a moment: the next full hour, or the next 07:00. */
export function slotAfter(afterMs: number, rhythm: JoinedRhythm, timezone: string): number {
  if (rhythm === 'hourly') {
    const offsetMs = offsetAt(afterMs, timezone);
    return Math.floor((afterMs + offsetMs) / hourMs) * hourMs + hourMs - offsetMs;
  }
  return dailySlotAfter(afterMs, dailyMinutes, timezone);
}

/** The first moment after another that is this number of minutes after midnight there. */
export function dailySlotAfter(afterMs: number, minutes: number, timezone: string): number {
  const { day } = localNow(afterMs, timezone);
  for (let ahead = 0; ; ahead += 1) {
    const slotMs = momentOf((day + ahead) * dayMs + minutes * minuteMs, timezone);
    if (slotMs > afterMs) return slotMs;
  }
}

/**
 * The moment of a local time, given in milliseconds as if it were UTC. A time that occurs twice, because clocks are set
 * back, means the first; a time that clocks skip means the end of the gap.
 */
function momentOf(localMs: number, timezone: string): number {
  const before = localMs - offsetAt(localMs - dayMs, timezone);
  const later = localMs - offsetAt(localMs + dayMs, timezone);
  const shows = (moment: number) => moment + offsetAt(moment, timezone) === localMs;
  return [before, later].toSorted((one, other) => one - other).find(shows) ?? before;
}

function offsetAt(moment: number, timezone: string): number {
  const { day, minutes } = localNow(moment, timezone);
  return day * dayMs + minutes * minuteMs - Math.floor(moment / minuteMs) * minuteMs;
}
