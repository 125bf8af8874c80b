/** The texts of the pages in both languages. */
import type { Language } from '@baraza/contract';

const sw = {
  otherLanguage: 'English',
  assistant: 'Msaidizi wa mtandaoni',
  leaveTitle: 'Tuachie namba yako',
  leaveText: 'Acha namba yako au barua pepe, nasi tutawasiliana nawe.',
  contactField: 'Simu, WhatsApp au barua pepe',
  nameField: 'Jina (si lazima)',
  messageField: 'Ujumbe (si lazima)',
  send: 'Tuma',
  lost: 'Haijatumwa bado. Itatumwa yenyewe mtandao ukirudi, au bonyeza tena.',
  noScript:
    'Ili kuuliza msaidizi au kutuachia namba yako, washa JavaScript kwenye kivinjari chako.',
  hours: 'Saa za kazi',
  allDay: 'masaa 24',
  phone: 'Simu',
  address: 'Tulipo',
  email: 'Barua pepe',
  absentTitle: 'Ukurasa huu haupo',
  absent: 'Hakuna tovuti yenye jina hili hapa.',
  confirmTitle: 'Thibitisha barua pepe yako',
  confirmText: 'Taarifa za msaidizi wa tovuti zitumwe kwa anwani hii?',
  confirmButton: 'Ndiyo, thibitisha',
  confirmedTitle: 'Imethibitishwa',
  confirmedText: 'Taarifa zitatumwa kwa anwani hii. Unaweza kufunga ukurasa huu.',
  confirmGoneTitle: 'Kiungo hiki hakitumiki tena',
  confirmGone: 'Kimeshatumika au muda wake umeisha. Omba kingine kwenye mipangilio ya tovuti yako.',
  navGoods: 'Bidhaa na bei',
  navQuestions: 'Maswali',
  navVisit: 'Tutembelee',
  askButton: 'Uliza',
  order: 'Agiza kwa WhatsApp',
  goodsTitle: 'Bidhaa na bei za leo',
  goodsText: 'Bei ni kwa kipimo kilichoandikwa. Hukuona unachotafuta? Uliza.',
  questionsTitle: 'Wateja huuliza',
  questionsText: 'Bonyeza swali, na msaidizi atakujibu papo hapo.',
  visitTitle: 'Karibu dukani',
  ownerTitle: 'Hii ni biashara ya mfano',
  ownerText:
    'Msaidizi aliye kwenye kona hujibu kwa Kiswahili na Kiingereza, kutoka kwenye taarifa za biashara hii pekee. ' +
    'Mstari huu unamweka kwenye tovuti yoyote:',
  hosted: 'Ukurasa wake peke yake',
  previewAnswer: 'Hapa unaona mwonekano tu. Majibu yako yajaribu kwenye ukurasa wa Taarifa.',
};

export type PageWords = { readonly [name in keyof typeof sw]: string };

const en: PageWords = {
  otherLanguage: 'Kiswahili',
  assistant: 'Online assistant',
  leaveTitle: 'Leave your contact details',
  leaveText: 'Leave your number or e-mail address, and we will contact you.',
  contactField: 'Phone, WhatsApp or e-mail',
  nameField: 'Name (optional)',
  messageField: 'Message (optional)',
  send: 'Send',
  lost: 'Not sent yet. It will be sent when you are back online, or press again.',
  noScript:
    'To ask the assistant or to leave your contact details, please switch on JavaScript in your browser.',
  hours: 'Opening hours',
  allDay: '24 hours',
  phone: 'Phone',
  address: 'Where we are',
  email: 'E-mail',
  absentTitle: 'There is no such page',
  absent: 'There is no site with this name.',
  confirmTitle: 'Confirm your e-mail address',
  confirmText: 'Should this address get the notices of the website assistant?',
  confirmButton: 'Yes, confirm',
  confirmedTitle: 'Confirmed',
  confirmedText: 'Notices are sent to this address. You can close this page.',
  confirmGoneTitle: 'This link is no longer valid',
  confirmGone:
    'It was used already or has expired. Ask for another one in the settings of your site.',
  navGoods: 'Goods and prices',
  navQuestions: 'Questions',
  navVisit: 'Visit us',
  askButton: 'Ask',
  order: 'Order on WhatsApp',
  goodsTitle: 'Goods and prices today',
  goodsText: 'Prices are for the unit shown. Not what you are looking for? Ask.',
  questionsTitle: 'Customers ask',
  questionsText: 'Press a question, and the assistant answers right here.',
  visitTitle: 'Come and see us',
  ownerTitle: 'This is a sample business',
  ownerText:
    'The assistant in the corner answers in Swahili and in English, from the information of this business alone. ' +
    'This line puts it on any website:',
  hosted: 'The assistant on its own page',
  previewAnswer:
    'This preview shows only the appearance. Try your answers on the Information page.',
};

export const pageWords: { readonly [language in Language]: PageWords } = { sw, en };
