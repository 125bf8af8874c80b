/** Days, seasons and how often. How a line is read is told in `wordings.ts`. */
export const time = `
daily, every day, everyday, weekday, weekend, wikendi, wikiendi, kila siku, siku zote, siku saba, siku 7, 7 days,
  seven days, siku za wiki, siku za kazi, mwisho wa wiki, any day, siku yoyote, other days, siku nyingine, siku zingine,
  except, isipokuwa, 24 7: monday, jumatatu, mon, j3, jtatu | tuesday, jumanne, tue, j4, jnne | wednesday, jumatano, j5,
  jtano, ~wed | thursday, alhamisi, alhamis, thu, thur | friday, ijumaa, fri | saturday, jumamosi, jmosi, j1, ~sat |
  sunday, jumapili, jpili, j2, ~sun
all year, year round, every month, each month, any month, mwaka mzima, kila mwezi, mwezi wowote, kabla ya, before,
  no later than, not later than: january, januari, janwari, ~mwezi wa kwanza, ~mwezi wa 1, ~jan | february, februari,
  mwezi wa 2, ~mwezi wa pili, ~feb | =march, machi, mwezi wa 3, ~mwezi wa tatu, ~mar | april, aprili, mwezi wa nne,
  mwezi wa 4, ~apr | mei, mwezi wa tano, mwezi wa 5, ~may | june, juni, mwezi wa sita, mwezi wa 6, ~jun | july, julai,
  mwezi wa saba, mwezi wa 7, ~jul | august, agosti, mwezi wa nane, mwezi wa 8, ~aug | september, septemba, sept,
  mwezi wa tisa, mwezi wa 9, ~sep | october, oktoba, mwezi wa kumi, mwezi wa 10, ~oct | november, novemba,
  mwezi wa kumi na moja, mwezi wa 11, ~nov | december, desemba, disemba, decemba, mwezi wa kumi na mbili, mwezi wa 12,
  ~dec
holidays, public holiday, national holiday, siku ya mapumziko, siku za mapumziko, sikukuu za, sikukuu, sikukuu zote:
  christmas, krismasi, xmas, noeli | easter, pasaka, good friday, ijumaa kuu | eid, idd, idi | new year, mwaka mpya |
  ramadan, ramadhani, ramadhan | valentine, siku ya wapendanao | boxing day | labour day, may day, mei mosi,
  siku ya wafanyakazi | madaraka day, madaraka | mashujaa day, mashujaa | jamhuri day, jamhuri | saba saba, sabasaba |
  nane nane, nanenane | maulid, maulidi | independence day, siku ya uhuru, uhuru day | mother's day, siku ya mama |
  father's day | women's day, siku ya wanawake | diwali | martyrs day | union day, siku ya muungano | utamaduni day,
  huduma day, moi day, mazingira day
: per day, kwa siku, kila siku, daily rate, ~a day, ~day, ~siku | per week, kwa wiki, kila wiki, weekly, ~a week, ~week,
  ~wiki | per month, kwa mwezi, kila mwezi, monthly, ~a month, ~month, ~mwezi | per year, kwa mwaka, kila mwaka,
  per annum, yearly, annually, ~a year, ~year, ~annual, ~mwaka | per hour, kwa saa, kila saa, hourly, ~an hour, ~hour |
  per term, kwa muhula, kila muhula, ~a term, ~term, ~muhula | per night, kwa usiku, ~a night, ~night, ~usiku |
  per session, per lesson, per class, kwa kipindi, ~session, ~lesson, ~kipindi, ~class | per trip, kwa safari,
  kwa tripu, ~trip | per semester, kwa semista, ~semester, ~semista
: first bus, first trip, wa kwanza, la kwanza, ya kwanza, cha kwanza, ~first | last bus, last trip, wa mwisho,
  la mwisho, ya mwisho, cha mwisho, ~last
all day, whole day, day and night, siku nzima, kutwa nzima, round the clock, saa 24, masaa 24, 24 hours, 24 hour, 24 7,
  usiku na mchana: morning, asubuhi, ~alfajiri, ~am | afternoon, alasiri, ~mchana, ~pm, ~noon | evening, jioni, ~night,
  ~usiku, ~pm | night, usiku, midnight, overnight, ~evening, ~jioni, ~pm, ~late
: half day, nusu siku | full day, whole day, siku nzima, day trip | overnight trip, overnight stay, kulala usiku
all seasons, all year, year round, misimu yote, mwaka mzima: rainy season, wet season, long rains, masika,
  msimu wa mvua, ~rains, ~mvua | short rains, vuli, ~rains, ~mvua | dry season, kiangazi, msimu wa kiangazi,
  msimu wa ukame
all seasons, all year, year round, misimu yote, mwaka mzima: high season, peak season, msimu wa juu,
  msimu wa wageni wengi | low season, off peak, off season, green season, msimu wa chini, msimu wa wageni wachache
all prayers, five prayers, swala zote, swala tano, sala zote: fajr, fajri, swala ya alfajiri, sala ya alfajiri,
  swala ya asubuhi | dhuhr, dhuhur, swala ya adhuhuri, sala ya adhuhuri | asr, swala ya alasiri, sala ya alasiri |
  maghrib, swala ya magharibi, sala ya magharibi | isha prayer, swala ya isha, sala ya isha | friday prayer,
  jumaa prayer, swala ya ijumaa, sala ya ijumaa, jummah | taraweeh, tarawehe | eid prayer, swala ya idd, swala ya idi,
  sala ya idd
all services, both services, every service, ibada zote, misa zote: first service, first mass, ibada ya kwanza,
  misa ya kwanza, ~first, ~ya kwanza | second service, second mass, ibada ya pili, misa ya pili, ~second, ~ya pili |
  third service, third mass, ibada ya tatu, misa ya tatu, ~third, ~ya tatu | midweek service, ibada ya katikati ya wiki,
  ibada ya katikati ya juma
all services, both services, ibada zote, misa zote: english service, english mass, ibada ya kiingereza,
  misa ya kiingereza, ~english, ~kiingereza | swahili service, swahili mass, ibada ya kiswahili, misa ya kiswahili,
  ~swahili, ~kiswahili | youth service, ibada ya vijana, misa ya vijana, ~youth, ~vijana | children's service,
  ibada ya watoto, misa ya watoto, ~children, ~watoto
all shifts, any shift, shifti zote, zamu zote: day shift, shifti ya mchana, zamu ya mchana | night shift,
  shifti ya usiku, zamu ya usiku
: begin, start, commence, inaanza, tunaanza, kuanza, zinaanza, yanaanza, mnaanza, huanza, linaanza, kinaanza
: finish, inaisha, kuisha, linaisha, zinaisha, yanaisha, huisha, kumalizika, inamalizika
: weekend, wikendi, wikiendi
: schedule, timetable, ratiba
: hour, saa, masaa
: week, wiki, juma
: month, mwezi, miezi
: year, mwaka, miaka
: today, leo
: tomorrow, kesho
: yesterday, jana
: late, delay, kuchelewa, nikichelewa, nimechelewa, umechelewa, ukichelewa
: early, mapema
: urgent, haraka, express
: noon, midday, adhuhuri
: dawn, alfajiri
`;
