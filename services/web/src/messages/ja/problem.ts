import type { EntryText } from '../messages.ts'

export const problem: EntryText['problem'] = {
  malformedTitle: 'このリンクは不完全です',
  malformed: 'リクエストのアドレスがないか、壊れています。アプリに戻って、最初からやり直してください。',
  unknownTitle: 'このリクエストは見つかりません',
  unknown: '古すぎるか、別のアカウントで開かれた可能性があります。アプリに戻って、最初からやり直してください。',
  expiredTitle: 'このリクエストは期限切れです',
  expired: (app) =>
    `安全のため、リクエストは数分間だけ有効です。何も共有されていません。${app} に戻って、最初からやり直してください。`,
  approvedTitle: 'すでに承認済みです',
  approved: (app) =>
    `承認は一度だけ有効です。${app} にサインインできていない場合は、アプリに戻って最初からやり直してください。`,
  deniedTitle: 'すでに拒否済みです',
  denied: (app) => `何も共有されていません。決め直すには、${app} に戻って最初からやり直してください。`,
  unsafeTitle: 'その場所へは移動しません',
  unsafe:
    'アプリが指定したアドレスは、開くと安全ではありません。何も共有されていません。アプリの運営者にお知らせください。',
  backTo: (app) => `${app} に戻る`,
  loadTitle: 'リクエストを取得できませんでした',
  load: '何も共有されていません。依頼はまだ待機しています。',
  pageTitle: 'このページを読み込めませんでした',
  page: 'ページの一部が届きませんでした。接続を確認して、もう一度お試しください。',
  notFoundTitle: 'ここには何もありません',
  notFound: 'このアドレスは存在しません。',
}
