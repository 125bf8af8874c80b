/** What the shop sells, in KES. The assistant knows its own prices: change them in the console as well. */
export const goods = [
  { id: 'unga', sw: 'Unga wa mahindi', en: 'Maize flour', unit: '2 kg', price: 210 },
  { id: 'sukari', sw: 'Sukari', en: 'Sugar', unit: '1 kg', price: 165 },
  { id: 'mchele', sw: 'Mchele', en: 'Rice', unit: '1 kg', price: 230 },
  { id: 'mafuta', sw: 'Mafuta ya kupikia', en: 'Cooking oil', unit: '1 l', price: 320 },
  { id: 'maziwa', sw: 'Maziwa', en: 'Milk', unit: '500 ml', price: 65 },
  { id: 'chai', sw: 'Majani ya chai', en: 'Tea leaves', unit: '250 g', price: 140 },
];
