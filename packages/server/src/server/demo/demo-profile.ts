/** Profile of the demo site: a small shop, in both languages. */
import type { JsonObject } from '@baraza/contract';

export const demoProfile: JsonObject = {
  name: 'Asha',
  business: 'Duka la Asha',
  greeting: {
    sw: 'Habari! Karibu Duka la Asha. Uliza kuhusu bidhaa, bei, saa zetu au usafirishaji.',
    en: 'Hello! Welcome to Duka la Asha. Ask about our goods, prices, opening hours or delivery.',
  },
  colour: '#0a7d5a',
  position: 'right',
  suggestions: [
    { sw: 'Mnafungua saa ngapi?', en: 'When are you open?' },
    { sw: 'Unga wa kilo mbili ni bei gani?', en: 'How much is 2 kg of maize flour?' },
    { sw: 'Mnaleta nyumbani?', en: 'Do you deliver?' },
  ],
  whatsapp: '+254 700 000 000',
  phone: '+254 700 000 000',
  email: 'duka@asha.example',
  address: {
    sw: 'Barabara ya Soko, kando ya posta, Kilimani, Nairobi',
    en: 'Market Road, next to the post office, Kilimani, Nairobi',
  },
  timezone: 'Africa/Nairobi',
  hours: [
    { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], open: '07:00', close: '20:00' },
    { days: ['sun'], open: '09:00', close: '14:00' },
  ],
  closed: [
    { date: '2026-12-25', note: { sw: 'Krismasi', en: 'Christmas Day' } },
    { date: '2027-01-01', note: { sw: 'Mwaka Mpya', en: "New Year's Day" } },
  ],
  prices: [
    price('Unga wa mahindi', 'Maize flour', 210, 'pakiti ya kilo 2', '2 kg packet'),
    price('Sukari', 'Sugar', 165, 'kilo 1', '1 kg'),
    price('Mchele wa Pishori', 'Pishori rice', 1150, 'mfuko wa kilo 5', '5 kg bag'),
    price('Maharagwe ya Nyayo', 'Red kidney beans', 180, 'kilo 1', '1 kg'),
    price('Mafuta ya kupikia', 'Cooking oil', 320, 'lita 1', '1 litre'),
    price('Maziwa freshi', 'Fresh milk', 65, 'nusu lita', 'half a litre'),
    price('Majani ya chai', 'Tea leaves', 140, 'gramu 250', '250 g'),
    price('Sabuni ya kufulia', 'Laundry soap', 95, 'kipande', 'bar'),
    price('Chumvi', 'Salt', 30, 'gramu 500', '500 g'),
    price('Ndizi za kupika', 'Cooking bananas', 250, 'kichane', 'bunch'),
  ],
  languages: ['sw', 'en'],
  privacy: {
    sw: 'Tunahifadhi swali lako ili kuboresha majibu; hatuhifadhi sauti, wala hatumpi mtu mwingine namba yako.',
    en: 'We keep your question to improve our answers; we keep no audio and give your number to nobody else.',
  },
  about: {
    sw:
      'Duka la Asha ni duka la vyakula na mahitaji ya nyumbani Kilimani, Nairobi. Asha Wanjiku alilifungua mwaka ' +
      '2011 na sasa lina wafanyakazi watano.',
    en:
      'Duka la Asha is a shop for groceries and household goods in Kilimani, Nairobi. Asha Wanjiku opened it in ' +
      '2011, and today five people work there.',
  },
  faqs: [
    faq(
      'Mnaleta nyumbani?',
      'Do you deliver?',
      'Ndiyo. Oda ya kuanzia KES 1,000 tunaleta bila malipo ndani ya kilomita 3. Chini ya hapo usafirishaji ni ' +
        'KES 100.',
      'Yes. Orders of KES 1,000 or more are delivered free of charge within 3 km. Below that the delivery costs ' +
        'KES 100.',
    ),
    faq(
      'Oda hufika baada ya muda gani?',
      'How long does a delivery take?',
      'Oda inayotufikia kabla ya saa kumi jioni huletwa siku hiyo hiyo, kwa kawaida ndani ya saa mbili. Ikija ' +
        'baada ya hapo huletwa kesho yake asubuhi.',
      'An order that reaches us before 4 pm is delivered on the same day, usually within two hours. A later one ' +
        'comes the next morning.',
    ),
    faq(
      'Naweza kulipaje?',
      'How can I pay?',
      'Unaweza kulipa kwa pesa taslimu, M-Pesa au kadi. Namba yetu ya Till ya M-Pesa ni 000000.',
      'You can pay in cash, by M-Pesa or by card. Our M-Pesa till number is 000000.',
    ),
    faq(
      'Naweza kurudisha bidhaa?',
      'Can I return goods?',
      'Bidhaa kavu ambazo hazijafunguliwa unaweza kuzirudisha ndani ya siku 7 ukiwa na risiti. Maziwa na ndizi ' +
        'hazirudishwi; tuambie siku hiyo hiyo ikiwa hazikuwa nzuri.',
      'Dry goods in a closed packet can be returned within 7 days with the receipt. Fresh milk and bananas ' +
        'cannot be returned; tell us on the same day if they were not good.',
    ),
    faq(
      'Naagiza vipi?',
      'How do I order?',
      'Tuma orodha yako kwa WhatsApp au piga simu, kisha tutathibitisha bei kabla ya kuleta.',
      'Send your list on WhatsApp or call us, and we confirm the price before we deliver.',
    ),
    faq(
      'Mnauza kwa jumla?',
      'Do you sell wholesale?',
      'Ndiyo, kuanzia mifuko 10 ya bidhaa moja unapata punguzo la asilimia 5. Zungumza na Asha siku moja kabla.',
      'Yes, from 10 bags of one product you get 5 percent off. Please speak to Asha one day before.',
    ),
    faq(
      'Mnatoa mkopo?',
      'Do you give credit?',
      'Wateja wanaotujua kwa angalau miezi mitatu wanaweza kuchukua bidhaa za hadi KES 2,000 na kulipa mwisho wa ' +
        'mwezi.',
      'Customers we have known for at least three months can take goods for up to KES 2,000 and pay at the end ' +
        'of the month.',
    ),
    faq(
      'Kuna maegesho ya magari?',
      'Is there parking?',
      'Ndiyo, kuna nafasi tatu za bure mbele ya duka, kando ya posta.',
      'Yes, there are three free spaces in front of the shop, next to the post office.',
    ),
    faq(
      'Mnauza maziwa kila siku?',
      'Do you have milk every day?',
      'Maziwa freshi huja kila asubuhi saa moja na nusu, na mara nyingi huisha kabla ya saa nne.',
      'Fresh milk comes every morning at half past seven, and it is often sold out before ten.',
    ),
    faq(
      'Naweza kutuma au kutoa pesa hapo?',
      'Are you an M-Pesa agent?',
      'Ndiyo, duka ni wakala wa M-Pesa: unaweza kuweka na kutoa pesa hadi saa moja na nusu jioni.',
      'Yes, the shop is an M-Pesa agent: you can deposit and withdraw money until 7.30 pm.',
    ),
  ],
  facts: [
    fact(
      'Eneo la kuleta',
      'Delivery area',
      'Tunaleta Kilimani, Yaya, Hurlingham na Kileleshwa.',
      'We deliver in Kilimani, Yaya, Hurlingham and Kileleshwa.',
    ),
    fact(
      'Mifuko',
      'Bags',
      'Hatutumii mifuko ya plastiki. Mfuko wa kitambaa ni KES 50 na unarudishiwa pesa ukiurudisha.',
      'We use no plastic bags. A cloth bag costs KES 50, and you get the money back when you return it.',
    ),
    fact(
      'Kadi ya uaminifu',
      'Loyalty card',
      'Kila ununuzi wa KES 500 ni muhuri mmoja; mihuri kumi ni pakiti moja ya unga bure.',
      'Every purchase of KES 500 is one stamp; ten stamps are one free packet of flour.',
    ),
    fact(
      'Muda wa maongezi',
      'Airtime',
      'Tunauza kadi za simu za KES 50, 100, 250 na 500 za mitandao yote.',
      'We sell airtime cards of KES 50, 100, 250 and 500 of all networks.',
    ),
    fact(
      'Ajira',
      'Jobs',
      'Kwa sasa hatuna nafasi ya kazi. Nafasi mpya hutangazwa kwenye ubao mbele ya duka.',
      'We have no open position at the moment. New ones are announced on the board in front of the shop.',
    ),
  ],
  documents: [
    {
      title: {
        sw: 'Kuhifadhi vyakula nyumbani',
        en: 'Keeping food at home',
      },
      text: {
        sw:
          'Unga na mchele viwekwe mahali pakavu, kwenye chombo chenye mfuniko. Unga hudumu miezi sita, mchele ' +
          'mwaka mmoja.\n\n' +
          'Maziwa freshi hudumu siku mbili kwenye friji. Bila friji yachemshe mara moja na uyatumie siku hiyo ' +
          'hiyo.\n\n' +
          'Ndizi za kupika zikae nje ya friji na mbali na jua. Zikianza kuiva zipikwe ndani ya siku mbili.',
        en:
          'Keep flour and rice in a dry place, in a container with a lid. Flour keeps for six months, rice for ' +
          'a year.\n\n' +
          'Fresh milk keeps for two days in a fridge. Without a fridge, boil it at once and use it on the same ' +
          'day.\n\n' +
          'Keep cooking bananas outside of the fridge and out of the sun. When they begin to ripen, cook them ' +
          'within two days.',
      },
    },
    {
      title: { sw: 'Vikapu vya sikukuu', en: 'Holiday hampers' },
      text: {
        sw:
          'Kuanzia tarehe 1 Desemba tunatengeneza vikapu vya sikukuu. Kikapu kidogo cha KES 1,500 kina unga, ' +
          'sukari, chai na mafuta. Kikapu kikubwa cha KES 3,500 kina pia mchele wa Pishori na maharagwe.\n\n' +
          'Weka oda angalau siku mbili kabla. Kampuni zinazoagiza vikapu zaidi ya 20 huletewa bila malipo ' +
          'popote Nairobi.',
        en:
          'From the 1st of December we make holiday hampers. The small hamper for KES 1,500 has flour, sugar, ' +
          'tea and oil. The large hamper for KES 3,500 also has Pishori rice and beans.\n\n' +
          'Please order at least two days before. Companies that order more than 20 hampers get free delivery ' +
          'anywhere in Nairobi.',
      },
    },
  ],
};

function price(sw: string, en: string, amount: number, unitSw: string, unitEn: string): JsonObject {
  return { item: { sw, en }, price: amount, currency: 'KES', unit: { sw: unitSw, en: unitEn } };
}

function faq(sw: string, en: string, answerSw: string, answerEn: string): JsonObject {
  return { question: { sw, en }, answer: { sw: answerSw, en: answerEn } };
}

function fact(sw: string, en: string, textSw: string, textEn: string): JsonObject {
  return { title: { sw, en }, text: { sw: textSw, en: textEn } };
}
