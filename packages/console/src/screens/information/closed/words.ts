import { dictionary } from '../../../words/language.ts';
import { swahiliTime } from '../hours/week.ts';

const sw = {
  previous: 'Mwezi uliopita',
  next: 'Mwezi ujao',
  none: 'Hakuna siku ya kufungwa mbele. Gusa siku kwenye kalenda, kisha andika sababu.',
  note: 'Sababu',
  noteHint: 'Mfano: Sikukuu ya Krismasi. Si lazima.',
  remove: (day: string) => `Ondoa ${day}`,
  showPast: (count: number) => `Onyesha zilizopita (${count})`,
  hidePast: 'Ficha zilizopita',
  closedFor: 'Mnafunga',
  wholeDay: 'Siku nzima',
  from: (time: string) => `Kuanzia ${swahiliTime(time)} (nusu siku)`,
  holidays: 'Sikukuu za umma',
  holidaysLead: 'Chagua sikukuu ambazo hamfungui.',
  country: 'Nchi',
  countries: { KE: 'Kenya', TZ: 'Tanzania', UG: 'Uganda', RW: 'Rwanda' },
  expected: 'inatarajiwa',
  expectedHint: 'Sikukuu za Kiislamu hutegemea kuandama kwa mwezi: thibitisha zinapokaribia.',
  tickAll: 'Chagua zote',
};

export const t = dictionary(sw, {
  previous: 'Previous month',
  next: 'Next month',
  none: 'No upcoming closed days. Tap a day in the calendar, then add the reason.',
  note: 'Reason',
  noteHint: 'For example: Christmas. Optional.',
  remove: (day: string) => `Remove ${day}`,
  showPast: (count: number) => `Show past days (${count})`,
  hidePast: 'Hide past days',
  closedFor: 'Closed',
  wholeDay: 'All day',
  from: (time: string) => `From ${time} (half day)`,
  holidays: 'Public holidays',
  holidaysLead: 'Tick the holidays when you are closed.',
  country: 'Country',
  countries: { KE: 'Kenya', TZ: 'Tanzania', UG: 'Uganda', RW: 'Rwanda' },
  expected: 'expected',
  expectedHint: 'Islamic holidays depend on the moon: check the date nearer the time.',
  tickAll: 'Select all',
});
