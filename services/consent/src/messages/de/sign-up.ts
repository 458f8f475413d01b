import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('de')

export const signUp: RestText['signUp'] = {
  title: 'Erstellen Sie Ihr Konto',
  lead: 'Das dauert eine Minute. Sie brauchen einen Anmeldenamen, ein Passwort und einen Platz für einen Wiederherstellungsschlüssel.',
  appWaiting: 'Die App, von der Sie kommen, wartet. Gleich danach sehen Sie, worum sie bittet.',
  step: (step) => `Schritt ${step} von 2`,
  login: 'Anmeldename',
  loginHint: 'Ein Name oder eine E-Mail-Adresse; 3 bis 64 Zeichen. Wir bewahren davon nur einen Fingerabdruck auf.',
  password: 'Passwort',
  passwordHint:
    'Mindestens 15 Zeichen. Vier oder fünf Wörter, die nichts miteinander zu tun haben, merkt man sich leicht.',
  passwordMissing: (missing) =>
    plural(missing, { one: 'Noch 1 Zeichen.', other: (number) => `Noch ${number} Zeichen.` }),
  passwordShort: 'Verwenden Sie mindestens 15 Zeichen.',
  passwordRepetitive: 'Zu viele Wiederholungen. Verwenden Sie mehr verschiedene Zeichen.',
  passwordName: 'Das ist fast nur Ihr Anmeldename. Nehmen Sie etwas anderes.',
  passwordGood: 'Lang genug. Verwenden Sie es auch nirgendwo sonst?',
  passwordWarning:
    'Niemand kann dieses Passwort für Sie zurücksetzen, auch wir nicht. Dafür gibt es den Wiederherstellungsschlüssel.',
  emptyLogin: 'Wählen Sie einen Anmeldenamen.',
  submit: 'Weiter',
  busy: 'Wird vorbereitet …',
  haveAccount: 'Haben Sie schon ein Konto?',
  signIn: 'Anmelden',
}
