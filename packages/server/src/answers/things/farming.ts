/** What grows, and what a farm needs. How a line is read is told in `wordings.ts`. */
export const farming = `
crops, mazao, grain, nafaka, vegetable, mboga, fruit, matunda: maize, corn, mahindi, unga wa sembe, sembe, dona,
  unga wa dona | beans, maharage, maharagwe, rosecoco | rice, mchele, mpunga, wali | wheat, ngano | barley, shayiri |
  oats | sorghum, mtama | millet, uwele, ulezi, wimbi | cassava, muhogo, mihogo, mhogo | potato, irish potato, kiazi,
  viazi, waru, mbatata, ~sweet potato, ~viazi vitamu | sweet potato, viazi vitamu, kiazi kitamu, ngwaci, ~potato,
  ~viazi | arrowroot, arrow root, nduma, taro, magimbi, gimbi | yam, viazi vikuu | coffee, kahawa | tea, majani ya chai,
  ~chai | cocoa, kakao | banana, ndizi, matoke | tomato, nyanya | tree tomato, tamarillo, matunda damu | onion,
  kitunguu, kitunguu maji, vitunguu maji | cabbage, kabichi | sukuma wiki, collard, ~kale, ~sukuma | spinach, mchicha,
  amaranth, terere | nightshade, managu, mnavu | spider plant, sagaa, saget | lettuce, letusi, saladi ya majani |
  carrot, karoti | cucumber, tango | eggplant, aubergine, brinjal, biringanya, bilinganya | okra, bamia | pumpkin,
  malenge, boga | butternut | courgette, zucchini | beetroot, bitiruti | cauliflower | broccoli, brokoli | coriander,
  cilantro, dhania | celery | parsley | leek | avocado, parachichi, maparachichi, ovacado, kovakado | mango, embe,
  maembe | pineapple, nanasi | watermelon, tikiti maji, matikiti maji, tikiti | orange fruit, orange juice,
  fresh oranges, chungwa, machungwa, ~orange | tangerine, chenza | lemon, limau, ndimu | apple, tufaha | grape, zabibu |
  strawberry, stroberi | guava, pera, mapera | peach, pichi | plum | pomegranate, komamanga, kudhumani | jackfruit,
  fenesi | tamarind, ukwaju | baobab, ubuyu | tende, date fruit, date palm | dragon fruit | pawpaw, papaya, papai |
  passion fruit, pasheni, passion juice | groundnut, peanut, karanga, njugu, peanut butter, siagi ya karanga |
  sunflower, alizeti | cotton, pamba | sugarcane, sugar cane, muwa, miwa | sesame, simsim, ufuta | cashew, korosho |
  macadamia | clove, karafuu | coconut, nazi, dafu, madafu | green gram, ndengu, choroko, pojo | cowpea, kunde |
  pigeon pea, mbaazi | chickpea, chick pea, dengu | lentil | peas, minji, njegere, green pea | french bean, mishiri,
  green bean | soya, soybean, soya bean, soy bean | njahi, dolichos | garlic, kitunguu saumu, vitunguu saumu,
  kitunguu swaumu, vitunguu swaumu | ginger, tangawizi | pepper, pilipili, capsicum, hoho, chilli, chili, pilipili hoho,
  pilipili kali, pilipili mbuzi | black pepper, pilipili manga | cinnamon, mdalasini | cardamom, iliki, hiliki |
  turmeric, bizari, binzari | nutmeg, kungumanga | mushroom, uyoga | tobacco, tumbaku | pyrethrum, pareto | sisal,
  mkonge, katani | moringa, mlonge | aloe vera, aloevera | hibiscus, rosella, rozela | stevia | chia
farm inputs, pembejeo: seed, mbegu | seedling, mche, miche, sapling, vipando | fertiliser, fertilizer, mbolea, manure,
  samadi, mboji, compost | pesticide, insecticide, dawa ya wadudu, viuatilifu, kiuatilifu | herbicide, weed killer,
  weedkiller, dawa ya magugu, kiua magugu | fungicide, dawa ya ukungu, dawa ya kuvu | animal feed, feeds,
  chakula cha mifugo, malisho | acaricide, dawa ya kupe | sprayer, pampu ya dawa, bomba la dawa, knapsack | egg, yai,
  mayai
all fertilisers, all fertilizers, mbolea zote, kila aina ya mbolea: dap | urea | npk | can fertiliser, can fertilizer,
  mbolea ya can | minjingu | manure, samadi, farmyard manure | compost, mboji | agricultural lime, chokaa ya kilimo |
  foliar feed, foliar, booster
all machines, mashine zote, farm tools, zana za kilimo: hoe, jembe | panga, machete | rake, reki | slasher, fyekeo |
  wheelbarrow, toroli | drip irrigation, drip line, drip kit, umwagiliaji wa matone | sprinkler | greenhouse,
  green house, kitalu nyumba, banda kitalu | shade net | dam liner | water pump, pampu ya maji | chaff cutter,
  mashine ya kukata majani, mashine ya kukatakata majani | milking machine, mashine ya kukamua | incubator,
  mashine ya kutotolesha, mashine ya kuangulia, kitotoleshi | posho mill, mashine ya kusaga | maize sheller,
  mashine ya kupukuchua | combine harvester | beehive, mzinga wa nyuki, mizinga ya nyuki
: ploughing, plow, kulima, kulimiwa | harrowing | harvesting, kuvuna, mavuno, uvunaji | transplanting, upandaji,
  ~planting, ~kupanda | weeding, palizi, kupalilia | irrigation, irrigate, umwagiliaji, kumwagilia
: soil sample, soil test, kupima udongo, udongo | water sample, water test, kupima maji | milk test, kupima maziwa |
  feed test, leaf analysis
all flowers, maua yote, any flower, kila aina ya maua: rose, ~waridi | lily, yungiyungi | carnation | chrysanthemum |
  tulip | orchid | hydrangea | gypsophila | bougainvillea | jasmine, asumini
all timber, mbao zote, all trees, miti yote: mahogany, mkangazi | cypress, saipresi | pine, msonobari, paini | mvule,
  mvuli | teak, msaji, mtiki | mninga | mkongo | cedar, mwerezi | ebony, mpingo | eucalyptus, mkaratusi, blue gum |
  grevillea | neem, mwarobaini | bamboo, mianzi, mwanzi | mdf | plywood, plaiwudi | blockboard, block board |
  chipboard | hardboard
: arabica | robusta
: light roast | medium roast | dark roast
: ground coffee, kahawa ya unga, kahawa iliyosagwa | coffee bean, whole bean, kahawa ya punje | instant coffee
: raw honey, asali mbichi | comb honey, honeycomb, masega | beeswax, nta | propolis | royal jelly
: farmer, mkulima, grower
: farm, shamba
: drought, ukame
`;
