import { dictionary } from '../../words/language.ts';

const sw = {
  title: 'Arifa kwenye kifaa hiki',
  lead: 'Ujue papo hapo mteja akiacha namba, swali likikosa jibu, au mtu akisubiri kuzungumza nawe.',
  turnOn: 'Washa kwenye kifaa hiki',
  turnedOn: 'Zimewashwa. Kifaa hiki kitakujulisha.',
  turnOff: 'Zima',
  turnedOff: 'Zimezimwa kwenye kifaa hiki.',
  isOn: 'Zimewashwa hapa',
  try: 'Jaribu sasa',
  testSent: 'Imetumwa. Itaonekana baada ya muda mfupi.',
  testFailed: 'Haikufika. Zima arifa, washa tena, kisha jaribu.',
  others: 'Vifaa vyako vingine',
  declined:
    'Kivinjari hakikuruhusu. Ruhusu arifa (Notifications) kwa tovuti hii, kisha jaribu tena.',
  blocked:
    'Arifa zimezuiwa kwa tovuti hii. Gusa alama iliyo kando ya anwani ya tovuti, ruhusu arifa ' +
    '(Notifications), kisha rudi hapa.',
  home: 'Kwenye iPhone au iPad: gusa alama ya kushiriki, chagua "Add to Home Screen", kisha fungua Baraza kutoka hapo.',
  unable: 'Kivinjari hiki hakiwezi kupokea arifa, au anwani haianzi na https.',
};

export const t = dictionary(sw, {
  title: 'Notifications on this device',
  lead: 'Find out at once when a customer leaves a number, a question has no answer, or someone wants to talk to you.',
  turnOn: 'Turn on for this device',
  turnedOn: 'Turned on. This device will notify you.',
  turnOff: 'Turn off',
  turnedOff: 'Turned off on this device.',
  isOn: 'On for this device',
  try: 'Try it now',
  testSent: 'Sent. It should appear in a moment.',
  testFailed: 'It did not arrive. Turn it off and on again, then try once more.',
  others: 'Your other devices',
  declined: 'Your browser did not allow it. Allow notifications for this site, then try again.',
  blocked:
    'Notifications are blocked for this site. Tap the icon next to the address, allow notifications, then come back.',
  home: 'On an iPhone or iPad, tap the share button, choose “Add to Home Screen”, then open Baraza from there.',
  unable: 'This browser cannot show notifications, or the address does not start with https.',
});
