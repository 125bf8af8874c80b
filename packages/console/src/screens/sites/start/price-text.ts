/** A price as people write it: "1800/=", "Ksh 1,800", "from 8,000". */
interface WrittenPrice {
  readonly price: number | string;
  /** Said beside the price, in both languages. */
  readonly note?: { readonly sw: string; readonly en: string };
}

const startingAt = { sw: 'bei ya kuanzia', en: 'starting price' } as const;

export function writtenPrice(text: string): WrittenPrice {
  const written = text.trim();
  const from = /^(?:from|kuanzia|kuanzia na|starting at)\s/i.exec(written);
  const rest = from === null ? written : written.slice(from[0].length);
  const isFrom = from !== null || rest.endsWith('+');
  const price = amountOf(isFrom ? rest.replace(/\+$/, '') : rest);
  if (price === undefined) return { price: written };
  return isFrom ? { price, note: startingAt } : { price };
}

function amountOf(text: string): number | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll(/[,\s]/g, '')
    .replace(/^(?:kshs?|tshs?|ushs?|kes|tzs|ugx|rwf|sh)\.?/, '')
    .replace(/(?:\/=|\/-|=|kshs?|kes|bob|sh)$/, '');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
