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
  endOthersApps: 'すべてのアプリのアクセスも取り消します。アプリはもう一度承認を求める必要があります。',
  endedOthers: (count) => plural(count, { other: (number) => `ほかの ${number} 台のデバイスをサインアウトしました。` }),
  events: 'サービスが気付いたこと',
  eventsLead:
    'サービスの記録であり、保管庫では確認できません。身に覚えのないものがあれば、ほかのすべてのデバイスをサインアウトし、サインイン方法を確認してください。',
  noEvents: 'まだありません。',
}
