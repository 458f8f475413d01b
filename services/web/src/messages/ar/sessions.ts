import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('ar')

export const sessions: RestText['sessions'] = {
  title: 'الأجهزة',
  lead: 'حيث حسابك مسجّل الدخول الآن.',
  current: 'هذا الجهاز',
  unknownBrowser: 'متصفح غير معروف',
  unknownNetwork: 'شبكة غير معروفة',
  methods: { password: 'بكلمة مرور', passkey: 'بمفتاح مرور', recovery: 'بمفتاح الاسترداد' },
  network: (network) => `من ${network}`,
  lastSeen: (when) => `آخر ظهور في ${when}`,
  onlyThis: 'حسابك غير مسجّل الدخول في أي مكان آخر.',
  end: 'تسجيل الخروج',
  ended: 'سُجّل خروج ذلك الجهاز.',
  endOthers: 'تسجيل خروج كل الأجهزة الأخرى',
  endOthersTitle: 'تسجيل خروج كل الأجهزة الأخرى؟',
  endOthersMessage: 'على من يستخدمها تسجيل الدخول من جديد. يبقى هذا الجهاز مسجّلًا.',
  endOthersApps: 'إلغاء وصول كل التطبيقات أيضًا، وعليها أن تسألك من جديد.',
  endedOthers: (count) =>
    plural(count, {
      zero: 'لم يُسجَّل خروج أي جهاز آخر.',
      one: 'سُجّل خروج الجهاز الآخر.',
      two: 'سُجّل خروج جهازين آخرين.',
      few: (number) => `سُجّل خروج ${number} أجهزة أخرى.`,
      many: (number) => `سُجّل خروج ${number} جهازًا آخر.`,
      other: (number) => `سُجّل خروج ${number} جهاز آخر.`,
    }),
  events: 'ما لاحظته الخدمة',
  eventsLead:
    'هذا ما تقوله الخدمة، ولا تستطيع خزنتك التحقق منه. إن لم تكن أنت من فعل شيئًا من هذا، فسجّل خروج كل الأجهزة الأخرى وراجع طرق تسجيل الدخول.',
  noEvents: 'لا شيء بعد.',
}
