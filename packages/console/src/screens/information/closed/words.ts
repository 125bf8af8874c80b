import { dictionary } from '../../../words/language.ts';
import { swahiliTime } from '../hours/week.ts';

const sw = {
  previous: 'Mwezi uliopita',
  next: 'Mwezi ujao',
  none: 'Hakuna siku ya kufungwa mbele. Gusa siku kwenye kalenda, kisha andika sababu.',
  note: 'Sababu',
  noteHint: 'Mfano: Sikukuu ya Krismasi. Inaweza kubaki wazi.',
  remove: (day: string) => `Ondoa ${day}`,
  showPast: (count: number) => `Onyesha zilizopita (${count})`,
  hidePast: 'Ficha zilizopita',
  closedFor: 'Mnafunga',
  wholeDay: 'Siku nzima',
  from: (time: string) => `Kuanzia ${swahiliTime(time)} (nusu siku)`,
  holidays: 'Sikukuu za umma',
  holidaysLead: 'Weka alama kwenye siku ambazo hamfungui.',
  country: 'Nchi',
  countries: { KE: 'Kenya', TZ: 'Tanzania', UG: 'Uganda', RW: 'Rwanda' },
  expected: 'inatarajiwa',
  expectedHint: 'Siku za Kiislamu hutegemea mwezi: thibitisha zinapokaribia.',
  tickAll: 'Weka zote',
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
  holidaysLead: 'Tick the days on which you stay closed.',
  country: 'Country',
  countries: { KE: 'Kenya', TZ: 'Tanzania', UG: 'Uganda', RW: 'Rwanda' },
  expected: 'expected',
  expectedHint: 'Islamic dates depend on the moon: check them when they are near.',
  tickAll: 'Tick all',
});
