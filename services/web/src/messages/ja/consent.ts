import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('ja')

export const consent: EntryText['consent'] = {
  loading: 'リクエストを取得しています…',
  title: (app) => `${app} があなたのデータの一部を求めています`,
  returnsTo: {
    site: (host) => `戻り先：${host}`,
    local: (host) => `戻り先はこのコンピューター上のプログラムです：${host}`,
    program: (scheme) => `戻り先はこのデバイス上のアプリです：${scheme}`,
  },
  firstTime: 'このアプリからの初めての依頼です。',
  knownSince: (date) => `${date}から利用しています。`,
  changedTitle: (app) => `${app} は、以前承認したときと異なる点があります`,
  hostChanged: '戻り先のアドレスが変わりました。理由がわかる場合にだけ進んでください。',
  before: '以前',
  now: '現在',
  keyChanged: '暗号化に使う鍵が変わりました。アプリが鍵を更新したか、別の誰かが代わりにデータを読もうとしています。',
  keyGone: '共有するデータが暗号化されなくなりました。途中のサービスにも読まれる可能性があります。',
  acceptKey: (app) => `${app} のこの変更は予期していたもの、または運営者に確認済みです。`,
  keyNotAccepted: '先に上の鍵の変更を確認するか、拒否してください。',
  scopes: '求められている内容',
  reason: (app) => `${app} からの説明：`,
  requiredBecause: (app) => `これがないと ${app} は動作しません。`,
  signsIn: (app) => `どの内容を承認しても、${app} へのサインインが行われます。`,
  shareScope: (title) => `「${title}」を共有する`,
  noData: 'あなたのデータは共有されません。',
  off: '共有しません。',
  claimOff: '共有しません',
  chooseOne: (claim) => `${claim}：1 つ選んでください`,
  nothingYet: 'これに当たる内容はまだ保管庫にありません。ここで入力した内容は保管庫に保存されます。',
  addMore: (count) => plural(count, { other: (number) => `さらに ${number} 件の情報を追加` }),
  addedHint: '任意です。ここで入力した内容も共有され、保管庫に保存されます。',
  summaryNone: (app) => `${app} はあなた本人であることだけを知り、データは受け取りません。`,
  summary: (app, count) => plural(count, { other: (number) => `${app} が保管庫から受け取る情報（${number} 件）：` }),
  summaryOff: 'すべてオフになっています。承認するには何かをオンにするか、拒否してください。',
  approve: '承認する',
  approving: '承認しています…',
  deny: '拒否する',
  denying: '拒否しています…',
  requiredGap: (claim, app) => `「${claim}」を入力してください。これがないと ${app} は動作しません。`,
  requiredOff: (claim, app) =>
    `「${claim}」または同じ枠の別の項目をオンにしてください。どれもないと${app} は動作しません。`,
  policy: (app) => `${app}のプライバシーポリシー`,
  terms: (app) => `${app}の利用規約`,
  promiseSealed: (app) =>
    `共有するデータは、 ${app} だけが読めるようにこのデバイスで暗号化されます。送信されるのはここに表示された内容だけで、承認したときに限ります。`,
  openUntil: 'この依頼の有効期限：',
  promise:
    '保管庫はこのデバイス上でのみ開かれています。ここに表示されている内容だけが、承認したときにのみ署名されて送信されます。',
  leavingTitle: (app) => `${app} に戻ります`,
  leaving: '画面が変わらない場合は、このリンクを使ってください。',
  continue: (app) => `${app} へ進む`,
}
