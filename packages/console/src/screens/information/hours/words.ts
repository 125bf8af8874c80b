import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  clock: ['Onyesha saa kwa', 'Show times as'],
  clocks: {
    day: ['08:00', '08:00'],
    swahili: ['Saa 2 asubuhi', 'Saa 2 asubuhi'],
  },
  usual: [
    'Anza na Jumatatu–Jumamosi, saa 2 asubuhi hadi saa 12 jioni',
    'Start with Monday–Saturday, 08:00 to 18:00',
  ],
  grid: ['Saa za wiki', 'Hours of the week'],
  gridHint: [
    'Gusa saa moja, au buruta juu ya saa nyingi. Kwenye simu, shikilia kidogo kabla ya kuburuta.',
    'Tap an hour, or drag over several. On a phone, hold before you drag.',
  ],
  exact: ['Saa kamili', 'Exact times'],
  closed: ['Imefungwa', 'Closed'],
  open: ['kufungua', 'opens'],
  close: ['kufunga', 'closes'],
  timeWrong: ['Andika saa kama 08:00.', 'Enter a time such as 08:00.'],
  nextDay: (time: string) => [
    `Inafungwa ${time} siku inayofuata`,
    `Closes at ${time} the next day`,
  ],
  asksNextDay: (time: string) => [
    `Je, mnafunga ${time} siku inayofuata?`,
    `Do you close at ${time} on the next day?`,
  ],
  allDay: ['Wazi kwa saa 24', 'Open for 24 hours'],
  asksAllDay: ['Je, mko wazi kwa saa 24?', 'Are you open for 24 hours?'],
  confirm: ['Ndiyo', 'Yes'],
  openDay: ['Fungua', 'Open'],
  addSpan: ['Ongeza muda', 'Add hours'],
  removeSpan: (day: string) => [`Ondoa muda wa ${day}`, `Remove hours of ${day}`],
  copy: (day: string) => [`Nakili ${day} kwa siku nyingine`, `Copy ${day} to other days`],
  copyAll: ['Kwa siku zote', 'To all days'],
  copyWeekdays: ['Kwa Jumatatu hadi Ijumaa', 'To Monday–Friday'],
});
