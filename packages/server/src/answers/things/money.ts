/** Money, trade and cover. How a line is read is told in `wordings.ts`. */
export const money = `
foreign currency, any currency, all currencies, all major currencies, fedha za kigeni, sarafu zote: =shilling,
  =shilingi, =ksh, =kes, =tsh, =tzs, =ugx, =bob | dollar, dola, usd | euro, yuro, eur | sterling, gbp, pauni, ~pound |
  yuan, rmb | rupee, rupia, inr | rand, randi, zar | dirham, aed | riyal, riali | naira | birr | swiss franc, chf |
  rwandan franc, faranga ya rwanda, rwf | congolese franc | yen | canadian dollar, cad | australian dollar, aud |
  kwacha | pula | ugandan shilling, uganda shillings, shilingi ya uganda, shilingi za uganda, ~ugx | tanzanian shilling,
  tanzania shillings, shilingi ya tanzania, ~tsh, ~tzs | kenyan shilling, shilingi ya kenya, ~ksh, ~kes
any method, all methods, njia zote, njia yoyote: mpesa, m pesa, lipa na mpesa, ~mobile money, ~till, ~till number,
  ~paybill, ~simu, ~lipa namba, ~pochi la biashara, ~buy goods | airtel money, ~mobile money, ~simu | tigo pesa,
  tigopesa, mixx, mixx by yas, ~mobile money, ~simu | halopesa, halo pesa, ~mobile money, ~simu | azampesa, azam pesa,
  ~mobile money, ~simu | mtn mobile money, mtn momo, momo, ~mobile money, ~simu | t kash, tkash, ~mobile money, ~simu |
  equitel, ~mobile money | credit card, debit card, visa card, pay with visa, pay by visa, visa or mastercard,
  mastercard, by card, with a card, card payment, pay by card, kadi ya benki, kwa kadi, kadi ya visa, swipe card, ~card,
  ~kadi, ~visa, ~pos | cash, taslimu, keshi, ~pesa | cheque, hundi, ~cheki | bank transfer, bank deposit,
  uhamisho wa benki, eft, rtgs, pesalink, kuweka benki, ~bank, ~benki, ~transfer | paypal | western union, ~moneygram |
  moneygram, ~western union | worldremit, world remit, sendwave, remitly | bitcoin, crypto, cryptocurrency, usdt,
  sarafu ya kidijitali | apple pay, google pay | barter, mali kwa mali | standing order, check off, checkoff,
  makato ya mshahara
all banks, any bank, benki zote, benki yoyote: equity, equity bank | kcb | cooperative bank, co operative bank,
  co op bank, coop bank | absa, barclays | stanbic | ncba | dtb, diamond trust | family bank | standard chartered,
  stanchart | i m bank | crdb | nmb | nbc bank | tpb, tcb bank | centenary bank | stanbic uganda | post bank, postbank,
  posta benki | kwft, kenya women | faulu | sidian | gulf african bank | exim bank | akiba commercial bank | ecobank |
  uba
all accounts, every account, akaunti zote: savings account, akaunti ya akiba | current account, cheque account,
  akaunti ya hundi, akaunti ya cheki | fixed deposit, fixed account, term deposit, akaunti ya muda maalum,
  amana ya muda | junior account, children's account, kids account, child account, akaunti ya mtoto, akaunti ya watoto |
  joint account, akaunti ya pamoja | business account, akaunti ya biashara, company account | student account,
  akaunti ya mwanafunzi, akaunti ya wanafunzi | dollar account, foreign currency account, akaunti ya dola,
  akaunti ya fedha za kigeni | group account, chama account, akaunti ya kikundi | salary account, akaunti ya mshahara |
  holiday account, christmas account | personal account, individual account, akaunti binafsi
: withdraw, withdrawal, withdrawing, kutoa pesa, kutoa fedha, kutoa hela, kutoa akiba, ~kutoa, ~utoaji | depositing,
  deposit money, deposit cash, kuweka pesa, kuweka fedha, kuweka akiba, kuweka hela, ~kuweka | transfer money,
  send money, kutuma pesa, kuhamisha pesa, kutuma hela, ~kutuma, ~send, ~transfer
: open an account, open account, opening an account, kufungua akaunti, fungua akaunti, account opening,
  nifungue akaunti, ~join, ~kujiunga | close an account, closing an account, closing my account, close my account,
  close account, account closure, kufunga akaunti, funga akaunti, nifunge akaunti
: buy, sell, do you sell, we sell, can i buy, do you buy, we buy, can i sell, naweza kununua, nataka kununua,
  naweza kuuza, nataka kuuza, sold, bought, purchase, sale, kununua, nunua, kuuza, mnauza, tunauza, uza, inauzwa,
  zinauzwa, wanauza, huuza, ninunue, nanunua, mnanunua, tunanunua, yanauzwa, vinauzwa, linauzwa, mwauza, hatuuzi,
  hamuuzi, uuzaji, ununuzi, ~mauzo, ~muuzaji, ~mnunuzi, ~stock, ~price, ~bei, ~order, ~cost, ~duka, ~shop | rent, hire,
  lease, rental, kukodi, kukodisha, kodi, kodisha, mnakodisha, tunakodisha, wanakodisha, inakodishwa, zinakodishwa,
  vinakodishwa, hukodisha, nikodi, nakodi, kukodishwa, hatukodishi, hamkodishi, kupangisha, tunapangisha, mnapangisha,
  inapangishwa, zinapangishwa, kupanga nyumba, ~per day, ~kwa siku, ~kila siku, ~per hour, ~kwa saa | repair, fix, mend,
  rekebisha, kurekebisha, tunarekebisha, mnarekebisha, kukarabati, ukarabati, matengenezo, marekebisho, kutengenezewa,
  mnatengeneza, ~tunatengeneza, ~tengeneza, ~kutengeneza, ~service, ~fundi, ~replace | trade in, top up exchange
: do you sell, we sell, can i buy, naweza kununua, nataka kununua, mnauza, tunauza, zinauzwa, inauzwa, vinauzwa |
  do you buy, we buy, can i sell, naweza kuuza, nataka kuuza, mnanunua, tunanunua, kuwauzia, niwauzie
: deliver, delivery, shipping, kuletewa, mnaleta, tunaleta, mnapeleka, tunapeleka, kupelekewa, niletewe, mniletee,
  kufikishiwa, tunafikisha, mnafikisha, kusafirishiwa, mnasafirisha, tunasafirisha, delivari, ~send, ~tuma, ~tunatuma,
  ~leta, ~peleka, ~courier | pick up, pickup, collection, kuchukua mzigo, ~collect, ~chukua, ~kuchukua, ~tunachukua,
  ~fetch
all insurance, bima zote, all covers, all policies: motor insurance, car insurance, vehicle insurance, bima ya gari,
  bima ya magari, ~motor, ~magari | health insurance, medical insurance, medical cover, bima ya afya, bima ya matibabu,
  ~medical | life insurance, life cover, bima ya maisha, ~life, ~maisha | travel insurance, bima ya safari, ~travel,
  ~safari | fire insurance, bima ya moto, ~fire, ~moto | livestock insurance, crop insurance, bima ya mifugo,
  bima ya mazao, bima ya ngombe, ~livestock, ~mifugo, ~mazao, ~crop | motorcycle insurance, bima ya pikipiki,
  bima ya bodaboda, bima ya boda, boda insurance, ~boda, ~bodaboda, ~pikipiki, ~motorcycle | home insurance,
  house insurance, domestic package, bima ya nyumba, ~nyumba, ~home | funeral cover, last expense, funeral insurance,
  bima ya mazishi, ~funeral, ~mazishi | education policy, education insurance, bima ya elimu, ~education, ~elimu |
  personal accident, accident cover, bima ya ajali, ~accident, ~ajali | business insurance, bima ya biashara |
  marine insurance, cargo insurance, goods in transit, bima ya mizigo | wiba, work injury | burglary insurance,
  theft insurance, bima ya wizi | phone insurance, gadget insurance, bima ya simu, ~phone, ~simu | pension plan,
  pension scheme, mpango wa pensheni
both covers: third party, thirdparty, bima ndogo | comprehensive, comprehensive cover, bima kubwa
all plans, all packages, packages zote, mipango yote: individual plan, individual cover, mpango wa mtu mmoja |
  family plan, family cover, mpango wa familia | group plan, group cover, mpango wa kikundi | corporate plan,
  corporate cover | student plan, student package
all plans, all packages, packages zote, vifurushi vyote: basic package, basic plan, kifurushi cha msingi |
  standard package, standard plan, kifurushi cha kawaida | premium package, premium plan | gold package, gold plan,
  kifurushi cha dhahabu | silver package, silver plan, kifurushi cha fedha | bronze package, bronze plan |
  platinum package, platinum plan | vip package
all insurers, any insurance, all insurance, bima zote, bima yoyote, major insurers: nhif, sha, shif, bima ya taifa |
  jubilee, jubilee insurance | britam | aar | apa insurance | cic, cic insurance | madison | old mutual, uap | icea,
  icea lion | sanlam | strategis | kenindia | first assurance | pacis | liberty insurance | ga insurance |
  heritage insurance | resolution insurance | bupa | cigna | minet | prudential | mua insurance
all loans, every loan, any loan, mikopo yote, mikopo ya aina zote: business loan, mkopo wa biashara, mikopo ya biashara,
  biashara loan | school fees loan, education loan, mkopo wa elimu, mkopo wa ada, mkopo wa karo, mkopo wa shule,
  mikopo ya elimu | emergency loan, mkopo wa dharura, mikopo ya dharura | development loan, mkopo wa maendeleo,
  mikopo ya maendeleo | asset finance, mkopo wa gari, car loan | salary advance, mkopo wa mshahara, advance ya mshahara,
  payday loan | mortgage, housing loan, home loan, mkopo wa nyumba, house loan, construction loan | farming loan,
  agricultural loan, mkopo wa kilimo, mikopo ya kilimo | logbook loan, mkopo wa logbook | land loan, plot loan,
  mkopo wa ardhi, mkopo wa shamba, mkopo wa kiwanja | group loan, chama loan, mkopo wa kikundi, mikopo ya vikundi |
  personal loan, mkopo binafsi, mkopo wa binafsi | boda loan, motorbike loan, mkopo wa pikipiki, mkopo wa bodaboda |
  women loan, mkopo wa wanawake, mikopo ya wanawake | youth loan, mkopo wa vijana, mikopo ya vijana | mobile loan,
  mkopo wa simu, mkopo kwa simu | overdraft | lpo financing, invoice discounting | holiday loan, christmas loan,
  mkopo wa sikukuu | medical loan, mkopo wa matibabu | student loan, helb, heslb, mkopo wa wanafunzi | normal loan,
  mkopo wa kawaida | instant loan, mkopo wa papo hapo | top up loan, loan top up
all fees, fee, ada, ada zote, charges, malipo yote, gharama zote, total cost: registration fee, registration charge,
  joining fee, ada ya usajili, ada ya kujisajili, ada ya kujiunga, ada ya uandikishaji, admission fee, enrolment fee,
  ~registration, ~usajili, ~membership fee, ~ada ya uanachama, ~application fee | entrance fee, entry fee, gate fee,
  gate charge, ada ya kuingia, ada ya kiingilio, ~kiingilio, ~registration fee, ~ada ya kujiunga | exam fee,
  examination fee, ada ya mtihani, ada ya mitihani, ~exam, ~mtihani | transport fee, transport charge, ada ya usafiri,
  gharama ya usafiri, bus fee, ~transport, ~usafiri, ~nauli, ~fare, ~delivery fee | tuition fee, school fee, karo,
  ada ya masomo, ada ya shule, ~tuition, ~per term, ~kwa muhula | boarding fee, ada ya bweni, ~boarding, ~bweni |
  lunch fee, meals fee, ada ya chakula, pesa ya chakula, ~lunch, ~chakula, ~meal | caution money, caution fee |
  late fee, late payment fee, late payment penalty, ada ya kuchelewa, faini ya kuchelewa, ~penalty, ~fine, ~faini |
  cancellation fee, cancellation charge, ada ya kughairi, ~cancel, ~kughairi | delivery fee, delivery charge,
  shipping fee, delivery cost, ada ya kupeleka, gharama ya kupeleka, gharama ya usafirishaji, ~delivery,
  ~transport fee | consultation fee, consultation charge, ada ya ushauri, ada ya daktari, kumwona daktari,
  kumuona daktari, ~consultation | parking fee, parking charge, ada ya maegesho, ~parking, ~maegesho | membership fee,
  annual subscription, ada ya uanachama, ada ya mwaka, subscription fee, ~membership, ~uanachama, ~registration fee,
  ~ada ya kujiunga, ~ada ya usajili | processing fee, loan processing, ada ya mchakato, ~application fee | agency fee,
  agent fee, broker fee, ada ya dalali, ada ya wakala, ~commission, ~kamisheni, ~dalali | application fee,
  ada ya maombi, form fee, ada ya fomu, ~fomu, ~registration fee, ~processing fee, ~ada ya usajili | withdrawal fee,
  withdrawal charge, ada ya kutoa, ada ya kutoa pesa, ~withdraw | transfer fee, ada ya uhamisho, ada ya kuhamisha,
  ~transfer | legal fee, ada ya wakili | stamp duty, ushuru wa stempu | inspection fee, ada ya ukaguzi, ~inspection,
  ~ukaguzi | corkage | booking fee, ada ya kuweka nafasi, ~deposit, ~booking | service charge, service fee,
  ada ya huduma | installation fee, ada ya ufungaji, gharama ya kufunga, installation charge, ~installation, ~kufunga |
  labour charge, labour cost, ufundi | maintenance fee, ledger fee, monthly charge, ada ya mwezi | viewing fee,
  ada ya kuangalia nyumba, ~viewing | license fee, licence fee, ada ya leseni | camping fee, ~camping | guide fee,
  ~guide | park fee, national park fee, park entry, ada ya hifadhi, conservation fee | burial fee, burial charge |
  mortuary fee | ambulance fee | call out fee, callout fee | replacement fee, ~replacement | security deposit,
  rent deposit, deposit ya nyumba, amana ya nyumba, ~deposit, ~amana | water bill, bili ya maji, ~maji, ~water |
  electricity bill, bili ya umeme, bili ya stima, ~umeme, ~electricity | garbage fee, ada ya taka, ~taka, ~garbage
: wholesale, jumla, bei ya jumla | retail, rejareja, bei ya rejareja, bei ya reja reja, reja reja
: import, kuagiza nje | export, kuuza nje
: refund, money back, kurudishiwa pesa, kurudishiwa fedha, kurejeshewa pesa, kurejeshewa fedha, rejesha pesa,
  nirudishiwe pesa, ~haturudishi, ~tunarudisha, ~kurudishiwa, ~unarudishiwa, ~hairudishwi, ~hazirudishwi, ~kurejeshewa,
  ~non refundable | exchange, swap, kubadilisha, badilisha, kubadilishiwa
: guarantee, warranty, waranti, ~dhamana
: collateral, security for a loan, dhamana ya mkopo | guarantor, surety, mdhamini
: dividend, gawio
: hisa, shea | akiba, savings, ~deposits, ~amana
: grant, ruzuku | loan, mkopo, ~credit
all offerings: tithe, zaka, fungu la kumi | offering, sadaka, ~giving, ~mchango | harambee, fundraising, fundraiser,
  mchango, donation, changizo, ~giving
: gift voucher, gift card, kadi ya zawadi | loyalty card, loyalty points, pointi za uaminifu | discount code,
  promo code, coupon, kuponi
: student discount, discount for students, punguzo la wanafunzi, punguzo kwa wanafunzi, ~discount, ~punguzo |
  group discount, discount for groups, punguzo la kikundi, punguzo kwa vikundi, bulk discount, ~discount, ~punguzo |
  senior discount, punguzo la wazee, punguzo kwa wazee, ~discount, ~punguzo | sibling discount, punguzo la ndugu,
  ~discount, ~punguzo | staff discount, ~discount
all taxes, kodi zote: vat, value added tax, thamani ya ongezeko, kodi ya ongezeko la thamani | income tax,
  kodi ya mapato | paye | withholding tax, kodi ya zuio | turnover tax | land rates, land rent, kodi ya ardhi |
  rental income tax, kodi ya pango la nyumba | customs duty, import duty, ushuru wa forodha | tourism levy, housing levy
: collateral, dhamana
: shares, hisa, shea
: discount, punguzo, ofa, promo, promotion, diskaunti
: arbuni, rubuni, kishika nafasi, downpayment
: instalment, installment, awamu
: salary, wage, mshahara, ujira
: invoice, ~ankara, invois
: bill, bili
: receipt, risiti, stakabadhi
: money, pesa, hela, fedha, mkwanja, chapaa, doo, ganji, mapeni, mihela, peza
: fine, penalty, faini, adhabu
: tax, ushuru
: interest, riba
: debt, deni, madeni
: owe, kudaiwa, nadaiwa
: loan, mkopo, kopa, kukopa, nikope, nakopa, borrow
: account, akaunti, acc
: bank, benki
: balance, salio, baki
: expensive, costly, ghali
: free, bure
: profit, faida
: loss, hasara
: capital, mtaji
: budget, bajeti
: commission, kamisheni
: tender, zabuni
: auction, mnada
: donation, donate, mchango, kuchangia
: pension, retirement, pensheni, kustaafu
: insurance, bima
: claim, fidia, compensation
: order, oda, kuagiza, agizo
: parcel, package, kifurushi, mzigo
: shop, store, duka
: market, soko
: product, bidhaa
: supplier, msambazaji
: business, biashara
: shareholder, mwanahisa, wanahisa
: cancel, ghairi, kughairi, kusitisha, kufuta
`;
