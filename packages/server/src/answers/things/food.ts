/** Food and drink. How a line is read is told in `wordings.ts`. */
export const food = `
meals, mlo, milo, full board, all inclusive, buffet: breakfast, brekkie, kifungua kinywa, kiamsha kinywa, staftahi,
  chakula cha asubuhi, chai ya asubuhi, bed and breakfast, ~chai, ~brunch | lunch, chakula cha mchana, ~mchana,
  ~brunch | dinner, supper, chakula cha jioni, chakula cha usiku, ~jioni, ~usiku
all meal plans: bed and breakfast, b and b, bed breakfast | half board | full board | all inclusive | room only,
  bed only
drinks, beverage, kinywaji, vinywaji: beer, bia, lager, ~alcohol, ~pombe | wine, mvinyo, divai, ~alcohol, ~pombe |
  whisky, whiskey, spirits, gin, vodka, brandy, tequila, konyagi, waragi, pombe kali, ~rum, ~alcohol, ~pombe | cider,
  ~alcohol, ~pombe | cocktail, ~alcohol, ~pombe | champagne, shampeni, ~alcohol, ~pombe | changaa, busaa, mnazi, mbege,
  pombe ya kienyeji, ~alcohol, ~pombe | soda, soft drink, coke, coca cola, fanta, sprite, pepsi | energy drink,
  red bull | juice, juisi, sharubati, orange juice, passion juice | smoothie, smudhi | coffee, kahawa, espresso,
  cappuccino, latte, ~black coffee | tea, chai, green tea, black tea, herbal tea, milk tea, ginger tea, chai ya rangi,
  chai ya maziwa, chai ya tangawizi, strungi | hot chocolate | uji, porridge | coconut water, madafu | drinking water,
  mineral water, bottled water, maji ya kunywa, ~water, ~maji | milkshake
all beers, bia zote: tusker | guinness | heineken | pilsner | white cap | kilimanjaro lager | safari lager |
  serengeti lager | castle lager | nile special | bell lager | budweiser
all sodas, soda zote: coke, coca cola | fanta | sprite | pepsi | stoney | krest | mirinda | novida | red bull
all spirits, pombe kali zote: whisky, whiskey | gin | vodka | rum | brandy | tequila | konyagi
all coffees, kahawa zote: espresso | cappuccino | latte | americano | mocha | macchiato | flat white | iced coffee |
  black coffee, kahawa chungu, kahawa nyeusi
all teas, chai zote: green tea | black tea, chai ya rangi, strungi, sturungi | herbal tea | masala tea, chai ya masala |
  milk tea, chai ya maziwa | ginger tea, chai ya tangawizi | lemon tea | iced tea | purple tea | white tea
dairy products, bidhaa za maziwa: milk, maziwa, fresh milk | yoghurt, yogurt, mtindi, maziwa lala, mala, maziwa mgando,
  maziwa ganda | cheese, jibini, chizi, mozzarella, cheddar | butter, siagi | ghee, samli | ice cream, aiskrimu,
  icecream | margarine, majarini, blue band | egg, yai, mayai
: long life milk, uht | skimmed milk | powdered milk, milk powder, maziwa ya unga | fresh milk, raw milk,
  maziwa mabichi, maziwa freshi
pastry, snack, bites, vitafunio, bakery products: cake, keki, cupcake, ~gateau, ~muffin | muffin, mafini | bread, loaf,
  mkate, brown bread, white bread | chapati, chapo | mandazi, maandazi, andazi, ndao | mahamri, mahamuri | samosa,
  sambusa | pizza | burger, hamburger, baga | cookie, biscuit, biskuti | doughnut, donut, donati | pie, pai, meat pie |
  scone, skonzi | croissant | pancake, pankeki | waffle | sandwich, sandwichi | chips, chipsi, french fries, fries,
  chipo | crisps, kripsi | popcorn, bisi | sausage, soseji | smokie | hot dog, hotdog | kebab, kababu | bhajia, bajia,
  viazi karai | kitumbua | kachori | shawarma | spring roll | pilau, pilao | biryani, biriani | ugali, nsima, ~sima,
  ~posho | githeri, makande, nyoyo | mukimo, irio | matoke | nyama choma, nyamchom | mshikaki, mishikaki | mutura |
  soup, supu | salad, saladi, kachumbari | stew, ~mchuzi | curry | sushi | noodles, indomie | pasta, spaghetti, tambi,
  macaroni, makaroni | lasagna, lasagne | jam, jemu
all meat, nyama zote, all cuts: steak, steki | minced meat, mince, nyama ya kusaga | liver, maini | matumbo, utumbo,
  ~tripe | ribs, mbavu | fillet, minofu, boneless, nyama bila mfupa | kidney, figo | oxtail, mkia wa ng'ombe | gizzard,
  firigisi | drumstick, mapaja ya kuku | chicken wings, wings, mabawa ya kuku | sausage, soseji | bone soup,
  supu ya mifupa
all flavours, flavours, any flavour, ladha zote, ladha yoyote: chocolate, chokoleti | vanilla, vanila | strawberry,
  stroberi | lemon, limau, ndimu | red velvet, redvelvet | black forest, blackforest | white forest, whiteforest |
  caramel | blueberry, bluberi | marble | carrot, karoti | banana, ndizi | coconut, nazi | pineapple, nanasi | passion |
  mango, embe | mint | butterscotch | oreo | fruit cake, fruitcake | mocha | cheesecake | pistachio | orange flavour,
  ladha ya chungwa, ladha ya machungwa
: fondant | buttercream, butter cream | whipped cream | royal icing | ganache
: brown bread, mkate wa brown, mkate wa brauni | white bread, mkate mweupe
: single tier, one tier, tier moja | two tier, 2 tier, tier mbili, ghorofa mbili | three tier, 3 tier, tier tatu,
  ghorofa tatu | four tier, 4 tier | five tier, 5 tier
: heart shape, umbo la moyo | square shape, square cake, keki ya mraba | round cake, keki ya duara, round shape |
  number cake, keki ya namba
: halal, halali | vegetarian, veggie, wala mboga, ~vegan | vegan, ~vegetarian | gluten free, gluten | sugar free,
  sugarless, bila sukari, isiyo na sukari | eggless, bila mayai | kosher | lactose free, lactose
all groceries, bidhaa zote, kila kitu, everything, supermarket: sugar, sukari | salt, chumvi | flour, unga,
  unga wa ngano, unga wa mahindi, unga wa sembe, unga wa dona, sembe, dona | cooking oil, mafuta ya kupikia,
  mafuta ya kula, mafuta ya kupika | soap, detergent, sabuni, omo, bar soap, washing powder | toilet paper, tissue,
  tishu, toilet roll | diaper, pampers, nepi, nappy, daipa | sanitary pad, sanitary towel, pedi, sodo, taulo za kike |
  toothpaste, dawa ya meno, colgate | toothbrush, mswaki | candle, mshumaa | matchbox, kiberiti | baby formula,
  infant formula, maziwa ya kopo
: food, chakula, msosi, misosi
: cook, kupika, upishi
: catering, caterer, catering services, upishi wa hafla
: restaurant, mgahawa, eatery, cafe, hoteli ya chakula
: takeaway, take away, take out, kubeba chakula, kubebea | eat in, dine in, kula hapa, kula hapo
: hungry, njaa
: sweet, candy, pipi, peremende
`;
