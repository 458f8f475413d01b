import type { RestText } from '../messages.ts'

export const recovery: RestText['recovery'] = {
  title: '回復キーを保管してください',
  lead: 'パスワードを忘れた場合、保管庫に戻る方法はこのキーだけです。書き留める、印刷する、またはパスワードマネージャーに保存してください。表示されるのは今だけです。',
  label: '回復キー',
  copy: 'コピー',
  copied: 'コピーしました',
  copyFailed: 'コピーできませんでした。キーを書き留めてください。',
  print: '印刷',
  download: 'ダウンロード',
  fileName: 'recovery-key-ja.txt',
  fileText: (name, login, key) =>
    `${name}：回復キー\n\nログイン名：${login}\n回復キー：${key}\n\nこのキーを持つ人は保管庫を開くことができます。大切な書類と一緒に保管してください。\n`,
  next: '保管しました',
  confirmTitle: '保管しましたか？',
  confirmLead: '控えが読めることを互いに確認するため、9 個のうち 2 個のグループを控えから入力してください。',
  group: (number) => `グループ ${number}`,
  groupHint: '4 文字',
  groupWrong: 'キーのその位置の文字と違います。控えをもう一度確認してください。',
  back: 'キーをもう一度表示',
  submit: 'アカウントを作成',
  busy: 'アカウントを作成しています…',
  loginTaken: 'このログイン名は使われています。別の名前を選んでください。回復キーは変わりません。',
  newLogin: '別のログイン名',
}
