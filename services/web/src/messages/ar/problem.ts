import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { isolate } = formatOf('ar')

export const problem: EntryText['problem'] = {
  malformedTitle: 'هذا الرابط غير كامل',
  malformed: 'عنوان الطلب مفقود أو تالف. عُد إلى التطبيق وابدأ من جديد.',
  unknownTitle: 'لا نعرف هذا الطلب',
  unknown: 'ربما يكون قديمًا جدًا، أو فُتح بحساب آخر. عُد إلى التطبيق وابدأ من جديد.',
  expiredTitle: 'انتهت صلاحية هذا الطلب',
  expired: (app) =>
    `حرصًا على أمانك يبقى الطلب مفتوحًا لبضع دقائق فقط. لم يُشارَك أي شيء. عُد إلى ${isolate(app)} وابدأ من جديد.`,
  approvedTitle: 'لقد وافقت على هذا من قبل',
  approved: (app) => `تصلح الموافقة مرة واحدة. إذا لم يسجّل ${isolate(app)} دخولك، فعُد إليه وابدأ من جديد.`,
  deniedTitle: 'لقد رفضت هذا من قبل',
  denied: (app) => `لم يُشارَك أي شيء. لتقرر من جديد، عُد إلى ${isolate(app)} وابدأ مرة أخرى.`,
  unsafeTitle: 'لن ننقلك إلى هناك',
  unsafe: 'أعطى التطبيق عنوانًا ليس فتحه آمنًا. لم يُشارَك أي شيء. يُرجى إبلاغ الجهة المشغّلة للتطبيق.',
  backTo: (app) => `العودة إلى ${isolate(app)}`,
  loadTitle: 'تعذّر جلب الطلب',
  load: 'لم يُشارَك شيء. طلبك ما زال ينتظر.',
  pageTitle: 'تعذّر تحميل هذه الصفحة',
  page: 'لم يصل جزء من هذه الصفحة. تحقق من اتصالك وحاول مرة أخرى.',
  notFoundTitle: 'لا يوجد شيء هنا',
  notFound: 'هذا العنوان غير موجود.',
}
