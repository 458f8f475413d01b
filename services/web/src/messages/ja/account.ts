import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('ja')

export const account: RestText['account'] = {
  title: 'アカウント',
  lead: 'すべてを持ち出す、戻す、または退会する。',
  busy: 'お待ちください…',
  saved: 'ファイルを保存しました。',
  languageLead: 'このデバイスでの、これらのページの言語です。',
  export: 'データを持ち出す',
  plain: '読めるコピー',
  plainHint: '自分用やほかのサービス用のテキスト。暗号化されていません。',
  plainTitle: 'ロックせずに保存しますか？',
  plainMessage:
    'このファイルは暗号化されていません。このデバイスやそのバックアップを開ける人は、中身をすべて読めます。',
  plainSubmit: '読めるコピーを保存',
  sealed: 'ロックされたコピー',
  sealedHint: 'サービスが保管しているそのままの形。私たちがいなくても、回復キーで開けます。',
  held: 'サービスが持つあなたの記録',
  heldHint: '日時、ネットワーク、サインイン方法。内容は含まれません。',
  import: 'データを取り込む',
  importLead: '読めるコピー、またはロックされたコピーから。何かが変わる前に、追加される内容を確認できます。',
  file: 'ファイルを選択',
  notACopy: 'このファイルは保管庫のコピーではありません。別のファイルを選んでください。',
  copyKey: 'そのコピーの回復キー',
  wrongKey: 'このキーではそのコピーを開けません。',
  look: '中を確認',
  madeOn: (date) => `作成日：${date}。`,
  adds: (count) => plural(count, { other: (number) => `${number} 件が追加されます。` }),
  addsNothing: '追加されるものはありません。すべて保管庫にあります。',
  already: (count) => plural(count, { other: (number) => `${number} 件はすでにあります。` }),
  commit: '保管庫に追加',
  imported: (count) => plural(count, { other: (number) => `${number} 件を保管庫に追加しました。` }),
  delete: 'アカウントを削除',
  deleteHint: 'すべてが完全に消去されます。',
  deleteNext: 'アカウントを削除…',
  deleteTitle: 'アカウントを削除しますか？',
  deletePoints: [
    '保管庫とその中身がすべて消去されます。回復キーがあっても、誰も元に戻せません。',
    'アプリはアクセスできなくなります。以前に共有した内容はアプリ側に残るため、消去はアプリに依頼してください。',
    '先にコピーを保存しておくこともできます。',
  ],
  deleteWord: '削除',
  deleteType: (word) => `確認のため「${word}」と入力してください`,
  deleteWrong: (word) => `「${word}」と入力してください。`,
  deleteSubmit: '今すぐすべて削除',
  deleteBusy: '削除しています…',
  keep: 'アカウントを残す',
  deletedTitle: 'アカウントを削除しました',
  deleted:
    '保管庫は消去され、アプリはアクセスできなくなります。このサービスのパスキーは、お使いのデバイスから削除できます。',
}
