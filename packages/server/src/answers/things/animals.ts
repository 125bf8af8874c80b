/** Animals, tame and wild. How a line is read is told in `wordings.ts`. */
export const animals = `
animal, pet, livestock, wildlife, mnyama, wanyama, mifugo, kipenzi: dog, puppy, pup, doggy, mbwa, jibwa, dog food,
  dog meal, chakula cha mbwa, pet dog | cat, kitten, kitty, paka, pusi, chakula cha paka, pet cat | cow, cattle, bull,
  heifer, calf, calves, bullock, ox, oxen, beef, ng'ombe, ndama, fahali, mtamba, maksai, dairy cow, dairy cattle,
  dairy meal, calf pellets, ~dairy | goat, mbuzi, dairy goat, chevon | sheep, mutton, lamb, ewe, kondoo, ~ram | pig,
  piglet, hog, swine, boar, pork, bacon, nguruwe, kitimoto, kiti moto, ~ham | chicken, hen, rooster, cockerel, broiler,
  layer, chick, pullet, poultry, kuku, kifaranga, jogoo, kuku wa nyama, kuku wa mayai, kuku wa kienyeji, kuku kienyeji,
  kienyeji chicken, layers mash, chick mash, broiler starter, broiler finisher, growers mash | duck, duckling, bata,
  bata maji, ~poultry | turkey, bata mzinga, ~poultry | goose, geese, bukini, bata bukini, ~poultry | quail, kware,
  ~poultry | guinea fowl, guineafowl, ~kanga, ~poultry | pigeon, dove, njiwa | rabbit, bunny, sungura | guinea pig,
  simbilisi | hamster | fish, tilapia, catfish, fingerling, samaki, kambare, ngege, perege, vifaranga vya samaki,
  chakula cha samaki | camel, ngamia | donkey, punda | horse, pony, farasi | bee, honey, beehive, nyuki, asali,
  mzinga wa nyuki, mizinga ya nyuki | parrot, kasuku | tortoise, kobe | snake, nyoka | snail, konokono | monkey, tumbili
game, wildlife, big five, wanyama: lion, simba | elephant, tembo, ndovu | giraffe, twiga | rhino, rhinoceros, kifaru |
  hippo, hippopotamus, kiboko | gorilla, sokwe mtu, ~sokwe | chimpanzee, chimp, sokwe | leopard, chui | cheetah, duma |
  zebra, punda milia | buffalo, nyati | crocodile, mamba | flamingo, heroe | whale, nyangumi | dolphin, pomboo | turtle,
  kasa | hyena, fisi | wildebeest, gnu, nyumbu | antelope, gazelle, impala, ~swala | warthog, ngiri | baboon, nyani |
  wild dog, mbwa mwitu | python, chatu | ostrich, ~mbuni | colobus, mbega | pangolin, kakakuona | shark, ~papa
all pests, any pest, every pest, wadudu wote, wadudu wa aina zote: cockroach, mende | bedbug, bed bug, kunguni | mouse,
  mice, rodent, panya, ~rat | termite, mchwa | mosquito, mbu | ant, sisimizi, siafu | housefly, nzi, inzi | flea,
  kiroboto | snake, nyoka | louse, lice, chawa | wasp, nyigu | weevil, dumuzi | locust, nzige | scorpion, nge | tick,
  kupe
: vaccination, vaccine, vaccinate, jab, immunisation, immunization, chanjo, chanja, kuchanja, kuchanjwa | deworming,
  dewormer, dawa ya minyoo, minyoo | castration, castrate, neuter, neutering, kuhasi, ~sterilise, ~sterilize | spay,
  spaying, kufunga kizazi, ~sterilise, ~sterilize | adopt, adoption, kuasili | artificial insemination, insemination,
  semen, uhimilishaji, upandishaji, kupandikiza | dipping, acaricide, dawa ya kupe, kupe, kuogesha mifugo |
  pet grooming, dog grooming, grooming | microchip | dehorning, kukata pembe | hoof trimming, kukata kwato |
  pregnancy diagnosis, kupima mimba | euthanasia, put to sleep
all breeds, any breed, every breed, mixed breeds, aina zote: friesian, holstein | jersey | ayrshire | guernsey |
  sahiwal | boran | zebu | ankole | brown swiss | fleckvieh | hereford | charolais | angus | simmental | girolando |
  boer | saanen | toggenburg | alpine | galla | nubian | dorper | merino | red maasai | large white | landrace | duroc |
  german shepherd, gsd, alsatian | rottweiler | chihuahua | labrador | golden retriever | poodle | bulldog | boerboel |
  pitbull, pit bull | doberman | maltese | japanese spitz | husky | persian cat | siamese | flemish giant |
  californian rabbit, california white | broiler, kuku wa nyama | layer, kuku wa mayai | kuku wa kienyeji,
  kuku kienyeji, kienyeji chicken, indigenous chicken | kuroiler, kuloira | sasso | rainbow rooster | kenbro
all animal diseases, magonjwa yote: foot and mouth, ugonjwa wa miguu na midomo, fmd | east coast fever, ecf,
  ndigana kali, ndigana | mastitis, ugonjwa wa kiwele, ugonjwa wa matiti | newcastle, kideri, mdondo | gumboro |
  coccidiosis | fowl pox, ndui ya kuku | fowl typhoid | anthrax, kimeta | blackquarter, chambavu | brucellosis |
  lumpy skin | ppr, sotoka | rabies, kichaa cha mbwa | parvo, parvovirus | distemper | mange | milk fever | bloat |
  nagana, trypanosomiasis | swine fever, homa ya nguruwe | marek
all feeds, feeds zote, vyakula vyote: dairy meal | layers mash, chakula cha kuku wa mayai | broiler starter,
  broiler mash | broiler finisher | growers mash | chick mash, chick starter | calf pellets | pig feed, pig finisher,
  sow and weaner, chakula cha nguruwe | dog food, dog meal, chakula cha mbwa | cat food, chakula cha paka | fish feed,
  chakula cha samaki | rabbit pellets, chakula cha sungura | hay, boma rhodes, nyasi kavu | silage, saileji | bran,
  pumba | molasses, molasi | salt lick, mineral lick, chumvi ya mifugo | napier | cotton cake, mashudu | fishmeal,
  fish meal
all fish, samaki wote, aina zote za samaki, seafood: tilapia, ngege, perege, sato | nile perch, sangara, mbuta |
  catfish, kambare, mudfish | omena, dagaa, sardine, mukene | tuna, jodari | kingfish, king fish, nguru | red snapper |
  trout | salmon | mackerel | prawn, shrimp, kamba wadogo, ~kamba | lobster, kamba koche | crab | octopus, pweza |
  squid, calamari, ngisi
: day old, =siku moja, =siku 1 | point of lay, wanaokaribia kutaga, wanaotaga | spent layer, ex layer, kuku waliozeeka
: udder, mastitis, kiwele | hoof, kwato | horn, pembe
`;
