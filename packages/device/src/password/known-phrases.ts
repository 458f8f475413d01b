export const KNOWN_PHRASES: readonly string[] = `
correct horse battery staple; trustno1; open sesame; let me in; i forgot my password
the quick brown fox jumps over the lazy dog; the quick brown fox; jumps over the lazy dog
to be or not to be; that is the question; may the force be with you; i am your father
winter is coming; live long and prosper; one ring to rule them all; you shall not pass
houston we have a problem; elementary my dear watson; here is looking at you kid; i will be back
life is like a box of chocolates; to infinity and beyond; hasta la vista baby; keep calm and carry on
carpe diem; cogito ergo sum; veni vidi vici; alea iacta est; lorem ipsum; dolor sit amet
all you need is love; let it be; i want to hold your hand; dont worry be happy; we will rock you
we are the champions; another brick in the wall; stairway to heaven; like a rolling stone
twinkle twinkle little star; happy birthday to you; row row row your boat; mary had a little lamb

jesus loves me
in god we trust
god save the queen
our father who art in heaven
the lord is my shepherd

early bird catches the worm; the early bird; home sweet home; time is money; knowledge is power
an apple a day keeps the doctor away; practice makes perfect; better late than never; once upon a time
roses are red; violets are blue; supercalifragilisticexpialidocious; peter piper picked a peck
she sells sea shells; how much wood would a woodchuck chuck; the answer is 42; yes we can
i have a dream; four score and seven years ago; we the people; in the beginning was the word
manchester united; real madrid; fc barcelona; bayern munchen; you will never walk alone

ich bin ein berliner; sein oder nichtsein; das ist hier die frage; der frühe vogel fängt den wurm
morgenstund hat gold im mund; alle meine entchen; hänschen klein; o tannenbaum; stille nacht
vater unser im himmel; einigkeit und recht und freiheit; es war einmal; aller guten dinge sind drei
franz jagt im komplett verwahrlosten taxi quer durch bayern; fischers fritz fischt frische fische
ohne fleiß kein preis; übung macht den meister; ende gut alles gut; hoppe hoppe reiter
alles hat ein ende; wer anderen eine grube gräbt; donaudampfschifffahrtsgesellschaft

je pense donc je suis; liberté égalité fraternité; allons enfants de la patrie; frère jacques
portez ce vieux whisky au juge blond qui fume; il était une fois; notre père qui es aux cieux
sésame ouvre toi; la vie en rose; non je ne regrette rien; après la pluie le beau temps
petit à petit l’oiseau fait son nid; au clair de la lune; sur le pont d’avignon; être ou ne pas être
les chaussettes de l’archiduchesse; qui vivra verra; vive la france; joyeux anniversaire

en un lugar de la mancha; de cuyo nombre no quiero acordarme; érase una vez; había una vez
padre nuestro que estás en el cielo; feliz cumpleaños; más vale tarde que nunca; mi casa es su casa
ábrete sésamo; el pueblo unido jamás será vencido; a quien madruga dios le ayuda; dios es amor
más vale pájaro en mano que ciento volando; tres tristes tigres; ser o no ser; viva la vida
volverán las oscuras golondrinas; que será será; arriba españa; sí se puede


いろはにほへとちりぬるを
あいうえおかきくけこさしすせそ
我輩は猫である
吾輩は猫である
名前はまだ無い

古池や蛙飛びこむ水の音; 柿くへば鐘が鳴るなり法隆寺; 七転び八起き; 猿も木から落ちる; 石の上にも三年
むかしむかしあるところに; 国境の長いトンネルを抜けると雪国であった; 祇園精舎の鐘の声; 春はあけぼの
開けゴマ; わたしのパスワード; 私のパスワードです; パスワード; ぱすわーど; 愛してる; ありがとう
iroha ni hoheto; wagahai wa neko de aru; watashi no pasuwado; aishiteru; arigatou; hajimemashite

بسم الله الرحمن الرحيم; الحمد لله رب العالمين; لا إله إلا الله; محمد رسول الله; الله أكبر
السلام عليكم ورحمة الله وبركاته; قل هو الله أحد; سبحان الله وبحمده; إن شاء الله; ما شاء الله
افتح يا سمسم; كان يا ما كان; في قديم الزمان; اطلبوا العلم ولو في الصين; الصبر مفتاح الفرج
العقل السليم في الجسم السليم; كلمة السر; كلمة المرور; أحبك يا أمي; أنا أحبك; عيد ميلاد سعيد
bismillah; alhamdulillah; allahu akbar; la ilaha illallah; inshallah; mashallah; subhanallah
`.split(/[;\n]/)
