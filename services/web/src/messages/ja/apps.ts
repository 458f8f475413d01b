import type { RestText } from '../messages.ts'

export const apps: RestText['apps'] = {
  title: '連携中のアプリ',
  lead: '承認したアプリです。それぞれ、承認した内容だけを見ることができ、保管庫のほかの内容は見られません。',
  maySee: '承認した内容',
  since: (date) => `${date}から承認。`,
  lastUsed: (moment) => `最終利用：${moment}。`,
  revoke: '取り消す',
  revoking: '取り消しています…',
  revokeTitle: (app) => `${app} のアクセスを取り消しますか`,
  revokeText: (app) =>
    `${app} はすぐにサインアウトされ、再び許可を求める必要があります。すでに受け取ったデータはアプリに残ります。削除は ${app} に直接依頼してください。この操作は元に戻せません。`,
  revoked: (app) => `${app} はアクセスできなくなりました。`,
  emptyTitle: 'アクセスできるアプリはありません',
  empty: 'アプリを承認すると、見られる内容とともにここに表示され、取り消すことができます。',
  unavailable:
    '現在、アプリの一覧を取得できません。保管庫に影響はなく、アプリが新しいデータを受け取ることもありません。',
}
