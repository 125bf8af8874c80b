/** A shop with a few entries of every kind, for the tests of its information. */
export const shopProfile = {
  business: 'Duka la Asha',
  about: { sw: 'Duka la vyakula mjini Kisumu.', en: 'Groceries in Kisumu.' },
  phone: '0700 111 222',
  languages: ['en', 'sw'],
  timezone: 'Africa/Nairobi',
  hours: [{ days: ['mon', 'tue'], open: '08:00', close: '17:30' }],
  prices: [
    { id: 'rice', item: { sw: 'Mchele', en: 'Rice' }, price: 180, currency: 'KES', unit: 'kilo' },
    { id: 'bread', item: { sw: 'Mkate', en: 'Bread' }, price: 65, currency: 'KES' },
  ],
  faqs: [
    {
      id: 'deliver',
      question: { sw: 'Mnaleta nyumbani?', en: 'Do you deliver?' },
      answer: { sw: 'Ndiyo, ndani ya Kisumu.', en: 'Yes, within Kisumu.' },
    },
    { id: 'pay', question: { sw: 'Mnapokea M-Pesa?' }, answer: { sw: 'Ndiyo, Till 123456.' } },
  ],
  facts: [{ id: 'parking', title: 'Parking', text: 'Parking is free behind the shop.' }],
};
