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
    intro: (host) => `Geben Sie diesen Code bei ${host} ein und zeigen Sie so, dass diese E-Mail-Adresse Ihnen gehört:`,
    lasts: 'Er gilt 10 Minuten. Niemand vom Dienst wird Sie je danach fragen.',
    notYou: 'Waren Sie das nicht? Dann hat jemand Ihre Adresse eingetippt. Sie müssen nichts tun.',
    short: (host, code) => `${code} ist Ihr Code für ${host}. Er gilt 10 Minuten. Sagen Sie ihn niemandem.`,
  },
  fr: {
    subject: (host) => `Votre code pour ${host}`,
    intro: (host) => `Saisissez ce code sur ${host} pour montrer que cette adresse e-mail est la vôtre :`,
    lasts: 'Il est valable 10 minutes. Personne du service ne vous le demandera jamais.',
    notYou: 'Ce n’était pas vous ? Quelqu’un a tapé votre adresse. Vous n’avez rien à faire.',
    short: (host, code) => `${code} est votre code pour ${host}. Valable 10 minutes. Ne le dites à personne.`,
  },
  es: {
    subject: (host) => `Su código para ${host}`,
    intro: (host) => `Escriba este código en ${host} para mostrar que esta dirección de correo es suya:`,
    lasts: 'Vale durante 10 minutos. Nadie del servicio se lo pedirá nunca.',
    notYou: '¿No fue usted? Entonces alguien escribió su dirección. No tiene que hacer nada.',
    short: (host, code) => `${code} es su código para ${host}. Vale 10 minutos. No se lo diga a nadie.`,
  },
  ar: {
    subject: (host) => `رمزك لدى ${host}`,
    intro: (host) => `أدخل هذا الرمز في ${host} لتُظهر أن عنوان البريد الإلكتروني هذا لك:`,
    lasts: 'يعمل لمدة 10 دقائق. لن يطلبه منك أحد من الخدمة أبدًا.',
    notYou: 'لم تكن أنت؟ إذن كتب شخص ما عنوانك. لا يلزمك فعل أي شيء.',
    short: (host, code) => `${code} هو رمزك لدى ${host}. يعمل لمدة 10 دقائق. لا تخبر به أحدًا.`,
  },
  ja: {
    subject: (host) => `${host} の確認コード`,
    intro: (host) => `このメールアドレスがご本人のものであることを示すため、${host} で次のコードを入力してください。`,
    lasts: '10分間有効です。サービスの者がこのコードをお尋ねすることはありません。',
    notYou: 'お心当たりがない場合は、どなたかがあなたのアドレスを入力しました。何もする必要はありません。',
    short: (host, code) => `${host} の確認コードは ${code} です。10分間有効です。誰にも教えないでください。`,
  },
}
