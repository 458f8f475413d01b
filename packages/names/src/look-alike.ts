const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
/** Accents of Latin, Greek and Cyrillic letters. Marks of other scripts make other letters. */
const ACCENT = /[\u0300-\u036F]/gu
/** A run that is shown reversed (UAX #9 §2.2). */
const REVERSED = /\u202E([^\u202C]*)\u202C?/gu
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u
/** Legal forms that follow a company's name and don't tell companies apart. */
const LEGAL_FORMS: ReadonlySet<string> = new Set(
  'ab ag as bv co company corp corporation gmbh inc kg limited llc ltd nv oy plc sa sarl sas srl'.split(' '),
)
/** Shorter names occur inside too many words: `ida` in `Friday`. */
const LONG_ENOUGH = 6

/**
 * A Latin letter or a digit, then the letters that look like it: `confusables.txt` of UTS 39, version 15.0, for Latin, Greek,
 * Cyrillic, Armenian, Coptic, Cherokee and Lisu, and the small capitals. Letters that lose an accent first are left out.
 */
const TABLE = `
2ƧƻϨꙄꝚ
3ƷȜЗҘӠⳌꝪꞫ
4Ꮞ
5Ƽ
6бᏮⳒ
8Ȣȣ
9ⳊꝮ
aɑΑαАаᎪᴀꓮꭺ
bƀƂƃƄɓʙΒБВЬвѢѣҌҍᏏᏴᏼꓐꞴꞖꞗ
cȼСсҪҫᏟᴄⲤⲥꓚꮯ
dÐĐđƉƌɖɗԁᎠᏧᴅꓒꓓꭰ
eɆɇΕЕеҽҿᎬᴇꓰꬲꭼ
fƑƒϜքᵮẝꓝꜰꞘꞙꬵ
gƍǤǥɠɡɢԌԍցᏀᏳᏻᶃꓖꮐ
hĦħɦʜΗНнћҢңһӇӈӉӊհᎻᏂᏲⱧⲎꓧꚕꮋ
iıɨɩɪιіӏᎥᵻᵼꙇꭵ
jɈɉͿϳЈјᎫᴊꓙꞲꭻ
kĸƙΚκКкҚқҞҟᏦᴋⱩⲔⲕꓗꝀꮶ
lŁłƖƗƚǀɫɭʟΙІӀᏞⲒⳐⳑꓡꓲꮮ
mΜϺМӍᎷⲘꓟᴍмⲙꮇ
nƝƞɳɴΝηոռᵰⲚꓠ
oØøƟɵΘΟθοσОоѲѳӨөՕօᎾᏫᴏᴑⲞⲟꓳꝊꝋꬽꬾꭴꮎꮻ
pƥΡρРрᏢᴘᴩᵽⲢⲣꓑꮲ
qʠԛգզꞯ
rƦɍɼɽʀгғᎡᏒᴦᵲⲅꓣꭇꭈꭱꮁꮢ
sƽʂЅѕՏᏕᏚᵴꓢꜱꮪ
tŦŧƭƮȾΤτТтҬҭᎢᴛᵵⲦꓔꭲ
uɄʋυՍսᏌᴜᵾꓴꞟꭎꭒꮜ
vνѴѵᏙᴠꓦꮩ
wɯѡѽԜԝաᎳᏔᴡꓪꝡꮃ
xΧХхҲⲬꓫꞳ
yƴɎɏɣʏΥγУуҮүҰұᎩᎽᶌỿⲨꓬꭚ
zƵƶȤȥʐΖᏃᴢᵶꓜꮓ
`

const LATIN_OF: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split('\n')
    .flatMap(([latin = '', ...others]) => others.map((other): [string, string] => [other, latin])),
)

/** Alphabets with letters of the same shapes. The three scripts of a Japanese word look like none of these. */
const ALPHABETS = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Coptic}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
]

/** Whether a person could take one name for the other. */
export function lookAlike(one: string, other: string): boolean {
  const others = likenessesOf(other)
  return likenessesOf(one).some((likeness) => others.includes(likeness))
}

/** Names that could be taken for each other share one of these, so that many can be compared. */
export function likenessesOf(name: string): readonly string[] {
  return readingsOf(name).map(withoutLegalForm)
}

/** Whether a text has a name in it, as words of its own or, if that is long enough, in the middle of one. */
export function holdsName(text: string, name: string): boolean {
  const names = readingsOf(name).map((words) => words.join(''))
  return readingsOf(text).some((words) => names.some((each) => holdsWord(words, each)))
}

/** Whether a word of a name has letters of several alphabets that look like each other (UTS 39 §5.1). */
export function mixesAlphabets(name: string): boolean {
  return name.split(BETWEEN_WORDS).some((word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1)
}

function holdsWord(words: readonly string[], name: string): boolean {
  if (name === '') return false
  if (name.length >= LONG_ENOUGH && words.join('').includes(name)) return true
  return words.some((_, start) => words.some((__, end) => words.slice(start, end + 1).join('') === name))
}

function withoutLegalForm(words: readonly string[]): string {
  const [last = ''] = words.slice(-1)
  return words.length > 1 && LEGAL_FORMS.has(last) ? withoutLegalForm(words.slice(0, -1)) : words.join('')
}

/** Readings of a name: a capital I is an i or looks like an l, and a run may be shown reversed. */
function readingsOf(name: string): readonly (readonly string[])[] {
  const shown = name.replaceAll(REVERSED, (_, run: string) => Array.from(run).toReversed().join(''))
  return [name, shown].flatMap((text) => {
    const seen = text.normalize('NFKD').replaceAll(INVISIBLE, '').replaceAll(ACCENT, '')
    return [wordsOf(seen), wordsOf(seen.replaceAll('I', 'l'))]
  })
}

function wordsOf(text: string): readonly string[] {
  const latin = Array.from(text, (letter) => LATIN_OF.get(letter) ?? letter)
    .join('')
    .toUpperCase()
    .toLowerCase()
  const folded = latin.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')
  const words = folded.split(BETWEEN_WORDS).filter((word) => word !== '')
  // A name without letters or digits.
  return words.length > 0 ? words : [folded.trim()]
}
