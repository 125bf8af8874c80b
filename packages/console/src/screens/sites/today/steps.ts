/** What a new site needs before its assistant is useful, most important first. */
import type { SiteDetails } from '@baraza/contract';

type StepName = 'business' | 'answers' | 'hours' | 'prices' | 'contact' | 'page';

interface NextStep {
  readonly name: StepName;
  readonly isDone: boolean;
  /** The path of the screen where the step is done. */
  readonly part: string;
  /** The progress, for a step that is not done at once. */
  readonly count?: { readonly of: number; readonly done: number };
}

const answersWanted = 10;

export function nextSteps({ profile, usage }: SiteDetails): readonly NextStep[] {
  const { faqs, hours, prices, phone, whatsapp, email } = profile;
  const isNamed = profile.business !== '';
  const wasAsked = usage.questions.used > 0 || usage.days.some(({ questions }) => questions > 0);
  return [
    { name: 'business', isDone: isNamed, part: '/start?step=business' },
    {
      name: 'answers',
      isDone: faqs.length >= answersWanted,
      part: '/start?step=questions',
      count: { done: Math.min(faqs.length, answersWanted), of: answersWanted },
    },
    { name: 'hours', isDone: hours.length > 0, part: '/start?step=hours' },
    { name: 'prices', isDone: prices.length > 0, part: '/start?step=prices' },
    { name: 'contact', isDone: `${phone}${whatsapp}${email}` !== '', part: '/start?step=contact' },
    { name: 'page', isDone: wasAsked, part: '/install' },
  ];
}
