import { dictionary } from '../../words/language.ts';

const sw = {
  title: 'Ujumbe kwenye simu hii',
  lead: 'Simu inakujulisha mteja akiacha namba, swali likikosa jibu, au mtu akisubiri kuzungumza nawe.',
  turnOn: 'Washa kwenye kifaa hiki',
  turnedOn: 'Imewashwa. Kifaa hiki kitakujulisha.',
  turnOff: 'Zima',
  turnedOff: 'Imezimwa kwenye kifaa hiki.',
  isOn: 'Imewashwa hapa',
  try: 'Jaribu sasa',
  tried: 'Umetumwa. Utaonekana juu ya skrini baada ya muda mfupi.',
  triedNot: 'Haukufika. Zima, washa tena, kisha jaribu.',
  others: 'Vifaa vyako vingine',
  declined: 'Kivinjari hakikuruhusu. Ruhusu "Notifications" kwa tovuti hii, kisha jaribu tena.',
  blocked:
    'Kivinjari kimezuiwa kukujulisha. Gusa alama iliyo kando ya anwani ya tovuti, ruhusu "Notifications", ' +
    'kisha rudi hapa.',
  home: 'Kwenye iPhone au iPad: gusa alama ya kushiriki, chagua "Add to Home Screen", kisha fungua Baraza kutoka hapo.',
  unable: 'Kivinjari hiki hakiwezi, au anwani hii si ya https.',
};

export const t = dictionary(sw, {
  title: 'Notifications on this device',
  lead: 'Know at once when a customer leaves a number, a question has no answer, or somebody waits to talk to you.',
  turnOn: 'Turn on for this device',
  turnedOn: 'Turned on. This device will notify you.',
  turnOff: 'Turn off',
  turnedOff: 'Turned off on this device.',
  isOn: 'On for this device',
  try: 'Try it now',
  tried: 'Sent. It should appear in a moment.',
  triedNot: 'It did not arrive. Turn it off and on again, then try once more.',
  others: 'Your other devices',
  declined: 'Your browser said no. Allow notifications for this site, then try again.',
  blocked:
    'Notifications are blocked for this site. Tap the icon beside the address, allow notifications, then come back.',
  home: 'On an iPhone or iPad, tap the share button, choose “Add to Home Screen”, then open Baraza from there.',
  unable: 'This browser cannot do it, or the address is not https.',
});
