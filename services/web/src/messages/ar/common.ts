import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { isolate } = formatOf('ar')

export const common: EntryText['common'] = {
  tryAgain: 'إعادة المحاولة',
  cancel: 'إلغاء',
  close: 'إغلاق',
  signOut: 'تسجيل الخروج',
  home: 'الانتقال إلى خزنتك',
  start: 'الانتقال إلى صفحة البداية',
  show: 'إظهار',
  hide: 'إخفاء',
  required: 'ضروري',
  loading: 'جارٍ التحميل…',
  save: 'حفظ',
  saving: 'جارٍ الحفظ…',
  next: 'متابعة',
  back: 'رجوع',
  download: 'تنزيل',
  earlier: 'عرض بنود أقدم',
  language: 'اللغة',
  support: 'المساعدة والتواصل',
  navigation: 'حسابك',
  quote: (words) => `«${isolate(words)}»`,

  pages: {
    home: 'البيانات',
    apps: 'التطبيقات',
    activity: 'النشاط',
    methods: 'طرق تسجيل الدخول',
    sessions: 'الأجهزة',
    account: 'الحساب',
  },

  claims: {
    name: 'الاسم الكامل',
    given_name: 'الاسم الأول',
    family_name: 'اسم العائلة',
    nickname: 'الكنية',
    email: 'عنوان البريد الإلكتروني',
    phone: 'رقم الهاتف',
    address: 'العنوان البريدي',
    birthdate: 'تاريخ الميلاد',
    locale: 'اللغة',
    picture: 'الصورة',
  },
  claimHints: {
    phone: `مع رمز البلد، مثل ${isolate('+966 50 123 4567')}.`,
    locale: `على هيئة رمز لغة، مثل ${isolate('ar')} أو ${isolate('ar-EG')} أو ${isolate('pt-BR')}.`,
    picture: 'عنوان صورة على الويب.',
  },
  scopes: {
    openid: {
      title: 'تسجيل دخولك',
      description: 'معرّف يخبر التطبيق بأنك أنت من جديد. لا يحمل شيئًا من بياناتك.',
    },
    email: { title: 'البريد الإلكتروني', description: 'عنوان بريدك الإلكتروني.' },
    profile: { title: 'الملف الشخصي', description: 'اسمك وصورتك وتاريخ ميلادك ولغتك.' },
    phone: { title: 'رقم الهاتف', description: 'رقم هاتفك.' },
    address: { title: 'العنوان البريدي', description: 'عنوانك البريدي.' },
  },
}
