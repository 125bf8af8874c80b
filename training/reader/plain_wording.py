"""Wordings of plain questions: forms for prices, hours, contacts and common topics, and ordinary names of a listed item."""

import random
import re

PRICE = (
    "How much is {}?", "how much for {}", "price of {}", "what does {} cost?", "{} price", "how much do you charge for {}", "Do you have {}?",
    "do you sell {}", "what is the cost of {}", "how much does {} cost?", "cost of {}?", "how much u charge {}", "what do you charge for {}?",
    "{} ni bei gani?", "bei ya {} ni gani", "{} bei gani", "{} ni shilingi ngapi?", "{} shs ngapi", "{} how much", "i need {}, how much?",
    "Mna {}?", "mnauza {}", "gharama ya {} ni ngapi", "{} ni pesa ngapi", "naomba bei ya {}", "nataka {}, ni how much?", "{} mnauza ngapi",
    "{}", "mko na {}", "price ya {}", "bei ya {}?", "{} inagharimu kiasi gani?", "{} ni ngapi", "mnatoza kiasi gani kwa {}", "{} iko?",
)  # fmt: skip
# The wordings of PRICE that ask for the price and not whether there is one.
_PRICED = re.compile(r"how much|price|cost|charge|bei|ngapi|gharama|kiasi|shs", re.I)
COUNTED = (
    "How much are {n} {}?", "{n} {} how much", "price for {n} {}", "I want {n} {}, how much is that?", "what would {n} {} cost", "total for {n} {}",
    "{} {n} ni bei gani?", "nataka {} {n}, ni pesa ngapi", "{} {n} shs ngapi", "bei ya {} {n}", "nikichukua {} {n} ni ngapi", "pcs {n} za {} ni how much",
)  # fmt: skip
ACTION = (
    "how much to {} {}?", "how much does {} {} cost?", "what do you charge to {} {}", "do you {} {}?", "cost of {} {}", "i want to {} {}, how much",
    "{} {} price?", "can you {} {} and how much",
)  # fmt: skip
DOING = ("mna{} mnatoza ngapi?", "mna{}?", "nataka ku{}, bei gani", "ku{} ni shilingi ngapi", "naomba bei ya ku{}", "mnaweza ku{}? ni ngapi")
# The noun at the end of an item and the verbs that visitors use instead.
VERBS = {
    "service": ("service", "servicing"), "servicing": ("service", "servicing"), "repair": ("repair", "repairing", "fix", "fixing"),
    "repairs": ("repair", "fix"), "cleaning": ("clean", "cleaning", "wash"), "wash": ("wash", "washing", "clean"), "washing": ("wash", "washing"),
    "installation": ("install", "installing", "put in"), "fitting": ("fit", "fitting", "install"), "rental": ("rent", "renting", "hire"),
    "hire": ("hire", "hiring", "rent"), "delivery": ("deliver", "delivering"), "replacement": ("replace", "replacing", "change"),
    "printing": ("print", "printing"), "translation": ("translate", "translating"), "painting": ("paint", "painting"), "braiding": ("braid", "braiding"),
    "testing": ("test", "testing"), "test": ("test", "testing"), "copying": ("copy", "copying"), "binding": ("bind", "binding"), "towing": ("tow", "towing"),
    "storage": ("store", "storing"), "framing": ("frame", "framing"), "sharpening": ("sharpen", "sharpening"), "ironing": ("iron", "ironing"),
    "inspection": ("inspect", "inspecting", "check"), "registration": ("register", "registering"), "renewal": ("renew", "renewing"),
    "upgrade": ("upgrade", "upgrading"), "exchange": ("exchange", "change"), "alteration": ("alter", "altering"), "grooming": ("groom", "grooming"),
    "vaccination": ("vaccinate", "vaccinating"), "welding": ("weld", "welding"), "polishing": ("polish", "polishing"),
}  # fmt: skip
NUMBERS = ("2", "3", "4", "5", "6", "10", "12", "20", "two", "three", "five", "mbili", "tatu", "nne", "tano", "kumi")
GREETINGS = ("Hi, ", "Hello, ", "Habari, ", "Habari yako, ", "Mambo, ", "Samahani, ", "Good morning, ", "Hujambo, ", "excuse me ", "hey ", "Shikamoo, ")
HOURS = (
    "What are your opening hours?", "when do you open", "What time do you close?", "are you open now?", "Are you open today?", "open {}?",
    "are you open on {}?", "what time do you open on {}", "do you work on {}?", "Mnafungua saa ngapi?", "mnafunga saa ngapi", "mko wazi sasa?",
    "mko wazi leo", "Je, {} mnafungua?", "{} mko wazi", "saa za kazi ni zipi?", "saa za kufungua", "{} mnafunga saa ngapi?", "opening hours",
    "till what time are you open", "mpo wazi mpaka saa ngapi", "hours za kazi", "mnafanya kazi siku gani", "kesho mnafungua?", "open tomorrow?",
    "closing time?", "{} hours", "{} mpo?", "mnafungua {}?", "which days are you open", "working hours please", "mnafunga lini",
)  # fmt: skip
DAYS = ("Monday", "Tuesday", "Saturday", "Sunday", "weekends", "Jumatatu", "Ijumaa", "Jumamosi", "Jumapili", "wikendi", "Alhamisi")
PHONE = (
    "What is your phone number?", "phone number", "how can I call you", "contact please", "How do I contact you?", "namba ya simu", "Namba yenu ya simu ni ipi?",
    "naomba namba ya simu", "nawapigiaje", "nawezaje kuwasiliana nanyi?", "contacts zenu", "your number?", "namba yenu", "simu yenu ni ipi",
)  # fmt: skip
PLACE = (
    "where are you located?", "location?", "where is your office", "Mko wapi?", "mnapatikana wapi", "duka lenu liko wapi", "ofisi zenu ziko wapi?",
    "what is your address?", "where do i find you", "nawapata wapi", "address please", "mpo wapi jamani", "location yenu", "where is the shop",
)  # fmt: skip
WHATSAPP = ("do you have whatsapp?", "mna whatsapp?", "whatsapp number", "can i whatsapp you", "namba ya whatsapp", "mko whatsapp")
EMAIL = ("what is your email?", "email address please", "email yenu ni ipi?", "barua pepe yenu", "naomba email", "can i email you")
TITLE = ("{}", "{}", "{}?", "tell me about {}", "Naomba maelezo kuhusu {}", "nieleze kuhusu {}", "information on {}", "more about {}")
SENTENCE = ("Is it true that {}?", "{}?", "Je, {}?", "ni kweli {}", "so {}, right?", "{}, sivyo?", "I heard that {}")
# Wordings of SENTENCE that a yes or a no answers, also where the sentence is negated: "right?" is not clear there.
CHECKED = (SENTENCE[0], SENTENCE[3])
# Words that show that a site mentions a topic, and plain questions about it.
TOPICS = (
    (r"till|paybill|lipa|m-?pesa|tigo|airtel", ("till number yenu ni gani", "what is your till number?", "paybill number", "lipa namba yenu", "do you take mpesa?")),
    (r"deliver|peleka|letea|courier|shipping|usafirish|pelek", ("do you deliver?", "mna delivery?", "mnaleta nyumbani", "delivery?", "mnapeleka hadi nyumbani?")),
    (r"park|egesh|maegesho", ("is there parking?", "parking?", "mna parking", "naweza kuegesha gari wapi", "kuna maegesho?")),
    (r"wi-?fi|internet|intaneti", ("do you have wifi?", "wifi?", "mna wifi", "is there internet", "kuna wifi ya bure?")),
    (r"\bcards?\b|visa|kadi|mastercard", ("can I pay by card?", "do you accept visa", "mnapokea kadi?", "card payments?")),
    (r"warrant|guarantee|dhaman|waranti", ("is there a warranty?", "mna warranty", "dhamana ni ya muda gani", "guarantee?")),
    (r"instal|awamu|lipa kidogo|credit|mkopo|on account", ("can i pay in installments?", "lipa pole pole iko?", "mnakubali malipo kwa awamu", "do you give credit")),
    (r"refund|return|rudish|rejesh", ("can i return it?", "refund policy?", "naweza kurudisha", "mnarudisha pesa?", "do you do refunds")),
    (r"discount|punguz|offer|ofa", ("any discounts?", "mna punguzo?", "discount iko", "any offers right now")),
    (r"job|vacanc|hiring|kazi|ajira|career|intern", ("are you hiring?", "mna nafasi za kazi", "any vacancies", "nafasi za ajira zipo?")),
    (r"wheelchair|disab|ulemavu|ramp", ("is it wheelchair accessible?", "kuna njia ya wheelchair", "disabled access?")),
    (r"pet|dog|mbwa|wanyama|paka", ("are dogs allowed?", "can i bring my dog", "naweza kuja na mbwa")),
    (r"insta|facebook|tiktok|twitter|social", ("are you on instagram?", "facebook page yenu", "mko tiktok?", "social media?")),
    (r"website|tovuti|www|\.co|online", ("do you have a website?", "tovuti yenu ni ipi", "can i buy online")),
    (r"toilet|choo|washroom|restroom|vyoo", ("is there a toilet?", "choo kiko wapi", "washrooms?")),
    (r"owner|manager|meneja|founder|mmiliki|director|mwanzilishi", ("who owns this business?", "meneja anaitwa nani", "who is the manager", "mmiliki ni nani")),
    (r"branch|tawi|matawi|offices", ("do you have other branches?", "mna tawi lingine?", "other branches")),
    (r"book|appoint|miadi|reserv|nafasi|hifadhi", ("do I need an appointment?", "how do i book", "nahitaji miadi?", "naweza ku-book?")),
)  # fmt: skip
UNITS = (
    r"kilo|kgs?|g|grams?|gramu|lita|litres?|liters?|ml|gb|tb|mb|inch(?:es)?|inchi|cm|mm|mita|metres?|gauge|seats?|people|watu|pcs|size|saizi|"
    r"minutes?|dakika|hours?|saa|years?|miaka|pages?|kurasa|watts?|w|amp|ft|futi"
)  # fmt: skip
SIZED = re.compile(rf"\b(?:(?:{UNITS})\s+(\d+)|(\d+)\s*(?:{UNITS}))\b", re.I)
_SMALL_WORDS = frozenset(
    "a an and are at be by can do does for from have how i if in is it me my of on or our per so that the there they this to us we what when where which who "
    "with you your ya wa na kwa ni za la cha vya kama au katika hii hiyo yetu yenu wetu wenu gani nini lini wapi je kila moja mmoja kuna sisi".split()
)
WORD = re.compile(r"[\w'’-]+")


def lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def stem(word: str) -> str:
    return word.lower()[:5]


def content_words(text: str) -> list[str]:
    """The words that name something."""
    return [word for word in WORD.findall(text) if len(word) > 2 and word.lower() not in _SMALL_WORDS and not word.isdigit()]


def head_of(name: str) -> str:
    """The part of the name before a comma or a bracket."""
    return re.split(r"[,(]", name)[0].strip()


def asks_price(wording: str) -> bool:
    return bool(_PRICED.search(wording))


def ordinary_name(name: str, chance: random.Random) -> str:
    """How a visitor may write the name of an item: a part of it, another order, another number."""
    roll = chance.random()
    head = head_of(name)
    words = head.split()
    if roll < 0.3:
        return lower(name)
    if roll < 0.6 or len(words) < 2:
        return lower(head)
    if roll < 0.72 and len(words) > 2:
        del words[chance.randrange(len(words))]
        return " ".join(words).lower()
    if roll < 0.82:
        last = words[-1]
        words[-1] = last[:-1] if last.endswith("s") else f"{last}s"
        return " ".join(words).lower()
    if roll < 0.92:
        chance.shuffle(words)
        return " ".join(words).lower()
    return name.lower().replace(",", "").replace("(", "").replace(")", "")


def action_question(name: str, chance: random.Random) -> str | None:
    """Asks for `Lawn mower service` with its verb, and for `Kubadilisha kioo` as `mnabadilisha kioo`."""
    words = head_of(name).split()
    if len(words) > 1 and words[-1].lower() in VERBS:
        what = " ".join(words[:-1]).lower()
        if chance.random() < 0.6:
            what = f"{chance.choice(('a', 'my', 'the', 'an old', 'our'))} {what}"
        return chance.choice(ACTION).format(chance.choice(VERBS[words[-1].lower()]), what)
    if len(words) > 1 and re.match(r"[Kk]u[b-z]", words[0]) and len(words[0]) > 4:
        return chance.choice(DOING).format(f"{words[0][2:]} {' '.join(words[1:])}".lower())
    return None


def counted(name: str, chance: random.Random) -> str:
    item = head_of(name) if chance.random() < 0.7 else name
    return chance.choice(COUNTED).format(lower(item), n=chance.choice(NUMBERS))


def short_form(text: str, chance: random.Random) -> str | None:
    """Two to five content words in their order, as typed into a search box."""
    words = content_words(text)
    if len(words) < 2:
        return None
    count = min(len(words), chance.randint(2, 5))
    chosen = sorted(chance.sample(range(len(words)), count))
    return " ".join(words[at] for at in chosen).lower() + chance.choice(("", "", "?"))
