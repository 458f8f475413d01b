import type { EntryText } from '../messages.ts'

export const signIn: EntryText['signIn'] = {
  title: 'Anmelden',
  lead: 'Ihr Passwort öffnet auch Ihren Tresor, hier auf diesem Gerät.',
  appWaitingTitle: 'Eine App wartet auf Ihre Zustimmung',
  appWaiting:
    'Melden Sie sich an, um zu sehen, welche App es ist und worum sie bittet. Ohne Ihre Zustimmung wird nichts weitergegeben.',
  login: 'Anmeldename',
  password: 'Passwort',
  submit: 'Anmelden und Tresor öffnen',
  busy: 'Ihr Tresor wird geöffnet …',
  busyHint: 'Das dauert ein bis zwei Sekunden. Gerade das macht es langsam, Ihr Passwort zu erraten.',
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
