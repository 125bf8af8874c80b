/** Demo resources of a fresh installation: a small shop by the market of Kilimani. */
import type { CreateResource, JsonObject } from '@baraza/contract';

export const demoProducts: {
  readonly resource: CreateResource;
  readonly records: readonly JsonObject[];
} = {
  resource: {
    service: 'data',
    kind: 'Collection',
    name: 'Duka la Asha: bidhaa',
    config: {
      description: 'Bidhaa za duka, bei kwa shilingi. Products of the shop, prices in KES.',
      region: 'local',
    },
  },
  records: [
    product('UNGA-2KG', 'Unga wa mahindi', 'Maize flour', 'kg 2', 210, 48),
    product('SKR-1KG', 'Sukari', 'Sugar', 'kg 1', 165, 60),
    product('MCHL-5KG', 'Mchele wa Pishori', 'Pishori rice', 'kg 5', 1150, 14),
    product('MHRG-1KG', 'Maharagwe ya Nyayo', 'Red kidney beans', 'kg 1', 180, 25),
    product('MFT-1L', 'Mafuta ya kupikia', 'Cooking oil', 'lita 1', 320, 30),
    product('MZW-500', 'Maziwa freshi', 'Fresh milk', 'ml 500', 65, 40),
    product('CHAI-250', 'Majani ya chai', 'Tea leaves', 'g 250', 140, 22),
    product('SBN-BAR', 'Sabuni ya kufulia', 'Laundry soap', 'kipande', 95, 36),
    product('CHMV-500', 'Chumvi', 'Salt', 'g 500', 30, 50),
    product('MSHM-6', 'Mishumaa', 'Candles', 'pakiti ya 6', 120, 0),
    product('SIM-100', 'Kadi ya simu', 'Airtime card', 'KES 100', 100, 200),
    product('NDZ-1', 'Ndizi za kupika', 'Cooking bananas', 'kichane', 250, 7),
  ],
};

export const demoFiles: {
  readonly resource: CreateResource;
  readonly files: readonly { readonly key: string; readonly text: string }[];
} = {
  resource: {
    service: 'storage',
    kind: 'Bucket',
    name: 'Duka la Asha: nyaraka',
    config: { description: 'Nyaraka za duka. Documents of the shop.', region: 'local' },
  },
  files: [
    {
      key: 'karibu.txt',
      text: `Karibu Duka la Asha

Tupo Barabara ya Soko, kando ya posta, Kilimani.
Tunafungua Jumatatu hadi Jumamosi, saa 1 asubuhi hadi saa 2 usiku; Jumapili saa 3 asubuhi hadi saa 8 mchana.
Unaweza kulipa kwa pesa taslimu au kwa simu.
Tunapeleka nyumbani kwa oda ya kuanzia KES 1,000 ndani ya kilomita 3, bila malipo.
`,
    },
    {
      key: 'delivery-and-returns.txt',
      text: `Delivery and returns

Orders of KES 1,000 or more are delivered free of charge within 3 km, the same day when they
reach us before 4 in the afternoon. Below that the delivery costs KES 100.
Dry goods in a closed packet can be returned within 7 days with the receipt. Fresh milk and
bananas cannot be returned; tell us on the same day when they were not good.
`,
    },
  ],
};

/** Its knowledge is the content of the other two. */
export function demoAssistant(knowledge: readonly string[]): CreateResource {
  return {
    service: 'ai',
    kind: 'Assistant',
    name: 'Msaidizi wa duka',
    config: {
      description: 'Hujibu maswali kuhusu bidhaa, bei, saa na oda za Duka la Asha.',
      instructions:
        'Answer in the language of the question, Swahili or English, in at most three sentences. Use only the ' +
        'products and documents of the shop; where they say nothing, say so and offer to ask the shopkeeper.',
      knowledge: [...knowledge],
      hide: ['code'],
    },
  };
}

function product(
  code: string,
  name: string,
  english: string,
  unit: string,
  priceKes: number,
  inStock: number,
): JsonObject {
  return { code, name, english, unit, priceKes, inStock };
}
