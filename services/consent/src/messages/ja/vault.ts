import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('ja')

export const vault: RestText['vault'] = {
  title: 'あなたの保管庫',
  lead: 'アプリがあなたに求めることのある内容です。すべて任意で、このデバイス上で暗号化され、承認したときにのみ共有されます。',
  firstUse: (when, device) =>
    `このデバイスでは初めてです。保管庫の最終変更は ${when}、${device} によるものです。心当たりがない場合は、サインアウトして私たちにお知らせください。`,
  save: '保存',
  saving: '保存しています…',
  saved: '保管庫に保存しました。',
  savedWithConflicts: (count) =>
    plural(count, {
      other: (number) =>
        `保存しました。同時に別のデバイスが ${number} 件の項目を変更しました。新しい内容を残し、もう一方はコピーとして保存しました。`,
    }),
  unsaved: (count) => plural(count, { other: (number) => `保存していない変更が ${number} 件あります` }),
  upToDate: 'すべて保存されています。',
  discard: '破棄',
  groups: { person: 'あなたについて', contact: '連絡先' },
  leaveTitle: '先に変更を保存しますか？',
  leave: '保管庫に保存していない変更があります。',
  leaveSave: '保存してサインアウト',
  leaveDiscard: '保存せずにサインアウト',
}
