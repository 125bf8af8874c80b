/** What prices are often counted by, in both languages: owners write `each` or `kila mtu` in one of them. */
import type { Bilingual, Language } from '@baraza/contract';
import { pick } from '../../../kernel/language/bilingual.ts';

/** The unit of a price in a language; as the owner wrote it if it has no common name there. */
export function unitIn(unit: Bilingual, language: Language): string {
  const written = pick(unit, language);
  if (typeof unit !== 'string' && unit[language]?.trim()) return written;
  const counted = written.toLowerCase().replace(/^(?:per|an?|each|every|kwa|kila)\s+/, '');
  const [other, per] = language === 'sw' ? (['en', 'kwa'] as const) : (['sw', 'per'] as const);
  const known = units.find((one) => one[other] === written.toLowerCase() || one[other] === counted);
  if (known === undefined && !abbreviation.test(counted)) return written;
  const name = known?.[language] ?? counted;
  return counted === written.toLowerCase() || known === units[0] ? name : `${per} ${name}`;
}

const abbreviation = /^(?:kg|km|m|cm|l|ml|g|ft|hr|pc)$/;
const units: readonly { readonly sw: string; readonly en: string }[] =
  `kila moja: each, mtu: person, mtoto: child, mtu mzima: adult, kipande: piece, siku: day, usiku: night, saa: hour,
  wiki: week, mwezi: month, mwaka: year, kilo: kilo, lita: litre, mita: metre, dazeni: dozen, sahani: plate,
  chupa: bottle, kikombe: cup, jozi: pair, pakiti: packet, trei: tray, gunia: sack, boksi: box, chumba: room,
  safari: trip, ukurasa: page, fungu: bunch`
    .split(/,\s+/)
    .map((line) => line.split(': '))
    .map(([sw = '', en = '']) => ({ sw, en }));
