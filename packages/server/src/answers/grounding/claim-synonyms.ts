/**
 * Words that say the same in the talk of businesses. Either may stand for the other in any
 * sentence, or they are no group.
 */

/** Each is known by its group. */
export function groupOf(word: string): string | undefined {
  return groups.get(word);
}

export const groups: ReadonlyMap<string, string> = new Map(
  [
    'cost costs costing price prices priced charge charges charged fee fees rate rates amount amounts',
    'bei gharama inagharimu zinagharimu yanagharimu kinagharimu hugharimu kugharimu ada',
    'free gratis bure',
    'deliver delivers delivered delivery deliveries',
    'buy buys buying purchase purchases bought',
    'sell sells sold selling',
    'begin begins start starts starting commence',
    'anza kuanza inaanza huanza kinaanzia inaanzia zinaanzia yanaanzia huanzia',
    'child children kid kids',
    'accept accepts accepted take takes taken',
    'get gets receive receives',
    'warranty guarantee guarantees guaranteed',
    'lose loses lost',
    'kisha halafu baadaye',
    'put puts placed',
    'open opens opened opening',
    'include includes included including comprises cover covers covered',
    'wazi funguliwa hufunguliwa inafunguliwa linafunguliwa kinafunguliwa zinafunguliwa kufunguliwa',
    'jumuisha inajumuisha kinajumuisha zinajumuisha hujumuisha ikijumuisha ikiwemo kikiwemo zikiwemo vikiwemo ' +
      'ukiwemo likiwemo yakiwemo',
    'ask asks request requests',
    'book booking bookings reserve reservation reservations',
    'percent asilimia',
    'arrive arrives arrival arrivals arriving',
    'examine examines examining examination examinations',
    'kilometre kilometres kilometer kilometers km kilomita',
    'kilo kilos kg kilogram kilograms kilogramu',
    'minute minutes min mins',
    'litre litres liter liters',
    'phone telephone',
    'photo photos picture pictures',
    'quotation quotations quote quotes',
    'leave leaves leaving depart departs departing',
    'deduct deducts deducted subtract subtracts subtracted',
    'somebody someone',
    'anybody anyone',
    'choose chooses chosen choosing select selects selected selecting',
    'suitable suited fit',
    'rest remainder balance',
    'rent rents rented renting rental hire hires hired hiring',
    'customer customers client clients',
    'medicine medicines medication medications',
    'instalment instalments installment installments',
    'large larger big bigger',
    'help helps helping assist assists assisting assistance',
    'finish finishes finished end ends ended',
    'extend extends extended renew renews renewed',
    'notify inform tell tells',
    'donate donates donated give gives given',
    'talk talks speak speaks spoken',
    'entry enter enters entering entrance',
    'practice practices practise practises',
    'fedha pesa hela',
    'oda agizo maagizo',
    'kutegemea kulingana kutegemeana',
    'ongea zungumza',
    'haraka upesi',
  ].flatMap((group) =>
    group.split(' ').map((word): [string, string] => [word, `=${group.split(' ')[0]}`]),
  ),
);
