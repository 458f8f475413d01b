import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural, isolate } = formatOf('ar')

export const consent: EntryText['consent'] = {
  loading: 'جارٍ جلب الطلب…',
  title: (app) => `يطلب ${isolate(app)} بعض بياناتك`,
  returnsTo: {
    site: (host) => `ستعود إلى ${host}`,
    local: (host) => `ستعود إلى برنامج على هذا الحاسوب، على العنوان ${host}`,
    program: (scheme) => `ستعود إلى تطبيق على هذا الجهاز، ${scheme}`,
  },
  firstTime: 'يطلب منك للمرة الأولى.',
  knownSince: (date) => `تستخدمه منذ ${date}.`,
  changedTitle: (app) => `تغيّر شيء في ${isolate(app)} منذ أن وافقت عليه`,
  hostChanged: 'يعيدك الآن إلى عنوان آخر. لا تتابع إلا إذا كنت تعرف السبب.',
  before: 'قبل',
  now: 'الآن',
  keyChanged: 'يشفّر الآن بمفتاح آخر. إما أنه جدّد مفتاحه، أو أن شخصًا آخر يريد قراءة بياناتك مكانه.',
  keyGone: 'لم يعد يشفّر ما تشاركه، فقد تتمكن الخدمات الوسيطة من قراءته أيضًا.',
  acceptKey: (app) => `كنت أتوقع هذا التغيير من ${isolate(app)}، أو سألت مشغّله.`,
  keyNotAccepted: 'أكّد أولًا المفتاح المتغيّر أعلاه، أو ارفض.',
  scopes: 'ما الذي يطلبه',
  reason: (app) => `يقول ${isolate(app)}:`,
  requiredBecause: (app) => `لا يعمل ${isolate(app)} من دون هذا.`,
  shareScope: (title) => `مشاركة: ${isolate(title)}`,
  noData: 'لا يشارك شيئًا من بياناتك.',
  off: 'لا يُشارَك.',
  claimOff: 'لا يُشارَك',
  chooseOne: (claim) => `${claim}: اختر واحدًا`,
  nothingYet: 'لا يوجد في خزنتك شيء لهذا بعد. ما تضيفه هنا يُحفظ في خزنتك.',
  addMore: (count) =>
    plural(count, {
      zero: 'إضافة معلومات أخرى',
      one: 'إضافة معلومة أخرى',
      two: 'إضافة معلومتين أخريين',
      few: (number) => `إضافة ${number} معلومات أخرى`,
      many: (number) => `إضافة ${number} معلومة أخرى`,
      other: (number) => `إضافة ${number} معلومة أخرى`,
    }),
  addedHint: 'اختياري. ما تضيفه هنا يُشارَك أيضًا ويُحفظ في خزنتك.',
  summaryNone: (app) => `سيعرف ${isolate(app)} أنك أنت، ولن يحصل على شيء من بياناتك.`,
  summary: (app, count) =>
    plural(count, {
      zero: `لن يحصل ${isolate(app)} على أي معلومة من خزنتك.`,
      one: `سيحصل ${isolate(app)} على معلومة واحدة من خزنتك:`,
      two: `سيحصل ${isolate(app)} على معلومتين من خزنتك:`,
      few: (number) => `سيحصل ${isolate(app)} على ${number} معلومات من خزنتك:`,
      many: (number) => `سيحصل ${isolate(app)} على ${number} معلومة من خزنتك:`,
      other: (number) => `سيحصل ${isolate(app)} على ${number} معلومة من خزنتك:`,
    }),
  summaryOff: 'كل شيء مُطفأ. شغّل شيئًا لتوافق، أو ارفض الطلب.',
  approve: 'موافقة',
  approving: 'جارٍ إرسال الموافقة…',
  deny: 'رفض',
  denying: 'جارٍ إرسال الرفض…',
  requiredGap: (claim, app) => `املأ «${isolate(claim)}»: لا يعمل ${isolate(app)} من دونه.`,
  requiredOff: (claim, app) => `شغّل «${claim}» أو بندًا آخر بجانبه: لا يعمل ${isolate(app)} من دون أي منها.`,
  policy: (app) => `سياسة الخصوصية لدى ${app}`,
  terms: (app) => `شروط استخدام ${app}`,
  promiseSealed: (app) =>
    `يشفّر جهازك ما تشاركه بحيث لا يقرؤه إلا ${isolate(app)}. لا يُرسَل إلا ما تراه هنا، وفقط عندما توافق.`,
  openUntil: 'هذا الطلب مفتوح حتى',
  promise: 'خزنتك مفتوحة على هذا الجهاز فقط. لا يُوقَّع ويُرسَل إلا ما تراه هنا، وفقط عندما توافق.',
  leavingTitle: (app) => `جارٍ إعادتك إلى ${isolate(app)}`,
  leaving: 'إذا لم يحدث شيء، فاستخدم هذا الرابط.',
  continue: (app) => `المتابعة إلى ${isolate(app)}`,
}
