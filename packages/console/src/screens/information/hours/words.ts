import { dictionary } from '../../../words/language.ts';

const sw = {
  clock: 'Onyesha saa kwa',
  dayClock: '08:00',
  swahiliClock: 'Saa 2 asubuhi',
  usual: 'Anza na Jumatatu–Jumamosi, saa 2 asubuhi hadi saa 12 jioni',
  grid: 'Saa za wiki',
  gridHint:
    'Gusa saa moja, au buruta juu ya saa nyingi. Kwenye simu, shikilia kidogo kabla ya kuburuta.',
  exact: 'Saa kamili',
  closed: 'Imefungwa',
  open: 'kufungua',
  close: 'kufunga',
  openDay: 'Fungua',
  addSpan: 'Ongeza muda',
  removeSpan: (day: string) => `Ondoa muda wa ${day}`,
  copy: (day: string) => `Nakili ${day} kwa siku nyingine`,
  copyAll: 'Kwa siku zote',
  copyWeekdays: 'Kwa Jumatatu hadi Ijumaa',
};

export const t = dictionary(sw, {
  clock: 'Show times as',
  dayClock: '08:00',
  swahiliClock: 'Saa 2 asubuhi',
  usual: 'Start with Monday–Saturday, 08:00 to 18:00',
  grid: 'Hours of the week',
  gridHint: 'Tap an hour, or drag over several. On a phone, hold before you drag.',
  exact: 'Exact times',
  closed: 'Closed',
  open: 'opens',
  close: 'closes',
  openDay: 'Open',
  addSpan: 'Add hours',
  removeSpan: (day: string) => `Remove hours of ${day}`,
  copy: (day: string) => `Copy ${day} to other days`,
  copyAll: 'To all days',
  copyWeekdays: 'To Monday–Friday',
});
