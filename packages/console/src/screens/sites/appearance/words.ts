import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Mwonekano', 'Appearance'],
  lead: ['Msaidizi anavyoonekana kwa wateja wako.', 'How your assistant looks to customers.'],
  nameHint: [
    'Wateja huona jina hili kwenye kitufe, mfano “Uliza Asha”.',
    'Customers see it on the button, for example “Ask Asha”.',
  ],
  greetingHint: ['Maneno ya kwanza ya mazungumzo.', 'The first message of a conversation.'],
  colourHint: [
    'Rangi ya biashara yako, mfano #0a7d5a.',
    'The colour of your business, for example #0a7d5a.',
  ],
  colourPick: ['Chagua rangi', 'Pick a colour'],
  colourUnreadable: ['Andika rangi kama #0a7d5a.', 'Enter a colour like #0a7d5a.'],
  colourPale: [
    'Rangi hii ni hafifu: kitufe hakitaonekana vizuri kwenye ukurasa mweupe.',
    'This colour is pale: the button is hard to see on a white page.',
  ],
  colourDark: [
    'Rangi hii ni nyeusi sana: kitufe hakitaonekana vizuri kwenye ukurasa mweusi.',
    'This colour is very dark: the button is hard to see on a dark page.',
  ],
  positionLabel: ['Kitufe kiwe upande gani', 'Button position'],
  positions: {
    left: ['Kushoto', 'Left'],
    right: ['Kulia', 'Right'],
  },
  suggestionsTitle: ['Maswali ya kuanzia', 'Suggested questions'],
  suggestionsLead: [
    'Mteja huyabonyeza badala ya kuandika. Chagua yale yanayoulizwa zaidi.',
    'Customers can tap these instead of typing. Choose the most common ones.',
  ],
  privacyHint: [
    'Sentensi fupi: unavyotumia mawasiliano ya wateja. Huonekana chini ya mazungumzo.',
    'A short sentence about how you use contact details. It is shown below the conversation.',
  ],
  lookTitle: ['Msaidizi', 'The assistant'],
  previewTitle: ['Onyesho', 'Preview'],
  previewLead: [
    'Huyu ni msaidizi wako halisi, pamoja na mabadiliko ambayo hujahifadhi.',
    'This is your real assistant, with your unsaved changes.',
  ],
  previewShow: ['Onyesha', 'Show'],
  previews: {
    open: ['Mazungumzo', 'Conversation'],
    closed: ['Kitufe', 'Button'],
  },
});
