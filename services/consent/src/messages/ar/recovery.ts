import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { isolate } = formatOf('ar')

export const recovery: RestText['recovery'] = {
  title: 'احفظ مفتاح الاسترداد',
  lead: 'إذا نسيت كلمة مرورك، فهذا المفتاح هو الطريق الوحيد للعودة إلى خزنتك. اكتبه أو اطبعه أو ضعه في مدير كلمات مرور. لن يُعرض إلا الآن.',
  label: 'مفتاح الاسترداد',
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyFailed: 'تعذّر النسخ. يُرجى كتابة المفتاح.',
  print: 'طباعة',
  download: 'تنزيل',
  fileName: 'recovery-key-ar.txt',
  fileText: (name, login, key) =>
    `${isolate(name)}: مفتاح الاسترداد\n\nاسم الدخول: ${isolate(login)}\nمفتاح الاسترداد: ${isolate(key)}\n\nمن يملك هذا المفتاح يستطيع فتح الخزنة. احفظه حيث تحفظ أوراقك المهمة.\n`,
  next: 'حفظته',
  confirmTitle: 'هل حفظته؟',
  confirmLead: 'اكتب مجموعتين من المجموعات التسع من نسختك، لنعرف معًا أنها مقروءة.',
  group: (number) => `المجموعة ${number}`,
  groupHint: '4 أحرف',
  groupWrong: 'هذا ليس ما في مفتاحك في ذلك الموضع. راجع نسختك مرة أخرى.',
  back: 'إظهار المفتاح مرة أخرى',
  submit: 'إنشاء الحساب',
  busy: 'جارٍ إنشاء حسابك…',
  loginTaken: 'اسم الدخول هذا مستخدم. اختر اسمًا آخر؛ يبقى مفتاح الاسترداد كما هو.',
  newLogin: 'اسم دخول آخر',
}
