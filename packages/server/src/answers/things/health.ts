/** Illnesses, who treats them and where. How a line is read is told in `wordings.ts`. */
export const health = `
all diseases, every disease, all conditions, any illness, magonjwa yote, ugonjwa wowote: malaria, malaria test,
  test for malaria, kipimo cha malaria, vipimo vya malaria, kupima malaria | typhoid, taifodi, homa ya matumbo,
  typhoid test, kipimo cha taifodi, kupima taifodi, kupima typhoid, kipimo cha typhoid, kipimo cha homa ya matumbo |
  diabetes, diabetic, sugar disease, kisukari, ugonjwa wa sukari, ~sukari, ~sugar, blood sugar test, sugar test,
  diabetes test, kipimo cha sukari, kupima sukari, kupima kisukari | hiv, ukimwi, vvu, hiv test, hiv testing,
  test for hiv, kipimo cha ukimwi, kipimo cha hiv, kupima ukimwi, kupima hiv, kupima vvu | tuberculosis, kifua kikuu,
  tb, tb test, gene xpert, kipimo cha tb, kupima tb, kupima kifua kikuu | cancer, saratani, kansa, tumour,
  uvimbe wa saratani, cervical cancer, breast cancer, prostate cancer, saratani ya matiti, saratani ya shingo ya kizazi,
  tezi dume | covid, corona, korona, uviko, covid test, pcr test, kipimo cha covid, kipimo cha uviko, kupima corona |
  flu, influenza, mafua, homa ya mafua | hypertension, high blood pressure, blood pressure, shinikizo la damu, presha,
  blood pressure check, kupima presha, kupima shinikizo la damu | cholera, kipindupindu | asthma, pumu | ulcer,
  vidonda vya tumbo, madonda ya tumbo | hepatitis, homa ya ini, hepatitis test, hepatitis b test,
  kipimo cha homa ya ini, kupima homa ya ini, kupima hepatitis | polio, ugonjwa wa kupooza | measles, surua, ukambi |
  yellow fever, homa ya manjano | tetanus, pepopunda | rabies, kichaa cha mbwa | pneumonia, nimonia, homa ya mapafu |
  epilepsy, kifafa | syphilis, kaswende, ~std, ~sti, ~magonjwa ya zinaa, syphilis test, kupima kaswende | gonorrhoea,
  gonorrhea, kisonono, ~std, ~sti, ~magonjwa ya zinaa | stroke, kiharusi | arthritis, baridi yabisi, yabisi kavu |
  gout | sickle cell, selimundu | anaemia, anemia, upungufu wa damu | hernia, ngiri | piles, haemorrhoids, hemorrhoids,
  bawasiri | chickenpox, chicken pox, tetekuwanga | mumps, matubwitubwi | meningitis, homa ya uti wa mgongo | dengue,
  kidingapopo | ebola | mpox, monkeypox | cataract, mtoto wa jicho | glaucoma, presha ya macho | trachoma, trakoma |
  scabies, upele | ringworm, choa | eczema, ukurutu | bilharzia, kichocho | intestinal worms, minyoo | dysentery,
  kuhara damu | migraine, kipandauso | autism, usonji | fibroid, uvimbe kwenye kizazi | infertility, ugumba | leprosy,
  ukoma | goitre, goiter | kidney failure, kidney disease, ugonjwa wa figo, figo kushindwa | heart disease,
  ugonjwa wa moyo | uti, urinary tract infection, yutiai | hpv | depression, msongo wa mawazo, sonona | kwashiorkor,
  utapiamlo, malnutrition | snake bite, kuumwa na nyoka | anthrax, kimeta | brucellosis
all cancers, saratani zote: cervical cancer, saratani ya shingo ya kizazi | breast cancer, saratani ya matiti |
  prostate cancer, saratani ya tezi dume, tezi dume | throat cancer, saratani ya koo
all symptoms, pain, maumivu, dalili zote: headache, maumivu ya kichwa, kuumwa kichwa, kichwa kuuma, kichwa kinaniuma |
  toothache, maumivu ya jino, maumivu ya meno, kuumwa jino, jino linaniuma | stomach ache, stomachache, tummy ache,
  maumivu ya tumbo, kuumwa tumbo, tumbo linaniuma | backache, back pain, maumivu ya mgongo, kuumwa mgongo | cough,
  kikohozi, kukohoa | diarrhoea, diarrhea, kuhara, kuharisha, ~anaharisha | vomiting, vomit, kutapika, ~anatapika |
  sore throat, maumivu ya koo, kuumwa koo | joint pain, maumivu ya viungo | chest pain, maumivu ya kifua | earache,
  maumivu ya sikio | period pain, maumivu ya hedhi | heartburn, kiungulia | insomnia, kukosa usingizi | constipation,
  kukosa choo, kufunga choo | skin rash, vipele | acne, pimples, chunusi
all specialists, every specialist, madaktari bingwa wote: dentist, dental, daktari wa meno, tooth, teeth, jino, meno,
  ~toothache, ~maumivu ya jino, ~maumivu ya meno, ~kuumwa jino, ~kung'oa jino, ~kuziba jino, ~kusafisha meno,
  ~meno bandia, ~braces | gynaecologist, gynecologist, gynae, women's doctor, daktari wa wanawake,
  magonjwa ya wanawake | paediatrician, pediatrician, paediatric, pediatric, children's doctor, child specialist,
  daktari wa watoto, dakta wa watoto | optician, optical, optometrist, ophthalmologist, eye, eye doctor, eye clinic,
  daktari wa macho, macho, jicho, ~mtoto wa jicho, ~miwani, ~spectacles | dermatologist, skin, skin doctor,
  skin specialist, daktari wa ngozi, ~eczema, ~skin rash | physiotherapist, physiotherapy, physio, fiziotherapia,
  mazoezi tiba | cardiologist, heart, heart doctor, heart specialist, daktari wa moyo, moyo, ~ecg | ear, masikio, sikio,
  ent | psychiatrist, psychologist, counsellor, counselor, daktari wa akili, afya ya akili, mental health | orthopaedic,
  orthopedic, bone doctor, daktari wa mifupa, mifupa | urologist, urology, daktari wa mkojo | oncologist, oncology,
  daktari wa saratani | neurologist, neurology, daktari wa mishipa ya fahamu | nephrologist, daktari wa figo |
  nutritionist, dietician, dietitian, mtaalamu wa lishe | speech therapist, speech therapy | occupational therapist,
  occupational therapy
all scans, vipimo vyote, picha zote: x ray, xray, eksirei, eksrei, picha ya mionzi | ultrasound, altrasaundi,
  ultrasaundi, utrasound | ct scan, citi skani | mri | ecg, ekg | mammogram, mammography | endoscopy, endoskopi |
  echocardiogram, echo test
all tests, every test, lab tests, laboratory tests, vipimo vyote, full check up, checkup: malaria test,
  test for malaria, kipimo cha malaria, vipimo vya malaria, kupima malaria, ~malaria | hiv test, hiv testing,
  test for hiv, kipimo cha ukimwi, kipimo cha hiv, kupima ukimwi, kupima hiv, kupima vvu, ~hiv, ~ukimwi, ~vvu |
  pregnancy test, mimba test, kipimo cha ujauzito, kipimo cha mimba, kupima mimba, kupima ujauzito, ~pregnancy, ~mimba,
  ~ujauzito | blood sugar test, sugar test, diabetes test, kipimo cha sukari, kupima sukari, kupima kisukari, ~sugar,
  ~sukari, ~kisukari, ~glucose | typhoid test, widal, kipimo cha taifodi, kupima taifodi, kupima typhoid,
  kipimo cha typhoid, kipimo cha homa ya matumbo, ~typhoid, ~taifodi, ~homa ya matumbo | blood group test, blood group,
  kundi la damu, kipimo cha kundi la damu | dna test, dna, vinasaba, kipimo cha dna, kupima dna, paternity test |
  urine test, urinalysis, kipimo cha mkojo, kupima mkojo, ~urine, ~mkojo | stool test, kipimo cha choo,
  kipimo cha kinyesi, kupima choo, ~stool, ~choo, ~kinyesi | cholesterol test, lipid profile, kupima kolestro,
  cholesterol | hormone test, hormonal profile, kupima homoni, ~hormone, ~homoni | pap smear,
  kipimo cha shingo ya kizazi | covid test, pcr test, kipimo cha covid, kipimo cha uviko, kupima corona, ~covid,
  ~corona, ~uviko | hepatitis test, hepatitis b test, kipimo cha homa ya ini, kupima homa ya ini, kupima hepatitis,
  ~hepatitis, ~homa ya ini | full blood count, full haemogram, hemogram, picha kamili ya damu | liver function test,
  kipimo cha ini, ~liver, ~ini | kidney function test, kipimo cha figo, ~kidney, ~figo | thyroid test, ~thyroid |
  psa test, prostate test, kipimo cha tezi dume, ~prostate, ~psa, ~tezi dume | drug test, kipimo cha madawa ya kulevya |
  semen analysis, sperm test, sperm count | tb test, gene xpert, kipimo cha tb, kupima tb, kupima kifua kikuu, ~tb,
  ~kifua kikuu | syphilis test, vdrl, kupima kaswende, ~syphilis, ~kaswende | h pylori | blood pressure check,
  kupima presha, kupima shinikizo la damu, ~blood pressure, ~presha, ~shinikizo la damu | eye test, kupima macho,
  kipimo cha macho, eye check up, ~eye, ~macho | hearing test, kupima masikio, ~hearing, ~masikio | soil test,
  soil testing, soil analysis, kupima udongo, kipimo cha udongo, ~soil, ~udongo | water test, kupima maji, ~water,
  ~maji | milk test, kupima maziwa, ~milk, ~maziwa
all departments, idara zote: maternity, antenatal, childbirth, delivery room, kujifungua, uzazi, wajawazito, pregnant,
  pregnancy, mjamzito, labour ward, ~midwife, ~mkunga, ~uzazi wa mpango | icu, intensive care, wagonjwa mahututi, hdu |
  outpatient, wagonjwa wa nje, opd | inpatient, kulazwa, admission ward, wagonjwa wa ndani | laboratory, lab, maabara |
  mortuary, morgue, chumba cha maiti, mochwari, mochari, funeral home | pharmacy, chemist, famasi, duka la dawa |
  dialysis, dialisisi, kusafisha figo | blood bank, benki ya damu | surgery, operating theatre, surgical, upasuaji |
  vaccination, vaccine, vaccinated, vaccinate, immunisation, immunization, chanjo, kuchanjwa | circumcision, tohara,
  kutahiriwa, jando | uzazi wa mpango, kupanga uzazi, contraception, family planning, ~contraceptive, ~uzazi |
  ambulance, ambulensi, gari la wagonjwa | blood donation, donate blood, kuchangia damu, kutoa damu |
  rehabilitation centre, rehab, addiction treatment, kituo cha waraibu | postmortem, autopsy, uchunguzi wa maiti
all methods, njia zote: family planning pills, contraceptive pill, birth control pill, vidonge vya uzazi,
  vidonge vya majira, vidonge vya kupanga uzazi, ~pill, ~tablet, ~kidonge | family planning injection, depo,
  sindano ya uzazi, sindano ya majira, sindano ya kupanga uzazi, ~sindano, ~injection | implant, kipandikizi, norplant |
  iud, coil, koili, kitanzi | condom, kondomu | emergency pill, morning after pill, postinor, p2, e pill | vasectomy,
  vasektomi, kufunga kizazi mwanaume | tubal ligation, kufunga kizazi
dental services, huduma zote za meno: dental filling, tooth filling, kuziba jino, kuziba meno, ~filling |
  tooth extraction, extraction, tooth removal, remove a tooth, pull out a tooth, kung'oa jino, kung'oa meno,
  kutoa jino | teeth cleaning, clean my teeth, dental cleaning, scaling, kusafisha meno | root canal,
  matibabu ya mzizi | braces, nyaya za meno | teeth whitening, whitening, kung'arisha meno | denture, false teeth,
  artificial teeth, meno bandia | dental crown, tooth crown | dental implant, vipandikizi vya meno
: spectacles, eyeglasses, reading glasses, eye glasses, miwani ya kusomea, ~miwani | contact lens, contact lenses,
  lenzi za macho | sunglasses, miwani ya jua
all medicines, all drugs, dawa zote, any medicine: paracetamol, panadol, parasetamoli, painkiller, dawa ya maumivu,
  ~ibuprofen, ~brufen, ~diclofenac | ibuprofen, brufen, ~painkiller, ~dawa ya maumivu | diclofenac, ~painkiller,
  ~dawa ya maumivu | antibiotic, antibayotiki, ~amoxicillin, ~amoxyl, ~flagyl | amoxicillin, amoxyl, ~antibiotic |
  metronidazole, flagyl, ~antibiotic | antimalarial, dawa ya malaria, coartem, artemether, mseto, alu | insulin,
  insulini | metformin, ~dawa ya kisukari | cough syrup, dawa ya kikohozi | dewormer, dawa ya minyoo, deworming tablets,
  albendazole | ors, oral rehydration | arv, antiretroviral, dawa za kufubaza | prep pills, prep medicine, pep pills |
  antacid, eno, dawa ya kiungulia | omeprazole | multivitamin, vitamins, vitamini | herbal medicine, dawa za mitishamba,
  dawa za kienyeji, mitishamba, traditional medicine | antihistamine, piriton, cetirizine | eye drops, dawa ya macho |
  viagra | vaseline | inhaler, inhela | folic acid | iron tablets
: thermometer, kipima joto, kipimajoto, themomita | bp machine, blood pressure machine, mashine ya presha | glucometer,
  mashine ya sukari | wheelchair, wheel chair, kiti cha magurudumu | crutch, mkongojo | walking stick,
  fimbo ya kutembelea | hearing aid, shime sikio | face mask, facemask, barakoa | surgical gloves, gloves, glavu |
  sanitizer, sanitiser, kitakasa mikono, vitakasa mikono | sanitary pad, sanitary towel, taulo za kike, pedi, sodo |
  diaper, nappy, nepi, pampers | first aid kit, sanduku la huduma ya kwanza | bandage, bendeji | mosquito net,
  chandarua, chandalua, neti ya mbu | prosthesis, artificial leg, mguu wa bandia | oxygen, oksijeni
: weight loss, lose weight, slimming, losing weight, kupunguza uzito, kupunguza mwili, kupungua uzito, ~diet |
  weight gain, gain weight, kuongeza uzito, kunenepa | bodybuilding, muscle building, kujenga misuli
: marriage counselling, premarital counselling, couples counselling, ushauri wa ndoa | grief counselling,
  bereavement counselling | addiction counselling, ushauri wa uraibu
: medicine, medication, drug, dawa, dawaa
: pain, painful, ache, maumivu
: injection, sindano
: disabled, disability, wheelchair, mlemavu, walemavu, ulemavu, pwd
: patient, mgonjwa
: sick, unwell, illness, sickness, disease, ugonjwa, maradhi, anaumwa, naumwa
: hospital, clinic, dispensary, hospitali, kliniki, zahanati, hosi
: wound, injury, injured, jeraha, kidonda, majeraha
: treatment, treat, matibabu, tiba, kutibu, kutibiwa, mnatibu, tunatibu
: fever, homa
: symptom, dalili
: blood, damu
: vaccine, vaccination, vaccinated, vaccinate, immunisation, immunization, immunize, jab, chanjo, kuchanjwa
: prescription, preskripsheni
: allergy, allergic, mzio, aleji
: pregnant, pregnancy, expectant, mjamzito, mimba, ujauzito
: newborn, kichanga
: nutrition, lishe
: emergency, urgent, dharura
: corpse, maiti
: exercise, workout, mazoezi
: breastfeed, breastfeeding, kunyonyesha
: tablet, pill, kidonge
`;
