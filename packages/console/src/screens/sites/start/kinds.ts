/** Common questions for each kind of business; owners only write the answers. */
export type Kind = keyof typeof own;

export interface Suggested {
  readonly sw: string;
  readonly en: string;
}

function suggestedFor(kind: Kind): readonly Suggested[] {
  return [...own[kind], ...forAll].slice(0, suggestedMax);
}

/** The questions of this kind, and those questions of other kinds that are already answered. */
export function shownFor(
  kind: Kind,
  isAnswered: (question: Suggested) => boolean,
): readonly Suggested[] {
  const first = suggestedFor(kind);
  const others = new Map(kinds.flatMap(suggestedFor).map((one) => [one.sw, one]));
  for (const { sw } of first) others.delete(sw);
  return [...first, ...[...others.values()].filter(isAnswered)];
}

/** Whether a question in Swahili is one of these, and not one of the owner's own. */
export function isSuggested(wording: string | undefined): boolean {
  return kinds.some((kind) => suggestedFor(kind).some(({ sw }) => sw === wording));
}

/** The question that is answered by the address. */
export const whereWording = 'Mko wapi?';

export const suggestedMax = 10;

const forAll: readonly Suggested[] = [
  { sw: whereWording, en: 'Where are you?' },
  { sw: 'Mnakubali M-Pesa au kadi?', en: 'Do you take M-Pesa or cards?' },
  { sw: 'Naweza kuegesha gari?', en: 'Is there parking?' },
  { sw: 'Mnafungua sikukuu?', en: 'Are you open on holidays?' },
  { sw: 'Nitawasilianaje nanyi?', en: 'How do I contact you?' },
  { sw: 'Mnatoa punguzo?', en: 'Do you give discounts?' },
  { sw: 'Naweza kulipa kidogo kidogo?', en: 'Can I pay in instalments?' },
  { sw: 'Mmiliki ni nani, na mlianza lini?', en: 'Who runs the business, and since when?' },
];

const own = {
  shop: [
    { sw: 'Mnaleta bidhaa nyumbani?', en: 'Do you deliver?' },
    { sw: 'Kupelekewa ni bei gani?', en: 'What does delivery cost?' },
    { sw: 'Naweza kurudisha bidhaa?', en: 'Can I return something?' },
    { sw: 'Kuna dhamana?', en: 'Is there a warranty?' },
    { sw: 'Mnauza kwa jumla?', en: 'Do you sell wholesale?' },
  ],
  bakery: [
    { sw: 'Mnatengeneza keki kwa oda?', en: 'Do you make cakes to order?' },
    { sw: 'Niagize siku ngapi kabla?', en: 'How many days ahead do I order?' },
    { sw: 'Mnaleta nyumbani?', en: 'Do you deliver to my home?' },
    { sw: 'Lazima nilipe amana?', en: 'Do I pay a deposit?' },
    { sw: 'Mnauza kwa jumla?', en: 'Do you sell wholesale?' },
  ],
  food: [
    { sw: 'Menyu yenu ina nini?', en: 'What is on the menu?' },
    { sw: 'Mnaleta chakula?', en: 'Do you deliver food?' },
    { sw: 'Naweza kuhifadhi meza?', en: 'Can I book a table?' },
    { sw: 'Chakula chenu ni halali?', en: 'Is your food halal?' },
    { sw: 'Mna chakula cha wasiokula nyama?', en: 'Do you have vegetarian food?' },
  ],
  salon: [
    { sw: 'Lazima niweke miadi?', en: 'Do I need an appointment?' },
    { sw: 'Huduma zenu ni zipi?', en: 'Which services do you have?' },
    { sw: 'Kusuka kunachukua muda gani?', en: 'How long does braiding take?' },
    { sw: 'Mnahudumia wanaume na watoto?', en: 'Do you serve men and children?' },
    { sw: 'Mnakuja nyumbani?', en: 'Do you do home visits?' },
  ],
  clinic: [
    { sw: 'Lazima niweke miadi?', en: 'Do I need an appointment?' },
    { sw: 'Mnakubali bima gani?', en: 'Which insurance do you accept?' },
    { sw: 'Kumwona daktari ni bei gani?', en: 'What does a consultation cost?' },
    { sw: 'Mna maabara?', en: 'Do you have a laboratory?' },
    { sw: 'Kwa dharura nifanye nini?', en: 'What do I do in an emergency?' },
  ],
  lodging: [
    { sw: 'Kuna chumba leo?', en: 'Is there a room today?' },
    { sw: 'Kuingia na kutoka ni saa ngapi?', en: 'When are check-in and check-out?' },
    { sw: 'Bei ina kifungua kinywa?', en: 'Is breakfast included?' },
    { sw: 'Kuna Wi-Fi na maji ya moto?', en: 'Is there Wi-Fi and hot water?' },
    { sw: 'Naweza kughairi?', en: 'Can I cancel?' },
  ],
  school: [
    { sw: 'Karo ni kiasi gani?', en: 'How much are the fees?' },
    { sw: 'Usajili unafungwa lini?', en: 'When does enrolment close?' },
    { sw: 'Mnafundisha madarasa gani?', en: 'Which classes do you teach?' },
    { sw: 'Kuna usafiri wa shule?', en: 'Is there school transport?' },
    { sw: 'Nyaraka gani zinahitajika?', en: 'Which documents are needed?' },
  ],
  other: [
    { sw: 'Mnatoa huduma gani?', en: 'What do you offer?' },
    { sw: 'Inagharimu kiasi gani?', en: 'What does it cost?' },
    { sw: 'Lazima niweke miadi?', en: 'Do I need an appointment?' },
    { sw: 'Inachukua muda gani?', en: 'How long does it take?' },
    { sw: 'Mnafika maeneo gani?', en: 'Which areas do you cover?' },
  ],
} as const;

const kinds = Object.keys(own) as readonly Kind[];
