import { dictionary } from '../../../words/language.ts';

const sw = {
  previous: 'Mwezi uliopita',
  next: 'Mwezi ujao',
  none: 'Hakuna siku ya kufungwa mbele. Gusa siku kwenye kalenda, kisha andika sababu.',
  note: 'Sababu',
  noteHint: 'Mfano: Sikukuu ya Krismasi. Inaweza kubaki wazi.',
  remove: (day: string) => `Ondoa ${day}`,
  showPast: (count: number) => `Onyesha zilizopita (${count})`,
  hidePast: 'Ficha zilizopita',
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
});
