/** Sentences of the service for visitors and owners, in both languages; answers are written by the engine. */
import type { Language } from '@baraza/contract';

export type Sentence = { readonly [language in Language]: string };

export const paused: Sentence = {
  sw: 'Msaidizi huyu amesimamishwa kwa sasa; tafadhali wasiliana nasi moja kwa moja.',
  en: 'This assistant is paused at the moment; please contact us directly.',
};

export const failed: Sentence = {
  sw: 'Samahani, hatukuweza kujibu kwa sasa; tafadhali jaribu tena baada ya muda mfupi au wasiliana nasi.',
  en: 'Sorry, we could not answer just now; please try again shortly or contact us.',
};

export const busy: Sentence = {
  sw: 'Watu wengi wanauliza kwa sasa. Tafadhali jaribu tena baada ya muda mfupi, au wasiliana nasi moja kwa moja.',
  en: 'Many people are asking right now. Please try again in a moment, or contact us directly.',
};

export const tooFast: Sentence = {
  sw: 'Maombi ni mengi mno kwa sasa; tafadhali subiri kidogo kisha ujaribu tena, au wasiliana nasi.',
  en: 'That was too many requests at once; please wait a moment and try again, or contact us.',
};

export const monthUsedUp: Sentence = {
  sw: 'Msaidizi huyu amefikia kikomo chake cha mwezi huu; tafadhali wasiliana nasi moja kwa moja.',
  en: 'This assistant has reached its limit for this month; please contact us directly.',
};

export const voiceUsedUp: Sentence = {
  sw: 'Majibu ya sauti ya mwezi huu yamekwisha; tafadhali soma majibu kwa maandishi.',
  en: 'This month’s voice answers are used up; please read the answers instead.',
};

export const leadTaken: Sentence = {
  sw: 'Asante! Tumepokea ujumbe wako na tutawasiliana nawe hivi karibuni.',
  en: 'Thank you! We have your message and will get back to you soon.',
};

export const assistantName: Sentence = { sw: 'Msaidizi', en: 'Assistant' };

/** The default greeting. */
export function greetingOf(business: string): Sentence {
  return business === ''
    ? { sw: 'Habari! Naweza kukusaidia vipi?', en: 'Hello! How can I help you?' }
    : {
        sw: `Habari! Karibu ${business}. Naweza kukusaidia vipi?`,
        en: `Hello! Welcome to ${business}. How can I help you?`,
      };
}

/** What a visitor who asks for a person reads. */
export const personWords = {
  sw: {
    waiting: 'Sawa, tumemjulisha mtu. Atakujibu hapa; unaweza kuendelea kuandika.',
    closed: (when: string) =>
      when === ''
        ? 'Tumefunga kwa sasa. Ujumbe wako umehifadhiwa na mtu atakujibu tukifungua.'
        : `Tumefunga kwa sasa; tutafungua ${when}. Ujumbe wako umehifadhiwa na mtu atakujibu.`,
    here: (name: string) => `${name === '' ? 'Mtu' : name} yupo nawe kwenye mazungumzo haya.`,
    at: (day: string, time: string) => `${day} ${time}`,
    today: 'leo',
    tomorrow: 'kesho',
  },
  en: {
    waiting: 'We have let someone know. They will answer you here; you can carry on writing.',
    closed: (when: string) =>
      when === ''
        ? 'We are closed now. We have your message, and someone will answer when we open.'
        : `We are closed now and open ${when}. We have your message, and someone will answer.`,
    here: (name: string) => `${name === '' ? 'A person' : name} is in this conversation.`,
    at: (day: string, time: string) => `${day} at ${time}`,
    today: 'today',
    tomorrow: 'tomorrow',
  },
} as const;

/** What a visitor reads when a person leaves the conversation; in both languages where theirs is not known. */
export function handedBack(language: Language | null): string {
  const { sw, en } = assistantIsBack;
  return language === null ? `${sw} ${en}` : assistantIsBack[language];
}

const assistantIsBack: Sentence = {
  sw: 'Sasa unaongea na msaidizi tena.',
  en: 'You are talking to the assistant again.',
};

/** What visitors of a channel read, besides answers. */
export const channelWords = {
  sw: {
    unreadable:
      'Samahani, naweza kusoma maandishi na ujumbe wa sauti tu. Tafadhali andika swali lako.',
    optedOut: 'Sawa, hutapata ujumbe zaidi kutoka kwetu. Andika ANZA ukitaka kuendelea.',
    optedIn: 'Karibu tena! Uliza swali lako.',
  },
  en: {
    unreadable: 'Sorry, I can only read text and voice messages. Please write your question.',
    optedOut: 'You will get no more messages from us. Write START if you change your mind.',
    optedIn: 'Welcome back! Ask your question.',
  },
} as const;

export const mailWords = {
  sw: {
    lead: 'Mawasiliano mapya',
    leadIntroduction: 'Mteja ameacha namba au barua pepe yake.',
    name: 'Jina',
    contact: 'Mawasiliano',
    message: 'Ujumbe',
    page: 'Ukurasa',
    question: 'Swali lisilo na jibu',
    questionIntroduction: 'Msaidizi hakuweza kujibu swali hili kutoka kwenye taarifa zako.',
    asked: 'Swali',
    teach: 'Ukiandika jibu mara moja, msaidizi atalijua.',
    answerHere: 'Jibu hapa',
    waiting: 'Mteja anaomba kuzungumza na mtu',
    waitingIntroduction: 'Mteja anasubiri kuzungumza na mtu.',
    trial: 'Arifa ya majaribio',
    confirm: 'Thibitisha barua pepe yako',
    confirmIntroduction: (site: string) =>
      `Anwani hii imewekwa kupokea arifa za msaidizi wa tovuti "${site}". Ukikubali, fungua kiungo hiki (siku 3):`,
    confirmIgnore: 'Kama hukuomba hili, usifanye chochote: hutapata ujumbe mwingine.',
    trialIntroduction: 'Hii ni arifa ya majaribio: arifa za msaidizi wako zitafika hapa.',
    digest: (total: number) =>
      total === 1 ? 'Swali 1 lisilo na jibu' : `Maswali ${total} yasiyo na jibu`,
    digestIntroduction: 'Wateja waliuliza haya, na taarifa zako hazina jibu bado:',
    times: (count: number) => (count === 1 ? 'mara 1' : `mara ${count}`),
    alsoAsked: 'Pia',
    more: (groups: number) => (groups === 1 ? 'na lingine 1.' : `na mengine ${groups}.`),
    answerAll: 'Jibu maswali',
    rhythm: {
      instant: 'Unapata ujumbe kwa kila swali.',
      hourly: 'Unapata ujumbe huu kila saa yakiwepo maswali mapya.',
      daily: 'Unapata ujumbe huu mara moja kwa siku yakiwepo maswali mapya.',
    },
  },
  en: {
    lead: 'New contact',
    leadIntroduction: 'A customer has left a number or an e-mail address.',
    name: 'Name',
    contact: 'Contact',
    message: 'Message',
    page: 'Page',
    question: 'Unanswered question',
    questionIntroduction: 'The assistant could not answer this question from your information.',
    asked: 'Question',
    teach: 'Write the answer once and the assistant will know it.',
    answerHere: 'Answer here',
    waiting: 'A customer wants to talk to a person',
    waitingIntroduction: 'A customer is waiting to talk to a person.',
    trial: 'Test notification',
    confirm: 'Confirm your e-mail address',
    confirmIntroduction: (site: string) =>
      `This address was entered for notifications of the assistant "${site}". To agree, open this link (3 days):`,
    confirmIgnore: 'If you did not ask for this, do nothing: you will get no more e-mails.',
    trialIntroduction: 'This is a test: notifications from your assistant will arrive here.',
    digest: (total: number) =>
      total === 1 ? '1 unanswered question' : `${total} unanswered questions`,
    digestIntroduction: 'Customers asked these, and your information has no answer yet:',
    times: (count: number) => (count === 1 ? 'once' : `${count} times`),
    alsoAsked: 'Also',
    more: (groups: number) => `and ${groups} more.`,
    answerAll: 'Answer the questions',
    rhythm: {
      instant: 'You get a message for every question.',
      hourly: 'You get this message every hour that has new questions.',
      daily: 'You get this message once a day when there are new questions.',
    },
  },
} as const;
