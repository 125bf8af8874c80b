import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Weka kwenye tovuti yako', 'Add it to your website'],
  lead: [
    'Mstari mmoja tu. Msaidizi huonekana kwenye kona ya kila ukurasa.',
    'One line of code is enough. The assistant appears in the corner of every page.',
  ],
  embedTitle: ['Mstari wa kuweka', 'Code to paste'],
  embedLead: [
    'Nakili mstari huu, au mtumie anayekutengenezea tovuti.',
    'Copy this line, or send it to the person who makes your website.',
  ],
  embedOff: [
    'Seva hii haitoi mstari wa kuweka. Muulize anayeiendesha.',
    'This server does not offer the code. Ask the person who runs it.',
  ],
  guides: ['Hatua kwa tovuti yako', 'Steps for your website'],
  pageTitle: ['Huna tovuti?', 'No website?'],
  pageLead: [
    'Tumia ukurasa huu wa msaidizi wako. Utume kwa WhatsApp, au chapisha msimbo wa QR uubandike dukani.',
    'Your assistant has its own page. Share it on WhatsApp, or print the QR code for your shop.',
  ],
  pageAddress: ['kiungo cha ukurasa', 'address of the page'],
  open: ['Fungua ukurasa', 'Open the page'],
  originsTitle: ['Tovuti zinazoruhusiwa', 'Allowed websites'],
  originsOpen: [
    'Sasa tovuti yoyote inaweza kuweka msaidizi wako. Taja tovuti zako ili wengine wasiweze.',
    'Any website can show your assistant now. Add yours to keep others from using it.',
  ],
  originsListed: [
    'Tovuti hizi tu ndizo zinazoweza kutumia msaidizi wako.',
    'Only these websites can use your assistant.',
  ],
  origin: (number: number) => [`Tovuti ya ${number}`, `Website ${number}`],
  originHint: [
    'Mfano https://duka.co.ke, au https://*.duka.co.ke kwa zote zilizo chini yake.',
    'For example https://duka.co.ke, or https://*.duka.co.ke for all its subdomains.',
  ],
  twinMissing: (address: string) => [`${address} haimo.`, `${address} is not included.`],
  twinAdd: ['Iongeze pia', 'Add it too'],
  addOrigin: ['Ongeza tovuti', 'Add a website'],
  removeOrigin: (number: number) => [`Ondoa tovuti ya ${number}`, `Remove website ${number}`],
  testTitle: ['Jaribu anwani', 'Test an address'],
  testLabel: ['Anwani ya ukurasa', 'Address of your page'],
  test: ['Jaribu', 'Test'],
  testUnsaved: [
    'Hifadhi kwanza: jaribio hutumia orodha iliyohifadhiwa.',
    'Save first: the test uses the saved list.',
  ],
  allowed: ['Inaruhusiwa', 'Allowed'],
  refused: ['Hairuhusiwi', 'Not allowed'],
  keyTitle: ['Ufunguo wa tovuti', 'Site key'],
  keyLead: [
    'Uko ndani ya mstari na si siri. Ubadilishe tu kama mtu anautumia vibaya.',
    'It is part of the code and not secret. Change it only if someone misuses it.',
  ],
  rotate: ['Badilisha ufunguo', 'Change the key'],
  rotateTitle: ['Ubadilishe ufunguo?', 'Change the key?'],
  rotateText: [
    'Ufunguo wa sasa utaacha kufanya kazi mara moja. Msaidizi atatoweka kwenye kila ukurasa hadi uweke mstari mpya.',
    'The current key stops working at once. The assistant disappears from every page until you paste the new code.',
  ],
  rotatePages: [
    'Kurasa hizi zimetumia msaidizi karibuni; kila moja itahitaji mstari mpya:',
    'These pages used the assistant recently; each needs the new code:',
  ],
  rotateNoPages: ['Hatujaona ukurasa wowote ukimtumia karibuni.', 'No page has used it recently.'],
  rotated: [
    'Ufunguo umebadilishwa. Weka mstari mpya kwenye kurasa zako.',
    'Key changed. Paste the new code into your pages.',
  ],
  keep: ['Acha ulivyo', 'Keep the key'],
  requireKey: ['Wenye ufunguo tu', 'Require the key'],
  requireKeyHint: [
    'Kila ombi lazima liwe na ufunguo. Mstari wa kuweka unao tayari.',
    'Every request must include the key. The code above already does.',
  ],
});
