/** What the pages say around a conversation, in both languages. */
import type { Language } from '@baraza/contract';

const sw = {
  greeting: 'Karibu! Uliza swali lolote kuhusu huduma zetu.',
  paused: 'Msaidizi huyu amesimamishwa kwa sasa. Acha mawasiliano yako nasi tutakujibu.',
  ask: 'Andika swali lako…',
  send: 'Tuma',
  sources: 'Jibu limetoka wapi?',
  contact: 'Wasiliana nasi',
  leave: 'Acha mawasiliano',
  leaveTitle: 'Tutakurudia',
  contactField: 'Simu, WhatsApp au barua pepe',
  nameField: 'Jina (si lazima)',
  messageField: 'Ujumbe (si lazima)',
  call: 'Piga',
  lost: 'Samahani, mtandao umekatika. Tafadhali jaribu tena.',
  absentTitle: 'Ukurasa huu haupo',
  absent: 'Hakuna tovuti yenye jina hili hapa.',
  demoLead:
    'Hii ni biashara ya mfano. Muulize msaidizi wake chochote, kwa Kiswahili au Kiingereza.',
  demoHours: 'Saa za kazi',
  demoPhone: 'Simu',
  demoAddress: 'Anwani',
  demoEmbed: 'Mstari huu unaweka msaidizi kwenye tovuti yoyote:',
  demoHosted: 'Ukurasa wake peke yake',
};

export type PageWords = { readonly [name in keyof typeof sw]: string };

const en: PageWords = {
  greeting: 'Welcome! Ask anything about our services.',
  paused: 'This assistant is paused at the moment. Leave your contact and we will answer you.',
  ask: 'Write your question…',
  send: 'Send',
  sources: 'Where is this from?',
  contact: 'Contact us',
  leave: 'Leave your contact',
  leaveTitle: 'We will get back to you',
  contactField: 'Phone, WhatsApp or e-mail',
  nameField: 'Name (optional)',
  messageField: 'Message (optional)',
  call: 'Call',
  lost: 'Sorry, the connection was lost. Please try again.',
  absentTitle: 'There is no such page',
  absent: 'No site of this name is here.',
  demoLead: 'This is a sample business. Ask its assistant anything, in Swahili or in English.',
  demoHours: 'Opening hours',
  demoPhone: 'Phone',
  demoAddress: 'Address',
  demoEmbed: 'This line puts the assistant on any website:',
  demoHosted: 'Its page of its own',
};

export const pageWords: { readonly [language in Language]: PageWords } = { sw, en };
