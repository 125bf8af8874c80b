/**
 * The small words that hold a sentence together, and greetings: what tells a language when all else is
 * borrowed. A spelling that both languages have is in the list where it is commoner, or in neither.
 */

export const swahiliFrame: ReadonlySet<string> = new Set(
  `na ya wa za la cha vya kwa ni si je au pia lakini kama katika kwenye kutoka mpaka hadi baada kabla tu sana
    zaidi bila kuhusu juu chini ndani nje gani nani lini wapi ngapi nini vipi upi ipi zipi yupi hii huyu hiyo
    hicho hizi hizo hao hawa huo huu ile yule wale zile lile kile vile pale hapa hapo huko kule ambayo ambao
    ambaye ambacho ambalo ambazo ambapo mimi wewe yeye sisi ninyi nyinyi wao yangu yako yake yetu yenu yao wangu
    wako wake wetu wenu langu lako lake letu lao changu chako chake chetu chao zangu zako zake zetu zao kila yote
    wote zote kwamba kuwa ana ina una nina tuna wana kuna zina lina mna iko wako yuko uko niko mko ziko huwa ili
    basi tafadhali naomba nataka ningependa nipe niambie habari mambo hujambo sijambo jambo shikamoo marahaba
    salamu asante asanteni shukrani samahani pole sawa poa karibu kwaheri ndiyo ndio hapana sasa hivi bado tena je
    mnauza mnafungua naweza unaweza mnaweza nahitaji ninataka sio siyo hakuna`.split(/\s+/),
);

export const englishFrame: ReadonlySet<string> = new Set(
  `the is are was were be been am an and or but not of on at to for from by with about into do does did done have
    has had can could will would shall should may might must what when where why how who which whose this that
    these those there here it its he she they them their we us our you your my i if then than because while until
    also just only very too any some each every other please tell want need like get got give go thanks thank
    hello hi hey bye goodbye yes no dont doesnt didnt isnt arent cant cannot couldnt wont im id ill ive youre
    whats hows much many more most show make let`.split(/\s+/),
);
