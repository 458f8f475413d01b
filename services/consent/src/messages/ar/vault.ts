import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural, isolate } = formatOf('ar')

export const vault: RestText['vault'] = {
  title: 'خزنتك',
  lead: 'ما يمكن أن تطلبه منك التطبيقات. كل شيء اختياري، ويُشفَّر على هذا الجهاز، ولا يُشارَك إلا عندما توافق.',
  firstUse: (when, device) =>
    `المرة الأولى على هذا الجهاز. آخر تغيير لخزنتك كان في ${isolate(when)}، بواسطة ${isolate(device)}. إذا لم يكن هذا صحيحًا، فسجّل الخروج وأخبرنا.`,
  save: 'حفظ',
  saving: 'جارٍ الحفظ…',
  saved: 'حُفظ في خزنتك.',
  savedWithConflicts: (count) =>
    plural(count, {
      zero: 'حُفظ.',
      one: 'حُفظ. غيّر جهاز آخر مدخلًا واحدًا في الوقت نفسه؛ يبقى النص الأحدث وحُفظ الآخر نسخةً.',
      two: 'حُفظ. غيّر جهاز آخر مدخلين في الوقت نفسه؛ يبقى النصان الأحدث وحُفظ الآخران نسختين.',
      few: (number) => `حُفظ. غيّر جهاز آخر ${number} مدخلات في الوقت نفسه؛ تبقى النصوص الأحدث وحُفظت الأخرى نسخًا.`,
      many: (number) => `حُفظ. غيّر جهاز آخر ${number} مدخلًا في الوقت نفسه؛ تبقى النصوص الأحدث وحُفظت الأخرى نسخًا.`,
      other: (number) => `حُفظ. غيّر جهاز آخر ${number} مدخل في الوقت نفسه؛ تبقى النصوص الأحدث وحُفظت الأخرى نسخًا.`,
    }),
  unsaved: (count) =>
    plural(count, {
      zero: 'لا توجد تغييرات غير محفوظة',
      one: 'تغيير واحد غير محفوظ',
      two: 'تغييران غير محفوظين',
      few: (number) => `${number} تغييرات غير محفوظة`,
      many: (number) => `${number} تغييرًا غير محفوظ`,
      other: (number) => `${number} تغيير غير محفوظ`,
    }),
  upToDate: 'كل شيء محفوظ.',
  discard: 'تجاهل',
  groups: { person: 'عنك', contact: 'كيفية الوصول إليك' },
  leaveTitle: 'هل تريد حفظ التغييرات أولًا؟',
  leave: 'في خزنتك تغييرات لم تُحفظ.',
  leaveSave: 'حفظ وتسجيل الخروج',
  leaveDiscard: 'تسجيل الخروج دون حفظ',
}
