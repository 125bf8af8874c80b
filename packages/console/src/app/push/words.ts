import { dictionary } from '../../words/language.ts';

export const t = dictionary({
  lead: [
    'Ujue papo hapo mteja akiacha namba, swali likikosa jibu, au mtu akisubiri kuzungumza nawe.',
    'Find out at once when a customer leaves a number, a question has no answer, or someone wants to talk to you.',
  ],
  turnOn: ['Washa kwenye kifaa hiki', 'Turn on for this device'],
  turnOff: ['Zima', 'Turn off'],
  turnedOff: ['Zimezimwa kwenye kifaa hiki.', 'Turned off on this device.'],
  isOn: ['Zimewashwa hapa', 'On for this device'],
  try: ['Jaribu sasa', 'Try it now'],
  testSent: ['Imetumwa. Itaonekana baada ya muda mfupi.', 'Sent. It should appear in a moment.'],
  testFailed: [
    'Haikufika. Zima arifa, washa tena, kisha jaribu.',
    'It did not arrive. Turn it off and on again, then try once more.',
  ],
  others: ['Vifaa vyako vingine', 'Your other devices'],
  blocked: [
    'Arifa zimezuiwa kwa tovuti hii. Gusa alama iliyo kando ya anwani ya tovuti, ruhusu arifa ' +
      '(Notifications), kisha rudi hapa.',
    'Notifications are blocked for this site. Tap the icon next to the address, allow notifications, then come back.',
  ],
  home: [
    'Kwenye iPhone au iPad: gusa alama ya kushiriki, chagua "Add to Home Screen", kisha fungua Baraza kutoka hapo.',
    'On an iPhone or iPad, tap the share button, choose “Add to Home Screen”, then open Baraza from there.',
  ],
  unable: [
    'Kivinjari hiki hakiwezi kupokea arifa, au anwani haianzi na https.',
    'This browser cannot show notifications, or the address does not start with https.',
  ],
});
