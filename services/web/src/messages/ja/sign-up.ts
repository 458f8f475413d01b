import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('ja')

export const signUp: RestText['signUp'] = {
  title: 'アカウントを作成',
  lead: '1 分ほどで終わります。保管庫の開き方を選び、回復キーを保管してください。',
  appWaiting: '呼び出し元のアプリは待っています。このあとすぐ、何を求めているかを確認できます。',
  step: (step) => `ステップ ${step}／2`,
  passkeyTitle: 'パスキーで',
  passkeyLead: '指紋、顔、またはこのデバイスの PIN で保管庫が開きます。覚えるものも、推測されるものもありません。',
  passkeySubmit: 'パスキーを作成',
  passkeyAccount: (date) => `私の保管庫（${date}）`,
  passkeyFinish: 'パスキーとアカウントを作成',
  passkeyNext:
    'このあと、ブラウザーがパスキーを 2～3 回求めます。1 回は作成のため、残りは開けることを確かめるためです。',
  cancelled: 'パスキーは作成されず、アカウントもまだありません。準備ができたらもう一度お試しください。',
  noPasskeys: 'このブラウザーではパスキーを使えないため、パスワードで保管庫を開きます。',
  noPrf: 'このブラウザーはパスキーでサインインできますが、保管庫を開くことはできません。パスワードなら開けます。',
  maybeMade:
    '応答が届かなかったため、アカウントはすでに作成されているかもしれません。新しいパスキーでサインインして確かめてください。',
  or: 'または',
  usePassword: '代わりにパスワードを使う',
  passwordTitle: 'ログイン名とパスワード',
  loginHint: '名前またはメールアドレス。3～64 文字。私たちが保存するのは、その指紋（ハッシュ）だけです。',
  passwordHint: '15 文字以上。互いに関係のない単語を 4～5 個並べると覚えやすくなります。',
  passwordMissing: (missing) => plural(missing, { other: (number) => `あと ${number} 文字です。` }),
  passwordRepetitive: '同じ文字の繰り返しが多すぎます。もっと違う文字を使ってください。',
  passwordName: 'ほとんどがログイン名です。別のものにしてください。',
  passwordGood: '十分な長さです。ほかの場所で使っていないものですか？',
  passwordWarning: 'このパスワードは、私たちを含め、誰にもリセットできません。そのために回復キーがあります。',
  emptyLogin: 'ログイン名を決めてください。',
  submit: '次へ',
  busy: '準備しています…',
  finish: 'アカウントを作成',
  finishBusy: 'アカウントを作成しています…',
  haveAccount: 'すでにアカウントをお持ちの場合：',
  signIn: 'サインイン',
}
