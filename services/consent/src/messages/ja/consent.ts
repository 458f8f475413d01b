import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('ja')

export const consent: EntryText['consent'] = {
  loading: 'リクエストを取得しています…',
  title: (app) => `${app} があなたのデータの一部を求めています`,
  returnsTo: {
    site: (host) => `${host} に戻ります`,
    local: (host) => `このコンピューター上のプログラム（${host}）に戻ります`,
    program: (scheme) => `このデバイス上のアプリ（${scheme}）に戻ります`,
  },
  scopes: '求められている内容',
  reason: (app) => `${app} からの説明：`,
  requiredBecause: (app) => `これがないと ${app} は動作しません。`,
  shareScope: (title) => `「${title}」を共有する`,
  noData: 'あなたのデータは共有されません。',
  off: '共有しません。',
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
  promise:
    '保管庫はこのデバイス上でのみ開かれています。ここに表示されている内容だけが、承認したときにのみ署名されて送信されます。',
  leavingTitle: (app) => `${app} に戻ります`,
  leaving: '画面が変わらない場合は、このリンクを使ってください。',
  continue: (app) => `${app} へ進む`,
}
