import type { enVault } from '../en/vault.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('ja')

export const jaVault: typeof enVault = {
  vault: {
    title: 'あなたの保管庫',
    lead: 'アプリがあなたに求めることのある内容です。すべて任意で、このデバイス上で暗号化され、承認したときにのみ共有されます。',
    saved: '保管庫に保存しました。',
    savedWithConflicts: counted({
      other:
        '保存しました。同時に別のデバイスが # 件の項目を変更しました。新しい内容を残し、もう一方はコピーとして保存しました。',
    }),
    unsaved: counted({ other: '保存していない変更が # 件あります' }),
    discard: '破棄',
    groups: { person: 'あなたについて', contact: '連絡先', other: 'その他' },
    emptyTitle: '保管庫は空です',
    empty: '今でも、アプリに求められたときでも、好きな項目を入力できます。自動的に共有されることはありません。',
    room: counted({ other: '保管庫がほぼ一杯です。あと # 件保存できます。' }),
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
    whoHas: '誰が持っていますか',
    nobodyHas: 'これを受け取ったアプリは、保管庫の記録にありません。',
  },

  values: {
    countryOf: (label) => `${label}：国`,
    noLanguage: '未選択',
    address: { street: '番地・通り', postalCode: '郵便番号', locality: '市区町村', region: '都道府県', country: '国' },
    problems: {
      email: 'ana@example.org のような、完全なメールアドレスではありません。',
      phone: '選んだ国の電話番号ではありません。別の国を選ぶか、+ と国番号から入力してください。',
      date: '日付ではありません。1990-05-17 のように、年-月-日で入力してください。',
      futureDate: 'まだ来ていない日です。',
      language: '言語ではありません。一覧から選んでください。',
      picture: '共有できる画像ではありません。画像のファイルを選んでください。',
      tooLong: '長すぎて共有できません。',
    },
  },

  origin: {
    firstUseTitle: 'このブラウザでは初めて開く保管庫です',
    firstUse: (when, device, change) =>
      `最終変更は ${when}、${device} によるもので、変更番号は ${change} です。間違いありませんか。心当たりがない場合や、その後に変更した覚えがある場合は、何も共有せずにサインアウトし、運営者にお知らせください。サーバーは新しいブラウザに古いコピーを見せることができてしまうためです。`,
    confirm: '間違いありません',
    unprovenTitle: '保管庫がここに至った経緯を、このブラウザは確認していません',
    unproven: (before, now) =>
      `最後に確認できたとき、保管庫は${before}でした。現在は${now}ですが、そこへ至る経緯をサーバーはまだ示していません。それほど変更した覚えがない場合は、何も共有せず、運営者にお尋ねください。`,
    state: (change, when) => (when === '' ? `変更番号 ${change}` : `変更番号 ${change}（${when}）`),
    heldTitle: 'まだ戻していないものがあります',
    held: counted({ other: 'このブラウザには、保管庫より新しい項目が # 件あります。' }),
    putBack: '戻す',
  },

  notices: {
    title: '前回のご利用後の変更',
    lead: 'ほかのデバイスで行われたものです。',
    new_device: '新しいデバイスでサインインがありました',
    recovery_key_used: '回復キーが使用されました',
    app_approved: (app: string) => `新しいアプリ：${app}`,
    remedies: {
      sessions: '心当たりがない場合：サインアウトさせる',
      methods: '心当たりがない場合：サインイン方法を確認する',
      apps: '心当たりがない場合：アクセスを取り消す',
    },
    incomplete: 'サービスから一部の変更が示されませんでした。',
    toActivity: 'アクティビティを見る',
    more: counted({ other: 'ほか # 件' }),
    dismiss: '確認しました',
    keyReplaced: '回復キーが別のデバイスで交換されました。',
    seeChanges: '変更を見る',
  },

  verification: {
    verify: '確認する',
    verifiedOn: (date) => `${date}に確認済み`,
    title: (claim) => `確認：${claim}`,
    lead: (value) => `${value} に6桁のコードを送ります。ここに入力すると、アプリがその値を信頼できるようになります。`,
    sending: 'コードを送っています…',
    sent: 'コードを送りました。10分間有効です。サービスはその送り先へのコードの回数を1日だけ数えますが、アドレスや番号は保存しません。',
    code: '届いたコード',
    codeHint: '6桁の数字です。迷惑メールフォルダもご覧ください。',
    confirm: 'コードを確かめる',
    confirming: 'コードを確かめています…',
    again: '新しいコードを送る',
    wrong: '送ったコードと違います。もう一度ご覧になるか、新しいコードを送ってください。',
    expired: 'このコードはもう使えません。新しいコードを送ってください。',
    badValue: 'そこへはコードを送れません。書き方をお確かめください。',
    notSent: 'コードを送れませんでした。数分後にもう一度お試しください。',
    changed: 'この項目はその間に変わりました。閉じて、最初からやり直してください。',
    required: (app) => `${app} は、確認済みの場合だけ受け取ります。`,
    unavailable: '今ここでは確認できません。オフにするか、拒否してください。',
    obstacle: (claim, app) => `先に「${claim}」を確認してください。${app} は確認済みの場合だけ受け取ります。`,
    refused:
      'この値が確認済みであることをサービスが把握できなくなったため、保管庫の表示からも外しました。アプリには何も渡っていません。もう一度確認するか、このまま承認してください。',
  },

  issued: {
    title: '発行された証明',
    lead: 'ほかの機関があなたについて署名付きで確認した内容です。その機関を信頼するアプリは、これを信用できます。',
    by: (name: string, host: string) => `発行者：${name}（${host}）`,
    until: (date: string) => `${date} まで有効`,
    over: (date: string) => `${date} に期限が切れました`,
    endless: '期限なし',
    linkable:
      '見せた相手のアプリには、どれも同じ署名が見えます。アプリどうしが照らし合わせると、同じ人だと分かります。',
    removeLead: 'すべてのデバイスの保管庫から消えます。もう一度渡せるのは発行者だけです。',
    add: 'リンクから追加',
    addTitle: '発行された証明を追加',
    addLead: '大学や銀行、役所からリンクが渡されます。リンク先の証明は、あなたの保管庫に保存されます。',
    addedTitle: '保管庫に追加しました',
    signInLead: (host) =>
      `${host} の提供内容を確認するには、サインインしてください。受け入れるまで何も追加されません。`,
    link: 'リンク',
    linkHint: '全体を貼り付けてください。openid-credential-offer:// または https:// で始まります。',
    read: '内容を見る',
    reading: '発行者に問い合わせています…',
    offerTitle: (name: string) => `${name} からの証明：`,
    offerLead: (host: string) => `${host} から届きます。保管庫に入り、あなたが共有するまでほかの誰にも渡りません。`,
    code: '発行者からのコード',
    codeHint: '発行者から、手紙など別の方法で伝えられたコードです。',
    codeEmpty: '発行元から伝えられたコードを入力してください。',
    accept: '保管庫に追加',
    accepting: '取得しています…',
    toVault: '保管庫に戻る',
    unavailable: 'このサービスは現在、発行者から何も取得しません。すでにお持ちのものはそのままです。',
    badOffer:
      'このリンクには、保管庫に入れられるものがありません。発行者に新しいリンクを頼み、全体を貼り付けてください。',
    unknownIssuer:
      '保管庫が取得できるのは、このサービスが指定した発行者からだけで、この発行者は含まれていません。運営者に追加を頼んでください。',
    refused:
      '発行者から受け取れませんでした。コードが違うか、リンクがすでに使われています。コードを確かめるか、新しいリンクを頼んでください。',
    badCredential: '届いたものが、示された内容と違うため、保存しませんでした。発行者に知らせてください。',
    away: '発行者が応答しません。少し待ってからもう一度お試しください。',
    missing: 'このアプリが信頼する発行者からの証明をお持ちではありません。なくても承認できます。',
  },
}
