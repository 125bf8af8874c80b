import type { Words } from '../../../words/language.ts';

/** Plans that every server has; others bear the names that whoever runs it gave them. */
const planNames: Readonly<Record<string, string>> = {
  free: 'wa bure',
  basic: 'wa msingi',
  pro: 'kamili',
};

const sw = {
  title: 'Tovuti zako',
  lead: 'Kila tovuti ina msaidizi wake, na taarifa zake.',
  emptyTitle: 'Bado huna tovuti',
  emptyText:
    'Ipe tovuti yako ya kwanza jina fupi, na msaidizi wake atakuwa tayari kujifunza biashara yako.',
  create: 'Ongeza tovuti',
  businessLabel: 'Jina la biashara',
  nameLabel: 'Jina fupi la tovuti',
  nameHint: 'Herufi ndogo, tarakimu na vistari, 3 hadi 40. Mfano: duka-la-asha',
  shortName: (id: string) => `Jina fupi: ${id}`,
  plan: (plan: string) => `Mpango ${planNames[plan] ?? plan}`,
  paused: 'Imesimamishwa',
  noName: 'Bado haina jina la biashara',
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    title: 'Your sites',
    lead: 'Each site has an assistant of its own, with its own information.',
    emptyTitle: 'No site yet',
    emptyText:
      'Give your first site a short name, and its assistant is ready to learn about your business.',
    create: 'Add a site',
    businessLabel: 'Name of the business',
    nameLabel: 'Short name of the site',
    nameHint: 'Small letters, digits and hyphens, 3 to 40. For example: duka-la-asha',
    shortName: (id) => `Short name: ${id}`,
    plan: (plan) => `Plan: ${plan}`,
    paused: 'Paused',
    noName: 'Has no business name yet',
  },
};
