/** Ways to travel, rooms and places. How a line is read is told in `wordings.ts`. */
export const travel = `
vehicle, transport, chombo cha moto, vyombo vya moto, usafiri: car, motokaa, gari dogo, saloon car, sedan, gari, ndinga,
  ~taxi, ~teksi, ~uber, ~cab, ~suv, ~van, ~jeep, ~land cruiser, ~4x4, ~saloon, ~pickup | bicycle, baiskeli, baisikeli,
  cycle, ~bike | motorbike, motorcycle, motor bike, pikipiki, bodaboda, boda boda, boda, nduthi, usafiri wa pikipiki,
  ~bike | bus, mabasi, matatu, daladala, minibus, mathree, school bus, basi la shule, usafiri wa basi, bus transport,
  ~basi, ~coach, ~shuttle, ~gari, ~van, ~costa, ~coaster | lorry, truck, lori, malori, fuso, canter, ~gari, ~trailer |
  tuktuk, tuk tuk, bajaji, ~gari | train, treni, gari moshi, garimoshi, sgr | aeroplane, airplane, flight, ~plane,
  ~ndege | helicopter, helikopta, chopa | boat, ferry, boti, mashua, kivuko, dhow, jahazi, speedboat, mtumbwi, ~meli,
  ~ship | tractor, trekta | ambulance, ambulensi, gari la wagonjwa | trailer, trela, ~truck, ~lori | hearse,
  gari la maiti
all cars, any car, magari yote, all vehicles: suv, 4x4 | saloon, sedan | limousine, limo | convertible | double cabin |
  tour van, safari van | land cruiser, landcruiser
all models, any model, all cars, any car, magari yote, models zote: prado | noah | hiace | coaster | rav4 | premio |
  probox | vitz | fielder | axio | harrier | vanguard | alphard | allion | demio | forester | hilux | x trail, xtrail |
  passo | land cruiser, landcruiser, v8 | corolla | defender | impreza | outback
all boats: dhow, jahazi | speedboat, speed boat | canoe, kayak, mtumbwi | glass bottom boat | ferry, kivuko | yacht |
  catamaran
: self drive, kuendesha mwenyewe, nitaendesha mwenyewe, without driver, without a driver, bila dereva |
  chauffeur driven, with driver, with a driver, pamoja na dereva, chauffeured
: check in, checkin, kuingia hotelini, muda wa kuingia, ~kuingia, ~arrival, ~arrive, ~kufika | check out, checkout,
  muda wa kutoka, kuondoka, ~kutoka hotelini, ~kutoka chumbani, ~departure, ~leave the room, ~leave your room,
  ~leave by, ~leave before, ~vacate
all brands, any brand, all makes, every make, aina zote, brand zote, any car, magari yote, european cars, japanese cars,
  german cars: toyota | nissan | honda | mazda | subaru | mercedes, benz | bmw | isuzu | mitsubishi | suzuki | ford |
  volkswagen, vw | peugeot | land rover, landrover | range rover | jeep | yamaha | bajaj boxer, boxer | tvs | volvo |
  audi | tesla | hyundai | kia motors, kia sportage, kia sorento | chevrolet | renault | lexus | porsche | daihatsu |
  scania | tata | hino | haojue | massey ferguson | john deere | new holland
all parts, any part, all spares, every part, spare parts, spea zote, vipuri vyote, vipuri, electrical parts: tyre, tire,
  tairi, matairi, gurudumu | car battery, battery, betri | brake pad, brakes, breki | engine, injini | gearbox,
  giaboksi, gia boksi | clutch, klachi, kilachi | shock absorber, shocks, shokapu, suspension | radiator, rejeta |
  alternator | spark plug, plagi | headlight, head light, taa ya mbele, taa za mbele | windscreen, windshield,
  kioo cha mbele | side mirror, kioo cha pembeni | bumper, bampa | exhaust, ekzosi | oil filter, air filter, filta |
  wiper, waipa | timing belt, fan belt | motorcycle chain, cheni ya pikipiki | helmet, helmeti, kofia ngumu |
  inner tube, tyubu | seat cover | number plate
all services, huduma zote, full service: oil change, change oil, engine oil, kubadilisha oil, kubadili oil,
  kumwaga oil | wheel alignment, alignment, alaimenti | wheel balancing | panel beating, kunyoosha bodi, body work,
  bodywork | spray painting, car painting, kupaka rangi gari, respray | car diagnosis, diagnostics | car wash, carwash,
  kuosha gari, kuosha magari | towing, tow truck, kuvuta gari, breakdown truck | puncture, pancha, panchali,
  kuziba pancha | ac gas, ac regas | tinting, tinti | engine overhaul, kushusha injini | wiring, wayaringi | valuation,
  uthamini wa gari, car valuation | inspection of cars, car inspection, ukaguzi wa gari
all sizes, saizi zote: 4 seater, seater 4, gari la watu 4, basi la watu 4 | 5 seater, seater 5, gari la watu 5,
  basi la watu 5 | 7 seater, seater 7, gari la watu 7, basi la watu 7 | 8 seater, seater 8, gari la watu 8,
  basi la watu 8 | 9 seater, seater 9, gari la watu 9, basi la watu 9 | 10 seater, seater 10, gari la watu 10,
  basi la watu 10 | 11 seater, seater 11, gari la watu 11, basi la watu 11 | 14 seater, seater 14, gari la watu 14,
  basi la watu 14 | 16 seater, seater 16, gari la watu 16, basi la watu 16 | 18 seater, seater 18, gari la watu 18,
  basi la watu 18 | 22 seater, seater 22, gari la watu 22, basi la watu 22 | 25 seater, seater 25, gari la watu 25,
  basi la watu 25 | 26 seater, seater 26, gari la watu 26, basi la watu 26 | 28 seater, seater 28, gari la watu 28,
  basi la watu 28 | 29 seater, seater 29, gari la watu 29, basi la watu 29 | 30 seater, seater 30, gari la watu 30,
  basi la watu 30 | 33 seater, seater 33, gari la watu 33, basi la watu 33 | 37 seater, seater 37, gari la watu 37,
  basi la watu 37 | 41 seater, seater 41, gari la watu 41, basi la watu 41 | 45 seater, seater 45, gari la watu 45,
  basi la watu 45 | 49 seater, seater 49, gari la watu 49, basi la watu 49 | 50 seater, seater 50, gari la watu 50,
  basi la watu 50 | 51 seater, seater 51, gari la watu 51, basi la watu 51 | 52 seater, seater 52, gari la watu 52,
  basi la watu 52 | 56 seater, seater 56, gari la watu 56, basi la watu 56 | 60 seater, seater 60, gari la watu 60,
  basi la watu 60 | 62 seater, seater 62, gari la watu 62, basi la watu 62 | 67 seater, seater 67, gari la watu 67,
  basi la watu 67
all airlines, any airline, mashirika yote: kenya airways, kq | jambojet | precision air | air tanzania, atcl |
  safarilink | ethiopian airlines | qatar airways | flydubai | rwandair | uganda airlines | turkish airlines | klm |
  coastal aviation | auric air | skyward | fly emirates
all buses, mabasi yote: easy coach | modern coast | tahmeed | dreamline | mash poa | guardian bus, guardian angel |
  shabiby | abood | kilimanjaro express | dar express | tashriff | simba coach | ena coach | climax coach
all couriers: dhl | fedex | g4s | wells fargo | ems | aramex | pickup mtaani
: hajj, haj, hija | umrah, umra | honeymoon package, honeymoon, fungate
: theory test, theory lesson, nadharia | road test, driving test, practical test, mtihani wa barabarani
all rooms, every room, any room, vyumba vyote, kila chumba, chumba chochote: single room, chumba cha mtu mmoja,
  vyumba vya mtu mmoja, chumba cha single, vyumba vya single, single bed, single occupancy, =single | double room,
  chumba cha watu wawili, vyumba vya watu wawili, chumba cha double, vyumba vya double, double bed, double occupancy,
  =double | twin room, twin bed, chumba cha twin, ~twin | triple room, chumba cha watu watatu, vyumba vya watu watatu,
  ~triple | quadruple room, quad room, chumba cha watu wanne | family room, chumba cha familia, vyumba vya familia,
  ~family | standard room, chumba cha kawaida, vyumba vya kawaida, ~standard | executive room, executive suite,
  chumba cha executive | superior room | deluxe room, deluxe, chumba cha deluxe | suite, presidential suite |
  honeymoon suite, honeymoon room, ~honeymoon | dormitory, dorm, bweni la, dorm bed | vip room, chumba cha vip |
  cottage, banda la kulala | villa | penthouse | luxury tent, tented camp
: ensuite, en suite, self contained, choo ndani, chenye choo, chumba self, vyumba self | shared bathroom, shared toilet,
  bafu la pamoja, choo cha pamoja
: sea view, ocean view, beach view, mandhari ya bahari | garden view | mountain view | pool view | lake view | city view
: one bedroom, chumba kimoja cha kulala, 1 bedroom, bedroom moja, one bed roomed, 1br | two bedroom,
  vyumba viwili vya kulala, 2 bedroom, bedroom mbili, 2br, vyumba viwili | three bedroom, vyumba vitatu vya kulala,
  3 bedroom, bedroom tatu, 3br, vyumba vitatu | four bedroom, vyumba vinne vya kulala, 4 bedroom, 4br, vyumba vinne |
  five bedroom, vyumba vitano vya kulala, 5 bedroom | bedsitter, bedsitta, bedsita | studio apartment |
  single room house, chumba cha kupanga | plot, kiwanja, viwanja, ploti | office space, ofisi ya kupanga | shop to let,
  shop space, fremu ya duka, fremu za maduka | warehouse, godown, ghala, bohari | maisonette | bungalow | farm land,
  farmland, agricultural land, shamba
: quarter acre, quarter of an acre, robo ekari, robo eka | half acre, half an acre, nusu ekari, nusu eka | eighth acre,
  eighth of an acre, one eighth | 50x100, 50 by 100, 50 kwa 100 | 40x80, 40 by 80 | 40x60, 40 by 60 | 100x100,
  100 by 100 | 20x20, 20 kwa 20 | 30x30, 30 kwa 30
: freehold | leasehold
: furnished, yenye samani, yenye fanicha | unfurnished, isiyo na samani
: one way, kwenda tu, single trip | return ticket, round trip, return trip, kwenda na kurudi
all classes, madaraja yote, any class: first class, daraja la kwanza, ~daraja la juu | second class, daraja la pili |
  third class, daraja la tatu | business class, daraja la biashara | economy class, economy, daraja la kawaida | vip,
  vvip, ~daraja la juu
all tickets, tiketi zote: early bird | season ticket, season pass | group ticket, tiketi ya kikundi | day pass,
  tiketi ya siku | vip ticket, tiketi ya vip, vip | regular ticket, ordinary ticket, tiketi ya kawaida
: air freight, air cargo, kwa ndege | sea freight, ocean freight, kwa meli | by road, road freight, kwa barabara
: parcel, kifurushi, package, ~mzigo | passenger, abiria
: house moving, moving house, kuhama nyumba, kuhamisha vitu, relocation | office moving, office relocation,
  kuhamisha ofisi
nationwide, countrywide, kote nchini, nchi nzima, nchini kote, all counties, every county, mikoa yote, kaunti zote,
  everywhere, anywhere, popote, outside, nje ya, branches, matawi, upcountry, mikoani, all towns, major towns,
  miji yote, miji mikubwa, other towns, miji mingine, how do i get, nitafikaje, nafikaje, ninafikaje, nikitoka,
  directions: nairobi, nairobi national park, nai, nairoberry | mombasa | kisumu | nakuru | eldoret, eldy | thika |
  nyeri | meru | embu | machakos | kitui | garissa | malindi | lamu | kilifi | naivasha | kericho | kakamega | kisii |
  bungoma | nanyuki | isiolo | kiambu | narok | voi | diani | watamu | homa bay, homabay | migori | siaya | busia |
  webuye | kitale | lodwar | marsabit | moyale | wajir | mandera | nyahururu | muranga | kerugoya | karatina | limuru |
  ruiru | juja | kitengela | athi river | ongata rongai, rongai | ngong | kajiado | emali | taveta | kwale | ukunda |
  mtwapa | kapsabet | bomet | gilgil | chuka | mwingi | maralal | kapenguria | iten | kabarnet | mumias | vihiga |
  oyugis | namanga | dar es salaam, dar, daresalaam | arusha | dodoma | mwanza | mbeya | moshi | tanga | morogoro,
  moro | zanzibar, unguja, zenji | pemba | iringa | tabora | kigoma | songea | mtwara | bukoba | musoma | singida |
  shinyanga | bagamoyo | geita | kahama | bariadi | sumbawanga | mpanda | njombe | makambako | masasi | babati |
  karatu | korogwe | lushoto | handeni | kibaha | chalinze | ifakara | tunduma | nzega | tarime | bunda | sengerema |
  chato | mafinga | kilwa | kampala, kla | entebbe | jinja | gulu | mbarara | mbale | fort portal | hoima | masindi |
  arua | lira | soroti | tororo | masaka | kabale | kasese | mukono | kisoro | malaba | wakiso | kigali | musanze |
  gisenyi, rubavu | bujumbura | gitega | goma | bukavu | lubumbashi | juba | addis ababa | mogadishu | hargeisa |
  lusaka | lilongwe | johannesburg
nairobi, everywhere, anywhere, popote, elsewhere, other areas, maeneo mengine, all estates, mitaa yote, town, cbd,
  mjini, outside, nje ya, how do i get, nitafikaje, nafikaje, ninafikaje, nikitoka, directions: westlands, westi |
  karen | kilimani | lavington | kileleshwa | kasarani | roysambu | embakasi | donholm | buruburu | south b | south c |
  langata | kibera | kawangware | kayole | ruaka | parklands | ngara | eastleigh | gikomba | upper hill, upperhill |
  hurlingham | utawala | syokimau | mlolongo | zimmerman | githurai | runda | gigiri | muthaiga | rongai | kikuyu town |
  kitengela | ruiru | juja
dar es salaam, dar, everywhere, popote, maeneo mengine, mitaa yote, mjini, nje ya, nitafikaje, nafikaje, ninafikaje,
  nikitoka, directions, how do i get: kariakoo | mbezi | kinondoni | ilala | temeke | masaki | mikocheni | sinza |
  ubungo | kigamboni | tegeta | mwenge | kimara | mbagala | gongo la mboto | upanga | oysterbay | msasani | tabata |
  buguruni | bunju | kijitonyama | magomeni | kawe | makumbusho
mombasa, everywhere, popote, elsewhere, outside, nje ya, directions, how do i get, nitafikaje, nafikaje: nyali |
  bamburi beach | likoni | kisauni | tudor | changamwe | mtwapa | shanzu | kizingo
kampala, everywhere, elsewhere, outside, directions, how do i get: ntinda | kololo | nakasero | makindye | muyenga |
  kabalagala | bukoto | najjera | nansana | kansanga | wandegeya | bugolobi | naguru | rubaga
east africa, worldwide, abroad, international, afrika mashariki, duniani kote, nje ya nchi, nchi zote, overseas,
  all countries, any country, africa, afrika, all nationalities: kenya | tanzania | uganda | rwanda | burundi |
  ethiopia, uhabeshi | somalia | south sudan, sudan kusini, ~sudan | sudan | congo, drc, kongo | zambia | malawi |
  mozambique, msumbiji | south africa, afrika kusini, sauzi | zimbabwe | botswana | namibia | angola | eritrea |
  djibouti | ghana | nigeria | cameroon | egypt, misri | morocco | madagascar | mauritius | seychelles, shelisheli |
  comoros, komoro | india | pakistan | china, uchina | japan, japani | south korea, korea | malaysia | singapore |
  thailand | dubai, uae, emirates | saudi arabia, saudia, saudi | qatar | oman, omani | kuwait | uturuki, turkiye |
  israel | america, usa, marekani, united states | canada, kanada | uk, britain, uingereza, england, united kingdom |
  germany, ujerumani | france, ufaransa | italy, italia | spain, hispania | netherlands, uholanzi, holland | belgium,
  ubelgiji | sweden | norway | denmark | switzerland, uswisi | poland | ireland | russia, urusi | australia | brazil
everyone, all nationalities, mataifa yote: kenyan, mkenya | tanzanian, mtanzania | ugandan, mganda | rwandan,
  mnyarwanda | congolese, mkongo | somali national, msomali | ethiopian | burundian, mrundi
: east african citizen, citizen, raia | non citizen, foreigner, foreign national, foreign visitor, foreign tourist,
  raia wa kigeni, wageni wa kigeni, wasio raia, mtalii wa kigeni, watalii wa kigeni, asiye raia
all parks, any park, hifadhi zote, mbuga zote: maasai mara, masai mara, the mara, ~mara | serengeti | amboseli | tsavo,
  tsavo east, tsavo west | ngorongoro | lake nakuru | lake naivasha | lake bogoria | lake baringo | lake turkana |
  lake manyara, manyara | nairobi national park | hells gate | aberdare | ol pejeta | lewa | tarangire | ruaha |
  mikumi | selous, nyerere | katavi | gombe | mahale | saadani | bwindi | queen elizabeth | murchison | kidepo |
  kibale | lake mburo | samburu | kilimanjaro, mlima kilimanjaro, mount kilimanjaro | mount kenya, mlima kenya |
  mount meru, mlima meru | mount elgon, mlima elgon | mount longonot, longonot | rwenzori | volcanoes national park,
  virunga | akagera | nyungwe | shimba hills | arabuko sokoke | kakamega forest
: tsavo east | tsavo west
all routes, njia zote: marangu route, marangu | machame route, machame | lemosho | rongai route | umbwe | shira |
  sirimon | chogoria | naro moru
all beaches: nungwi | kendwa | paje | jambiani | stone town | prison island | mnemba | diani beach | nyali beach |
  watamu beach
all activities, any activity, shughuli zote, all tours: game drive | hot air balloon, balloon safari, balloon ride,
  balloon | bush walk, walking safari, nature walk, guided walk, matembezi ya msituni | hiking, trekking, kupanda mlima,
  kupanda milima, mountain climbing | snorkelling, snorkeling | scuba diving, scuba, kuzamia, diving | kayaking |
  fishing trip, sport fishing, deep sea fishing | bird watching, birdwatching, ~birding, kutazama ndege | village tour,
  cultural visit, cultural tour, village visit, utamaduni | night game drive, night drive | horse riding,
  horseback riding, kupanda farasi | camel ride, kupanda ngamia | quad bike | zip line, zipline | rafting | bungee,
  bungee jumping | camping trip, go camping, kupiga kambi, ~camping | city tour, matembezi ya jiji | spice tour,
  spice farm | dhow cruise, sunset cruise | kite surfing, kitesurfing | jet ski, jetski | paragliding | archery |
  paintball | go kart, karting | picnic, pikiniki | bouncing castle, jumping castle | face painting
: day trip, day tour, safari ya siku moja | overnight trip, overnight safari
: budget safari | luxury safari | mid range safari
: peak season, high season, msimu wa juu, msimu wa watalii | low season, off peak, msimu wa chini, green season
: private tour, private safari | group tour, group safari, joining safari, shared safari
all facilities, all amenities, huduma zote: swimming pool, bwawa la kuogelea, pool, mabwawa ya kuogelea,
  dimbwi la kuogelea | gym, fitness centre, fitness center, jimu, ~mazoezi | spa | sauna, steam bath, steam room |
  jacuzzi, hot tub | bar | playground, kids play area, play area, uwanja wa watoto, sehemu ya watoto kucheza | parking,
  maegesho, car park, kuegesha | wifi, wi fi, internet, intaneti, hotspot, waifai, mtandao wa intaneti | lift, elevator,
  lifti | air conditioning, air conditioner, air con, aircon, kiyoyozi, viyoyozi, ac | fan, feni, pangaboi | hot water,
  hot shower, maji ya moto | balcony, roshani | kitchenette | mini bar, minibar | fridge, friji | tv, television,
  televisheni, runinga | safe box, room safe, sefu | hair dryer, hairdryer | mosquito net, chandarua, vyandarua |
  room service | airport transfer, airport pickup, airport pick up, airport shuttle | backup generator,
  standby generator, generator, jenereta | wheelchair ramp, ramp | prayer room, chumba cha swala, chumba cha sala |
  breastfeeding room, chumba cha kunyonyesha | changing room, chumba cha kubadilishia | locker, makabati ya kufungia |
  tennis court | gift shop | fireplace, bonfire, campfire | bathtub, bath tub | ironing board, pasi | luggage storage,
  left luggage, kuhifadhi mizigo
: manual, gia za mkono, manual car, manual transmission | automatic, gia za otomatiki, otomatiki
: domestic, ndani ya nchi | international, kimataifa, nje ya nchi
: morning flight | evening flight
: aisle seat | window seat, kiti cha dirishani
: fare, nauli
: luggage, baggage, suitcase, mzigo, sanduku
: visitor, guest, mgeni
: trip, journey, excursion, safari
: airport, uwanja wa ndege, kiwanja cha ndege
: bus station, bus stop, stendi, bus park, kituo cha mabasi, stage ya matatu
: accident, ajali
: traffic jam, ~jam, msongamano
: accommodation, lodging, malazi
: mountain, mlima
: beach, ufukwe, ufuo, pwani
: island, kisiwa
`;
