import type { enUpdates } from '../en/updates.ts'
import { formatOf } from '../format.ts'

const { counted, isolate } = formatOf('ar')

export const arUpdates: typeof enUpdates = {
  updates: {
    keep: 'إبقاء هذه البيانات محدَّثة',
    keepHint: (app) =>
      `عند تغيير شيء منها لاحقًا، يتلقّى ${isolate(app)} التغيير بعد تأكيدك. لا يستطيع قراءته إلا ${isolate(app)}. ويمكن إيقاف ذلك في أي وقت.`,
    title: (apps) => `إبقاء بياناتك محدَّثة لدى ${apps}؟`,
    others: counted({
      zero: 'لا تطبيقات أخرى',
      one: 'تطبيق آخر',
      two: 'تطبيقين آخرين',
      few: '# تطبيقات أخرى',
      many: '# تطبيقًا آخر',
      other: '# تطبيق آخر',
    }),
    lead: (claims) => `ما غيّرته: ${claims}. يتلقّى كل تطبيق ما هو مذكور تحت اسمه فقط، ولا يستطيع قراءته سواه.`,
    sendTo: (app) => `الإرسال إلى ${isolate(app)}`,
    gone: 'لم تعد مشاركته قائمة',
    send: 'إرسال',
    sending: 'جارٍ الإرسال…',
    notNow: 'ليس الآن',
    sent: (apps) => `تم الإرسال إلى ${apps}.`,
    sentTitle: 'نتيجة الإرسال',
    sentLead: 'يظهر تحت «التطبيقات» متى استلمه كل منها.',
    changedMeanwhile: (app) => `لم يُرسَل إلى ${isolate(app)}: تغيّرت خزنتك في هذه الأثناء. يُرجى التحقق مرة أخرى.`,
    notSent: (app, reason) => `لم يُرسَل إلى ${isolate(app)}. ${reason}`,
    lookAgain: 'التحقق مرة أخرى',
    done: 'تم',
    newKey: (app) => `لا يتلقّى ${isolate(app)} شيئًا: لديه مفتاح جديد. يُرجى تسجيل الدخول هناك من جديد للمشاركة معه.`,
    malformed: (claims, app) => `يلزم تصحيح «${isolate(claims)}» أولًا: لا يقبله ${isolate(app)} بهذه الصيغة.`,
    toVault: 'الذهاب إلى خزنتك',
    kept: 'يبقى محدَّثًا',
    since: (date) => `منذ ${isolate(date)}`,
    current: 'محدَّث',
    older: 'لديه قيمة أقدم',
    waiting: (date) => `أُرسل في ${isolate(date)}، ولم يُستلم بعد`,
    fetched: (date) => `محدَّث: استلم ما أرسلته في ${isolate(date)}`,
    sendNow: 'الإرسال الآن',
    stop: 'إيقاف',
    stopping: 'جارٍ الإيقاف…',
    stopTitle: (app) => `إيقاف إبقاء ${isolate(app)} محدَّثًا؟`,
    stopText: (app) =>
      `يحتفظ ${isolate(app)} بوصوله وبما لديه، وقد يستلم ما سبق إرساله. ولا يتلقّى أي تغيير لاحق حتى تفعيل هذا من جديد عند تسجيل الدخول هناك.`,
    stopped: (app) => `لم يعد ${isolate(app)} يُبقى محدَّثًا.`,
    logged: (app) => `أُرسل تحديث إلى ${app}`,
    notLogged: (app) => `لم يُرسَل تحديث إلى ${app}`,
    failed: 'لم يكتمل هذا التحديث. يحتفظ التطبيق بما كان لديه.',
    emptied: 'لا شيء: أزلتَ كل ما كان لديه.',
    receiptTime: 'وقت الإرسال',
    receiptDevice: 'أُرسل باستخدام',
    genuine: (app, moment) => `هذا الإيصال أصلي. أُرسل تحديث إلى ${app} في ${moment}:`,
  },
}
