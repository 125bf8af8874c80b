/** Phones, computers, networks and what guards a house. How a line is read is told in `wordings.ts`. */
export const technology = `
all networks, any network, mitandao yote, mtandao wowote: safaricom, saf | airtel | telkom | vodacom, voda | tigo, yas |
  halotel | mtn | ttcl | faiba | zuku, zuku fiber | starlink | lycamobile | liquid telecom | jtl
all channels, chaneli zote, any decoder: dstv | gotv | startimes, star times | zuku tv | azam tv, azam decoder, azamtv |
  netflix | showmax | continental decoder
all social media, any social media, social media, mitandao ya kijamii, mitandao yetu: email, e mail, barua pepe,
  baruapepe, imeli, ~contact | facebook, fb | instagram, insta, ig | tiktok, tik tok | twitter | youtube, you tube |
  telegram | linkedin | whatsapp, wasap, whatsap, watsap, whatsup, wozap, ~contact, ~phone, ~simu | snapchat | fax,
  faksi | po box, p o box, postal address, sanduku la posta, s l p, slp, anwani ya posta
all repairs, any repair, any problem, all faults, matatizo yote, kila tatizo: screen, screen replacement,
  cracked screen, broken screen, skrini, kioo cha simu, kubadilisha kioo, ~kioo, ~display, ~touch | phone battery,
  battery replacement, kubadilisha betri, betri ya simu, betri ya laptop, laptop battery, ~battery, ~betri |
  charging port, charging system, sehemu ya kuchaji, mfumo wa chaji, haichaji, haingizi chaji, not charging, ~charge |
  speaker repair, earpiece, spika ya simu, ~speaker, ~spika | microphone, mouthpiece, maikrofoni, maiki | water damage,
  liquid damage, imeingia maji, iliyoingia maji, imeangukia maji, imeanguka majini | software, phone flashing, kuflash,
  software update | unlocking, unlock, phone unlocking, kutoa lock, kufungua lock, pattern lock | data recovery,
  recover data, recover photos, kurejesha data, kurudisha picha zilizofutika | motherboard, logic board, mother board |
  virus removal, antivirus | keyboard replacement, laptop keyboard, kibodi | camera repair, phone camera, kamera ya simu
all accessories, vifaa vyote vya simu: charger, chaja | earphone, headphone, earbuds, earpods, airpods, headset,
  spika za masikioni | phone cover, phone case, kava, kava ya simu, kasha la simu, ~cover | screen protector, protekta,
  screen guard, protector | power bank, powerbank | memory card, sd card, kadi ya kumbukumbu, ~memory | flash disk,
  flash drive, usb stick, flashi, ~flash | usb cable, charging cable, waya wa chaji, data cable, ~cable, ~waya | mouse,
  kipanya, mausi | keyboard, kibodi, baobonye | hard disk, hard drive, hdd, ssd, diski | ram | router, modem, mifi,
  raouta | toner, ink cartridge, cartridge, printer ink, wino, ~ink | monitor, computer screen, mfuatiliaji |
  laptop bag, begi la laptop | adapter, adaptor, adapta | extension cable, extension cord | bluetooth speaker,
  spika ya bluetooth, ~speaker, ~spika | smart watch, smartwatch, saa janja | tripod | selfie stick | ring light |
  hdmi cable, hdmi | webcam | ups, surge protector
all sizes, saizi zote: 4gb, gb 4 | 8gb, gb 8 | 16gb, gb 16 | 32gb, gb 32 | 64gb, gb 64 | 128gb, gb 128 | 256gb, gb 256 |
  512gb, gb 512 | 1tb, tb 1 | 2tb
all speeds, kasi zote: 5mbps, mbps 5 | 8mbps | 10mbps, mbps 10 | 15mbps | 20mbps, mbps 20 | 30mbps | 40mbps, mbps 40 |
  50mbps | 60mbps | 80mbps | 100mbps, mbps 100
all sizes, saizi zote, size zote: 19 inch, inchi 19 | 24 inch, inchi 24 | 32 inch, inchi 32, inch 32 | 40 inch,
  inchi 40, inch 40 | 42 inch, inchi 42 | 43 inch, inchi 43, inch 43 | 49 inch | 50 inch, inchi 50, inch 50 | 55 inch,
  inchi 55, inch 55 | 65 inch, inchi 65, inch 65 | 75 inch, inchi 75 | 85 inch
: android, androidi | ios, iphone app | microsoft windows, windows 10, windows 11, ~windows | linux, ubuntu | mac, macos
all software, programu zote: excel, microsoft excel, ms excel | microsoft word, ms word | powerpoint | photoshop,
  adobe photoshop | illustrator | quickbooks, quick books | sage | autocad, archicad | coreldraw, corel draw |
  premiere pro | spss | python | java, javascript | canva | tally
all services, huduma zote: website design, web design, website development, web development, build a website,
  kutengeneza tovuti, kutengeneza website, tengeneza website, mnatengeneza website, mnatengeneza tovuti,
  tunatengeneza tovuti, tunatengeneza website, ~website, ~tovuti | app development, mobile app, mobile application,
  kutengeneza app, kutengeneza programu ya simu | web hosting, domain name, domain registration, hosting |
  graphic design, logo design, kubuni nembo, usanifu wa picha, graphics, ~logo, ~nembo | network installation,
  networking, internet installation, lan | cctv installation, kufunga cctv, kufunga kamera, ~cctv | seo, search engine |
  social media management, digital marketing | pos system, point of sale, mfumo wa mauzo | bulk sms | computer repair,
  laptop repair, kutengeneza kompyuta, kutengeneza laptop | data entry, typing, typesetting, kuchapa kazi | ecitizen,
  e citizen, huduma za ecitizen | kra returns, filing returns, file returns, itax, kujaza returns | online application,
  helb application, kuccps, nta application | typing services, cv writing, kuandika cv | translation, tafsiri,
  kutafsiri, translate
all bills, bili zote: electricity token, token, luku, tokeni, umeme wa luku, kplc token, stima token | water bill,
  bili ya maji, lipia maji | airtime, vocha, muda wa maongezi, credo, kredo, ~salio | data bundle, internet bundle,
  bando, bundles, vifurushi vya data, vifurushi vya intaneti | sim card, simcard, laini, line ya simu, kadi ya simu,
  ~sim swap, ~sim replacement | sim swap, sim replacement, replace my sim, replace a sim, ~sim card, ~simcard, ~laini,
  kurudisha laini, kurenew laini, laini iliyopotea
all items, vifaa vyote vya sola: solar panel, paneli ya sola, paneli, sola paneli | solar battery, betri ya sola,
  betri ya solar, ~battery, ~betri | inverter, inveta | solar lamp, solar lantern, solar light, taa ya sola,
  taa za sola, taa za solar, ~lamp, ~taa, ~light | solar water heater, heater ya sola, hita ya sola | solar pump,
  solar water pump, pampu ya sola, pampu ya solar, ~pump, ~pampu | charge controller | solar street light,
  taa za barabarani | solar fridge, friji ya sola | solar tv, tv ya sola
all security, ulinzi wote: cctv, cctv camera, cctv system, security camera, kamera za ulinzi, kamera za usalama,
  surveillance camera | alarm system, burglar alarm, alarm, king'ora, kengele ya wizi | electric fence, uzio wa umeme,
  fensi ya umeme | biometric, access control, fingerprint, alama za vidole | guard dog, security dog, mbwa wa ulinzi,
  k9 | fire extinguisher, kizima moto, vizima moto, mtungi wa kuzimia moto | smoke detector, fire alarm,
  kengele ya moto | cash in transit, kusindikiza pesa, cash escort | bouncer, mabaunsa, baunsa, event security |
  bodyguard, mlinzi binafsi, vip protection | gps tracker, car tracker, car tracking, tracker ya gari, gps, ~tracking |
  gate automation, automatic gate, geti la umeme | razor wire, nyaya za wembe | metal detector | intercom, intakomu |
  safe box, sefu
all coverage, huduma zote: videography, video coverage, video shooting, kurekodi video, kupiga video, ~video | drone,
  droni, aerial | photo shoot, photoshoot, photography, kupiga picha, upigaji picha, ~photo, ~picha | photo album,
  albamu, album | photo frame, picture frame, fremu | photobook, photo book | live streaming, livestream, live stream,
  matangazo ya moja kwa moja | photo booth | photo editing, kuhariri picha | passport photo, passport size photo,
  passport size, kupiga picha za pasipoti, kupiga picha ya pasipoti, kupiga picha za passport, picha za passport,
  picha ya pasipoti, picha za pasipoti, picha ya paspoti
all sizes, saizi zote: a4, a 4 size | a3 | a5 | a2 | a1 | a0
: colour printing, color printing, print in colour, kuprint rangi, kuchapisha kwa rangi, coloured printing, ~colour,
  ~color, ~rangi | black and white printing, black and white, nyeusi na nyeupe, ~nyeusi
all items, bidhaa zote: business card, kadi za biashara, kadi ya biashara | wedding card, invitation card,
  kadi za harusi, kadi ya harusi, kadi za mwaliko | banner, bango, mabango, ~billboard | poster, bango dogo | flyer,
  brochure, kipeperushi, vipeperushi | t shirt printing, tshirt printing, t shirt, fulana, tisheti | mug printing,
  branded mug | sticker, stika | rubber stamp, muhuri, mhuri | receipt book, invoice book, kitabu cha risiti,
  vitabu vya risiti | calendar printing, calendar, kalenda | signboard, kibao cha biashara | trophy, kombe, plaque |
  branded pen | umbrella branding, mwavuli, miavuli | cap branding, branded cap
: embroidery, kudarizi, tarizi | screen printing, silk screen | engraving, kuchonga
: internet, intaneti, wifi, mtandao
: website, tovuti, wavuti
: computer, kompyuta, pc, tarakilishi
: password, nenosiri, nywila, paswedi
: video, vidio
: message, ujumbe, sms, meseji
: taa, bulb, balbu, lamp
: machine, mashine
: signal, mawimbi
: download, pakua, kupakua
: hacked, imedukuliwa, kudukuliwa
: upgrade, kuboresha
: speed, kasi
: slow, polepole
: size, ukubwa, saizi
: design, kubuni, ubunifu
: logo, nembo
: sample, sampuli
`;
