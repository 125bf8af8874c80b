/** Why a website or a file cannot be read: in the current language, and with what to do instead. */
import { ApiProblem, asProblem } from '../../../api/problem.ts';
import { inCurrent, type Pair } from '../../../words/language.ts';

/** Sentences of the server and what the owner reads; `$1` stands for the first group of the pattern. */
const sentences: readonly (readonly [RegExp, ...Pair])[] = [
  [
    /^(\S+) did not answer/,
    'Hakuna tovuti inayojibu kwenye $1. Angalia kama anwani imeandikwa sawa, au jaribu tena baadaye.',
    'No website answers at $1. Check the spelling, or try again later.',
  ],
  [
    /^(\S+) is not a public address/,
    '$1 haiko kwenye mtandao wa umma. Andika anwani ambayo wateja wako hufungua.',
    '$1 is not on the public internet. Enter the address that your customers open.',
  ],
  [
    /^The robots\.txt of (\S+) does not allow/,
    '$1 hairuhusu programu kusoma ukurasa huu. Leta picha au faili ya bei zako badala yake.',
    '$1 does not allow programs to read this page. Bring a photo or a file of your prices instead.',
  ],
  [
    /^(\S+) does not show its robots\.txt/,
    '$1 ina hitilafu kwa sasa. Jaribu tena baada ya muda mfupi.',
    '$1 has a fault at the moment. Try again in a few minutes.',
  ],
  [
    /^(\S+) answers (?:404|410):/,
    'Hakuna ukurasa kwenye anwani $1. Angalia kama umeiandika sawa.',
    'There is no page at $1. Check the spelling of the address.',
  ],
  [
    /^(\S+) answers (?:401|403):/,
    '$1 haifunguki bila ruhusa. Andika anwani ambayo wateja wako hufungua.',
    '$1 cannot be opened without permission. Enter the address that your customers open.',
  ],
  [
    /^(\S+) answers (\d+):/,
    '$1 ina hitilafu kwa sasa ($2). Jaribu tena baada ya muda mfupi.',
    '$1 has a fault at the moment ($2). Try again in a few minutes.',
  ],
  [
    /^This page asks for a sign-in/,
    'Ukurasa huu unahitaji kuingia. Andika anwani ambayo wateja wako hufungua bila kuingia.',
    'This page asks for a sign-in. Enter the address that your customers open without one.',
  ],
  [
    /^This website shows its information in pictures/,
    'Tovuti hii ina picha tu, bila maandishi. Piga picha ya orodha yako ya bei na uilete badala yake.',
    'This website has only pictures, without text. Bring a photo of your price list instead.',
  ],
  [
    /^The text of this website appears only in a browser/,
    'Maandishi ya tovuti hii hayasomeki nje ya kivinjari. Nakili maandishi kwenye faili uilete badala yake.',
    'The text of this website appears only inside a browser. Copy it into a file and bring that instead.',
  ],
  [
    /^There is no text on this website/,
    'Hakuna kilichopatikana kwenye tovuti hii. Jaribu ukurasa wenye bei au maelezo yako.',
    'Nothing was found on this website. Try the page that has your prices or your text.',
  ],
  [
    /^This page is too large/,
    'Ukurasa huu ni mkubwa mno kusomeka. Leta maandishi yake kama faili badala yake.',
    'This page is too large to be read. Bring its text as a file instead.',
  ],
  [
    /^This takes too much time|more elements than can be read|opens thousands of elements/,
    'Tovuti hii inachukua muda mrefu mno kusomeka. Jaribu ukurasa wa bei peke yake, au leta faili.',
    'This website takes too long to read. Try the page with your prices alone, or bring a file.',
  ],
  [
    /^This address is not a web page/,
    'Anwani hii si ya ukurasa wa tovuti. Pakua faili hiyo uilete kama faili.',
    'This address is not a web page. Download the file and bring it as a file.',
  ],
  [
    /leads (?:from one address to the next|nowhere)/,
    'Anwani hii inazunguka bila kufika kwenye ukurasa. Jaribu anwani nyingine ya tovuti yako.',
    'This address never arrives at a page. Try another address of your website.',
  ],
  [
    /^One of your files is still being read/,
    'Kitu kingine chako bado kinasomwa. Jaribu tena baada ya sekunde chache.',
    'Something else of yours is still being read. Try again in a few seconds.',
  ],
];

/** A problem with the owner's sentence; others keep the sentence of the server. */
export function explainedFailure(problem: ApiProblem): ApiProblem {
  for (const [pattern, ...text] of sentences) {
    const [whole, ...parts] = pattern.exec(problem.message) ?? [];
    if (whole === undefined) continue;
    const short = parts.map((part) => part.replace(/^https?:\/\//, '').replace(/\/$/, ''));
    const sentence = inCurrent(text).replace(
      /\$(\d)/g,
      (_, at: string) => short[Number(at) - 1] ?? '',
    );
    const { code, requestId, cause } = problem;
    // Without the number of the request: it is no failure of this server.
    return new ApiProblem(sentence, { code, status: 400, requestId, cause });
  }
  return problem;
}

/** Whether nothing answered at an address. */
export function isSilent(error: unknown): boolean {
  return asProblem(error).message.includes(' did not answer');
}
