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

/** `asked` are the latest questions; `hosted` is the assistant's own page, which is no website of the owner. */
export function nextSteps(
  { profile }: Pick<SiteDetails, 'profile'>,
  asked: readonly { readonly page: string | null }[],
  hosted: string,
): readonly NextStep[] {
  const { faqs, hours, prices, phone, whatsapp } = profile;
  const ownPlace = placeOf(hosted);
  const places = asked.map(({ page }) => placeOf(page ?? ''));
  const isOnWebsite = places.some((place) => place !== undefined && place !== ownPlace);
  return [
    { name: 'business', isDone: profile.business !== '', part: '/start?step=business' },
    {
      name: 'answers',
      isDone: faqs.length >= answersWanted,
      part: '/start?step=questions',
      count: { done: Math.min(faqs.length, answersWanted), of: answersWanted },
    },
    { name: 'hours', isDone: hours.length > 0, part: '/start?step=hours' },
    { name: 'prices', isDone: prices.length > 0, part: '/start?step=prices' },
    { name: 'contact', isDone: `${phone}${whatsapp}` !== '', part: '/start?step=contact' },
    { name: 'page', isDone: isOnWebsite, part: '/install' },
  ];
}

/** Whether the steps need no more attention: a business without a website has only the assistant's own page. */
export function isReady(steps: readonly NextStep[], wasAsked: boolean): boolean {
  return steps.every(({ name, isDone }) => isDone || (name === 'page' && wasAsked));
}

// Also under another address of the server it is the same page.
function placeOf(page: string): string | undefined {
  return URL.parse(page)?.pathname.replace(/\/$/, '');
}
