import type { MessageLanguage } from '@countersign/contracts'

/** Changes that people are mailed about. */
export type SecurityChange =
  | {
      readonly kind:
        | 'new_device'
        | 'recovery_key_used'
        | 'method_added'
        | 'method_removed'
        | 'password_changed'
        | 'login_name_changed'
        | 'recovery_key_replaced'
        | 'account_key_rotated'
        | 'contact_changed'
        | 'contact_removed'
    }
  | { readonly kind: 'app_approved'; readonly app: string }
  | OperatorAct

/** An operator's act, with their reason. */
export type OperatorAct = {
  readonly kind: 'account_sessions_ended' | 'account_suspended' | 'account_unsuspended' | 'account_deleted'
  readonly reason: string
}

type SecurityTexts = Readonly<Record<Exclude<SecurityChange['kind'], 'app_approved' | OperatorAct['kind']>, string>> & {
  readonly subject: (host: string) => string
  readonly intro: (host: string) => string
  readonly app_approved: (app: string) => string
  /** `time`: with its zone. `device`: may be empty. */
  readonly when: (time: string, device: string) => string
  readonly wasYou: string
  readonly notYou: (address: string) => string
  readonly last: string
}

export const SECURITY_TEXTS: Readonly<Record<MessageLanguage, SecurityTexts>> = {
  en: {
    subject: (host) => `Security notice for your account at ${host}`,
    intro: (host) => `Something changed in your account at ${host}:`,
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
    app_approved: (app) => `Access given to an app: ${app}`,
    when: (time, device) => `${time}${device && `, with ${device}`}`,
    wasYou: 'Was it you? Then there’s nothing to do.',
    notYou: (address) => `If not, open ${address} and sign out the devices you don’t know.`,
    last: 'This is the last of these emails for today. Your account lists everything.',
  },
  de: {
    subject: (host) => `Sicherheitshinweis zu Ihrem Konto bei ${host}`,
    intro: (host) => `In Ihrem Konto bei ${host} hat sich etwas geändert:`,
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
    app_approved: (app) => `Zugang für eine App: ${app}`,
    when: (time, device) => `${time}${device && `, mit ${device}`}`,
    wasYou: 'Waren Sie das? Dann müssen Sie nichts tun.',
    notYou: (address) => `Wenn nicht, öffnen Sie ${address} und melden Sie die Geräte ab, die Sie nicht kennen.`,
    last: 'Das ist die letzte solche E-Mail für heute. In Ihrem Konto steht alles.',
  },
  fr: {
    subject: (host) => `Avis de sécurité pour votre compte sur ${host}`,
    intro: (host) => `Quelque chose a changé dans votre compte sur ${host} :`,
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
    app_approved: (app) => `Accès donné à une application : ${app}`,
    when: (time, device) => `${time}${device && `, avec ${device}`}`,
    wasYou: 'C’était vous ? Alors il n’y a rien à faire.',
    notYou: (address) => `Sinon, ouvrez ${address} et déconnectez les appareils que vous ne connaissez pas.`,
    last: 'C’est le dernier e-mail de ce type pour aujourd’hui. Votre compte indique tout.',
  },
  es: {
    subject: (host) => `Aviso de seguridad de su cuenta en ${host}`,
    intro: (host) => `Algo cambió en su cuenta en ${host}:`,
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
    app_approved: (app) => `Acceso dado a una aplicación: ${app}`,
    when: (time, device) => `${time}${device && `, con ${device}`}`,
    wasYou: '¿Fue usted? Entonces no tiene que hacer nada.',
    notYou: (address) => `Si no, abra ${address} y cierre la sesión de los dispositivos que no conozca.`,
    last: 'Este es el último correo de este tipo por hoy. Su cuenta lo muestra todo.',
  },
  ar: {
    subject: (host) => `إشعار أمني بشأن حسابك لدى ${host}`,
    intro: (host) => `حدث تغيير في حسابك لدى ${host}:`,
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
    app_approved: (app) => `مُنح تطبيق إذنًا: ${app}`,
    when: (time, device) => `${time}${device && `، باستخدام ${device}`}`,
    wasYou: 'هل كان ذلك منك؟ إذن لا يلزم فعل شيء.',
    notYou: (address) => `وإلا فيُرجى فتح ${address} وتسجيل خروج الأجهزة غير المعروفة.`,
    last: 'هذه آخر رسالة من هذا النوع لهذا اليوم. كل شيء مذكور في حسابك.',
  },
  ja: {
    subject: (host) => `${host} のアカウントに関するセキュリティ通知`,
    intro: (host) => `${host} のアカウントに次の変更がありました。`,
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
    app_approved: (app) => `アプリへのアクセスの許可：${app}`,
    when: (time, device) => `${time}${device && `、${device}`}`,
    wasYou: 'ご本人による操作であれば、何もする必要はありません。',
    notYou: (address) => `心当たりがない場合は ${address} を開き、見覚えのないデバイスをサインアウトさせてください。`,
    last: '本日のこの種のメールはこれが最後です。すべての変更はアカウントで確認できます。',
  },
}
