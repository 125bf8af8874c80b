/** Spells what eSpeak NG would misread: letters of short names in both languages, and English names in Swahili. */
import type { Language } from '@baraza/contract';

export function respelled(text: string, language: Language): string {
  const named = text.replace(word, (found) => {
    const known = names[language].get(found.toLowerCase());
    if (known !== undefined) return known;
    return isSpelled(found) ? lettersOf(found, language) : found;
  });
  return language === 'sw'
    ? named.replace(/\bnukta (\p{Ll}{2,3})\b/gu, domainEnd)
    : domainInLetters(named);
}

// With an inner hyphen, as in M-Pesa, and the dot of a title.
const word = /(?<![\p{L}\d])\p{L}+(?:-\p{L}+)?(?![\p{L}\d])(?:(?<=\b(?:Mrs?|Ms))\.)?/gu;

const letters: ReadonlyMap<string, string> = new Map(
  `A ei,B bi,C si,D di,E i,F efu,G ji,H echi,I ai,J jei,K kei,L eli,M em,N en,O o,P pi,Q kyu,R ar,S esi,T ti,U yu,V vi,
    W dabliyu,X eksi,Y wai,Z zedi`
    .split(',')
    .map((row) => {
      const [letter = '', said = ''] = row.trim().split(' ');
      return [letter, said] as const;
    }),
);

// In capitals and without a vowel, or one of these: other words in capitals are only loud.
const spelled = new Set(
  `AC API ATM BA CEO CPA EABL ECD ECDE ECG EFD EMI ENT EU FAQ HIV ICT ICU ID IP IT IVF KCPE KCSE KIA KRA KUSCCO LED MBA
    MRI NGO NHIF OPD ORS OTC PO RRA SHA SHIF SUV TRA TUKTUK UAE UHT UK UN URA URL USA USB USD UTI UV VAT VIP`.split(
    /\s+/,
  ),
);

function isSpelled(found: string): boolean {
  if (spelled.has(found)) return true;
  return /^[B-DF-HJ-NP-TV-Z]{2,5}$/.test(found);
}

// English would read an `A` that another letter follows as the article.
function lettersOf(found: string, language: Language): string {
  if (language === 'sw') return [...found].map((letter) => letters.get(letter)).join(' ');
  return [...found].join(' ').replaceAll('A ', 'ay ');
}

const names: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: namesIn(
    'wifi Wi-Fi,mr Mister,mr. Mister,mrs Missus,mrs. Missus,ms Miz,ms. Miz,pin pin,vs versus',
  ),
  sw: namesIn(
    `wifi waifai,wi-fi waifai,m-pesa em pesa,mpesa em pesa,whatsapp watsap,facebook feisbuk,youtube yutyub,
      google gugo,online onlaini,paybill peibil,airtel eatel,money mani,visa viza,mastercard mastakadi,website websaiti,
      email imeili,e-mail imeili,mr Bwana,mr. Bwana,mrs Bi,mrs. Bi,ms Bi,ms. Bi,pin pini,sim sim`,
  ),
};

function namesIn(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split(',').map((row) => {
      const [written = '', ...said] = row.trim().split(' ');
      return [written, said.join(' ')] as const;
    }),
  );
}

// `duka nukta co nukta tz`: Swahili reads an ending that can be read, and spells the others.
function domainEnd(_: string, end: string): string {
  if (end === 'co' || end === 'com') return `nukta ${end.replace('c', 'k')}`;
  return `nukta ${/[aeiou]/.test(end) ? end : lettersOf(end.toUpperCase(), 'sw')}`;
}

function domainInLetters(text: string): string {
  return text.replace(
    /\bdot (?!co\b)(\p{Ll}{2})\b/gu,
    (_, end: string) => `dot ${[...end].join(' ')}`,
  );
}
