/** Units of measure: their names in both languages and their abbreviations. */

interface Unit {
  /** Every name and abbreviation, in lower case. */
  readonly names: readonly string[];
  /** Undefined for a unit that is spelled out, such as kVA. */
  readonly spoken?: { readonly sw: string; readonly one: string; readonly many: string };
}

// In Swahili, in English for one and for many; then other names.
const measures = unitsIn(`
  kilo kilo kilos: kg kgs kilogram kilogramu
  lita litre litres: l ltr ltrs lt lts liter liters
  mita metre metres: m meter meters
  wati watt watts: w wp
  kilowati kilowatt kilowatts: kw
  volti volt volts: v
  gramu gram grams: g gm
  mililita millilitre millilitres: ml
  sentimita centimetre centimetres: cm
  milimita millimetre millimetres: mm
  futi foot feet: ft
  : ah amp amps ampere
  : kva va
  : inch inches inchi
  : gb mb tb
  : hp
  : pc pcs piece pieces kipande vipande`);
const others = unitsIn(`
  kilomita kilometre kilometres: km
  saa hour hours: h hr hrs
  dakika minute minutes: min mins
  miligramu milligram milligrams: mg
  gigabaiti gigabyte gigabytes: gb
  megabaiti megabyte megabytes: mb
  terabaiti terabyte terabytes: tb
  inchi inch inches: " ″ inch
  nyuzi_joto degree_Celsius degrees_Celsius: °c
  nyuzi_farenhaiti degree_Fahrenheit degrees_Fahrenheit: °f
  mita_za_mraba square_metre square_metres: m² m2 sqm
  futi_za_mraba square_foot square_feet: ft² sqft
  kilomita_za_mraba square_kilometre square_kilometres: km² sqkm
  mita_za_ujazo cubic_metre cubic_metres: m³
  kilomita kilometre_per_hour kilometres_per_hour: km/h kph`);

/** The unit of this name, if it measures the size of an item. */
export function measureNamed(name: string): Unit | undefined {
  return measures.find(({ names }) => names.includes(name));
}

/** The name of a unit as it is spoken; undefined for one that is spelled out. */
export function spokenUnit(written: string): Unit['spoken'] {
  const name = written.toLowerCase().replace(/[.\s]/g, '');
  // Watt peak is spelled out.
  if (name === 'wp') return undefined;
  return [...measures, ...others].find(({ names, spoken }) => spoken && names.includes(name))
    ?.spoken;
}

function unitsIn(table: string): readonly Unit[] {
  const lines = table.trim().split('\n');
  return lines.map((line) => {
    const [words = '', names = ''] = line.trim().split(':');
    const [sw = '', one = '', many = ''] = words
      .split(' ')
      .map((name) => name.replaceAll('_', ' '));
    if (sw === '') return { names: names.trim().split(' ') };
    return { names: [sw, one, many, ...names.trim().split(' ')], spoken: { sw, one, many } };
  });
}
