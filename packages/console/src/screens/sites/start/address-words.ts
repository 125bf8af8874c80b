import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Anwani ya tovuti yako ni ipi?', 'What is the address of your website?'],
  lead: [
    'Msaidizi wako ataisoma, na baada ya kama dakika moja atajibu maswali kutoka humo.',
    'Your assistant reads it, and about a minute later it answers questions from it.',
  ],
  label: ['Anwani ya tovuti', 'Web address'],
  placeholder: ['asha-bakery.co.ke', 'asha-bakery.co.ke'],
  wrong: [
    'Andika anwani ya tovuti, kama asha-bakery.co.ke.',
    'Enter the address of a website, such as asha-bakery.co.ke.',
  ],
  read: ['Soma tovuti yangu', 'Read my website'],
  noWebsite: ['Sina tovuti', 'I have no website'],
  none: ['Endelea bila tovuti', 'Go on without a website'],
  bringFile: ['Leta picha au faili', 'Bring a photo or a file'],
  nothing: [
    'Hakuna kilichopatikana kwenye tovuti hii. Jaribu ukurasa mwingine, au endelea bila tovuti.',
    'Nothing was found on this website. Try another page of it, or go on without it.',
  ],
  promises: [
    [
      'Ni wewe tu utakayeona hadi ukubali.',
      'Unachagua kinachotumika, mstari kwa mstari.',
      'Kurasa hadi 50, zile ambazo tovuti inaruhusu kusomwa.',
    ],
    [
      'Only you see it until you say so.',
      'You choose what is used, line by line.',
      'Up to 50 pages, those that the website allows to be read.',
    ],
  ],
  found: (count: number, website: string) => [
    `Mambo ${count} yamepatikana kwenye ${website}`,
    `${count} ${count === 1 ? 'thing' : 'things'} found on ${website}`,
  ],
  foundLead: [
    'Msaidizi wako tayari anajibu kutoka haya, kwako tu. Ondoa au sahihisha usichotaka, kisha uyatumie.',
    'Your assistant already answers from these, for you alone. Leave out or correct what you like, then use them.',
  ],
  jump: ['Jaribu swali', 'Try a question'],
  use: (count: number) => [`Tumia haya ${count}`, `Use these ${count}`],
  another: ['Anwani nyingine', 'Another address'],
});
