import type { MessageLanguage } from '@countersign/contracts'
import type { MethodChange } from '@countersign/contracts/account-event-types'

/** Changes that people are mailed about. */
export type SecurityChange =
  | { readonly kind: MethodChange | 'new_device' | 'recovery_key_used' | 'contact_changed' | 'contact_removed' }
  | { readonly kind: 'app_approved'; readonly app: string }
  | OperatorAct

/** An operator's act, with their reason. */
export type OperatorAct = {
  readonly kind: 'account_sessions_ended' | 'account_suspended' | 'account_unsuspended' | 'account_deleted'
  readonly reason: string
}

export type SecurityTexts = Readonly<
  Record<
    | SecurityChange['kind']
    | 'subject'
    | 'intro'
    | 'when'
    /** In place of `when` where the device is known. */
    | 'when_with_device'
    | 'was_you'
    | 'not_you'
    /** In place of `was_you` and `not_you` where an operator acted. */
    | 'questions'
    | 'last',
    string
  >
>

export const SECURITY_TEXTS: Readonly<Record<MessageLanguage, SecurityTexts>> = {
  en: {
    subject: 'Security notice for your account at {brand}',
    intro: 'Something changed in your account at {host}:',
    new_device: 'Signed in on a new device',
    recovery_key_used: 'Your recovery key was used',
    method_added: 'Sign-in method added',
    method_removed: 'Sign-in method removed',
    password_changed: 'Password changed',
    login_name_changed: 'Username changed',
    recovery_key_replaced: 'Recovery key replaced',
    account_key_rotated: 'Everything locked with a new key',
    contact_changed: 'Security emails now go to another address',
    contact_removed: 'Security emails were switched off',
    app_approved: 'Access given to an app: {app}',
    when: '{time}',
    when_with_device: '{time}, with {device}',
    was_you: 'Was it you? Then there’s nothing to do.',
    not_you: 'If not, open {address} and sign out the devices you don’t know.',
    account_sessions_ended: 'The operator signed out all your devices. Reason: {reason}',
    account_suspended: 'The operator suspended your account. Reason: {reason}',
    account_unsuspended: 'Your account is no longer suspended. Reason: {reason}',
    account_deleted: 'The operator deleted your account and everything in it. Reason: {reason}',
    questions: 'Questions? Ask {contact}',
    last: 'This is the last of these emails for today. Your account lists everything.',
  },
  de: {
    subject: 'Sicherheitshinweis zu Ihrem Konto bei {brand}',
    intro: 'In Ihrem Konto bei {host} hat sich etwas geändert:',
    new_device: 'Anmeldung auf einem neuen Gerät',
    recovery_key_used: 'Ihr Wiederherstellungsschlüssel wurde benutzt',
    method_added: 'Anmeldeart hinzugefügt',
    method_removed: 'Anmeldeart entfernt',
    password_changed: 'Passwort geändert',
    login_name_changed: 'Benutzername geändert',
    recovery_key_replaced: 'Wiederherstellungsschlüssel ersetzt',
    account_key_rotated: 'Alles mit einem neuen Schlüssel verschlossen',
    contact_changed: 'Sicherheitshinweise gehen jetzt an eine andere Adresse',
    contact_removed: 'Sicherheitshinweise per E-Mail wurden abgeschaltet',
    app_approved: 'Zugang für eine App: {app}',
    when: '{time}',
    when_with_device: '{time}, mit {device}',
    was_you: 'Waren Sie das? Dann müssen Sie nichts tun.',
    not_you: 'Wenn nicht, öffnen Sie {address} und melden Sie die Geräte ab, die Sie nicht kennen.',
    account_sessions_ended: 'Der Betreiber hat alle Ihre Geräte abgemeldet. Grund: {reason}',
    account_suspended: 'Der Betreiber hat Ihr Konto gesperrt. Grund: {reason}',
    account_unsuspended: 'Ihr Konto ist nicht mehr gesperrt. Grund: {reason}',
    account_deleted: 'Der Betreiber hat Ihr Konto mit allem darin gelöscht. Grund: {reason}',
    questions: 'Fragen? Wenden Sie sich an {contact}',
    last: 'Das ist die letzte solche E-Mail für heute. In Ihrem Konto steht alles.',
  },
  fr: {
    subject: 'Avis de sécurité pour votre compte sur {brand}',
    intro: 'Quelque chose a changé dans votre compte sur {host} :',
    new_device: 'Connexion sur un nouvel appareil',
    recovery_key_used: 'Votre clé de récupération a été utilisée',
    method_added: 'Moyen de connexion ajouté',
    method_removed: 'Moyen de connexion supprimé',
    password_changed: 'Mot de passe modifié',
    login_name_changed: 'Nom d’utilisateur modifié',
    recovery_key_replaced: 'Clé de récupération remplacée',
    account_key_rotated: 'Tout a été verrouillé avec une nouvelle clé',
    contact_changed: 'Les e-mails de sécurité vont désormais à une autre adresse',
    contact_removed: 'Les e-mails de sécurité ont été désactivés',
    app_approved: 'Accès donné à une application : {app}',
    when: '{time}',
    when_with_device: '{time}, avec {device}',
    was_you: 'C’était vous ? Alors il n’y a rien à faire.',
    not_you: 'Sinon, ouvrez {address} et déconnectez les appareils que vous ne connaissez pas.',
    account_sessions_ended: 'L’exploitant a déconnecté tous vos appareils. Raison : {reason}',
    account_suspended: 'L’exploitant a suspendu votre compte. Raison : {reason}',
    account_unsuspended: 'Votre compte n’est plus suspendu. Raison : {reason}',
    account_deleted: 'L’exploitant a supprimé votre compte et tout son contenu. Raison : {reason}',
    questions: 'Des questions ? Adressez-vous à {contact}',
    last: 'C’est le dernier e-mail de ce type pour aujourd’hui. Votre compte indique tout.',
  },
  es: {
    subject: 'Aviso de seguridad de su cuenta en {brand}',
    intro: 'Algo cambió en su cuenta en {host}:',
    new_device: 'Inicio de sesión en un dispositivo nuevo',
    recovery_key_used: 'Se usó su clave de recuperación',
    method_added: 'Forma de iniciar sesión añadida',
    method_removed: 'Forma de iniciar sesión eliminada',
    password_changed: 'Contraseña cambiada',
    login_name_changed: 'Nombre de usuario cambiado',
    recovery_key_replaced: 'Clave de recuperación sustituida',
    account_key_rotated: 'Todo se cerró con una clave nueva',
    contact_changed: 'Los avisos de seguridad van ahora a otra dirección',
    contact_removed: 'Se desactivaron los avisos de seguridad por correo',
    app_approved: 'Acceso dado a una aplicación: {app}',
    when: '{time}',
    when_with_device: '{time}, con {device}',
    was_you: '¿Fue usted? Entonces no tiene que hacer nada.',
    not_you: 'Si no, abra {address} y cierre la sesión de los dispositivos que no conozca.',
    account_sessions_ended: 'El operador cerró la sesión de todos sus dispositivos. Motivo: {reason}',
    account_suspended: 'El operador suspendió su cuenta. Motivo: {reason}',
    account_unsuspended: 'Su cuenta ya no está suspendida. Motivo: {reason}',
    account_deleted: 'El operador eliminó su cuenta con todo su contenido. Motivo: {reason}',
    questions: '¿Preguntas? Diríjase a {contact}',
    last: 'Este es el último correo de este tipo por hoy. Su cuenta lo muestra todo.',
  },
  ar: {
    subject: 'إشعار أمني بشأن حسابك لدى {brand}',
    intro: 'حدث تغيير في حسابك لدى {host}:',
    new_device: 'تسجيل دخول من جهاز جديد',
    recovery_key_used: 'استُخدم مفتاح الاسترداد',
    method_added: 'أُضيفت طريقة لتسجيل الدخول',
    method_removed: 'أُزيلت طريقة لتسجيل الدخول',
    password_changed: 'غُيّرت كلمة المرور',
    login_name_changed: 'غُيّر اسم المستخدم',
    recovery_key_replaced: 'استُبدل مفتاح الاسترداد',
    account_key_rotated: 'أُقفل كل شيء بمفتاح جديد',
    contact_changed: 'تصل الإشعارات الأمنية الآن إلى عنوان آخر',
    contact_removed: 'أُوقفت الإشعارات الأمنية بالبريد الإلكتروني',
    app_approved: 'مُنح تطبيق إذنًا: {app}',
    when: '{time}',
    when_with_device: '{time}، باستخدام {device}',
    was_you: 'هل كان ذلك منك؟ إذن لا يلزم فعل شيء.',
    not_you: 'وإلا فيُرجى فتح {address} وتسجيل خروج الأجهزة غير المعروفة.',
    account_sessions_ended: 'سجّلت الجهة المشغّلة خروج جميع أجهزتك. السبب: {reason}',
    account_suspended: 'أوقفت الجهة المشغّلة حسابك. السبب: {reason}',
    account_unsuspended: 'لم يعد حسابك موقوفًا. السبب: {reason}',
    account_deleted: 'حذفت الجهة المشغّلة حسابك وكل ما فيه. السبب: {reason}',
    questions: 'هل لديك أسئلة؟ يُرجى التواصل مع {contact}',
    last: 'هذه آخر رسالة من هذا النوع لهذا اليوم. كل شيء مذكور في حسابك.',
  },
  ja: {
    subject: '{brand} のアカウントに関するセキュリティ通知',
    intro: '{host} のアカウントに次の変更がありました。',
    new_device: '新しいデバイスでのサインイン',
    recovery_key_used: '回復キーの使用',
    method_added: 'サインイン方法の追加',
    method_removed: 'サインイン方法の削除',
    password_changed: 'パスワードの変更',
    login_name_changed: 'ユーザー名の変更',
    recovery_key_replaced: '回復キーの交換',
    account_key_rotated: '新しいキーによるすべての再暗号化',
    contact_changed: 'セキュリティ通知の送信先の変更',
    contact_removed: 'メールによるセキュリティ通知の停止',
    app_approved: 'アプリへのアクセスの許可：{app}',
    when: '{time}',
    when_with_device: '{time}、{device}',
    was_you: 'ご本人による操作であれば、何もする必要はありません。',
    not_you: '心当たりがない場合は {address} を開き、見覚えのないデバイスをサインアウトさせてください。',
    account_sessions_ended: '運営者がすべてのデバイスをサインアウトさせました。理由：{reason}',
    account_suspended: '運営者がアカウントを停止しました。理由：{reason}',
    account_unsuspended: 'アカウントの停止が解除されました。理由：{reason}',
    account_deleted: '運営者がアカウントとその内容をすべて削除しました。理由：{reason}',
    questions: 'お問い合わせ先：{contact}',
    last: '本日のこの種のメールはこれが最後です。すべての変更はアカウントで確認できます。',
  },
}
