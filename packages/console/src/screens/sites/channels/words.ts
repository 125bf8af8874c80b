import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['WhatsApp na Telegram', 'WhatsApp and Telegram'],
  lead: [
    'Msaidizi anaweza kujibu wateja wako huko pia.',
    'The assistant can answer your customers there too.',
  ],
  connected: ['Imeunganishwa', 'Connected'],
  notConnected: ['Haijaunganishwa', 'Not connected'],
  connect: ['Unganisha', 'Connect'],
  replace: ['Badilisha siri', 'Replace the secrets'],
  test: ['Jaribu', 'Test'],
  testOk: ['Inafanya kazi: #', 'It works: #'],
  disconnect: ['Tenganisha', 'Disconnect'],
  disconnected: ['Imetenganishwa', 'Disconnected'],
  disconnectTitle: ['Tenganisha?', 'Disconnect?'],
  disconnectText: [
    'Ujumbe mpya hautajibiwa. Mazungumzo yaliyopo yanabaki.',
    'New messages will not be answered. Your conversations are kept.',
  ],
  keep: ['Iache ilivyo', 'Keep it'],
  received: ['Ujumbe wa mwisho uliopokelewa', 'Last message received'],
  sent: ['Ujumbe wa mwisho uliotumwa', 'Last message sent'],
  never: ['bado', 'none yet'],
  webhook: ['Anwani ya kuweka kwenye Meta', 'Address to enter at Meta'],
  whatsappSteps: [
    [
      'Kwenye developers.facebook.com tengeneza programu yenye WhatsApp.',
      'Weka hapa chini Phone number ID, tokeni ya kudumu, siri ya programu, na neno la uthibitisho unalochagua.',
      'Kwenye Meta fungua WhatsApp → Configuration, weka anwani na neno hilo; chagua messages na smb_message_echoes.',
      'Bonyeza Jaribu, kisha tuma ujumbe kwa namba yako.',
    ],
    [
      'At developers.facebook.com, create an app with WhatsApp.',
      'Enter the phone number ID, a permanent token, the app secret and a verify token of your choice below.',
      'At Meta, open WhatsApp → Configuration. Enter the address and the verify token, and select ' +
        'messages and smb_message_echoes.',
      'Press Test, then send a message to your number.',
    ],
  ],
  telegramSteps: [
    [
      'Kwenye Telegram mwandikie @BotFather, tuma /newbot na ufuate hatua.',
      'Weka hapa chini tokeni utakayopewa. Basi.',
    ],
    [
      'In Telegram, open a chat with @BotFather, send /newbot and follow the steps.',
      'Enter the token that you get below. That is all.',
    ],
  ],
  phone_number_id: ['Phone number ID', 'Phone number ID'],
  access_token: ['Tokeni ya kudumu', 'Permanent token'],
  app_secret: ['Siri ya programu (App secret)', 'App secret'],
  verify_token: ['Neno la uthibitisho', 'Verify token'],
  token: ['Tokeni ya bot', 'Bot token'],
});
