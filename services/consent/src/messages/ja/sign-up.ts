import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('ja')

export const signUp: RestText['signUp'] = {
  title: 'アカウントを作成',
  lead: '1 分ほどで終わります。ログイン名、パスワード、そして回復キーの保管場所をご用意ください。',
  appWaiting: '呼び出し元のアプリは待っています。このあとすぐ、何を求めているかを確認できます。',
  step: (step) => `ステップ ${step}／2`,
  login: 'ログイン名',
  loginHint: '名前またはメールアドレス。3～64 文字。私たちが保存するのは、その指紋（ハッシュ）だけです。',
  password: 'パスワード',
  passwordHint: '15 文字以上。互いに関係のない単語を 4～5 個並べると覚えやすくなります。',
  passwordMissing: (missing) => plural(missing, { other: (number) => `あと ${number} 文字です。` }),
  passwordShort: '15 文字以上にしてください。',
  passwordRepetitive: '同じ文字の繰り返しが多すぎます。もっと違う文字を使ってください。',
  passwordName: 'ほとんどがログイン名です。別のものにしてください。',
  passwordGood: '十分な長さです。ほかの場所で使っていないものですか？',
  passwordWarning: 'このパスワードは、私たちを含め、誰にもリセットできません。そのために回復キーがあります。',
  emptyLogin: 'ログイン名を決めてください。',
  submit: '次へ',
  busy: '準備しています…',
  haveAccount: 'すでにアカウントをお持ちの場合：',
  signIn: 'サインイン',
}
