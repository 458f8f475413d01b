import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('de')

export const signUp: RestText['signUp'] = {
  title: 'Erstellen Sie Ihr Konto',
  lead: 'Das dauert eine Minute. Sie wählen, wie sich Ihr Tresor öffnet, und bewahren einen Wiederherstellungsschlüssel auf.',
  appWaiting: 'Die App, von der Sie kommen, wartet. Gleich danach sehen Sie, worum sie bittet.',
  step: (step) => `Schritt ${step} von 2`,
  passkeyTitle: 'Mit einem Passkey',
  passkeyLead:
    'Ihr Fingerabdruck, Ihr Gesicht oder die PIN dieses Geräts öffnet Ihren Tresor: nichts zu merken, nichts zu erraten.',
  passkeySubmit: 'Passkey erstellen',
  passkeyAccount: (date) => `Mein Tresor, ${date}`,
  passkeyFinish: 'Passkey und Konto erstellen',
  passkeyNext:
    'Gleich fragt Ihr Browser zwei- oder dreimal nach Ihrem Passkey: einmal, um ihn zu erstellen, dann, um zu prüfen, dass er öffnet.',
  cancelled:
    'Es wurde kein Passkey erstellt, und es gibt noch kein Konto. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
  noPasskeys: 'Dieser Browser kann hier keine Passkeys verwenden, darum öffnet ein Passwort Ihren Tresor.',
  noPrf: 'Dieser Browser kann mit Passkeys anmelden, aber keinen Tresor damit öffnen. Ein Passwort kann es.',
  maybeMade:
    'Die Antwort ging verloren, Ihr Konto gibt es also vielleicht schon. Melden Sie sich mit dem neuen Passkey an, um es herauszufinden.',
  or: 'oder',
  usePassword: 'Stattdessen ein Passwort verwenden',
  passwordTitle: 'Ihr Name und Ihr Passwort',
  loginHint: 'Ein Name oder eine E-Mail-Adresse; 3 bis 64 Zeichen. Wir bewahren davon nur einen Fingerabdruck auf.',
  passwordHint:
    'Mindestens 15 Zeichen. Vier oder fünf Wörter, die nichts miteinander zu tun haben, merkt man sich leicht.',
  passwordMissing: (missing) =>
    plural(missing, { one: 'Noch 1 Zeichen.', other: (number) => `Noch ${number} Zeichen.` }),
  passwordRepetitive: 'Zu viele Wiederholungen. Verwenden Sie mehr verschiedene Zeichen.',
  passwordName: 'Das ist fast nur Ihr Anmeldename. Nehmen Sie etwas anderes.',
  passwordGood: 'Lang genug. Verwenden Sie es auch nirgendwo sonst?',
  passwordWarning:
    'Niemand kann dieses Passwort für Sie zurücksetzen, auch wir nicht. Dafür gibt es den Wiederherstellungsschlüssel.',
  emptyLogin: 'Wählen Sie einen Anmeldenamen.',
  submit: 'Weiter',
  busy: 'Wird vorbereitet …',
  finish: 'Konto erstellen',
  finishBusy: 'Ihr Konto wird erstellt …',
  haveAccount: 'Haben Sie schon ein Konto?',
  signIn: 'Anmelden',
}
