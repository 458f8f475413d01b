import type { EntryText } from '../messages.ts'

export const common: EntryText['common'] = {
  tryAgain: 'もう一度試す',
  cancel: 'キャンセル',
  close: '閉じる',
  signOut: 'サインアウト',
  home: '保管庫へ移動',
  start: 'トップページへ移動',
  show: '表示',
  hide: '隠す',
  required: '必須',
  loading: '読み込んでいます…',
  language: '言語',
  support: 'ヘルプとお問い合わせ',
  navigation: 'アカウント',
  quote: (words) => `「${words}」`,

  pages: {
    home: 'データ',
    apps: 'アプリ',
    activity: 'アクティビティ',
    methods: 'サインイン方法',
    sessions: 'デバイス',
    account: 'アカウント',
  },

  claims: {
    name: '氏名',
    given_name: '名',
    family_name: '姓',
    nickname: 'ニックネーム',
    email: 'メールアドレス',
    phone: '電話番号',
    address: '住所',
    birthdate: '生年月日',
    locale: '言語',
    picture: '画像',
  },
  claimHints: {
    phone: '国番号を付けてください。例：+81 90 1234 5678',
    locale: '言語タグで入力してください。例：ja、en、pt-BR',
    picture: '画像のウェブアドレス。',
  },
  scopes: {
    openid: {
      title: 'サインイン',
      description: '再び同じ方だとアプリに伝える識別子です。あなたのデータは含まれません。',
    },
    email: { title: 'メールアドレス', description: 'あなたのメールアドレス。' },
    profile: { title: 'プロフィール', description: 'あなたの氏名、画像、生年月日、言語。' },
    phone: { title: '電話番号', description: 'あなたの電話番号。' },
    address: { title: '住所', description: 'あなたの住所。' },
  },
}
