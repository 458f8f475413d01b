import type { RestText } from '../messages.ts'

export const events: RestText['events'] = {
  signed_up: 'アカウントを作成',
  signed_in: 'サインイン',
  sign_in_failed: 'サインインに失敗',
  sign_in_paused: '試行回数が多いためパスワードでのサインインを一時停止',
  session_ended: 'デバイスをサインアウト',
  other_sessions_ended: 'ほかのすべてのデバイスをサインアウト',
  method_added: 'サインイン方法を追加',
  method_removed: 'サインイン方法を削除',
  password_changed: 'パスワードを変更',
  login_name_changed: 'ログイン名を変更',
  recovery_key_replaced: '回復キーを交換',
  account_key_rotated: '新しい鍵ですべてをロックし直し',
  account_exported: 'アカウントを書き出し',
  grant_revoked: 'アプリのアクセスを取り消し',
}
