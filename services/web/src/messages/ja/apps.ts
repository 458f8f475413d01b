import type { enApps } from '../en/apps.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('ja')

export const jaApps: typeof enApps = {
  apps: {
    title: '連携中のアプリ',
    lead: '承認したアプリです。それぞれが実際に受け取った内容と、いつまで再びアクセスできるかを示します。',
    shared: '受け取った内容',
    sharedUnknown: '承認したとき、保管庫はまだこれを記録していませんでした。渡した内容はアクティビティにあります。',
    values: '値を表示',
    given: (first, last) => (first === last ? `${first}に渡しました。` : `${first}から${last}まで渡しました。`),
    token: (until) => `${until}までのアクセストークンを持っています。`,
    noToken: '現在、アクセストークンを持っていません。',
    ends: (date) => `お選びのとおり、アクセスは${date}に終わります。`,
    endsUnused: (date) => `それまでに戻ってこなければ、アクセスは${date}に終わります。`,
    since: (date) => `${date}から承認。`,
    firstApproved: (date) => `最初の承認：${date}。`,
    lastUsed: (moment) => `最終利用：${moment}。`,
    revoke: '取り消す',
    revoking: '取り消しています…',
    revokeTitle: (app) => `${app} のアクセスを取り消しますか`,
    revokeText: (app) =>
      `${app} は今後何も取得できず、再び許可を求める必要があります。アプリが通知を受け付ける場合は、サインアウトさせるよう伝えます。受け付けない場合は、自分でサインアウトするまでサインインしたままです。受け取ったデータはアプリに残ります。削除は ${app} に依頼してください。この操作は元に戻せません。`,
    revoked: (app) => `${app} はアクセスできなくなりました。`,
    emptyTitle: 'アクセスできるアプリはありません',
    empty: 'アプリを承認すると、見られる内容とともにここに表示され、取り消すことができます。',
    unavailable:
      '現在、アプリの一覧を取得できません。保管庫に影響はなく、アプリが新しいデータを受け取ることもありません。',
    formerTitle: 'アクセスできないアプリ',
    formerLead:
      'これらのアプリには今、アクセス権がありません。許可したばかりのアプリは、許可されたものをこれから取得することがあります。以前に受け取ったものはアプリに残ります。',
  },

  activity: {
    title: 'アクティビティ',
    lead: '保管庫から何が、いつ、誰に渡されたか。この一覧は保管庫自身が管理しているため、気付かれずに変更することはできません。',
    verified: '以下の項目はすべて保管庫と照合済みです。',
    when: (moment, device) => `${moment}、${device}`,
    released: (app) => `${app} と共有`,
    nothing: 'データはなし。本人であることだけを伝えました。',
    sealed: 'アプリだけが読めます',
    plain: 'サービスも途中で読めました',
    uncertainBadge: '届いていない可能性',
    uncertain: '送信中に接続が切れました。届いた可能性があるため、ここに表示しています。',
    methods: { opaque: 'パスワード', prf: 'パスキー', recovery: '回復キー' },
    method_added: (method) => `サインイン方法を追加：${method}`,
    method_removed: (method) => `サインイン方法を削除：${method}`,
    events: {
      not_released: '承認が完了しませんでした',
      exported: '保管庫を書き出し',
      imported: 'データを読み込み',
      older_vault_accepted: '以前の、または別の履歴の保管庫で続行',
    },
    emptyTitle: '保管庫から渡されたものはありません',
    empty: 'アプリを承認すると、受け取った内容が受領記録とともにここに表示されます。',
    receipt: '受領記録',
    receiptTitle: '受領記録の内容',
    receiptText: '何を、誰に、いつ許可したかを示します。本物であることを確認できるのはあなたの保管庫だけです。',
    receiptFile: '受領記録',
    checkTitle: '受領記録を確認する',
    checkLead: '保存してある受領記録を選んでください。このデバイスで確認し、どこにも送信しません。',
    checkFile: '受領記録のファイル',
    genuine: (moment) => `この受領記録は本物です：${moment}。`,
    genuineRelease: (app, moment) => `この受領記録は本物です。 ${app} に許可、${moment}：`,
    notGenuine: 'これはあなたの保管庫の受領記録ではないか、誰かが変更しています。',
    brokenTitle: 'この一覧は変更されています',
    broken:
      'サービスが送ってきた一覧は、保管庫が保証するものと異なります。サーバー上で項目が変更、省略、移動または追加されました。このデバイスが原因ではありません。',
    brokenAbove: '上の項目は確認済みで、正しいものです。それより古い項目は信頼できません。',
    brokenDo:
      '保管庫の内容は何も変わっていません。手元の受領記録を保管し、保管庫を書き出して、運営者に説明を求めてください。',
    signIns: 'サービスが気付いたサインインと変更は「デバイス」にあります。',
    appRevoked: (app) => `${app} のアクセスを取り消し`,
    receiptBack: 'アクティビティに戻る',
    receiptApp: 'アプリ',
    receiptTime: '承認日時',
    receiptDevice: 'デバイス',
    receiptValues: '共有した内容',
    receiptHash: '渡した内容のフィンガープリント',
    receiptJson: '確認用にダウンロード',
    valueTooLong: '記録には長すぎます。フィンガープリント：',
    noValues: '当時の記録には共有した項目の名前だけがあり、値はありません。',
  },

  events: {
    signed_up: 'アカウントを作成',
    signed_in: 'サインイン',
    silent_sign_in: '確認なしでアプリにサインイン',
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
  },

  consentChecks: {
    reaches: (app) => `${app} があなたに代わってアクセスできる先:`,
    notAlone:
      '他者があなたについて述べる内容は、ほかの項目と一緒でなければ共有できません。承認するにはほかの項目もオンにしてください。または拒否してください。',
    about: 'このリクエストについて',
    sealed: (app) => `${app} だけが読めるように暗号化されます`,
    namesakesTitle: (app) => `${app} に似た別のアプリをご存じです`,
    namesakes:
      '同じアプリが登録し直されたのかもしれませんし、それになりすまそうとするアプリかもしれません。下のアプリとは別の識別子で求めています。理由が分かる場合にのみ続けてください。',
    knownSince: (date) => `${date} から利用`,
    marks: { new: '新しい項目', left_out: '前回は共有しませんでした', changed: '前回から変更されています' },
    lastingLine: 'アクセスできる期間：',
    lasting: 'いつまで再びアクセスできますか',
    lastingChoices: { open: '取り消すまで', once: '今回だけ', until: '選んだ日まで' },
    lastingHints: {
      open: '自然に終了するまで、尋ねずにアクセスを更新できます。',
      once: '今データを受け取り、次回はもう一度尋ねる必要があります。',
    },
    lastDay: '最終日',
    lastDayWrong: '明日以降の日を選んでください。',
    malformed: '強調表示された項目を確認してください。',
    nothingShared: '何も共有されていません。',
    newOff: counted({ other: '新しい依頼 # 件はオフです：' }),
  },

  asBefore: {
    same: (app: string, count: number) =>
      count === 0
        ? `前回と同じです。${app} には、あなた本人であることだけが伝わり、データは渡りません。`
        : `${app} が受け取るものは前回と同じです：`,
    change: '共有する内容を確認・変更する',
    changed: '前回と違うところがあります。まだ何も共有されていません。承認する前にご確認ください。',
  },

  logout: {
    title: 'ここでもサインアウトしますか？',
    asks: (app: string) => `${app} が、このブラウザーからのサインアウトを求めています。`,
    unknownAsks: 'このブラウザーからサインアウトするために、ここへ移動しました。',
    otherTitle: 'ここでは別の人がサインインしています',
    asksOther: (app: string) =>
      `${app} は別の人のサインアウトを求めています。ここでサインインしている人のことではありません。`,
    signedInAs: 'ここでサインイン中：',
    effect:
      'サインアウトすると、このブラウザーで保管庫がロックされ、ここからサインインしたアプリのうち、通知を受け付けるものに知らされます。アプリに許可した内容はそのまま残ります。取り消すには「連携中のアプリ」を開いてください。',
    stay: 'サインインしたままにする',
    doneTitle: 'サインアウトしました',
    done: 'ここでのセッションは終了し、このブラウザーのすべてのタブで保管庫がロックされました。',
    noneTitle: 'ここにはセッションが残っていません',
    none: 'このブラウザーには、このサービスのセッションは保存されていません。別のタブで保管庫が開いている場合は、そこでもサインアウトしてください。',
    stayedTitle: 'サインインしたままです',
    stayed: '何も変更されていません。このページは閉じてかまいません。',
    overTitle: 'このリンクはもう使えません',
    over: '開くのが遅すぎたか、リンクが途中で切れています。何も変更されていません。アプリに戻り、もう一度サインアウトしてください。',
  },

  device: {
    title: '機器を接続する',
    lead: '機器に表示されているコードを入力してください。',
    code: '機器のコード',
    codeHint: '8 文字の英字（例：WDJB-MJHT）',
    codeWrong: 'コードは 8 文字の英字です。機器の表示をもう一度ご確認ください。',
    fromLink: 'このコードはリンクに含まれていました。機器にも同じコードが表示されていますか。',
    warning:
      '目の前にある機器の場合にだけ進んでください。誰かからコードやこのリンクが送られてきた場合は、ここで中止してください。その機器を持つ人にあなたのデータが渡ってしまいます。',
    checking: '機器を探しています…',
    unknown:
      'このコードで待っている機器はありません。機器の表示と比べてください。新しいコードに変わっているかもしれません。',
    expired: 'このコードは期限切れです。機器に新しいコードを表示させてください。',
    used: 'このコードはすでに使われました。機器に新しいコードを表示させてください。',
    compareTitle: (app: string) => `${app} が機器からリクエストしています`,
    compare: '目の前の機器にこのコードが表示されていますか。',
    since: (time: string) => `リクエストの時刻：${time}`,
    yes: 'はい、自分の機器です',
    no: 'いいえ、中止する',
    stopped: '何も承認されていません。その機器を持つ人には何も渡りません。',
    target: 'コードを表示している機器があなたの回答を受け取ります',
    doneTitle: '機器に戻ってください',
    approved: (app: string) => `数秒後に機器で ${app} が続きを始めます。このページは閉じてかまいません。`,
    denied: (app: string) =>
      `${app} には何も渡っていません。数秒後に機器にそう表示されます。このページは閉じてかまいません。`,
  },
}
