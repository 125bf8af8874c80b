import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Mtu mwingine amehifadhi kabla yako', 'Someone else saved first'],
  who: (by: string, at: string) => [
    `Aliyehifadhi: ${by === '' ? 'mtu mwingine' : by}, ${at}. Hakuna kilichopotea: chagua kipi kibaki.`,
    `${capital(by === '' ? 'someone else' : by)} saved on ${at}. Nothing is lost: choose what to keep.`,
  ],
  mine: ['Ulichoandika wewe', 'Yours'],
  theirs: ['Alichoandika mwingine', 'Theirs'],
  before: ['Ilivyokuwa kabla', 'Before'],
  nothing: ['Imeondolewa', 'Removed'],
  kept: ['Mabadiliko yake mengine, yanabaki', 'Their other changes, which are kept'],
  later: ['Rudi kuandika', 'Back to editing'],
  saveChosen: ['Hifadhi nilichochagua', 'Save my choices'],
  saveBoth: ['Hifadhi vyote viwili', 'Save both'],
});

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
