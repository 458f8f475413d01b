import type { RestText } from '../messages.ts'

export const events: RestText['events'] = {
  signed_up: 'إنشاء الحساب',
  signed_in: 'تسجيل دخول',
  sign_in_failed: 'فشلت محاولة تسجيل دخول',
  sign_in_paused: 'أُوقف الدخول بكلمة المرور بعد محاولات كثيرة',
  session_ended: 'سُجّل خروج جهاز',
  other_sessions_ended: 'سُجّل خروج كل الأجهزة الأخرى',
  method_added: 'أُضيفت طريقة لتسجيل الدخول',
  method_removed: 'أُزيلت طريقة لتسجيل الدخول',
  password_changed: 'تغيّرت كلمة المرور',
  login_name_changed: 'تغيّر اسم الدخول',
  recovery_key_replaced: 'استُبدل مفتاح الاسترداد',
  account_key_rotated: 'أُقفل كل شيء بمفتاح جديد',
  account_exported: 'صُدّر الحساب',
  grant_revoked: 'أُلغي وصول تطبيق',
}
