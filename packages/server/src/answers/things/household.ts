/** Things in a house, a workshop or a wardrobe. How a line is read is told in `wordings.ts`. */
export const household = `
all colours, any colour, colours, all colors, any color, colors, rangi zote, rangi yoyote, rangi mbalimbali: red,
  nyekundu, mekundu, jekundu, chekundu, vyekundu, mwekundu | blue, bluu, buluu, samawati, navy blue | green, kijani |
  black, nyeusi, meusi, jeusi, cheusi, vyeusi, mweusi | white, nyeupe, meupe, jeupe, cheupe, vyeupe, mweupe | yellow,
  njano, manjano | pink, pinki, waridi | purple, zambarau | brown, kahawia, hudhurungi | grey, gray, kijivu, jivujivu |
  orange colour, orange color, rangi ya machungwa, rangi ya chungwa | maroon, damu ya mzee | beige | turquoise | golden,
  rangi ya dhahabu
any material, all materials: wood, wooden, timber, mbao | steel, chuma | plastic, plastiki | aluminium, aluminum,
  alumini | glass, kioo, vioo, kioo cha dirisha, vioo vya madirisha, vioo vya dirisha | leather, ngozi | silk, hariri |
  wool, woollen, sufu | linen, kitani | denim | marble, marumaru | granite | cotton, pamba | polyester | nylon,
  nailoni | velvet | lace, lesi | chiffon, shifoni | satin | canvas, turubai | ceramic | bamboo, mianzi | concrete,
  zege | pvc | fibreglass, fiberglass
hardware, vifaa vya ujenzi, building materials, any item, any goods, all goods, bidhaa yoyote, bidhaa zozote,
  bidhaa zote, bidhaa ambayo, bidhaa ambazo: cement, saruji, simenti, simiti | iron sheet, roofing sheet, mabati, bati |
  tile, vigae, kigae, taili, tailizi | paint, emulsion, undercoat, ~rangi | sand, mchanga | ballast, kokoto, gravel,
  changarawe | brick, matofali, tofali | concrete block, hollow block, building block, matofali ya zege, ~block |
  steel bar, iron bar, rebar, nondo | timber, mbao, wood, wooden | pipe, mabomba, bomba | wire, cable, waya, nyaya |
  barbed wire, chain link, fencing wire, senyenge, seng'enge | brc, wire mesh, welded mesh | gypsum, jipsamu |
  roofing nail, steel nail, wire nail, msumari, misumari | screw, skrubu | hinge, bawaba | lock, padlock, kufuli,
  kitasa, door lock | tank, tangi, tenki | toilet, sink, choo | ceiling board, dari | gutter | varnish, vanishi |
  thinner | putty | glue, gundi | sandpaper, msasa | hammer, nyundo | hand saw, handsaw, msumeno | spade, shovel,
  sepetu, beleshi | wheelbarrow, toroli | drill, drilling machine | ladder, ~ngazi | light bulb, bulb, balbu | socket,
  soketi | circuit breaker | water tap, koki, ~tap, ~bomba | shower head | plywood, plaiwudi | fence post, nguzo |
  grinder | tape measure, futi kamba
all tools, vifaa vyote: hammer, nyundo | hand saw, handsaw, msumeno | drill, drilling machine | spanner, spana, wrench |
  screwdriver, bisibisi | pliers, plaisi, koleo | chisel, patasi, tindo | spade, shovel, sepetu, beleshi | ladder,
  ~ngazi | tape measure | concrete mixer, mixer ya zege | poker vibrator, vibrator | compactor | scaffolding,
  jukwaa la ujenzi | welding machine, mashine ya kuchomelea | excavator, ekskaveta | grinder | axe, shoka | pickaxe,
  sururu | crane | bulldozer, buldoza | wheelbarrow, toroli
gadget, device, electronics, appliance, vifaa vya elektroniki, vifaa vyote: phone, smartphone, cellphone, handset,
  mobile phone, simu, rununu, simu janja, kisimu, smart phone, feature phone | laptop, kompyuta mpakato,
  tarakilishi mpakato, lapi, lapto, ~computer, ~kompyuta, ~tarakilishi, ~pc | desktop, kompyuta ya mezani, ~computer,
  ~kompyuta, ~tarakilishi, ~pc | tablet, ipad, kishikwambi | tv, television, televisheni, runinga, luninga, telly,
  smart tv | radio, redio | decoder, dikoda, king'amuzi, ving'amuzi | router, ruta, modem, modemu, mifi | speaker,
  loudspeaker, spika, subwoofer, woofer, home theatre | fridge, refrigerator, friji, jokofu | freezer, friza |
  washing machine, mashine ya kufulia, mashine ya kufua | cooker, stove, jiko, majiko, gas cooker | oven, tanuri,
  ovena | microwave, maikrowevu | printer, printa | photocopier, photocopy machine | scanner, skana | camera, kamera |
  cctv, cctv camera | watch, saa ya mkono, wristwatch, smartwatch, smart watch | generator, jenereta | solar panel,
  paneli | inverter, inveta | water heater, instant shower, hita | water dispenser, dispenser | headphones, earphones,
  earpods, airpods, earbuds | charger, chaja | power bank, powerbank | memory card, flash disk, flashdisk, usb flash |
  hard disk, hard drive | sewing machine, cherehani | blender, blenda | kettle, birika la umeme | iron box,
  pasi ya umeme | rice cooker | pressure cooker | air fryer | toaster | vacuum cleaner | fan, feni, pangaboi |
  dishwasher | hair dryer, hairdryer | playstation, ps4, ps5, xbox, game console | drone, droni | projector, projekta |
  calculator, kikokotoo
all brands, any brand, all makes, every make, aina zote, brand zote, any phone, any car, simu zote, magari yote:
  samsung | iphone, apple, aifoni | tecno | infinix | nokia | huawei | xiaomi, redmi | itel | oppo | vivo | realme |
  oneplus | motorola | blackberry | google pixel | hp | dell | lenovo | toshiba | acer | asus | macbook | sony | lg |
  hisense | tcl | vitron | skyworth | panasonic | philips | ramtons | mika | bruhm | bosch | canon | epson | nikon |
  kyocera
: bamburi | simba cement | twiga cement | savannah cement | tororo cement | dangote | nyati cement | blue triangle
: crown paint | basco | sadolin | plascon | duracoat | goldstar
: kgas, k gas | total gas | pro gas, progas | oryx | taifa gas | rubis | hashi | lake gas | afrigas | manjis | mihan |
  orange gas
fuel, mafuta yote: petrol, petroli, unleaded, super petrol | diesel, dizeli | kerosene, paraffin, mafuta ya taa | lpg,
  cooking gas, gesi, ~gas | charcoal, mkaa, makaa | briquettes | firewood, kuni | biogas, bayogesi
all clothes, any clothes, nguo zote, clothing, mavazi: shirt, shati, ~tshirt, ~t shirt | tshirt, t shirt, tisheti,
  fulana, polo shirt | blouse, blauzi | trouser, suruali, jeans, jinzi | shorts za, kaptula, bukta | dress, gown, gauni,
  rinda, marinda, wedding gown, wedding dress, shela, gauni la harusi | suit, suti | skirt, sketi | shoe, kiatu, viatu,
  sneaker, raba, sandal, ndala, boots, buti, gumboot, slippers | handbag, mkoba, begi, backpack, school bag, ~bag |
  curtain, pazia, mapazia | uniform, sare, yunifomu | carpet, rug, zulia, mazulia, kapeti | duvet, duveti | blanket,
  blanketi | bedsheet, shuka, mashuka, bed sheet | pillow, ~mto | towel, taulo | mosquito net, chandarua, vyandarua |
  tablecloth, table cloth, kitambaa cha meza | jacket, koti, jaketi, coat, blazer, bleza | sweater, sweta, jumper,
  cardigan, pullover, hoodie | hat, kofia, cap, kepu | kitenge, vitenge, ankara | kanga, khanga, leso | kikoi | kanzu |
  hijab, hijabu, ~scarf | abaya, baibui, ~buibui | underwear, chupi, boxer, panty, nguo za ndani | bra, sidiria | socks,
  soksi | necktie, tai, neck tie, ~tie | belt, mkanda | jersey, jezi | tracksuit, track suit, traki | apron, aproni |
  overall, ovaroli | swimsuit, swimming costume, bikini, nguo za kuogelea | pyjamas, pajamas, nightdress, night dress |
  lab coat, dust coat | baby clothes, nguo za watoto
all shoes, viatu vyote: sneaker, raba | sandal, ndala, sendo, malapa, kandambili | boots, buti | gumboot, gum boot |
  high heel, heels, viatu vya kisigino | loafer | slippers | school shoe, viatu vya shule | football boots, njumu |
  safety boots, safety shoe
furniture, samani, fanicha: bed, kitanda, vitanda, bunk bed, double decker | chair, kiti, viti | table, meza,
  dining table, coffee table | sofa, couch, kochi, makochi, sofa set | cupboard, kabati | wardrobe, ~kabati | shelf,
  shelves, bookshelf, rafu | drawer, droo | stool, stuli | bench, benchi | tv stand, stendi ya tv | shoe rack |
  baby cot, cot, kitanda cha mtoto | mattress, godoro | desk, dawati, madawati | door, mlango, milango | window grill,
  grill, grili, grili za madirisha, grili za dirisha, grili ya dirisha | window, dirisha, madirisha | gate, geti |
  mirror, kioo cha kujitazama, ~kioo | tent, hema, mahema, marquee, turubai | stage, jukwaa | sound system, pa system,
  public address, vyombo vya muziki | projector, projekta | dance floor | mobile toilet, vyoo vya kuhamishika |
  red carpet, zulia jekundu
: carpet, rug, zulia, kapeti | sofa, couch, kochi, makochi, sofa set | mattress, godoro | curtain, pazia | duvet,
  duveti | blanket, blanketi | pillow | car seat, seat cover, viti vya gari
all sizes, any size, every size, saizi zote, size zote, saizi yoyote, ukubwa wowote: 2.5x6, 2.5 by 6, 2.5 kwa 6 | 3x6,
  3 by 6, 3 kwa 6 | 3.5x6, 3.5 by 6, 3.5 kwa 6 | 4x6, 4 by 6, 4 kwa 6 | 5x6, 5 by 6, 5 kwa 6 | 6x6, 6 by 6, 6 kwa 6 |
  5x7, 5 by 7 | 8x10, 8 by 10 | 8x12, 8 by 12 | 10x12, 10 by 12 | 12x18, 12 by 18 | 16x20, 16 by 20 | king size |
  queen size
: extra large, xxl | large size, size kubwa, saizi kubwa | medium size, saizi ya kati, size ya kati | small size,
  size ndogo, saizi ndogo
: pot, sufuria | frying pan, kikaango, kikaangio | plate, sahani | mug, kikombe, vikombe, ~cup | spoon, kijiko | fork,
  uma | knife, kisu, knives | bucket, ndoo | basin, beseni, karai | thermos, flask, chupa ya chai, themosi | jerrycan,
  jerican, dumu | tray, sinia, trei | jug, jagi | bowl, bakuli | lunch box, lunchbox | water bottle, chupa ya maji
: dry cleaning, draiklina | ironing, iron clothes, kupiga pasi, pasi | washing clothes, laundry, kufua, kufulia, dobi,
  ~wash
: stitching, sewing, kushona, ushonaji, kushonewa, mnashona, tunashona | alteration, kupunguza nguo, kurekebisha nguo |
  embroidery, kudarizi, darizi | zip replacement, kubadilisha zipu, zipu, zipper
: carpet cleaning, kusafisha zulia, kuosha zulia, kuosha kapeti | sofa cleaning, kusafisha makochi, kuosha makochi,
  kuosha sofa | window cleaning, kusafisha madirisha | office cleaning, usafi wa ofisi, kusafisha ofisi |
  house cleaning, usafi wa nyumba, kusafisha nyumba | fumigation, fumigate, kupulizia dawa, kufukiza, kupuliza dawa |
  garbage collection, kuzoa taka, kukusanya taka | tank cleaning, kuosha tangi, kusafisha tangi | car wash, kuosha gari,
  kuosha magari, carwash
: gold, dhahabu | silver | copper, shaba | diamond, almasi | platinum | tanzanite, tanzanaiti | ruby | emerald,
  zumaridi | pearl, lulu | bronze, shaba nyeusi
: wedding ring, engagement ring, pete, ~ring | necklace, mkufu, cheni ya shingo | hereni, herini, ear rings, ~earring |
  bracelet, bangili, bangle | anklet, kikuku | wristwatch, saa ya mkono
all cosmetics, vipodozi vyote: lotion, losheni | perfume, marashi, manukato, cologne, pafyumu | lipstick, lipstiki |
  shampoo, shampuu | hair conditioner | nail polish, rangi ya kucha, cutex | deodorant, dawa ya kwapa | sunscreen,
  sun cream | body oil, mafuta ya mwili | foundation cream | mascara, maskara | face powder, poda
all stationery, vifaa vya ofisi: pen, biro, kalamu | pencil, penseli | ruler, rula | eraser, rubber eraser, kifutio |
  chalk, chaki | envelope, bahasha | stapler, stepla | marker pen, whiteboard marker, maka | crayon, kalamu za rangi |
  exercise book, daftari | manila paper, manila | calculator, kikokotoo | geometrical set, geometry set,
  mathematical set | printing paper, photocopy paper, ream, rimu, rim ya karatasi | glue, gundi
: kitchen, jikoni, ~jiko | garden, bustani | lounge, common room, sitting room, sebule | rooftop, juu ya paa | bathroom,
  bafu | dining room, dining hall, chumba cha kulia, ukumbi wa chakula
: single phase, fezi moja | three phase, fezi tatu
: prepaid, lipa kabla | postpaid, lipa baadaye
: septic tank, exhauster, kunyonya choo, kunyonya vyoo, kuvuta choo | borehole drilling, kuchimba kisima,
  uchimbaji wa kisima, uchimbaji wa visima | unblocking, kuzibua
all sizes, all cylinders, saizi zote, mitungi yote: mtungi wa kilo 3, gas ya kilo 3, gesi ya kilo 3, 3kg gas,
  3kg cylinder, 3kg lpg, gesi 3kg, gas 3kg, =3kg, =kilo 3 | mtungi wa kilo 6, gas ya kilo 6, gesi ya kilo 6, 6kg gas,
  6kg cylinder, 6kg lpg, gesi 6kg, gas 6kg, =6kg, =kilo 6 | mtungi wa kilo 13, gas ya kilo 13, gesi ya kilo 13,
  13kg gas, 13kg cylinder, 13kg lpg, gesi 13kg, gas 13kg, =13kg, =kilo 13 | mtungi wa kilo 15, gas ya kilo 15,
  gesi ya kilo 15, 15kg gas, 15kg cylinder, 15kg lpg, gesi 15kg, gas 15kg, =15kg, =kilo 15 | mtungi wa kilo 38,
  gas ya kilo 38, gesi ya kilo 38, 38kg gas, 38kg cylinder, 38kg lpg, gesi 38kg, gas 38kg, =38kg, =kilo 38 |
  mtungi wa kilo 50, gas ya kilo 50, gesi ya kilo 50, 50kg gas, 50kg cylinder, 50kg lpg, gesi 50kg, gas 50kg, =50kg,
  =kilo 50
all construction works, kazi zote za ujenzi: house painting, painting services, kupaka rangi nyumba,
  kupakwa rangi nyumba | roofing, kuezeka, kupaua | tiling, kuweka vigae, kuweka tiles | electrical wiring,
  house wiring, wayaringi, waya za nyumba | welding, kuchomelea, uchomeleaji | carpentry, useremala | landscaping,
  kutengeneza bustani | interior design, interior decor | house plan, architectural drawing, ramani ya nyumba,
  mchoro wa nyumba, michoro ya nyumba | excavation, kuchimba msingi | demolition, kubomoa, ubomoaji | cabro, paving,
  pavement blocks | plumbing, ufundi bomba | masonry, uashi | gypsum ceiling, dari ya gypsum | waterproofing |
  quantity surveying
all baby items: stroller, pram | car seat for baby, baby car seat | feeding bottle, chupa ya mtoto, chupa ya kunyonyea |
  baby walker | baby carrier | baby cot | diaper, pampers, nepi
: football, ball, mpira wa miguu | racket, raketi | whistle, filimbi | skipping rope, kamba ya kuruka | yoga mat
: borehole, kisima
: key, ufunguo, funguo
: gift, zawadi
: flower, bouquet, maua
: garbage, rubbish, trash, waste, litter, taka, takataka, uchafu
: electricity, umeme, stima
: blackout, power cut, outage, umeme kukatika
: house, home, nyumba, keja, kejani
: damaged, broken, cracked, imevunjika, imepasuka, imeharibika, imekufa
: second hand, mitumba, mtumba, secondhand
: brand new, mpya kabisa
: clothes, nguo, mavazi, viwalo
: spare, spea, vipuri, kipuri
: cheap, affordable, rahisi, nafuu
: genuine, original, halisi, orijino, ogi
: fake, counterfeit, feki, bandia
: toy, mdoli
: cylinder, mtungi
: leak, leakage, kuvuja, inavuja, vuja
: broom, ufagio, fagio
: thief, mwizi, wezi, jambazi
`;
