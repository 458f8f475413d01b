import type { MessageLanguage } from '@countersign/contracts'

export type CodeTexts = Readonly<Record<'subject' | 'intro' | 'lasts' | 'not_you' | 'sms', string>>

export const CODE_TEXTS: Readonly<Record<MessageLanguage, CodeTexts>> = {
  en: {
    subject: 'Your code for {brand}',
    intro: 'Enter this code at {host} to confirm your email address:',
    lasts: 'It works for 10 minutes. We’ll never ask you for it.',
    not_you: 'Wasn’t you? Then someone typed your address by mistake, and you can ignore this email.',
    sms: '{code} is your code for {host}. It works for 10 minutes. Don’t share it.',
  },
  de: {
    subject: 'Ihr Code für {brand}',
    intro: 'Geben Sie diesen Code bei {host} ein, um Ihre E-Mail-Adresse zu bestätigen:',
    lasts: 'Er gilt 10 Minuten. Wir werden Sie nie danach fragen.',
    not_you: 'Waren Sie das nicht? Dann hat sich jemand vertippt, und Sie können diese E-Mail ignorieren.',
    sms: '{code} ist Ihr Code für {host}. Er gilt 10 Minuten. Geben Sie ihn nicht weiter.',
  },
  fr: {
    subject: 'Votre code pour {brand}',
    intro: 'Saisissez ce code sur {host} pour confirmer votre adresse e-mail :',
    lasts: 'Il est valable 10 minutes. Nous ne vous le demanderons jamais.',
    not_you: 'Ce n’était pas vous ? Quelqu’un a saisi votre adresse par erreur : ignorez cet e-mail.',
    sms: '{code} est votre code pour {host}. Valable 10 minutes. Ne le partagez pas.',
  },
  es: {
    subject: 'Su código para {brand}',
    intro: 'Escriba este código en {host} para confirmar su dirección de correo:',
    lasts: 'Vale durante 10 minutos. Nunca se lo pediremos.',
    not_you: '¿No fue usted? Entonces alguien escribió su dirección por error; ignore este correo.',
    sms: '{code} es su código para {host}. Vale 10 minutos. No lo comparta.',
  },
  ar: {
    subject: 'رمزك لدى {brand}',
    intro: 'لتأكيد عنوان بريدك الإلكتروني، يُرجى إدخال هذا الرمز في {host}:',
    lasts: 'يعمل لمدة 10 دقائق. لن نطلبه منك أبدًا.',
    not_you: 'لم يكن ذلك منك؟ إذن كتب شخص ما عنوانك خطأً، ويمكن تجاهل هذه الرسالة.',
    sms: '{code} هو رمزك لدى {host}. يعمل لمدة 10 دقائق. يُرجى عدم مشاركته.',
  },
  ja: {
    subject: '{brand} の確認コード',
    intro: 'メールアドレスを確認するため、{host} で次のコードを入力してください。',
    lasts: '10分間有効です。私たちがこのコードをお尋ねすることはありません。',
    not_you: 'お心当たりがない場合は、ほかの方の入力間違いです。このメールは無視してください。',
    sms: '{host} の確認コードは {code} です。10分間有効です。誰にも教えないでください。',
  },
}
