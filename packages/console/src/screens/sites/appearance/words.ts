import type { Words } from '../../../words/language.ts';

const sw = {
  title: 'Mwonekano',
  lead: 'Msaidizi anavyoonekana kwa wateja wako.',
  nameHint: 'Wateja huona jina hili kwenye kitufe, mfano “Uliza Asha”.',
  greetingHint: 'Maneno ya kwanza ya mazungumzo.',
  colourHint: 'Rangi ya biashara yako, mfano #0a7d5a.',
  colourPick: 'Chagua rangi',
  colourUnreadable: 'Andika rangi kama #0a7d5a.',
  colourPale: 'Rangi hii ni hafifu: kitufe hakitaonekana vizuri kwenye ukurasa mweupe.',
  colourDark: 'Rangi hii ni nyeusi sana: kitufe hakitaonekana vizuri kwenye ukurasa mweusi.',
  positionLabel: 'Upande wa kitufe',
  left: 'Kushoto',
  right: 'Kulia',
  suggestionsTitle: 'Maswali ya kuanzia',
  suggestionsLead: 'Mteja huyabonyeza badala ya kuandika. Chagua yale yanayoulizwa zaidi.',
  privacyHint:
    'Sentensi fupi juu ya unachofanya na mawasiliano ya wateja. Huonekana chini ya mazungumzo.',
  lookTitle: 'Msaidizi',
  previewTitle: 'Onyesho',
  previewLead: 'Huyu ni msaidizi wako halisi, pamoja na ambayo hujahifadhi.',
  previewShow: 'Onyesha',
  previewOpen: 'Mazungumzo',
  previewClosed: 'Kitufe',
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    title: 'Appearance',
    lead: 'How your assistant looks to visitors.',
    nameHint: 'Visitors see it on the button, for example “Ask Asha”.',
    greetingHint: 'The first message of a conversation.',
    colourHint: 'The colour of your business, for example #0a7d5a.',
    colourPick: 'Pick a colour',
    colourUnreadable: 'Enter a colour like #0a7d5a.',
    colourPale: 'This colour is pale: the button is hard to see on a white page.',
    colourDark: 'This colour is very dark: the button is hard to see on a dark page.',
    positionLabel: 'Button position',
    left: 'Left',
    right: 'Right',
    suggestionsTitle: 'Suggested questions',
    suggestionsLead: 'Visitors can tap these instead of typing. Choose the most common ones.',
    privacyHint:
      'A short sentence about how you use contact details. It is shown below the conversation.',
    lookTitle: 'The assistant',
    previewTitle: 'Preview',
    previewLead: 'This is your real assistant, with your unsaved changes.',
    previewShow: 'Show',
    previewOpen: 'Conversation',
    previewClosed: 'Button',
  },
};
