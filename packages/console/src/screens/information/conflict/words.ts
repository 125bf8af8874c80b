import { dictionary } from '../../../words/language.ts';

const sw = {
  title: 'Mtu mwingine amehifadhi kabla yako',
  who: (by: string, at: string) =>
    `Aliyehifadhi: ${by === '' ? 'mtu mwingine' : by}, ${at}. Hakuna kilichopotea: chagua kipi kibaki.`,
  mine: 'Ulichoandika wewe',
  theirs: 'Alichoandika mwingine',
  before: 'Ilivyokuwa kabla',
  nothing: 'Imeondolewa',
  kept: 'Mabadiliko yake mengine, yanabaki',
  later: 'Rudi kuandika',
  saveChosen: 'Hifadhi nilichochagua',
  saveBoth: 'Hifadhi vyote viwili',
};

export const t = dictionary(sw, {
  title: 'Someone else saved first',
  who: (by: string, at: string) =>
    `${capital(by === '' ? 'someone else' : by)} saved on ${at}. Nothing is lost: choose what to keep.`,
  mine: 'Yours',
  theirs: 'Theirs',
  before: 'Before',
  nothing: 'Removed',
  kept: 'Their other changes, which are kept',
  later: 'Back to editing',
  saveChosen: 'Save my choices',
  saveBoth: 'Save both',
});

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
