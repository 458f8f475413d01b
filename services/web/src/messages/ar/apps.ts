import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { isolate } = formatOf('ar')

export const apps: RestText['apps'] = {
  title: 'التطبيقات المتصلة',
  lead: 'التطبيقات التي وافقت عليها. يرى كل منها ما وافقت عليه ولا شيء آخر من خزنتك.',
  maySee: 'ما وافقت عليه',
  since: (date) => `تمت الموافقة منذ ${date}.`,
  lastUsed: (moment) => `آخر استخدام: ${moment}.`,
  revoke: 'إلغاء الوصول',
  revoking: 'جارٍ الإلغاء…',
  revokeTitle: (app) => `إلغاء وصول ${isolate(app)}؟`,
  revokeText: (app) =>
    `يُسجَّل خروج ${isolate(app)} فورًا وعليه أن يطلب منك من جديد. ما تلقّاه من قبل يبقى لديه: اطلب حذفه من التطبيق نفسه. لا يمكن التراجع عن هذا.`,
  revoked: (app) => `لم يعد لدى ${isolate(app)} وصول.`,
  emptyTitle: 'لا وصول لأي تطبيق',
  empty: 'عندما توافق على تطبيق، يظهر هنا مع ما يمكنه رؤيته، ويمكنك إلغاء وصوله.',
  unavailable: 'لا يمكن جلب قائمة تطبيقاتك الآن. خزنتك غير متأثرة، ولا يتلقى أي تطبيق شيئًا جديدًا.',
}
