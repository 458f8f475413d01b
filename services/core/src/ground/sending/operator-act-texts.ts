import type { MessageLanguage } from '@countersign/contracts'
import type { OperatorAct } from './security-texts.ts'

type OperatorActTexts = Readonly<Record<OperatorAct['kind'], (reason: string) => string>> & {
  /** `contact`: an address or a host. */
  readonly questions: (contact: string) => string
}

export const OPERATOR_ACT_TEXTS: Readonly<Record<MessageLanguage, OperatorActTexts>> = {
  en: {
    account_sessions_ended: (reason) => `The operator signed out all your devices. Reason: ${reason}`,
    account_suspended: (reason) => `The operator suspended your account. Reason: ${reason}`,
    account_unsuspended: (reason) => `Your account is no longer suspended. Reason: ${reason}`,
    account_deleted: (reason) => `The operator deleted your account and everything in it. Reason: ${reason}`,
    questions: (contact) => `Questions? Ask ${contact}`,
  },
  de: {
    account_sessions_ended: (reason) => `Der Betreiber hat alle Ihre Geräte abgemeldet. Grund: ${reason}`,
    account_suspended: (reason) => `Der Betreiber hat Ihr Konto gesperrt. Grund: ${reason}`,
    account_unsuspended: (reason) => `Ihr Konto ist nicht mehr gesperrt. Grund: ${reason}`,
    account_deleted: (reason) => `Der Betreiber hat Ihr Konto mit allem darin gelöscht. Grund: ${reason}`,
    questions: (contact) => `Fragen? Wenden Sie sich an ${contact}`,
  },
  fr: {
    account_sessions_ended: (reason) => `L’exploitant a déconnecté tous vos appareils. Raison : ${reason}`,
    account_suspended: (reason) => `L’exploitant a suspendu votre compte. Raison : ${reason}`,
    account_unsuspended: (reason) => `Votre compte n’est plus suspendu. Raison : ${reason}`,
    account_deleted: (reason) => `L’exploitant a supprimé votre compte et tout son contenu. Raison : ${reason}`,
    questions: (contact) => `Des questions ? Adressez-vous à ${contact}`,
  },
  es: {
    account_sessions_ended: (reason) => `El operador cerró la sesión de todos sus dispositivos. Motivo: ${reason}`,
    account_suspended: (reason) => `El operador suspendió su cuenta. Motivo: ${reason}`,
    account_unsuspended: (reason) => `Su cuenta ya no está suspendida. Motivo: ${reason}`,
    account_deleted: (reason) => `El operador eliminó su cuenta con todo su contenido. Motivo: ${reason}`,
    questions: (contact) => `¿Preguntas? Diríjase a ${contact}`,
  },
  ar: {
    account_sessions_ended: (reason) => `سجّلت الجهة المشغّلة خروج جميع أجهزتك. السبب: ${reason}`,
    account_suspended: (reason) => `أوقفت الجهة المشغّلة حسابك. السبب: ${reason}`,
    account_unsuspended: (reason) => `لم يعد حسابك موقوفًا. السبب: ${reason}`,
    account_deleted: (reason) => `حذفت الجهة المشغّلة حسابك وكل ما فيه. السبب: ${reason}`,
    questions: (contact) => `هل لديك أسئلة؟ يُرجى التواصل مع ${contact}`,
  },
  ja: {
    account_sessions_ended: (reason) => `運営者がすべてのデバイスをサインアウトさせました。理由：${reason}`,
    account_suspended: (reason) => `運営者がアカウントを停止しました。理由：${reason}`,
    account_unsuspended: (reason) => `アカウントの停止が解除されました。理由：${reason}`,
    account_deleted: (reason) => `運営者がアカウントとその内容をすべて削除しました。理由：${reason}`,
    questions: (contact) => `お問い合わせ先：${contact}`,
  },
}
