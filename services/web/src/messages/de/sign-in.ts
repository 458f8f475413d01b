import type { EntryText } from '../messages.ts'

export const signIn: EntryText['signIn'] = {
  title: 'Anmelden',
  lead: 'Eine Geste meldet Sie an und öffnet Ihren Tresor, hier auf diesem Gerät.',
  appWaitingTitle: 'Eine App wartet auf Ihre Zustimmung',
  appWaiting:
    'Melden Sie sich an, um zu sehen, welche App es ist und worum sie bittet. Ohne Ihre Zustimmung wird nichts weitergegeben.',
  passkey: 'Mit einem Passkey anmelden',
  passkeyBusy: 'Warten auf Ihren Passkey …',
  or: 'oder mit Ihrem Passwort',
  noPasskeys: 'Dieser Browser kann hier keine Passkeys verwenden. Ihr Passwort öffnet Ihren Tresor ebenso.',
  cancelled:
    'Es wurde kein Passkey verwendet. Falls dieses Gerät keinen für diesen Dienst hat, nehmen Sie Ihr Passwort oder Ihren Wiederherstellungsschlüssel.',
  unknownPasskey:
    'Diesen Passkey kennt der Dienst nicht: Er wurde entfernt oder gehört zu einem anderen Konto. Wählen Sie einen anderen, oder nehmen Sie Ihr Passwort oder Ihren Wiederherstellungsschlüssel.',
  login: 'Anmeldename',
  password: 'Passwort',
  submit: 'Anmelden und Tresor öffnen',
  busy: 'Ihr Tresor wird geöffnet …',
  busyHint: 'Das dauert ein bis zwei Sekunden. Gerade das macht es langsam, Ihr Passwort zu erraten.',
  throttled: (time) =>
    `Zu viele Versuche. Ihr Passwort können Sie um ${time} wieder versuchen. Ein Passkey oder Ihr Wiederherstellungsschlüssel geht sofort.`,
  recovery: 'Wiederherstellungs\u00adschlüssel verwenden',
  saveReadable: 'Speichern, was lesbar ist',
  noAccount: 'Noch kein Konto?',
  signUp: 'Konto erstellen',
  emptyLogin: 'Geben Sie Ihren Anmeldenamen ein.',
  emptyPassword: 'Geben Sie Ihr Passwort ein.',

  locked: {
    idle: 'Ihr Tresor wurde nach fünf Minuten ohne Aktivität verschlossen. Melden Sie sich an, um fortzufahren.',
    idleUnsaved:
      'Ihr Tresor wurde nach fünf Minuten ohne Aktivität verschlossen. Nicht gespeicherte Änderungen sind verloren.',
    session_ended:
      'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um fortzufahren; was Sie eingegeben haben, ist noch da.',
    recent_sign_in:
      'Diese App möchte, dass Sie sich vor der Zustimmung noch einmal anmelden. Ihre Auswahl ist noch da.',
    signed_out: 'Sie sind abgemeldet und Ihr Tresor ist verschlossen.',
    left: 'Ihr Tresor wurde verschlossen, als Sie die Seite verließen. Melden Sie sich an, um fortzufahren.',
  },
}
