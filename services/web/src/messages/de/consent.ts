import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('de')

export const consent: EntryText['consent'] = {
  loading: 'Die Anfrage wird geholt …',
  title: (app) => `${app} bittet um einige Ihrer Daten`,
  returnsTo: {
    site: (host) => `Sie kehren zurück zu ${host}`,
    local: (host) => `Sie kehren zurück zu einem Programm auf diesem Computer, unter ${host}`,
    program: (scheme) => `Sie kehren zurück zu einer App auf diesem Gerät, ${scheme}`,
  },
  firstTime: 'Sie werden zum ersten Mal von ihr gefragt.',
  knownSince: (date) => `Sie nutzen sie seit dem ${date}.`,
  changedTitle: (app) => `${app} ist nicht ganz die App, der Sie früher zugestimmt haben`,
  hostChanged: 'Sie führt jetzt an eine andere Adresse zurück. Fahren Sie nur fort, wenn Sie wissen, warum.',
  before: 'Vorher',
  now: 'Jetzt',
  keyChanged:
    'Sie verschlüsselt jetzt mit einem anderen Schlüssel. Entweder hat sie ihn erneuert, oder jemand anderes will Ihre Daten an ihrer Stelle lesen.',
  keyGone: 'Sie verschlüsselt nicht mehr, was Sie weitergeben. Die Dienste auf dem Weg könnten es also auch lesen.',
  acceptKey: (app) => `Ich habe diese Änderung von ${app} erwartet oder beim Betreiber nachgefragt.`,
  keyNotAccepted: 'Bestätigen Sie zuerst oben den geänderten Schlüssel, oder lehnen Sie ab.',
  scopes: 'Worum sie bittet',
  reason: (app) => `${app} sagt dazu:`,
  requiredBecause: (app) => `Ohne dies funktioniert ${app} nicht.`,
  signsIn: (app) => `Jede Zustimmung meldet Sie auch bei ${app} an.`,
  shareScope: (title) => `Weitergeben: ${title}`,
  noData: 'Dabei werden keine Ihrer Daten weitergegeben.',
  off: 'Wird nicht weitergegeben.',
  claimOff: 'Wird nicht weitergegeben',
  chooseOne: (claim) => `${claim}: Wählen Sie eine Angabe`,
  nothingYet: 'In Ihrem Tresor steht dazu noch nichts. Was Sie hier eintragen, wird in Ihrem Tresor aufbewahrt.',
  addMore: (count) =>
    plural(count, { one: '1 weitere Angabe hinzufügen', other: (number) => `${number} weitere Angaben hinzufügen` }),
  addedHint: 'Freiwillig. Was Sie hier eintragen, wird ebenfalls weitergegeben und in Ihrem Tresor aufbewahrt.',
  summaryNone: (app) => `${app} erfährt, dass Sie es sind, und erhält keine Ihrer Daten.`,
  summary: (app, count) =>
    plural(count, {
      one: `${app} erhält 1 Angabe aus Ihrem Tresor:`,
      other: (number) => `${app} erhält ${number} Angaben aus Ihrem Tresor:`,
    }),
  summaryOff: 'Alles ist ausgeschaltet. Schalten Sie etwas ein, um zuzustimmen, oder lehnen Sie ab.',
  approve: 'Zustimmen',
  approving: 'Zustimmung läuft …',
  deny: 'Ablehnen',
  denying: 'Ablehnung läuft …',
  requiredGap: (claim, app) => `Füllen Sie „${claim}“ aus: Ohne diese Angabe funktioniert ${app} nicht.`,
  requiredOff: (claim, app) =>
    `Schalten Sie „${claim}“ oder etwas anderes daneben ein: Ganz ohne diese Angaben funktioniert ${app} nicht.`,
  policy: (app) => `Datenschutzerklärung von ${app}`,
  terms: (app) => `Nutzungsbedingungen von ${app}`,
  promiseSealed: (app) =>
    `Ihr Gerät verschlüsselt, was Sie weitergeben, sodass nur ${app} es lesen kann. Nur was Sie hier sehen, wird gesendet, und nur wenn Sie zustimmen.`,
  openUntil: 'Diese Anfrage ist offen bis',
  promise:
    'Ihr Tresor ist nur auf diesem Gerät geöffnet. Nur was Sie hier sehen, wird signiert und gesendet, und nur wenn Sie zustimmen.',
  leavingTitle: (app) => `Sie werden zu ${app} zurückgebracht`,
  leaving: 'Falls nichts geschieht, folgen Sie diesem Link.',
  continue: (app) => `Weiter zu ${app}`,
}
