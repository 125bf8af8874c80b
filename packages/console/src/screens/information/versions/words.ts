import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Matoleo', 'Versions'],
  lead: [
    'Kila unapohifadhi, hali ya kabla hubaki hapa. Hakuna kinachopotea.',
    'Every save keeps the version before it. Nothing is lost.',
  ],
  empty: ['Bado hakuna toleo', 'No versions yet'],
  emptyText: [
    'Ukihifadhi taarifa kwa mara ya kwanza, itaonekana hapa.',
    'Your first save will appear here.',
  ],
  write: ['Andika taarifa', 'Add your information'],
  current: ['La sasa', 'Current'],
  restore: ['Rudisha hali hii', 'Go back to this'],
  undoThis: ['Tendua badiliko hili', 'Undo this change'],
  goBackTitle: ['Utendue nini?', 'What should be undone?'],
  onlyThis: ['Badiliko hili tu', 'Only this change'],
  onlyThisText: [
    'Hili tu litarudi lilivyokuwa kabla. Mengine yote yanabaki.',
    'Only this change is undone. Everything else stays.',
  ],
  everything: ['Kila kitu kama wakati ule', 'Everything as it was then'],
  everythingText: (count: number) => [
    count === 0
      ? 'Kila kitu tayari kiko kama wakati ule.'
      : `Yote yaliyobadilishwa tangu hapo yatatenduliwa pia: ${count}. Unaweza kuyarudisha baadaye.`,
    count === 0
      ? 'Everything is already as it was then.'
      : `Everything changed since then is undone too: ${count}. You can bring it back afterwards.`,
  ],
  today: ['Leo', 'Today'],
  yesterday: ['Jana', 'Yesterday'],
  first: ['Hili ni toleo la kwanza lililohifadhiwa.', 'This is the oldest version we have.'],
  nothing: ['Hakuna kilichobadilika', 'Nothing changed'],
  new: ['Mpya', 'New'],
  gone: ['Imeondolewa', 'Removed'],
  more: (count: number) => [`Na mengine ${count}.`, `And ${count} more.`],
  things: (count: number) => [`vitu ${count}`, `${count} items`],
  added: (what: string) => [`Imeongezwa: ${what}`, `Added: ${what}`],
  changed: (what: string) => [`Imebadilishwa: ${what}`, `Changed: ${what}`],
  removed: (what: string) => [`Imeondolewa: ${what}`, `Removed: ${what}`],
  by: {
    console: ['wewe', 'you'],
    restore: ['imerudishwa kutoka toleo la awali', 'restored from an earlier version'],
    teach: ['ulifundisha jibu', 'you taught an answer'],
    import: ['imeletwa kutoka nje', 'imported'],
    unknown: ['haijulikani', 'unknown'],
    'command line': ['mwendeshaji wa seva', 'the server operator'],
  },
});
