/** Currencies by their marks, and numbers as people write them. */

/** `1,500.50`, `1 500`; undefined for anything else. */
export function readNumber(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '');
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}

export const currencyPattern =
  'KES|KSHS?|KSh\\.?|Kshs?\\.?|Ksh|TZS|TSHS?|TSh\\.?|Tshs?|UGX|USHS?|RWF|USD|EUR|GBP|Shs?\\.?|\\$|€|£';

/** A currency by its mark or name; `shilling` is the code if the country is not known. */
export function currencyOf(mark: string) {
  const plain = mark.toUpperCase().replace(/[.\s]/g, '');
  return currencies.find(({ marks, sw, one, many }) =>
    [...marks, sw, one, many].some((name) => name.toUpperCase() === plain),
  );
}

// Code, marks, and the name in Swahili, in English for one and for many.
const currencies = [
  'shilling SH,SHS shilingi shilling shillings',
  'kes KES,KSH,KSHS,K.SH,KENYA_SHILLINGS shilingi shilling shillings',
  'tzs TZS,TSH,TSHS,T.SH shilingi shilling shillings',
  'ugx UGX,USH,USHS shilingi shilling shillings',
  'usd USD,$,US$,DOLLARS dola dollar dollars',
  'eur EUR,€,EURO yuro euro euros',
  'gbp GBP,£ pauni pound pounds',
  'rwf RWF faranga franc francs',
].map((line) => {
  const [code = '', marks = '', sw = '', one = '', many = ''] = line.split(' ');
  return { code, marks: marks.replace('_', ' ').split(','), sw, one, many };
});
// Only their codes are known.
const others = 'bif cdf mzn zar ngn ghs inr aed cny'.split(' ');

/** The ISO codes of currencies by their marks in lower case; shillings without a country are not among them. */
export const currencyCodes: ReadonlyMap<string, string> = new Map([
  ...currencies
    .slice(1)
    .flatMap(({ code, marks }) =>
      marks.map((mark) => [mark.toLowerCase(), code.toUpperCase()] as const),
    ),
  ...others.map((code) => [code, code.toUpperCase()] as const),
]);
