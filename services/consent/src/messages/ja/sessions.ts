import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('ja')

export const sessions: RestText['sessions'] = {
  title: 'デバイス',
  lead: '現在サインインしている場所です。',
  current: 'このデバイス',
  unknownBrowser: '不明なブラウザー',
  unknownNetwork: '不明なネットワーク',
  methods: { password: 'パスワードで', passkey: 'パスキーで', recovery: '回復キーで' },
  network: (network) => `${network} から`,
  lastSeen: (when) => `最終使用：${when}`,
  onlyThis: 'ほかの場所ではサインインしていません。',
  end: 'サインアウト',
  ended: 'そのデバイスをサインアウトしました。',
  endOthers: 'ほかのすべてのデバイスをサインアウト',
  endOthersTitle: 'ほかのすべてのデバイスをサインアウトしますか？',
  endOthersMessage: 'それらを使う人は、もう一度サインインする必要があります。このデバイスはそのままです。',
  endedOthers: (count) => plural(count, { other: (number) => `ほかの ${number} 台のデバイスをサインアウトしました。` }),
  events: 'サービスが気付いたこと',
  eventsLead: '身に覚えのないものがあれば、ほかのすべてのデバイスをサインアウトし、サインイン方法を確認してください。',
  noEvents: 'まだありません。',
  more: '以前のものを表示',
  types: {
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
    account_exported: 'アカウントをエクスポート',
    grant_revoked: 'アプリのアクセスを取り消し',
  },
}
