import { dictionary } from '../../../words/language.ts';
import { swahiliTime } from '../hours/week.ts';

export const t = dictionary({
  previous: ['Mwezi uliopita', 'Previous month'],
  next: ['Mwezi ujao', 'Next month'],
  none: [
    'Hakuna siku ya kufungwa mbele. Gusa siku kwenye kalenda, kisha andika sababu.',
    'No upcoming closed days. Tap a day in the calendar, then add the reason.',
  ],
  note: ['Sababu', 'Reason'],
  noteHint: ['Mfano: Sikukuu ya Krismasi. Si lazima.', 'For example: Christmas. Optional.'],
  remove: (day: string) => [`Ondoa ${day}`, `Remove ${day}`],
  showPast: (count: number) => [`Onyesha zilizopita (${count})`, `Show past days (${count})`],
  hidePast: ['Ficha zilizopita', 'Hide past days'],
  closedFor: ['Mnafunga', 'Closed'],
  wholeDay: ['Siku nzima', 'All day'],
  from: (time: string) => [`Kuanzia ${swahiliTime(time)} (nusu siku)`, `From ${time} (half day)`],
  holidays: ['Sikukuu za umma', 'Public holidays'],
  holidaysLead: ['Chagua sikukuu ambazo hamfungui.', 'Tick the holidays when you are closed.'],
  country: ['Nchi', 'Country'],
  countries: {
    KE: ['Kenya', 'Kenya'],
    TZ: ['Tanzania', 'Tanzania'],
    UG: ['Uganda', 'Uganda'],
    RW: ['Rwanda', 'Rwanda'],
  },
  expected: ['inatarajiwa', 'expected'],
  expectedHint: [
    'Sikukuu za Kiislamu hutegemea kuandama kwa mwezi: thibitisha zinapokaribia.',
    'Islamic holidays depend on the moon: check the date nearer the time.',
  ],
  tickAll: ['Chagua zote', 'Select all'],
});
