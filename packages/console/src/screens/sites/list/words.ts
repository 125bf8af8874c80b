import { dictionary } from '../../../words/language.ts';

/** The plans that every server has; the operator names others. */
export const planNames: Readonly<Record<string, string>> = {
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
  noName: 'Bado haina jina la biashara',
};

export const t = dictionary(sw, {
  title: 'Your sites',
  lead: 'Each site has its own assistant and information.',
  emptyTitle: 'No sites yet',
  emptyText:
    'Give your first site a name, and its assistant is ready to learn about your business.',
  create: 'Add a site',
  businessLabel: 'Business name',
  nameLabel: 'Short name',
  nameHint: '3 to 40 lowercase letters, digits and hyphens. For example: duka-la-asha',
  shortName: (id) => `Short name: ${id}`,
  plan: (plan) => `Plan: ${plan}`,
  noName: 'No business name yet',
});
