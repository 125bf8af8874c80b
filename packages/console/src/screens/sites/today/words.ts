import { dictionary } from '../../../words/language.ts';
import { planNames } from '../list/words.ts';

export const t = dictionary({
  title: ['Leo', 'Today'],
  openPage: ['Fungua ukurasa wa msaidizi', 'Open the assistant’s page'],
  pausedTitle: ['Msaidizi amesimamishwa', 'The assistant is paused'],
  pausedText: [
    'Wateja wanaambiwa hivyo. Bado wanaweza kuacha namba zao.',
    'Customers can see that. They can still leave their number.',
  ],
  resume: ['Mruhusu ajibu tena', 'Resume'],
  resumed: ['Msaidizi anajibu tena', 'The assistant is answering again'],
  today: ['Leo', 'Today'],
  week: ['Siku 7', '7 days'],
  asked: ['yaliulizwa', 'questions'],
  rate: ['Yamejibiwa', 'Answered'],
  rateHint: ['siku 7', 'in 7 days'],
  chart: ['Maswali kwa siku', 'Questions per day'],
  chartRate: ['Yaliyojibiwa, kwa siku', 'Answered per day'],
  chartAsked: ['Maswali', 'Questions'],
  chartAnswered: ['Yaliyojibiwa', 'Answered'],
  waiting: ['Wanasubiri mtu', 'Waiting for a person'],
  visitor: ['Mteja', 'Customer'],
  next: ['Jibu haya', 'Answer these first'],
  nextNone: ['Hakuna swali linalosubiri jibu. Vizuri!', 'No questions to answer. Well done!'],
  answer: ['Jibu', 'Answer'],
  times: (times: string, count: number) => [
    count === 1 ? 'mara moja' : `mara ${times}`,
    count === 1 ? 'once' : `${times} times`,
  ],
  seeAll: ['Ona yote', 'See all'],
  leads: ['Wapigie simu', 'Call back'],
  leadsNone: ['Hakuna mteja anayesubiri kupigiwa simu.', 'No one is waiting for a call.'],
  missing: ['Tafsiri zinazokosekana', 'Missing translations'],
  missingLead: [
    'Wateja wameuliza haya kwa lugha ambayo jibu halijaandikwa.',
    'Customers asked these in a language that you have not answered in.',
  ],
  lacks: (language: 'sw' | 'en') => [
    language === 'sw' ? 'Bila Kiswahili' : 'Bila Kiingereza',
    language === 'sw' ? 'No Swahili' : 'No English',
  ],
  plan: (name: string) => [
    name === 'local' ? 'Matumizi' : `Mpango ${planNames[name] ?? name}`,
    name === 'local' ? 'Usage' : `Plan: ${name}`,
  ],
  planQuestions: ['Maswali ya mwezi huu', 'Questions this month'],
  planVoice: ['Maswali ya sauti ya mwezi huu', 'Voice questions this month'],
  noLimit: ['bila kikomo', 'no limit'],
  of: (used: string, limit: string) => [`${used} kati ya ${limit}`, `${used} of ${limit}`],
  stepsTitle: ['Hatua zinazofuata', 'Next steps'],
  stepsLead: [
    'Ukimaliza hizi, msaidizi ataweza kuwasaidia wateja wako.',
    'Complete these to make your assistant useful.',
  ],
  done: ['imekamilika', 'done'],
  steps: {
    business: ['Andika jina la biashara', 'Add your business name'],
    answers: ['Andika majibu kumi', 'Write ten answers'],
    hours: ['Weka saa za kazi', 'Add your opening hours'],
    prices: ['Weka bei zako', 'Add your prices'],
    contact: ['Weka namba ya simu au WhatsApp', 'Add a phone or WhatsApp number'],
    page: [
      'Weka msaidizi kwenye tovuti yako, umwulize swali huko',
      'Add the assistant to your website, and ask it a question there',
    ],
  },
});
