/** Forty spoken questions in Swahili to the demo shop, with the expected answers. */
export interface SpokenQuestion {
  readonly question: string;
  /** What the answer must contain; undefined if the shop has no information about it. */
  readonly has: RegExp | undefined;
}

export const spokenQuestions: readonly SpokenQuestion[] = [
  { question: 'Mnafungua saa ngapi?', has: /saa|07:00|7/ },
  { question: 'Mnafunga saa ngapi Jumapili?', has: /saa|14:00|2/ },
  { question: 'Leo mko wazi mpaka saa ngapi?', has: /saa|20:00|8/ },
  { question: 'Unga wa mahindi ni bei gani?', has: /210/ },
  { question: 'Sukari kilo moja ni shilingi ngapi?', has: /165/ },
  { question: 'Mchele wa Pishori ni bei gani?', has: /1,150/ },
  { question: 'Maharagwe kilo moja ni pesa ngapi?', has: /180/ },
  { question: 'Mafuta ya kupikia lita moja ni bei gani?', has: /320/ },
  { question: 'Maziwa ni bei gani?', has: /65/ },
  { question: 'Majani ya chai ni bei gani?', has: /140/ },
  { question: 'Sabuni ya kufulia ni bei gani?', has: /95/ },
  { question: 'Chumvi ni bei gani?', has: /30/ },
  { question: 'Ndizi za kupika ni pesa ngapi?', has: /250/ },
  { question: 'Mnaleta bidhaa nyumbani?', has: /1,000|kilomita/ },
  { question: 'Kuleta nyumbani ni bei gani?', has: /100|bila malipo/ },
  { question: 'Oda yangu itafika baada ya muda gani?', has: /saa mbili|siku hiyo/ },
  { question: 'Naweza kulipa kwa M-Pesa?', has: /M-Pesa/ },
  { question: 'Mnakubali kadi ya benki?', has: /kadi/ },
  { question: 'Naweza kurudisha bidhaa nikiwa na risiti?', has: /siku 7/ },
  { question: 'Naagiza vipi bidhaa?', has: /WhatsApp|simu/ },
  { question: 'Mnauza kwa jumla?', has: /asilimia 5|punguzo/ },
  { question: 'Mnatoa mkopo kwa wateja?', has: /2,000|miezi mitatu/ },
  { question: 'Kuna maegesho ya magari?', has: /nafasi tatu|posta/ },
  { question: 'Mnauza maziwa kila siku?', has: /kila asubuhi|saa moja/ },
  { question: 'Naweza kutoa pesa hapo dukani?', has: /wakala|M-Pesa/ },
  { question: 'Duka lenu liko wapi?', has: /Barabara ya Soko|Kilimani/ },
  { question: 'Mnaleta mpaka Kileleshwa?', has: /Kileleshwa/ },
  { question: 'Mna mifuko ya plastiki?', has: /plastiki|kitambaa/ },
  { question: 'Mnauza kadi za simu?', has: /kadi za simu|mitandao/ },
  { question: 'Kuna nafasi ya kazi?', has: /nafasi ya kazi|ajira/i },
  { question: 'Kikapu kidogo cha sikukuu ni bei gani?', has: /1,500/ },
  { question: 'Unga unakaa muda gani bila kuharibika?', has: /miezi sita/ },
  { question: 'Nani alifungua duka hili?', has: /Asha/ },
  { question: 'Namba yenu ya simu ni gani?', has: /254|0700|700/ },
  { question: 'Mnauza simu mpya za mkononi?', has: undefined },
  { question: 'Mnatengeneza magari?', has: undefined },
  { question: 'Je, mna daktari wa meno?', has: undefined },
  { question: 'Nauli ya kwenda Mombasa ni ngapi?', has: undefined },
  { question: 'Mnauza nyama ya mbuzi?', has: undefined },
  { question: 'Mnafundisha kuendesha gari?', has: undefined },
];

/** Questions about which the shop has no information: none may be answered, even if the transcript is wrong. */
export const unanswerableQuestions: { readonly [language in 'sw' | 'en']: readonly string[] } = {
  sw: [
    'Mnaweza kunikata nywele?',
    'Bei ya tiketi ya ndege ni ngapi?',
    'Mnapima macho hapo?',
    'Nani alishinda mechi ya jana?',
    'Mnakodisha vyumba vya kulala?',
    'Mna dawa ya malaria?',
    'Hali ya hewa kesho itakuwaje?',
    'Mnafundisha lugha ya Kifaransa?',
    'Mnashona nguo za harusi?',
    'Viatu vya watoto ni bei gani?',
  ],
  en: [
    'Can you cut my hair?',
    'How much is a flight to London?',
    'Do you test eyes?',
    'Who won the football match?',
    'Do you rent out rooms?',
    'Do you repair computers?',
    'What will the weather be tomorrow?',
    'Do you teach French?',
    'Can you sew a wedding dress?',
    'How much are running shoes?',
  ],
};
