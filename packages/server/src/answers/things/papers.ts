/** Documents, offices of the state and the law. How a line is read is told in `wordings.ts`. */
export const papers = `
: provisional licence, provisional driving licence, provisional license, pdl, leseni ya muda | smart licence,
  smart driving licence, smart license, smart dl | licence renewal, renew my licence, renew licence, kurenew leseni,
  kuhuisha leseni
all documents, any document, nyaraka zote, hati zote: id card, national id, identity card, identification, kitambulisho,
  vitambulisho, kipande, kitambulisho cha taifa, ~id, ~nida, ~namba ya nida | passport, pasipoti, paspoti,
  hati ya kusafiria | driving licence, driving license, driver's licence, driver's license, leseni ya udereva,
  leseni ya kuendesha, ~leseni, ~dl | birth certificate, birth cert, cheti cha kuzaliwa, vyeti vya kuzaliwa,
  birth notification, ~birth registration | marriage certificate, cheti cha ndoa, vyeti vya ndoa | death certificate,
  cheti cha kifo, vyeti vya vifo, vyeti vya kifo | divorce certificate, cheti cha talaka, hati ya talaka | kra pin,
  pin certificate, tin number, kra certificate, ~tin, namba ya tin, ~pin | title deed, hati miliki, hati ya kiwanja,
  hati ya ardhi, hati ya shamba, hati ya umiliki, ~title, ~hati | logbook, log book, kadi ya gari, ~kadi | payslip,
  pay slip, salary slip, hati ya mshahara, ~salary | bank statement, taarifa ya benki, mpesa statement,
  m pesa statement, statement ya benki, ~statement | work permit, kibali cha kazi | business permit, business licence,
  business license, leseni ya biashara, trading licence, single business permit, ~leseni, ~permit, ~licence |
  good conduct certificate, certificate of good conduct, good conduct, police clearance, cheti cha tabia njema |
  passport photo, passport size photo, passport size, kupiga picha za pasipoti, kupiga picha ya pasipoti,
  kupiga picha za passport, picha ya pasipoti, picha za pasipoti, picha ya passport, picha za passport,
  picha ya paspoti, picha za paspoti, pasipoti saizi, paspoti saizi, ~photo, ~picha | travel visa, entry visa,
  visa application, viza, ~visa, ~tourist visa | alien card, alien id, kitambulisho cha mgeni | refugee card,
  refugee id, kitambulisho cha mkimbizi | voter's card, kadi ya mpiga kura, kadi ya kupigia kura | student id,
  school id, student card, kitambulisho cha mwanafunzi, kitambulisho cha shule, kitambulisho cha chuo | insurance card,
  kadi ya bima, nhif card, sha card | yellow fever card, yellow fever certificate, kadi ya manjano, vaccination card,
  kadi ya chanjo, ~yellow card | clinic card, kadi ya kliniki, ~clinic book | certificate of incorporation, cr12,
  certificate of registration, cheti cha usajili | tax compliance certificate, tax compliance, tax clearance |
  baptism certificate, baptismal certificate, cheti cha ubatizo, kadi ya ubatizo | leaving certificate,
  school leaving certificate, kcse certificate, kcpe certificate, cheti cha kidato cha nne, cheti cha shule,
  ~certificate, ~cheti, ~result slip | result slip, ~certificate, ~matokeo, ~cheti | transcript, academic transcript,
  ~certificate | admission letter, joining instructions, barua ya kujiunga, fomu ya kujiunga | recommendation letter,
  introduction letter, letter from the chief, chief's letter, barua ya utambulisho, barua ya chifu, barua ya chief,
  barua ya serikali ya mtaa, barua ya mtendaji | transfer letter, barua ya uhamisho | referral letter, barua ya rufaa |
  medical report, medical certificate, ripoti ya daktari, cheti cha daktari, sick sheet, sick note | police abstract,
  police report, ripoti ya polisi, abstract ya polisi, loss report, abstract, taarifa ya polisi, rb ya polisi,
  ob number | affidavit, hati ya kiapo, kiapo | power of attorney, hati ya uwakilishi | sale agreement,
  agreement for sale, mkataba wa mauziano, mkataba wa mauzo, hati ya mauziano, ~mkataba, ~agreement | lease agreement,
  tenancy agreement, rental agreement, mkataba wa pango, mkataba wa upangaji, mkataba wa kupanga, ~mkataba, ~agreement,
  ~lease | employment contract, mkataba wa kazi, barua ya ajira, appointment letter, ~mkataba | curriculum vitae, cv,
  wasifu | cover letter, application letter, barua ya maombi, barua ya kuomba | invitation letter, barua ya mwaliko |
  consent letter, consent form, parental consent, barua ya ruhusa, barua ya idhini, fomu ya ridhaa | utility bill,
  proof of address, proof of residence | proof of payment, deposit slip, payment slip, bank slip, hati ya malipo
all visas, any visa, viza zote: tourist visa, visit visa, visitor visa, visa ya utalii, viza ya utalii | student visa,
  study visa, visa ya mwanafunzi, viza ya masomo, visa ya masomo | work visa, visa ya kazi, viza ya kazi |
  business visa, visa ya biashara, viza ya biashara | transit visa, visa ya kupita | schengen, schengen visa |
  multiple entry visa
all permits, every permit, all licences, leseni zote, vibali vyote: business permit, business licence, business license,
  leseni ya biashara, trading licence, kibali cha biashara, ~permit, ~licence, ~leseni | liquor licence, liquor license,
  alcohol licence, leseni ya pombe, leseni ya vileo, kibali cha pombe | building permit, construction permit,
  building approval, kibali cha ujenzi, ~building plan | fishing licence, fishing license, leseni ya uvuvi |
  event permit, noise permit, kibali cha hafla, kibali cha sherehe | health certificate, food handling certificate,
  food handler's certificate, food hygiene licence, cheti cha afya, ~medical certificate | fire certificate,
  fire safety certificate, cheti cha zimamoto | movement permit, livestock movement permit,
  kibali cha kusafirisha mifugo, kibali cha mifugo | burial permit, kibali cha mazishi, kibali cha kuzika |
  export permit, kibali cha kuuza nje | import permit, kibali cha kuagiza | work permit, kibali cha kazi |
  residence permit, kibali cha kuishi, kibali cha ukaazi | driving licence, driving license, leseni ya udereva |
  firearm licence, gun licence, leseni ya silaha | logging permit, tree cutting permit, kibali cha kukata miti |
  filming permit, film permit, kibali cha kupiga filamu | signage permit, billboard permit, kibali cha bango |
  psv licence, psv badge, psv
all classes, every class, all categories, madaraja yote, aina zote za leseni: class a, class a1, class a2, category a,
  daraja a | class b, class b1, class b2, class b3, category b, daraja b, ~light vehicle | class c, class c1,
  category c, daraja c, ~light truck | class d, class d1, class d2, class d3, category d, daraja d, ~psv, ~matatu |
  class e, daraja e | class f, daraja f | class g, daraja g
all cases, kesi zote, all legal matters: divorce, talaka | child custody, custody, child support, matunzo ya mtoto,
  malezi ya mtoto | inheritance, succession, probate, mirathi, urithi, letters of administration | criminal case,
  kesi ya jinai, criminal law, jinai | land dispute, land case, mgogoro wa ardhi, migogoro ya ardhi, kesi ya ardhi,
  kesi ya shamba | unfair dismissal, labour dispute, employment case, kesi ya kazi, kufukuzwa kazi, kuachishwa kazi |
  conveyancing, land transfer, uhamisho wa ardhi, kuhamisha hati, uhamisho wa hati | debt collection, debt recovery,
  kudai deni, ukusanyaji wa madeni | traffic case, traffic offence, kosa la barabarani, kesi ya barabarani |
  accident claim, accident compensation, fidia ya ajali | adoption, kuasili mtoto, kuasili | trademark, patent,
  hakimiliki, copyright | company registration, register a company, business registration, register a business,
  kusajili kampuni, kusajili biashara, usajili wa kampuni, usajili wa biashara, kufungua kampuni | will writing,
  write a will, last will, wosia, kuandika wosia | gender violence, domestic violence, gbv, ukatili wa kijinsia,
  ukatili wa nyumbani
: land search, official search, utafutaji wa hati, kutafuta ardhi, kupekua hati | land survey, survey, upimaji wa ardhi,
  kupima ardhi, kupima shamba, upimaji | land valuation, property valuation, valuation, uthamini, kuthaminisha |
  subdivision, kugawa shamba, kugawanya ardhi | change of use, change of user, kubadilisha matumizi ya ardhi
: register a birth, birth registration, kusajili mtoto, usajili wa vizazi, kuandikisha kuzaliwa, ~birth certificate,
  ~cheti cha kuzaliwa | register a death, death registration, kusajili kifo, usajili wa vifo, ~death certificate,
  ~cheti cha kifo | register a marriage, marriage registration, civil marriage, kusajili ndoa, ndoa ya serikali,
  usajili wa ndoa, ~marriage certificate, ~cheti cha ndoa | voter registration, register as a voter,
  kujiandikisha kupiga kura, usajili wa wapiga kura
: renewal, renew, renewing, kuhuisha, kurenew, ku renew, kuongeza muda wa leseni, kuhuishwa, ~kuongeza muda, ~extend,
  ~extension | replacement of a lost, replace a lost, lost id, lost card, lost passport, lost certificate,
  kitambulisho kilichopotea, kilichopotea, iliyopotea, nimepoteza kitambulisho, nimepoteza kadi, nimepoteza cheti,
  nimepoteza leseni, ~replacement, ~duplicate, ~lost, ~imepotea, ~potea, ~nimepoteza
all sacraments, sakramenti zote: baptism, ubatizo, kubatizwa, kubatiza | holy communion, first communion, komunyo,
  ekaristi, meza ya bwana | confirmation, kipaimara | church wedding, ndoa ya kanisa, ndoa kanisani, holy matrimony |
  confession, kitubio, kuungama
: document, hati, waraka, nyaraka
: form, fomu
: agreement, contract, mkataba, makubaliano
: signature, sign, sahihi, saini, kusaini
: stamp, muhuri, mhuri
: permit, kibali, ruhusa, permission
: licence, license, leseni
: register, registration, usajili, kujisajili, kusajili, jisajili, kujiandikisha
: apply, application, ombi, kuomba
: visa, viza
: court, mahakama, korti
: lawsuit, kesi
: law, sheria, legal
: crime, uhalifu
: theft, stolen, steal, wizi, imeibiwa, nimeibiwa, kuibiwa
: government, serikali
: county, kaunti
: ward, kata, wadi
: village, kijiji
: district, wilaya
: parliament, bunge
: vote, voter, election, kura, uchaguzi, mpigakura
: embassy, ubalozi, consulate
: citizen, raia, mwananchi
: land, ardhi
: grave, cemetery, kaburi, makaburi
: prayer, pray, sala, swala, dua
: church, kanisa
: mosque, msikiti
: baptism, baptise, baptize, ubatizo, kubatizwa
: sermon, preaching, mahubiri, khutba
: privacy, faragha, confidential, siri
: complaint, complain, malalamiko, lalamiko, kulalamika
: report, taarifa, ripoti
: letter, barua
: copy, nakala, kopi
: address, anwani, anuani
`;
