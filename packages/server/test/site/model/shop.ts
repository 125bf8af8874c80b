/** What the shop of these tests may say. */
export const profile = {
  name: 'Amani',
  business: 'Duka la Amani',
  phone: '+254 700 000 001',
  languages: ['en', 'sw'],
  hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '08:00', close: '17:00' }],
  prices: [
    { item: 'Sugar', price: 165, currency: 'KES', unit: 'kg' },
    { item: 'Maize flour', price: 210, currency: 'KES' },
  ],
  faqs: [
    {
      id: 'delivery',
      question: 'Do you deliver?',
      answer:
        'Yes, we deliver in Nairobi for KES 200. Orders above KES 5,000 are delivered free of charge.',
      language: 'en',
    },
    {
      id: 'malipo',
      question: 'Mnakubali M-Pesa?',
      answer: 'Ndiyo, tunakubali M-Pesa kwa nambari ya till 12345. Kadi za benki hatupokei.',
      language: 'sw',
    },
  ],
  facts: [
    {
      id: 'kits',
      title: 'Solar kits',
      text: 'The small solar kit has four lights and a radio. The large solar kit has eight lights and a fridge.',
      language: 'en',
    },
  ],
};
