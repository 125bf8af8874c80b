import { dictionary } from '../../../words/language.ts';

const sw = {
  title: 'Matoleo',
  lead: 'Kila unapohifadhi, hali ya kabla hubaki hapa. Hakuna kinachopotea.',
  empty: 'Bado hakuna toleo',
  emptyText: 'Ukihifadhi taarifa kwa mara ya kwanza, itaonekana hapa.',
  write: 'Andika taarifa',
  current: 'La sasa',
  restore: 'Rudisha hali hii',
  undoThis: 'Tendua badiliko hili',
  goBackTitle: 'Utendue nini?',
  onlyThis: 'Badiliko hili tu',
  onlyThisText: 'Hili tu litarudi lilivyokuwa kabla. Mengine yote yanabaki.',
  everything: 'Kila kitu kama wakati ule',
  everythingText: (count: number) =>
    count === 0
      ? 'Kila kitu tayari kiko kama wakati ule.'
      : `Yote yaliyobadilishwa tangu hapo yatatenduliwa pia: ${count}. Unaweza kuyarudisha baadaye.`,
  today: 'Leo',
  yesterday: 'Jana',
  first: 'Hili ni toleo la kwanza lililohifadhiwa.',
  nothing: 'Hakuna kilichobadilika',
  new: 'Mpya',
  gone: 'Imeondolewa',
  more: (count: number) => `Na mengine ${count}.`,
  things: (count: number) => `vitu ${count}`,
  added: (what: string) => `Imeongezwa: ${what}`,
  changed: (what: string) => `Imebadilishwa: ${what}`,
  removed: (what: string) => `Imeondolewa: ${what}`,
  by: {
    console: 'wewe',
    restore: 'imerudishwa kutoka toleo la awali',
    teach: 'ulifundisha jibu',
    import: 'imeletwa kutoka nje',
    unknown: 'haijulikani',
    'command line': 'mwendeshaji wa seva',
  },
};

export const t = dictionary(sw, {
  title: 'Versions',
  lead: 'Every save keeps the version before it. Nothing is lost.',
  empty: 'No versions yet',
  emptyText: 'Your first save will appear here.',
  write: 'Add your information',
  current: 'Current',
  restore: 'Go back to this',
  undoThis: 'Undo this change',
  goBackTitle: 'What should be undone?',
  onlyThis: 'Only this change',
  onlyThisText: 'Only this change is undone. Everything else stays.',
  everything: 'Everything as it was then',
  everythingText: (count: number) =>
    count === 0
      ? 'Everything is already as it was then.'
      : `Everything changed since then is undone too: ${count}. You can bring it back afterwards.`,
  today: 'Today',
  yesterday: 'Yesterday',
  first: 'This is the oldest version we have.',
  nothing: 'Nothing changed',
  new: 'New',
  gone: 'Removed',
  more: (count: number) => `And ${count} more.`,
  things: (count: number) => `${count} items`,
  added: (what: string) => `Added: ${what}`,
  changed: (what: string) => `Changed: ${what}`,
  removed: (what: string) => `Removed: ${what}`,
  by: {
    console: 'you',
    restore: 'restored from an earlier version',
    teach: 'you taught an answer',
    import: 'imported',
    unknown: 'unknown',
    'command line': 'the server operator',
  },
});
