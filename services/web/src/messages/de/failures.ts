import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('de')

export const failures: EntryText['failures'] = {
  offline: 'Der Dienst ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  timeout: 'Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
  unavailable: 'Der Dienst steht gerade nicht zur Verfügung. Versuchen Sie es gleich noch einmal.',
  serverError: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
  unexpectedAnswer: 'Der Dienst hat eine Antwort gegeben, die wir nicht verstehen. Versuchen Sie es noch einmal.',
  tooMany: 'Zu viele Versuche. Warten Sie ein wenig und versuchen Sie es dann noch einmal.',
  tooManyFor: (minutes) =>
    plural(minutes, {
      one: 'Zu viele Versuche. Versuchen Sie es in 1 Minute noch einmal.',
      other: (number) => `Zu viele Versuche. Versuchen Sie es in ${number} Minuten noch einmal.`,
    }),
  invalidCredentials: 'Der Anmeldename oder das Passwort stimmt nicht.',
  sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
  locked: 'Ihr Tresor ist verschlossen. Melden Sie sich wieder an.',
  loginTaken: 'Dieser Anmeldename ist vergeben. Wählen Sie einen anderen.',
  loginMalformed: 'Im Anmeldenamen ist ein Leerzeichen oder ein unsichtbares Zeichen.',
  loginTooShort: 'Der Anmeldename braucht mindestens 3 Zeichen.',
  loginTooLong: 'Der Anmeldename darf höchstens 64 Zeichen haben.',
  passwordTooShort: 'Verwenden Sie mindestens 15 Zeichen.',
  passwordTooLong: 'Verwenden Sie höchstens 256 Zeichen.',
  passwordWeak: 'Dieses Passwort ist leicht zu erraten. Nehmen Sie einige Wörter, die sonst niemand so zusammenstellt.',
  passwordMalformed: 'Im Passwort ist ein beschädigtes Zeichen. Geben Sie es noch einmal ein.',
  registrationExpired:
    'Das hat dem Dienst zu lange gedauert. Versuchen Sie es noch einmal; Ihr Wiederherstellungsschlüssel bleibt derselbe.',
  staleVault: 'Ein anderes Gerät ändert gerade Ihren Tresor. Versuchen Sie es gleich noch einmal.',
  tooLarge: 'Das ist mehr, als der Tresor fassen kann.',
  requestNotPending: 'Diese Anfrage wurde schon beantwortet. Gehen Sie zur App zurück und beginnen Sie von vorn.',
  requestExpired: 'Diese Anfrage ist abgelaufen. Es wurde nichts weitergegeben.',
  notFound: 'Der Dienst kennt diese Anfrage nicht.',
  invalidClaims: 'Der Dienst nimmt eine der Angaben nicht an. Es wurde nichts weitergegeben.',
  workerFailed:
    'Ihr Tresor konnte in diesem Browser nicht starten. Aktualisieren Sie den Browser oder verwenden Sie einen anderen.',
  rollback:
    'Der Server hat einen älteren Tresor geschickt, als dieses Gerät schon gesehen hat. Er wurde nicht geöffnet und nichts wurde geändert. Bitte sagen Sie es dem Betreiber.',
  refusedVault:
    'Der Tresor, den der Server geschickt hat, ist nicht der richtige. Nichts wurde geöffnet und nichts geändert. Bitte sagen Sie es dem Betreiber.',
  newerVault: 'Ihr Tresor wurde von einer neueren Version geschrieben. Laden Sie diese Seite neu.',
  insufficientSession: 'Melden Sie sich dafür mit Ihrem Passwort an.',
  reauthRequired: 'Melden Sie sich dafür noch einmal an.',
  userMismatch: 'Das gehört zu einem anderen Konto.',
  tookTooLong: 'Das hat zu lange gedauert. Versuchen Sie es noch einmal.',
  invalidScope: 'Der Dienst kennt etwas nicht, worum die App bittet. Es wurde nichts weitergegeben.',
  wrongRecoveryKey: 'Das ist kein Wiederherstellungsschlüssel. Sehen Sie noch einmal in Ihrer Abschrift nach.',
  activityBroken:
    'Der Server hat andere Aktivitäten gesendet, als Ihr Tresor verzeichnet. Es wurde nichts geändert. Bitte informieren Sie den Betreiber.',
  keyRotated: 'Ein anderes Gerät hat den Schlüssel Ihres Tresors erneuert. Melden Sie sich neu an.',
  appKeyChanged:
    'Die App würde an einen anderen Schlüssel verschlüsseln als an den, dem Sie zugestimmt haben. Es wurde nichts weitergegeben. Fahren Sie nur fort, wenn Sie wissen, warum.',
  invalidPasskey: 'Der Dienst hat diesen Passkey nicht angenommen. Versuchen Sie es noch einmal.',
  lastMethod:
    'Das ist neben dem Wiederherstellungsschlüssel Ihr letzter Weg, sich anzumelden. Fügen Sie zuerst einen anderen hinzu.',
  passkeyCancelled: 'Der Passkey wurde nicht benutzt. Versuchen Sie es noch einmal, wenn Sie so weit sind.',
  passkeyExists: 'Dieses Gerät hat schon einen Passkey Ihres Kontos.',
  passkeyNoPrf: 'Dieser Passkey kann keinen Tresor öffnen. Nehmen Sie einen anderen oder ein Passwort.',
  passkeyUnstable:
    'Dieser Passkey liefert jedes Mal einen anderen Schlüssel und kann keinen Tresor öffnen. Nehmen Sie einen anderen.',
  passkeyUnsupported:
    'Dieser Browser kann hier keine Passkeys benutzen. Nehmen Sie ein Passwort oder einen anderen Browser.',
  bug: 'Auf dieser Seite ist etwas schiefgegangen. Laden Sie sie neu; falls es so bleibt, sagen Sie es dem Betreiber.',
}
