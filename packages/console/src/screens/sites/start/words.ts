import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Tuanze', 'Getting started'],
  lead: [
    'Hatua sita fupi, kama dakika kumi. Kila moja inahifadhiwa papo hapo; unaweza kurudi wakati wowote.',
    'Six short steps, about ten minutes. Each one is saved, and you can come back at any time.',
  ],
  stepOf: (step: number, all: number) => [`Hatua ${step} kati ya ${all}`, `Step ${step} of ${all}`],
  next: ['Hifadhi na uendelee', 'Save and continue'],
  skip: ['Ruka kwa sasa', 'Skip for now'],
  businessTitle: ['Biashara yako inaitwaje?', 'What is your business called?'],
  businessNeeded: ['Andika jina la biashara yako.', 'Enter the name of your business.'],
  languageLabel: ['Utaandika kwa lugha gani?', 'Which language will you write in?'],
  looksLike: {
    sw: ['Umeandika kwa Kiswahili.', 'You have written in Swahili.'],
    en: ['Umeandika kwa Kiingereza.', 'You have written in English.'],
  },
  writeIn: {
    sw: ['Chagua Kiswahili', 'Choose Swahili'],
    en: ['Chagua Kiingereza', 'Choose English'],
  },
  phoneWrong: [
    'Andika namba ya simu, mfano 0722 123 456 au +254 722 123 456.',
    'Enter a phone number, for example 0722 123 456 or +254 722 123 456.',
  ],
  addOther: {
    sw: ['Andika pia kwa Kiswahili', 'Also write it in Swahili'],
    en: ['Andika pia kwa Kiingereza', 'Also write it in English'],
  },
  inOther: {
    sw: (label: string) => [`${label} (Kiswahili)`, `${label} (Swahili)`],
    en: (label: string) => [`${label} (Kiingereza)`, `${label} (English)`],
  },
  addressLabel: ['Mko wapi?', 'Where is your business?'],
  addressHint: [
    'Kama ungemwelekeza mteja: mtaa, jengo, alama iliyo karibu.',
    'As you would give a customer directions: street, building, a landmark.',
  ],
  savedAs: (text: string) => [`Itahifadhiwa kama ${text}.`, `Will be saved as ${text}.`],
  aboutLabel: ['Mnafanya nini?', 'What do you do?'],
  aboutHint: [
    'Sentensi moja au mbili, kama ungemweleza mteja mpya.',
    'One or two sentences, as you would tell a new customer.',
  ],
  contactTitle: ['Wateja wakupateje?', 'How do customers reach you?'],
  contactLead: [
    'Msaidizi asipojua jibu, atawaelekeza hapa.',
    'When the assistant does not know an answer, it sends customers here.',
  ],
  whatsappLabel: ['Namba ya WhatsApp', 'WhatsApp number'],
  whatsappHint: ['Mfano 0712 345 678.', 'For example 0712 345 678.'],
  hoursTitle: ['Mnafungua lini?', 'When are you open?'],
  questionsTitle: ['Wateja huuliza nini zaidi?', 'What do customers ask most?'],
  questionsLead: [
    'Jibu unayoweza, kama ungemjibu mteja. Msaidizi hujibu kwa maneno yako tu; yaliyobaki yaache wazi.',
    'Answer what you can, as you would to a customer. The assistant uses only your words; leave the rest blank.',
  ],
  questionLabel: (number: number) => [`Swali lako la ${number}`, `Your question ${number}`],
  kindLabel: ['Ni biashara ya aina gani?', 'What kind of business is it?'],
  kinds: {
    shop: ['Duka', 'Shop'],
    bakery: ['Duka la mikate au vyakula', 'Bakery or food shop'],
    food: ['Mgahawa au hoteli ya chakula', 'Restaurant or café'],
    salon: ['Saluni au kinyozi', 'Salon or barber'],
    clinic: ['Kliniki au duka la dawa', 'Clinic or pharmacy'],
    lodging: ['Nyumba ya wageni', 'Guest house'],
    school: ['Shule au chuo', 'School or college'],
    other: ['Huduma nyingine', 'Another service'],
  },
  answersOf: (done: string, all: string) => [
    `Majibu ${done} kati ya ${all}`,
    `${done} of ${all} answers`,
  ],
  addOwn: ['Ongeza swali lako', 'Add your own question'],
  pricesTitle: ['Mnauza nini, kwa bei gani?', 'What do you sell, and for how much?'],
  pricesLead: [
    'Anza na bidhaa au huduma chache zinazoulizwa zaidi. Unaweza kuleta orodha nzima baadaye.',
    'Start with what customers ask for most. You can add the rest later.',
  ],
  priceNeeded: ['Andika bidhaa pamoja na bei yake.', 'Enter both an item and a price.'],
  answerLabel: ['Jibu', 'Answer'],
  pairNeeded: ['Andika swali pamoja na jibu lake.', 'Enter both a question and an answer.'],
  doneTitle: ['Hongera! Msaidizi wako yuko tayari', 'Well done! Your assistant is ready'],
  doneText: ['Muulize swali, kama mteja.', 'Ask it a question, as a customer would.'],
  doneSiteTitle: ['Una tovuti?', 'Do you have a website?'],
  doneSite: [
    'Nakili mstari huu umtumie aliyekutengenezea tovuti. Ataubandika mwishoni mwa ukurasa, ' +
      'kabla tu ya </body>. Hakuna kingine cha kufanya.',
    'Copy this line and send it to the person who makes your website. They paste it at the end of ' +
      'the page, just before </body>. That is all.',
  ],
  doneEmbed: ['Mstari wa kuweka', 'Code to paste'],
  donePageTitle: ['Wape wateja kiungo', 'Share it with customers'],
  donePage: [
    'Msaidizi wako ana ukurasa wake. Tuma anwani hii kwa WhatsApp, au chapisha msimbo wa QR uubandike dukani.',
    'Your assistant has its own page. Send the address by WhatsApp, or print the QR code for your shop.',
  ],
  pageAddress: ['Anwani ya ukurasa', 'Page address'],
  sendWhatsapp: ['Tuma kwa WhatsApp', 'Send by WhatsApp'],
  invite: (business: string, url: string) => [
    `Uliza ${business} swali lolote hapa: ${url}`,
    `Ask ${business} any question here: ${url}`,
  ],
  open: ['Fungua ukurasa', 'Open the page'],
  home: ['Nenda kwenye tovuti yako', 'Go to your site'],
});
