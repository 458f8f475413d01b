import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('ar')

export const signUp: RestText['signUp'] = {
  title: 'أنشئ حسابك',
  lead: 'يستغرق ذلك دقيقة. تحتاج إلى اسم دخول وكلمة مرور ومكان تحفظ فيه مفتاح استرداد.',
  appWaiting: 'التطبيق الذي أرسلك إلى هنا ينتظر. سترى ما يطلبه بعد هذا مباشرة.',
  step: (step) => `الخطوة ${step} من 2`,
  login: 'اسم الدخول',
  loginHint: 'اسم أو عنوان بريد إلكتروني؛ من 3 إلى 64 حرفًا. لا نحتفظ إلا ببصمة منه.',
  password: 'كلمة المرور',
  passwordHint: '15 حرفًا على الأقل. أربع أو خمس كلمات لا صلة بينها يسهل تذكرها.',
  passwordMissing: (missing) =>
    plural(missing, {
      zero: 'لم يبقَ أي حرف.',
      one: 'بقي حرف واحد.',
      two: 'بقي حرفان.',
      few: (count) => `بقيت ${count} أحرف.`,
      many: (count) => `بقي ${count} حرفًا.`,
      other: (count) => `بقي ${count} حرف.`,
    }),
  passwordShort: 'استخدم 15 حرفًا على الأقل.',
  passwordRepetitive: 'تكرار كثير. استخدم أحرفًا مختلفة أكثر.',
  passwordName: 'معظمها اسم الدخول. استخدم شيئًا آخر.',
  passwordGood: 'طويلة بما يكفي. هل هي كلمة لا تستخدمها في مكان آخر؟',
  passwordWarning: 'لا يستطيع أحد إعادة تعيين كلمة المرور هذه لك، ولا حتى نحن. لهذا وُجد مفتاح الاسترداد.',
  emptyLogin: 'اختر اسم دخول.',
  submit: 'متابعة',
  busy: 'جارٍ التحضير…',
  haveAccount: 'هل لديك حساب؟',
  signIn: 'تسجيل الدخول',
}
