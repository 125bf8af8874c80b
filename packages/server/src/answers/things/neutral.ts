/** Words that stand together and say none of the things in them. */
export const neutralPhrases = `
phone number
phone call
by phone
on the phone
over the phone
telephone number
piga simu
kupiga simu
tupigie simu
nipigie simu
kwa simu
namba ya simu
nambari ya simu
mobile phone number
simu ya mkononi
mobile money
whatsapp
bank card
sim card
white label
black market
blackboard
green house
greenhouse
red cross
hot dog
horse power
cat food
kazi yetu
kazi yako
saa za kazi
siku za kazi
muda wa kazi
kazi gani
by car
day school fees
cow dung
bus stop
bus station
kituo cha basi
boys and girls
train you
train staff
dress code
tea break
lunch break
coffee break
in exchange
exchange rate
water tank
main door
next door
door to door
mlangoni
mezani
light meal
man power
seed money
fish tank
driver's seat
head office
buy one get one
per person
change of
ford river
meru road
mombasa road
thika road
nakuru road
ngong road
nairobi road
kenya shillings
kenyan shillings
barabara ya mombasa
barabara ya thika
barabara ya nairobi
shilingi za kenya
shilingi za tanzania
mtoto mchanga
watoto wachanga
on speaker
green card
red card
white paper
kwa basi
by bus
by train
by plane
shamba darasa
milk teeth
meno ya maziwa
black friday
table of contents
water table
bed rest
window period
window shopping
bar code
bar association
bar exam
gold medal
silver medal
golden jubilee
lion club
lions club
orange network
red light
traffic light
green light
black out
house help
house girl
house boy
key performance
key points
skin care
skincare
health care
healthcare
hair care
child care
childcare
customer care
dental care
eye care
after care
aftercare
medical care
primary care
take care
takes care
pet care
animal care
care of
care for
foot care
beauty care
elderly care
home care
care home
blood sugar
wake
makes
mic
cooking
screening
virusi
uzani
jumla ya
first aid
business hours
working days
sign up
sign in
card game
master bedroom
credit score
job card
bank holiday
school holidays
doctor's note
mama mboga
mama lishe
mama ntilie
head of
student union
teachers' college
board of directors
half board
full board
bed and breakfast
notice board
account number
namba ya akaunti
nambari ya akaunti
akaunti ya mpesa
interest rate
terms and conditions
vigezo na masharti
may i
kwa mara ya kwanza
kwa mara ya mwisho
mara ya kwanza
mara ya mwisho
mara yangu ya kwanza
huduma ya kwanza
embu niambie
embu nieleze
embu nisaidie
embu nijulishe
embu nielekeze
embu tuambie
embu nipe
dakika za mwisho
mwisho wa mwezi
mwisho wa siku
usiku mwema
good morning
good evening
good afternoon
habari za asubuhi
habari za jioni
habari ya asubuhi
habari ya jioni
za asubuhi
za jioni
asubuhi njema
jioni njema
bwana asifiwe
`;
