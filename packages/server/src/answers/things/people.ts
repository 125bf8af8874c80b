/** Persons by age, family and office. How a line is read is told in `wordings.ts`. */
export const people = `
unisex, both sexes, both genders, everyone, mixed, jinsia zote, jinsia yoyote, wote: man, men, boy, male, gentleman,
  gents, kiume, mwanaume, wanaume, mvulana, wavulana, mwanamume, vijana wa kiume | woman, women, girl, female, lady,
  kike, mwanamke, wanawake, msichana, wasichana, manzi, ~mama, ~mothers, ~akina mama
all ages, any age, everyone, family, umri wote, umri wowote, familia, rika zote: child, children, kid, baby, infant,
  toddler, mtoto, watoto, kichanga, mtoi, ~under, ~chini ya, ~miaka, ~years, ~age, ~pupil, ~student, ~mwanafunzi,
  ~wanafunzi, ~son, ~daughter, ~umri | adult, grown up, grownup, mtu mzima, watu wazima, ~above, ~zaidi ya, ~miaka,
  ~years, ~age, ~umri, ~over | senior citizen, elderly, pensioner, old people, wazee, mzee, wastaafu, mstaafu, ~above,
  ~miaka, ~years, ~age, ~over, ~umri | teenager, teen, teenage, balehe, ~youth, ~vijana, ~kijana, ~miaka, ~years, ~age,
  ~umri
staff, employee, worker, wafanyakazi, mfanyakazi, wahudumu, mhudumu: manager, meneja, branch manager, general manager,
  ~boss | assistant manager, deputy manager, naibu meneja, meneja msaidizi | teacher, mwalimu, walimu, instructor,
  mkufunzi, tutor, ticha, ~trainer, ~coach, ~lecturer, ~mhadhiri | lecturer, mhadhiri, profesa, professor, ~teacher,
  ~mwalimu | trainer, coach, kocha, ~mkufunzi, ~instructor, ~mwalimu | head teacher, headteacher, school principal,
  headmaster, headmistress, mwalimu mkuu, mkuu wa shule, ~principal, ~director, ~head | deputy head teacher,
  deputy principal, naibu mwalimu mkuu, deputy headteacher | class teacher, mwalimu wa darasa | driver, chauffeur,
  dereva, suka | conductor, kondakta, konda, makanga, turnboy, utingo | pilot, rubani | cook, chef, mpishi, ~caterer |
  waiter, waitress, weita | bartender, barmaid, barista | accountant, cashier, mhasibu, keshia, bursar, ~treasurer,
  ~mhazini | guard, watchman, askari, mlinzi, bawabu, soja | nurse, muuguzi, nesi, wauguzi, ~sister | midwife, mkunga,
  ~nurse | doctor, physician, daktari, tabibu, mganga, dokta, ~clinician, ~medical officer, ~clinical officer, ~surgeon,
  ~dentist, ~vet | pharmacist, mfamasia, chemist owner | vet, veterinary, veterinarian, veterinary officer,
  daktari wa mifugo, daktari wa wanyama, mganga wa mifugo, ~daktari | owner, mmiliki, proprietor, mwenye duka,
  mwenye biashara, ~founder, ~director, ~mwanzilishi | founder, mwanzilishi, waanzilishi, muasisi, mwasisi, ~owner,
  ~founded, ~mmiliki | chairperson, chairman, chairlady, mwenyekiti, wenyeviti, ~chair | vice chairperson,
  vice chairman, vice chair, makamu mwenyekiti, naibu mwenyekiti | secretary, katibu | treasurer, mweka hazina,
  mtunza hazina, mhazini | pastor, reverend, mchungaji, ~pasta, ~bishop, ~askofu, ~father | bishop, askofu, archbishop,
  ~pastor, ~mchungaji | priest, padre, padri, paroko, ~father | deacon, shemasi, deaconess | catechist, katekista |
  evangelist, mwinjilisti, muinjilisti | church elder, mzee wa kanisa, wazee wa kanisa | imam, sheikh, shehe, ustadhi,
  imamu, ~maalim | director, ceo, mkurugenzi, managing director, ~founder, ~owner | ~receptionist, ~mapokezi,
  ~reception, ~front desk | mechanic, fundi makanika, makanika, fundi magari, fundi gari, mekanika | electrician,
  fundi umeme, fundi wa umeme, fundi stima | plumber, fundi bomba, fundi wa mabomba, fundi wa bomba | tailor,
  fundi cherehani, fundi wa nguo, fundi nguo, mshonaji, dressmaker, seamstress | carpenter, seremala | mason,
  fundi mwashi, mwashi, fundi ujenzi, ~mjenzi | welder, fundi wa kuchomelea, mchomeleaji, fundi welding | painter,
  fundi rangi, fundi wa rangi | contractor, mkandarasi, wakandarasi | architect, msanifu majengo, msanifu | surveyor,
  mpima ardhi, mpimaji ardhi, wapima ardhi | valuer, mthamini | lawyer, advocate, wakili, attorney, ~notary | judge,
  hakimu, jaji, magistrate | engineer, mhandisi, injinia | tour guide, safari guide, mwongozaji, mwongoza watalii,
  waongoza watalii | porter, mpagazi, wapagazi | librarian, mkutubi | photographer, mpiga picha, wapiga picha,
  cameraman | videographer, mpiga video | dj, deejay, disc jockey | mc, master of ceremonies, emcee, mshereheshaji,
  washereheshaji | florist | barber, kinyozi | hairdresser, hair stylist, hairstylist, msusi, wasusi, ~stylist |
  makeup artist, make up artist, mpambaji | masseuse, masseur, massage therapist | cleaner, msafishaji, mfagiaji,
  janitor | gardener, mtunza bustani, shamba boy | nanny, babysitter, baby sitter, yaya, dada wa kazi, mlezi wa mtoto |
  house help, househelp, housemaid, housegirl, mfanyakazi wa ndani, dada wa nyumbani, msaidizi wa nyumbani | matron,
  metroni, patron wa bweni, mlezi wa bweni | social worker, afisa ustawi wa jamii | chief, chifu, assistant chief |
  village elder, mzee wa kijiji, balozi wa nyumba kumi | mtendaji, afisa mtendaji | councillor, mca, diwani |
  loan officer, credit officer, afisa mikopo, afisa wa mikopo | extension officer, agronomist, afisa ugani,
  bwana shamba, mtaalamu wa kilimo, agricultural officer | auditor, mkaguzi wa hesabu | registrar, msajili |
  interpreter, translator, mkalimani, mtafsiri | referee, refa, mwamuzi | lifeguard, mwokoaji | dietician, nutritionist,
  mtaalamu wa lishe | undertaker | blacksmith, mhunzi | butcher, mchinjaji, bucha owner | baker, mwokaji
: resident, wakazi, mkazi, citizen, raia wa kenya, raia wa tanzania, mwananchi, wananchi, ~raia | non resident,
  wasio wakazi, foreigner, foreign national, non citizen, raia wa kigeni, mgeni kutoka nje, wageni kutoka nje,
  wageni wa nje, ~tourist, ~mtalii, ~watalii
: member, mwanachama, wanachama, memba | non member, wasio wanachama, asiye mwanachama, nonmember
family, relative, ndugu, jamaa, familia, anyone, anybody, someone, mtu yeyote, mtu mwingine: husband, hubby, ~spouse,
  mumewe, mme, mume, ~partner, ~married, ~couple, ~ameolewa, ~aliolewa, ~mwenzi | wife, mke, mkewe, wifey, ~spouse,
  ~partner, ~married, ~couple, ~ameoa, ~alioa, ~mwenzi | brother, kaka, bro, braza, ~sibling | sister, dada, sista,
  ~sibling | uncle, mjomba, ~ami, ~baba mdogo | aunt, shangazi, auntie, aunty, ~mama mdogo | grandmother, grandma,
  granny, ~bibi, ~nyanya, ~grandparent, ~cucu, ~grandson, ~granddaughter, ~grandchildren, ~mjukuu | grandfather,
  grandpa, babu, ~grandparent, ~guka, ~grandson, ~granddaughter, ~grandchildren, ~mjukuu | neighbour, neighbor, jirani |
  cousin, binamu | nephew, niece, mpwa | friend, rafiki, beshte | girlfriend, boyfriend, mpenzi, mchumba, fiance,
  fiancee | son in law, daughter in law, mother in law, father in law, mkwe, mama mkwe, baba mkwe | ~parent, ~mzazi,
  ~wazazi, ~mother, ~father, ~mama, ~baba, ~mum, ~dad, ~guardian, ~mlezi, ~son, ~daughter
all groups, vikundi vyote: women's group, women's fellowship, mothers' union, kikundi cha wanawake, chama cha wanawake,
  umoja wa akina mama, umoja wa wanawake, women's guild | youth group, youth fellowship, kikundi cha vijana, vijana,
  youth, umoja wa vijana | men's group, men's fellowship, kikundi cha wanaume, umoja wa wanaume | children's ministry,
  kikundi cha watoto
: orphan, yatima, mayatima | widow, mjane, wajane | street children, street families, watoto wa mitaani, chokoraa |
  refugee, mkimbizi, wakimbizi | single mother, mama asiye na mume
: bride, bibi harusi, bi harusi | groom, bridegroom, bwana harusi
: twin, mapacha, pacha | triplet, mapacha watatu
: tenant, mpangaji, renter
: landlord, mwenye nyumba, landlady
: membership, subscription, uanachama
: customer, client, mteja
: staff, employee, worker, mfanyakazi, wafanyakazi, mtumishi, watumishi
: employer, mwajiri, waajiri
: supervisor, msimamizi
: parent, mzazi, guardian
: mother, mum, mom, mama
: father, dad, baba
: daughter, binti
: youth, vijana, kijana
: police, polisi, karao
: boss, bosi, mdosi
: receptionist, reception, mapokezi
: agent, wakala, mawakala, ajenti, broker, dalali
: leader, kiongozi, viongozi, leadership, uongozi
: committee, kamati
: tourist, mtalii
: couple, wanandoa
: marriage, ndoa, marry, kuoa, kuolewa
: expert, specialist, mtaalamu, bingwa, professional
: technician, fundi
: contestant, mshiriki, participant, washiriki
: volunteer, mhisani, kujitolea
: donor, mfadhili, sponsor, wafadhili
: deaf, kiziwi, viziwi
: blind, kipofu, vipofu
: trainee, mwanagenzi
: player, mchezaji, wachezaji
: artist, msanii, wasanii
`;
