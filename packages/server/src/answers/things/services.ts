/** What a business does for people, and everything else. How a line is read is told in `wordings.ts`. */
export const services = `
event, function, hafla, sherehe, matukio, party: wedding, harusi, arusi, nikah, wedding party, wedding ceremony,
  wedding reception, wedding event, sherehe ya harusi, sherehe za harusi, hafla ya harusi, kufunga ndoa, ~ndoa, ~bride,
  ~bibi harusi, ~bi harusi, ~groom, ~bwana harusi | birthday, siku ya kuzaliwa, bday, besdei, birthday party,
  sherehe ya kuzaliwa, sherehe za kuzaliwa, sherehe ya siku ya kuzaliwa, bathdei | funeral, burial, msiba, mazishi,
  maziko, kuzika, matanga, ~kilio | graduation, mahafali, graduation party, sherehe ya mahafali | conference, seminar,
  workshop, mkutano, mikutano, semina, warsha, kongamano, ~meeting, ~training | baptism, christening, ubatizo, kubatiza,
  kubatizwa, batiza | bridal shower | baby shower, baby shower party | anniversary, maadhimisho | send off, sendoff,
  kitchen party, kichen pati | engagement party, ruracio, posa, mahari, dowry, kwanjula | concert, tamasha | exhibition,
  trade fair, maonyesho | retreat, team building, teambuilding | reunion | memorial service, kumbukumbu ya marehemu |
  crusade, mkutano wa injili
all hairstyles, mitindo yote, all styles, all services, huduma zote: braid, kusuka, msuko, misuko, msusi, cornrow,
  knotless, crochet, nywele za kusuka, mnasuka, tunasuka, ~twist, ~rasta | dreadlock, dreads, locs, locks, dredi,
  sisterlocks | weave, wivu wa nywele | wig, wigi | relaxer, retouch, dawa ya nywele | hair dye, hair colour,
  hair color, kupaka rangi nywele, rangi ya nywele, ~dye | haircut, hair cut, kunyoa, kinyozi, shaving, mnanyoa,
  tunanyoa, kukata nywele, ~trim | beard, ndevu | blow dry, blowdry | hair wash, kuosha nywele | hair treatment,
  steaming, stimu ya nywele | manicure, kucha za mikono, ~kucha, ~nails | pedicure, kucha za miguu, ~kucha, ~nails |
  acrylic, kucha za bandia, gel polish, stick on, ~kucha, ~nails | massage, masaji, kukanda, kusinga, usingaji | facial,
  feshio | body scrub, skrabu, singo | waxing | makeup, make up, vipodozi, meikapu, ~mapambo | tattoo, tatoo, chale |
  piercing, kutoboa, kutoga | eyelash, kope, lashes | eyebrow, nyusi, threading | henna, hina, piko | sauna,
  steam bath | skin bleaching, kujichubua
: box braids | knotless | cornrow | crochet | passion twist | bantu knots | faux locs | sisterlocks | ghana weaving
all massages: swedish | deep tissue | hot stone | thai massage | aromatherapy | sports massage | couple massage |
  prenatal massage, pregnancy massage | foot massage, kukanda miguu | back massage, kukanda mgongo
: treadmill | dumbbell, vyuma vya mazoezi, lift weights, weight lifting, ~weights | exercise bike | rowing machine |
  punching bag
all cyber services: printing, kuchapisha, kuprinti, kuprint, mnaprint, ~kuchapa | photocopy, nakala, kutoa kopi,
  fotokopi, kudurufu, ~copy | scanning, kuskani, kuscan | laminating, lamination, kulamineti | binding, kufunga vitabu,
  kubaindi | typing services, kutaipu, ~typing, kuchapa kwa kompyuta | browsing, internet cafe | faksi, fax |
  kra returns, filing returns, itax | ecitizen, e citizen | play games, computer games, ~gaming
all ministries: sunday school, shule ya jumapili | bible study, mafunzo ya biblia, somo la biblia, kujifunza biblia |
  choir, kwaya, rehearsal | youth service, ibada ya vijana, youth fellowship, youth ministry | women's fellowship,
  mothers union, umoja wa wanawake, ibada ya wanawake, ibada ya akina mama | men's fellowship, umoja wa wanaume,
  ibada ya wanaume | confirmation class, kipaimara | catechism, katekisimu, mafundisho ya ubatizo, baptism class |
  prayer night, night vigil, overnight prayer, kesha, mkesha | holy communion, communion, ushirika mtakatifu,
  meza ya bwana, ekaristi | confession, kitubio, maungamo | premarital, mafundisho ya ndoa | midweek service,
  ibada ya katikati ya wiki | home cell, cell group, jumuiya, jumuiya ndogo ndogo | fasting, kufunga na kuomba
: friday prayer, jumaa, swala ya ijumaa, sala ya ijumaa | taraweh, tarawih | eid prayer, swala ya idi, swala ya eid |
  madrasa, madrassa | iftar, futari | janaza, swala ya maiti
: sadaka, sunday offering, ~offering | tithe, zaka, fungu la kumi | harambee, changizo
: water connection, connect water, kuunganisha maji, kuunganishiwa maji, kuvutiwa maji | electricity connection,
  connect electricity, kuunganishiwa umeme, kuvutiwa umeme, kuwekewa umeme | sewer connection, sewer, majitaka,
  maji taka | internet installation, internet connection, kuunganishiwa intaneti
: photo, picture, photograph, picha, foto
all genres, all movies, filamu zote: horror | comedy, vichekesho | cartoon, katuni | documentary | romance | thriller |
  action movie
: 2d | 3d
: grand hall, hall, ukumbi, kumbi | boardroom, meeting room, chumba cha mikutano | beach, ufukwe, ufuo | poolside
: theatre style, theater style | classroom style | u shape | banquet style
: borrow a book, kuazima, azima, borrowing books, kuazima vitabu | return a book, kurudisha kitabu, returning books |
  renew a book
: toilet, washroom, restroom, lavatory, loo, choo, vyoo, msalani, maliwato
: appointment, booking, reservation, miadi
: branch, outlet, tawi
: movie, film, filamu, sinema, muvi
: rule, regulation, kanuni, sheria
: cigarette, smoking, sigara, kuvuta, fegi
: shisha, hookah
: alcohol, liquor, booze, pombe, kileo, mtungi wa pombe
: lost, misplaced, imepotea, nimepoteza
: queue, foleni
: rain, mvua
: advert, advertisement, tangazo
: decoration, decor, mapambo
: deadline, tarehe ya mwisho
: ceremony, sherehe
: beauty, urembo, ulimbwende
: hair, nywele
: nail, kucha
: meeting, mkutano, kikao
: fence, uzio
: urgent, haraka, upesi
`;
