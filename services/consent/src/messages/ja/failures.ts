import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('ja')

export const failures: EntryText['failures'] = {
  offline: 'サービスに接続できません。接続を確認して、もう一度お試しください。',
  timeout: 'サービスから時間内に応答がありませんでした。もう一度お試しください。',
  unavailable: 'サービスは現在利用できません。しばらくしてから、もう一度お試しください。',
  serverError: 'こちら側で問題が発生しました。しばらくしてから、もう一度お試しください。',
  unexpectedAnswer: 'サービスの応答を理解できませんでした。もう一度お試しください。',
  tooMany: '試行回数が多すぎます。しばらく待ってから、もう一度お試しください。',
  tooManyFor: (minutes) =>
    plural(minutes, { other: (number) => `試行回数が多すぎます。${number} 分後にもう一度お試しください。` }),
  invalidCredentials: 'ログイン名またはパスワードが正しくありません。',
  sessionEnded: 'セッションが終了しました。もう一度サインインしてください。',
  locked: '保管庫はロックされています。もう一度サインインしてください。',
  loginTaken: 'このログイン名は使われています。別の名前を選んでください。',
  loginMalformed: 'ログイン名に空白または見えない文字が含まれています。',
  loginTooShort: 'ログイン名は 3 文字以上にしてください。',
  loginTooLong: 'ログイン名は 64 文字以内にしてください。',
  passwordTooShort: '15 文字以上にしてください。',
  passwordTooLong: '256 文字以内にしてください。',
  passwordMalformed: 'パスワードに壊れた文字が含まれています。入力し直してください。',
  registrationExpired: '時間がかかりすぎました。もう一度お試しください。回復キーは変わりません。',
  staleVault: '別のデバイスが保管庫を変更しています。しばらくしてから、もう一度お試しください。',
  tooLarge: '保管庫に入る量を超えています。',
  requestNotPending: 'このリクエストには回答済みです。アプリに戻って、最初からやり直してください。',
  requestExpired: 'このリクエストは期限切れです。何も共有されていません。',
  notFound: 'このリクエストはサービスに見つかりません。',
  invalidClaims: '受け付けられない値があります。何も共有されていません。',
  workerFailed:
    'このブラウザーでは保管庫を起動できませんでした。ブラウザーを更新するか、別のブラウザーをお試しください。',
  rollback:
    'サーバーが、このデバイスで見たものより古い保管庫を送ってきました。開かれておらず、何も変更されていません。運営者にお知らせください。',
  refusedVault:
    'サーバーが送ってきた保管庫は、本来のものではありません。何も開かれず、何も変更されていません。運営者にお知らせください。',
  newerVault: 'この保管庫は新しいバージョンで書かれています。ページを再読み込みしてください。',
  insufficientSession: 'この操作には、パスワードでのサインインが必要です。',
  reauthRequired: 'この操作には、もう一度サインインが必要です。',
  userMismatch: 'これは別のアカウントのものです。',
  tookTooLong: '時間がかかりすぎました。もう一度お試しください。',
  invalidScope: 'アプリが求めている内容に、サービスの知らないものがあります。何も共有されていません。',
  wrongRecoveryKey: 'これは回復キーではありません。控えをもう一度確認してください。',
  bug: 'このページで問題が発生しました。再読み込みしてください。続く場合は運営者にお知らせください。',
}
