import { dictionary } from '../../../words/language.ts';

/** Swahili names of the built-in plans. Other plans have the name that the operator gave them. */
export const planNames: Readonly<Record<string, string>> = {
  free: 'wa bure',
  basic: 'wa msingi',
  pro: 'kamili',
};

export const t = dictionary({
  title: ['Tovuti zako', 'Your sites'],
  lead: [
    'Kila tovuti ina msaidizi wake, na taarifa zake.',
    'Each site has its own assistant and information.',
  ],
  emptyTitle: ['Anwani ya tovuti yako ni ipi?', 'What is the address of your website?'],
  emptyText: [
    'Msaidizi wako ataisoma, na baada ya kama dakika moja atajibu maswali kutoka humo. Wewe tu utaona, hadi ukubali.',
    'Your assistant reads it, and about a minute later it answers from it. Only you see that until you say so.',
  ],
  noWebsite: ['Bado huna anwani?', 'No web address yet?'],
  create: ['Ongeza tovuti', 'Add a site'],
  businessLabel: ['Jina la biashara', 'Business name'],
  nameLabel: ['Jina fupi la tovuti', 'Short name'],
  nameHint: [
    'Herufi ndogo, tarakimu na vistari, 3 hadi 40. Mfano: duka-la-asha',
    '3 to 40 lowercase letters, digits and hyphens. For example: duka-la-asha',
  ],
  businessNeeded: ['Andika jina la biashara.', 'Enter the name of the business.'],
  nameNeeded: [
    'Andika herufi ndogo, tarakimu au vistari, 3 hadi 40, bila nafasi.',
    'Use 3 to 40 lowercase letters, digits or hyphens, without spaces.',
  ],
  taken: [
    'Jina hili fupi limeshachukuliwa; chagua lingine.',
    'This short name is taken; choose another one.',
  ],
  shortName: (id: string) => [`Jina fupi: ${id}`, `Short name: ${id}`],
  plan: (plan: string) => [`Mpango ${planNames[plan] ?? plan}`, `Plan: ${plan}`],
  noName: ['Bado haina jina la biashara', 'No business name yet'],
});
