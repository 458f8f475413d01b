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

/** The Latin letter or the digit that a letter looks like, or the letter itself. */
export function toLatin(letter: string): string {
  return LATIN_OF.get(letter) ?? letter
}
