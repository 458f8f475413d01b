import type { enUpdates } from '../en/updates.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('de')

export const deUpdates: typeof enUpdates = {
  updates: {
    keep: 'Auf dem neuesten Stand halten',
    keepHint: (app) =>
      `Ändern Sie später etwas davon, erhält ${app} die Änderung, sobald Sie sie bestätigen. Nur ${app} kann sie lesen. Sie können das jederzeit beenden.`,
    title: (apps) => `${apps} auf dem neuesten Stand halten?`,
    others: counted({ one: '1 weitere', other: '# weitere' }),
    lead: (claims) =>
      `Sie haben geändert: ${claims}. Jede App erhält genau das, was unter ihrem Namen steht, und nur sie kann es lesen.`,
    sendTo: (app) => `An ${app} senden`,
    gone: 'Nicht mehr geteilt',
    send: 'Senden',
    sending: 'Wird gesendet …',
    notNow: 'Jetzt nicht',
    sent: (apps) => `Gesendet an ${apps}.`,
    sentTitle: 'Ihre Änderungen',
    sentLead: 'Unter „Apps“ sehen Sie, wann es abgeholt wurde.',
    changedMeanwhile: (app) =>
      `Nicht an ${app} gesendet: Ihr Tresor hat sich inzwischen geändert. Sehen Sie noch einmal nach.`,
    notSent: (app, reason) => `Nicht an ${app} gesendet. ${reason}`,
    lookAgain: 'Noch einmal nachsehen',
    done: 'Fertig',
    newKey: (app) =>
      `${app} erhält nichts: Die App hat einen neuen Schlüssel. Melden Sie sich dort neu an, um wieder mit ihr zu teilen.`,
    malformed: (claims, app) => `Berichtigen Sie zuerst „${claims}“: ${app} kann es in dieser Form nicht annehmen.`,
    toVault: 'Zu Ihrem Tresor',
    kept: 'Auf dem neuesten Stand gehalten',
    since: (date) => `Seit ${date}`,
    current: 'Aktuell',
    older: 'Hat einen älteren Wert',
    waiting: (date) => `Gesendet am ${date}, noch nicht abgeholt`,
    fetched: (date) => `Aktuell: hat abgeholt, was Sie am ${date} gesendet haben`,
    sendNow: 'Jetzt senden',
    stop: 'Beenden',
    stopping: 'Wird beendet …',
    stopTitle: (app) => `${app} nicht mehr auf dem neuesten Stand halten?`,
    stopText: (app) =>
      `${app} behält den Zugriff und die bisherigen Daten und kann noch abholen, was Sie gesendet haben. Spätere Änderungen erhält die App erst wieder, wenn Sie das bei einer Anmeldung dort einschalten.`,
    stopped: (app) => `${app} wird nicht mehr auf dem neuesten Stand gehalten.`,
    logged: (app) => `Änderungen an ${app} gesendet`,
    notLogged: (app) => `Änderungen nicht an ${app} gesendet`,
    failed: 'Das Senden hat nicht geklappt. Die App behält, was sie hatte.',
    emptied: 'Nichts: Sie haben alles entfernt, was sie hatte.',
    receiptTime: 'Gesendet',
    receiptDevice: 'Gesendet mit',
    genuine: (app, moment) => `Dieser Beleg ist echt. Änderungen an ${app} gesendet am ${moment}:`,
  },
}
