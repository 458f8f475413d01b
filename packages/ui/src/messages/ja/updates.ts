import type { enUpdates } from '../en/updates.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('ja')

export const jaUpdates: typeof enUpdates = {
  updates: {
    keep: '最新の内容に保つ',
    keepHint: (app) =>
      `あとで内容を変更すると、確認のうえで ${app} に届きます。読めるのは ${app} だけです。いつでもやめられます。`,
    title: (apps) => `${apps} の内容を最新にしますか？`,
    others: counted({ other: 'ほか#件' }),
    lead: (claims) =>
      `変更した項目：${claims}。それぞれのアプリが受け取るのは、名前の下にある内容だけで、読めるのもそのアプリだけです。`,
    sendTo: (app) => `${app} に送信`,
    gone: '共有をやめました',
    send: '送信',
    sending: '送信しています…',
    notNow: '今はしない',
    sent: (apps) => `${apps} に送信しました。`,
    sentTitle: '送信の結果',
    sentLead: '受け取られたかどうかは「アプリ」で確認できます。',
    changedMeanwhile: (app) => `${app} には送信していません。その間に保管庫が変わりました。もう一度確認してください。`,
    notSent: (app, reason) => `${app} には送信していません。${reason}`,
    lookAgain: 'もう一度確認',
    done: '完了',
    newKey: (app) =>
      `${app} には送れません。暗号鍵が新しくなりました。共有するには、${app} にもう一度サインインしてください。`,
    malformed: (claims, app) => `先に「${claims}」を直してください。この形式では ${app} が受け取れません。`,
    toVault: '保管庫へ',
    kept: '最新に保つ',
    since: (date) => `${date}から`,
    current: '最新です',
    older: '以前の値のままです',
    waiting: (date) => `${date}に送信、まだ受け取られていません`,
    fetched: (date) => `最新です：${date}の送信を受け取りました`,
    sendNow: '今すぐ送信',
    stop: 'やめる',
    stopping: '処理しています…',
    stopTitle: (app) => `${app} を最新に保つのをやめますか？`,
    stopText: (app) =>
      `${app} のアクセスと受け取った内容はそのままで、送信済みの変更はこれから受け取られることがあります。以後の変更は、${app} へのサインインで再びオンにするまで届きません。`,
    stopped: (app) => `${app} を最新に保つのをやめました。`,
    logged: (app) => `${app} に変更を送信`,
    notLogged: (app) => `${app} に変更は送信されていません`,
    failed: 'この送信は完了していません。アプリの内容は以前のままです。',
    emptied: 'なし。共有していた項目はすべて削除されました。',
    receiptTime: '送信日時',
    receiptDevice: '送信したデバイス',
    genuine: (app, moment) => `この共有記録は本物です。${app} に変更を送信、${moment}：`,
  },
}
