import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('ja')

export const vault: RestText['vault'] = {
  title: 'あなたの保管庫',
  lead: 'アプリがあなたに求めることのある内容です。すべて任意で、このデバイス上で暗号化され、承認したときにのみ共有されます。',
  firstUse: (when, device) =>
    `このデバイスでは初めてです。保管庫の最終変更は ${when}、${device} によるものです。心当たりがない場合は、サインアウトして私たちにお知らせください。`,
  saved: '保管庫に保存しました。',
  savedWithConflicts: (count) =>
    plural(count, {
      other: (number) =>
        `保存しました。同時に別のデバイスが ${number} 件の項目を変更しました。新しい内容を残し、もう一方はコピーとして保存しました。`,
    }),
  unsaved: (count) => plural(count, { other: (number) => `保存していない変更が ${number} 件あります` }),
  upToDate: 'すべて保存されています。',
  discard: '破棄',
  groups: { person: 'あなたについて', contact: '連絡先', other: 'その他' },
  emptyTitle: '保管庫は空です',
  empty: '今でも、アプリに求められたときでも、好きな項目を入力できます。自動的に共有されることはありません。',
  room: (count) => plural(count, { other: (number) => `保管庫がほぼ一杯です。あと ${number} 件保存できます。` }),
  addAnother: '別の値を追加',
  label: (number) => `ラベル ${number}`,
  offerFirst: '最初に提示する',
  remove: '削除',
  removed: '保存すると削除されます。',
  undo: '元に戻す',
  undone: '元に戻しました。保管庫は以前の状態です。',
  elsewhere: (value) =>
    `その間に別のデバイスまたはタブで「${value}」に変更されました。保存すると、入力した内容も並べて残ります。`,
  takeMine: '入力した内容で置き換える',
  conflictTitle: (claim) => `${claim}：どちらが正しいですか`,
  conflict: '2 台のデバイスが同時に変更しました。選ぶまで両方を残します。共有されるのは最初のものだけです。',
  inVault: '保管庫の内容',
  setAside: '保留された内容',
  gone: '削除済み',
  keepPresent: '保管庫の内容を残す',
  keepRemoved: '削除したままにする',
  keepAside: '保留された内容を使う',
  keepBoth: '両方を残す',
  leaveTitle: '先に変更を保存しますか？',
  leave: '保管庫に保存していない変更があります。',
  leaveSave: '保存してサインアウト',
  leaveDiscard: '保存せずにサインアウト',
}
