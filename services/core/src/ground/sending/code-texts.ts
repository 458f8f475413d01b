import type { MessageLanguage } from '@countersign/contracts'

type CodeTexts = {
  readonly subject: (host: string) => string
  readonly intro: (host: string) => string
  readonly lasts: string
  readonly notYou: string
  /** For SMS. */
  readonly short: (host: string, code: string) => string
}

export const CODE_TEXTS: Readonly<Record<MessageLanguage, CodeTexts>> = {
  en: {
    subject: (host) => `Your code for ${host}`,
    intro: (host) => `Enter this code at ${host} to confirm your email address:`,
    lasts: 'It works for 10 minutes. We’ll never ask you for it.',
    notYou: 'Wasn’t you? Then someone typed your address by mistake, and you can ignore this email.',
    short: (host, code) => `${code} is your code for ${host}. It works for 10 minutes. Don’t share it.`,
  },
  de: {
    subject: (host) => `Ihr Code für ${host}`,
    intro: (host) => `Geben Sie diesen Code bei ${host} ein, um Ihre E-Mail-Adresse zu bestätigen:`,
    lasts: 'Er gilt 10 Minuten. Wir werden Sie nie danach fragen.',
    notYou: 'Waren Sie das nicht? Dann hat sich jemand vertippt, und Sie können diese E-Mail ignorieren.',
    short: (host, code) => `${code} ist Ihr Code für ${host}. Er gilt 10 Minuten. Geben Sie ihn nicht weiter.`,
  },
  fr: {
    subject: (host) => `Votre code pour ${host}`,
    intro: (host) => `Saisissez ce code sur ${host} pour confirmer votre adresse e-mail :`,
    lasts: 'Il est valable 10 minutes. Nous ne vous le demanderons jamais.',
    notYou: 'Ce n’était pas vous ? Quelqu’un a saisi votre adresse par erreur : ignorez cet e-mail.',
    short: (host, code) => `${code} est votre code pour ${host}. Valable 10 minutes. Ne le partagez pas.`,
  },
  es: {
    subject: (host) => `Su código para ${host}`,
    intro: (host) => `Escriba este código en ${host} para confirmar su dirección de correo:`,
    lasts: 'Vale durante 10 minutos. Nunca se lo pediremos.',
    notYou: '¿No fue usted? Entonces alguien escribió su dirección por error; ignore este correo.',
    short: (host, code) => `${code} es su código para ${host}. Vale 10 minutos. No lo comparta.`,
  },
  ar: {
    subject: (host) => `رمزك لدى ${host}`,
    intro: (host) => `لتأكيد عنوان بريدك الإلكتروني، يُرجى إدخال هذا الرمز في ${host}:`,
    lasts: 'يعمل لمدة 10 دقائق. لن نطلبه منك أبدًا.',
    notYou: 'لم يكن ذلك منك؟ إذن كتب شخص ما عنوانك خطأً، ويمكن تجاهل هذه الرسالة.',
    short: (host, code) => `${code} هو رمزك لدى ${host}. يعمل لمدة 10 دقائق. يُرجى عدم مشاركته.`,
  },
  ja: {
    subject: (host) => `${host} の確認コード`,
    intro: (host) => `メールアドレスを確認するため、${host} で次のコードを入力してください。`,
    lasts: '10分間有効です。私たちがこのコードをお尋ねすることはありません。',
    notYou: 'お心当たりがない場合は、ほかの方の入力間違いです。このメールは無視してください。',
    short: (host, code) => `${host} の確認コードは ${code} です。10分間有効です。誰にも教えないでください。`,
  },
}
