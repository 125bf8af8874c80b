/** Schools, subjects, sports and work. How a line is read is told in `wordings.ts`. */
export const learning = `
: pass the exam, pass the test, kufaulu, nikifaulu, ukifaulu, kupita mtihani, nikipita mtihani, ukipita mtihani | fail,
  failed, failing, not pass, not pass the exam, not pass the test, dont pass, didnt pass, nisipofaulu, usipofaulu,
  nisipopita, usipopita, kufeli, nikifeli, ukifeli, kushindwa mtihani, nikishindwa mtihani
all levels, every level, ngazi zote, madarasa yote, viwango vyote, to primary, to secondary, to high school,
  to university, hadi sekondari, hadi chuo, hadi chuo kikuu, hadi upili, from nursery, from kindergarten,
  from playgroup, kuanzia chekechea, kuanzia awali, mpaka sekondari, mpaka chuo: nursery, kindergarten, preschool,
  pre school, pre primary, playgroup, play group, chekechea, chekechekea, shule ya awali, elimu ya awali, day care,
  daycare, baby class, pp1, pp2, eyc | primary, primary school, shule ya msingi, elimu ya msingi, ~msingi, ~grade,
  ~standard | junior secondary, junior school, junior high, jss, sekondari ya chini, ~secondary, ~sekondari | secondary,
  high school, sekondari, upili, shule ya upili, senior school, ~form, ~kidato, ~junior secondary | university,
  chuo kikuu, undergraduate, campus, ~chuo, ~college, ~degree, ~shahada | masters degree, masters programme,
  masters program, postgraduate, phd, uzamili, ~masters, ~degree, ~shahada | adult education, adult classes, ngumbaru,
  elimu ya watu wazima | vocational training, polytechnic, vtc, veta, ufundi stadi, chuo cha ufundi, ~chuo, ~college
all programmes, all programs, programu zote, any course, all courses, kozi zote: certificate course,
  certificate programme, certificate program, astashahada, ~certificate, ~cheti | diploma, stashahada | degree,
  bachelor, shahada, shahada ya kwanza, digrii, ~undergraduate | masters degree, masters programme, masters program,
  ~masters, mba, uzamili, shahada ya uzamili, shahada ya pili | phd, doctorate, uzamivu, shahada ya uzamivu |
  short course, kozi fupi, crash course, kozi ya muda mfupi
all classes, all grades, every class, every grade, madarasa yote, grade 1 to, grade one to, grade 1 hadi, grade 4 to,
  grade 7 to, grade 10 to, grade 1 3, grade 1 6, grade 1 8, grade 1 9, grade 4 6, grade 7 9, grade 10 12, class 1 to,
  class one to, class 1 8, standard 1 to, standard one to, standard 1 7, std 1 to, std 1 7, darasa la kwanza hadi,
  darasa la kwanza mpaka, darasa la 1 hadi, darasa la 1 mpaka, darasa la nne hadi, gredi ya kwanza hadi,
  gredi ya 1 hadi, form 1 to, form one to, form 1 4, form 1 6, form 5 and 6, form five and six, form 5 6, form 5 to,
  form five to, kidato cha kwanza hadi, kidato cha kwanza mpaka, kidato cha 1 hadi, kidato cha tano na sita,
  kidato cha tano hadi, kidato cha 5 na 6, senior one to, senior 1 to, s1 to, primary one to, primary 1 to, p1 to,
  pp1 to, playgroup to, lower primary, upper primary, to grade, to class, to form, to standard, through grade,
  hadi grade, hadi gredi, hadi darasa, hadi kidato, hadi form, mpaka grade, mpaka gredi, mpaka darasa, mpaka kidato,
  mpaka form, from grade, from class, from form, from standard, kuanzia grade, kuanzia gredi, kuanzia darasa,
  kuanzia kidato, kuanzia form, na kuendelea, and above, and below, kwenda juu: grade 1, grade one, class 1, class one,
  standard 1, standard one, std 1, darasa la kwanza, darasa la 1, gredi ya kwanza, gredi ya 1, primary one, p1 |
  grade 2, grade two, class 2, class two, standard 2, standard two, std 2, darasa la pili, darasa la 2, gredi ya pili,
  gredi ya 2, primary two, p2 class | grade 3, grade three, class 3, class three, standard 3, standard three, std 3,
  darasa la tatu, darasa la 3, gredi ya tatu, gredi ya 3, primary three, p3 | grade 4, grade four, class 4, class four,
  standard 4, standard four, std 4, darasa la nne, darasa la 4, gredi ya nne, gredi ya 4, primary four, p4 | grade 5,
  grade five, class 5, class five, standard 5, standard five, std 5, darasa la tano, darasa la 5, gredi ya tano,
  gredi ya 5, primary five, p5 | grade 6, grade six, class 6, class six, standard 6, standard six, std 6,
  darasa la sita, darasa la 6, gredi ya sita, gredi ya 6, primary six, p6 | grade 7, grade seven, class 7, class seven,
  standard 7, standard seven, std 7, darasa la saba, darasa la 7, gredi ya saba, gredi ya 7, primary seven, p7 |
  grade 8, grade eight, class 8, class eight, standard 8, standard eight, std 8, darasa la nane, darasa la 8,
  gredi ya nane, gredi ya 8 | grade 9, grade nine, gredi ya tisa, gredi ya 9 | grade 10, grade ten, gredi ya kumi,
  gredi ya 10 | grade 11, grade eleven | grade 12, grade twelve | form 1, form one, kidato cha kwanza, kidato cha 1,
  senior one, s1 | form 2, form two, kidato cha pili, kidato cha 2, senior two, s2 | form 3, form three,
  kidato cha tatu, kidato cha 3, senior three, s3 | form 4, form four, kidato cha nne, kidato cha 4, senior four, s4 |
  form 5, form five, kidato cha tano, kidato cha 5, senior five, s5 | form 6, form six, kidato cha sita, kidato cha 6,
  senior six, s6 | pp1, pre primary 1, pre primary one | pp2, pre primary 2, pre primary two | playgroup, play group,
  baby class
all terms, every term, each term, per term, three terms, mihula yote, kila muhula, mihula mitatu: term 1, term one,
  first term, muhula wa kwanza, muhula wa 1 | term 2, term two, second term, muhula wa pili, muhula wa 2 | term 3,
  term three, third term, muhula wa tatu, muhula wa 3
all years, every year, miaka yote, kila mwaka: first year, year one, mwaka wa kwanza | second year, year two,
  mwaka wa pili | third year, year three, mwaka wa tatu | fourth year, year four, mwaka wa nne
all exams, every exam, national exams, mitihani yote, mitihani ya taifa: kcse | kcpe | kpsea, kjsea | igcse | kasneb,
  cpa | acca | ielts | toefl | duolingo | sat exam, sat test | gmat | necta, csee, acsee, psle | uneb, ple, uce, uace |
  knec | nita exam, trade test | pte exam
all systems, mitaala yote: cbc, cbe, competency based | 8 4 4 | igcse, cambridge, british curriculum, british system |
  montessori | american curriculum | international baccalaureate
all languages, any language, lugha zote, lugha yoyote: english, kiingereza, kizungu, kimombo | =swahili, =kiswahili |
  french, kifaransa | german, kijerumani | chinese, mandarin, kichina | arabic, kiarabu | spanish, kihispania | italian,
  kiitaliano | portuguese, kireno | japanese, kijapani | korean, kikorea | russian, kirusi | hindi, kihindi | somali,
  kisomali | kikuyu, gikuyu | luganda | kinyarwanda | sign language, lugha ya ishara, lugha ya alama, ksl | dholuo,
  kijaluo, kiluo | kikamba | kimeru | kalenjin | kisukuma | kichaga, kichagga | kihaya | kimasai, kimaasai | amharic,
  kiamhari | turkish, kituruki | dutch, kiholanzi | swedish, kiswidi | hebrew, kiebrania | latin | lingala | acholi |
  runyankole
all sports, every sport, all games, michezo yote: swimming, swim, kuogelea, ~snorkelling, ~snorkeling, ~diving |
  football, soccer, mpira wa miguu, kandanda, soka, ~mpira | basketball, mpira wa kikapu, ~mpira | volleyball,
  mpira wa wavu, ~mpira | netball, mpira wa pete, ~mpira | handball, mpira wa mikono, ~mpira | rugby, raga | tennis,
  tenisi, lawn tennis | table tennis, ping pong, tenisi ya meza | badminton | squash court | karate, karati | taekwondo,
  tekwondo | judo | kung fu | yoga | pilates | zumba | aerobics, aerobiki | crossfit | boxing, ndondi, masumbwi,
  kickboxing | wrestling, mieleka | chess, sataranji, chesi | scrabble | golf, gofu | athletics, riadha,
  track and field | marathon | hockey, magongo | cricket, kriketi | skating, skate, roller skating | gymnastics,
  sarakasi, acrobatics | darts, vishale | snooker, pool table, billiards, ~pool | bowling | archery, kulenga shabaha |
  surfing, surf, kitesurfing, kite surfing | snorkelling, snorkeling, snorkel | scuba diving, diving, dive,
  kupiga mbizi | kayaking, kayak, canoeing, canoe, mtumbwi | jet ski | horse riding, horseback riding, kupanda farasi |
  go kart, go karting | paintball | rock climbing, wall climbing | hiking, hike, mountain climbing, kupanda mlima |
  ballet, baleti | salsa | hip hop dance, hip hop | video games, playstation, ps4, ps5
all instruments, every instrument, vyombo vyote vya muziki: piano, kinanda, ~keyboard | guitar, gitaa, gita | drum,
  ngoma, drumming | violin, fidla | saxophone, saksafoni, sax | keyboard, ~piano, ~kinanda | trumpet, tarumbeta | flute,
  filimbi | bass guitar, gitaa la besi | ukulele | harp, kinubi | nyatiti | marimba | recorder lessons |
  singing lessons, singing class, voice training, vocal training, kuimba, vocals
all subjects, every subject, masomo yote: mathematics, math, hisabati, hesabu | physics, fizikia, ~science, ~sayansi |
  chemistry, kemia, ~science, ~sayansi | biology, biolojia, ~science, ~sayansi | history, historia | geography,
  jiografia | computer studies, computer science, coding, programming, ict, tehama, ~computer, ~kompyuta | art, sanaa |
  music, muziki | drama, maigizo, theatre arts | economics, uchumi | religious education, cre, ire, elimu ya dini |
  literature, fasihi | home science, sayansikimu | business studies, masomo ya biashara | accounting, uhasibu | civics,
  uraia | robotics, robotiki
all trades, fani zote, all courses, kozi zote: nursing course, course in nursing, diploma in nursing, uuguzi, ~nursing |
  clinical medicine, utabibu | law degree, bachelor of law, llb | accounting, accountancy, cpa, uhasibu | tailoring,
  dressmaking, dress making, sewing class, ushonaji, cherehani | hairdressing, hair dressing, cosmetology,
  beauty course, ususi, urembo, ~salon | barbering, kinyozi course | catering, cookery, culinary, cooking class,
  cooking lessons, mapishi, upishi | baking, cake making, kuoka, uokaji | plumbing, plumber, ufundi bomba, mabomba |
  electrical installation, electrical wiring, ufundi umeme, electrician | motor vehicle mechanics, auto mechanics,
  automotive, umakanika, ufundi magari | welding, weld, kuchomelea, uchomeleaji, kuchomea, welder | masonry, uashi,
  mason | carpentry, joinery, useremala, carpenter | driving lessons, driving course, driving school, learn to drive,
  udereva, kujifunza kuendesha gari | computer packages, computer course, computer classes, kozi ya kompyuta,
  masomo ya kompyuta | graphic design, graphics | web design, website design, web development | video editing,
  video production | digital marketing, social media marketing | cyber security, cybersecurity | data science,
  data analysis | photography course, photography class | hotel management, hospitality, hospitality management |
  tour guiding, tourism course | journalism, mass communication, uandishi wa habari | barista, barista training |
  nail technology, nail course | make up course, makeup class | interior design | security training,
  security guard course | first aid training, first aid course, mafunzo ya huduma ya kwanza | caregiving,
  caregiver course | phone repair course | cctv installation | solar installation | forklift, forklift operator,
  plant operator, heavy machinery | human resource management, human resource | procurement, supply chain,
  ununuzi na ugavi | business administration, business management | project management | community development,
  maendeleo ya jamii | social work, ustawi wa jamii | secretarial studies, secretarial course | dj course, djing |
  soap making, kutengeneza sabuni | bead making, beadwork, shanga | shoe making, kushona viatu | weaving course,
  ufumaji | pottery, ufinyanzi | painting class, drawing class, uchoraji
: online, mtandaoni, virtual, zoom, kwa mtandao, google meet, distance learning, e learning, elearning, ~app, ~website,
  ~tovuti | in person, face to face, ana kwa ana, physical class, darasani, on campus
: full time, muda wote, fulltime | part time, muda wa ziada, parttime | evening class, masomo ya jioni,
  madarasa ya jioni | weekend class, masomo ya wikendi, masomo ya mwisho wa wiki | holiday class, holiday tuition,
  masomo ya likizo, madarasa ya likizo, twisheni ya likizo
: boarding, boarding school, boarder, bweni, bwenini | day school, day scholar, kutwa
: private lesson, private class, one on one, individual lesson, mwalimu binafsi, private tuition | group class,
  group lesson, darasa la kikundi
: beginner, wanaoanza, anayeanza, novice | intermediate level, intermediate class, kiwango cha kati | advanced level,
  advanced class, advanced course
: job, vacancy, kazi, ajira, nafasi za kazi, ~career, ~hiring, ~recruiting, ~cv | internship, attachment,
  industrial attachment, mafunzo kwa vitendo, intern, ~field | volunteer, kujitolea, mfanyakazi wa kujitolea |
  scholarship, bursary, ufadhili, basari, sponsorship, ~sponsor, ~mfadhili | apprenticeship, uanagenzi, apprentice
: visiting day, siku ya kutembelea, siku ya kuwatembelea, ~kutembelea, ~visit | sports day, siku ya michezo |
  parents' day, parents' meeting, siku ya wazazi, mkutano wa wazazi, kikao cha wazazi | prize giving, prize giving day,
  siku ya zawadi | open day, school open day, siku ya wazi | closing day, closing date, school closes, shule inafunga,
  kufunga shule, siku ya kufunga | opening day, reporting day, school opens, school reopens, shule inafungua,
  kufungua shule, siku ya kufungua, siku ya kuripoti | half term, mid term, midterm, likizo fupi, likizo ya kati |
  interview day, siku ya usaili
: =library, =maktaba | computer lab, computer room, maabara ya kompyuta, chumba cha kompyuta, ~maabara | science lab,
  science laboratory, maabara ya sayansi, ~laboratory, ~maabara, ~lab | sick bay, school clinic, zahanati ya shule |
  canteen, kantini, tuck shop, ~cafeteria | dining hall, bwalo, ukumbi wa kulia chakula | chapel, kanisa la shule |
  school bus, basi la shule, school van, school transport
all books, any book, vitabu vyote, vitabu vya aina zote, all stationery: textbook, text book, course book,
  kitabu cha kiada, vitabu vya kiada | exercise book, notebook, daftari, ~counter book | novel, riwaya, ~story book,
  ~storybook | storybook, story book, kitabu cha hadithi, vitabu vya hadithi, ~novel | dictionary, kamusi | newspaper,
  gazeti | magazine, jarida | journal article, academic journal, journals | past paper, mitihani ya nyuma,
  mitihani iliyopita, ~revision | e book, ebook, kitabu pepe, vitabu pepe | comic, katuni | audiobook, audio book |
  bible, biblia | quran, koran, kurani, msahafu | hymn book, kitabu cha nyimbo, nyimbo za wokovu | set book, setbook |
  encyclopedia, ensaiklopidia | atlas
: student, pupil, learner, mwanafunzi, wanafunzi, denti, madenti
: lesson, kipindi, somo
: course, kozi, programme, program, programu
: exam, examination, mtihani
: school, shule, skuli, skul, academy
: tuition, twisheni, tuisheni
: learn, study, kusoma, kujifunza, nisome, nasoma, kusomea
: training, mafunzo, kufunzwa, tunafundisha, mnafundisha, kufundisha
: holiday, vacation, likizo
: homework, assignment
: result, matokeo
: curriculum, syllabus, mtaala, silabasi
: admission, enrolment, enrollment, enrol, enroll, udahili, kujiunga, kuandikishwa, uandikishaji
: graduate, graduation, mahafali, kuhitimu
: certificate, cheti, vyeti
: report form, report card, ripoti ya mwanafunzi
: team, timu
: competition, tournament, contest, mashindano, shindano
: pitch, stadium, uwanja, kiwanja cha michezo
: library, maktaba
: member card, library card, kadi ya maktaba
: borrow, kuazima, kuazimwa, naazima
: song, wimbo, nyimbo
: concert, tamasha, shoo
`;
