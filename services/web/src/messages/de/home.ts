import type { RestText } from '../messages.ts'

export const home: RestText['home'] = {
  title: 'Ihre Daten, Ihre Entscheidung',
  lead: (name) =>
    `${name} bewahrt Ihr Profil in einem Tresor auf, den nur Ihre Geräte öffnen können. Eine App, die Sie fragt, sieht genau das, dem Sie zustimmen, und sonst nichts.`,
  signIn: 'Anmelden',
  signUp: 'Konto erstellen',
  points: [
    [
      'Nur Sie können ihn öffnen',
      'Ihr Tresor wird auf diesem Gerät verschlüsselt. Wir bewahren ihn auf und können ihn nicht lesen.',
    ],
    ['Sie sehen, was hinausgeht', 'Bevor eine App etwas erhält, sehen Sie die genauen Angaben und wählen aus.'],
    ['Sie entscheiden jedes Mal', 'Ablehnen ist so leicht wie Zustimmen. Nichts geschieht hinter Ihrem Rücken.'],
  ],
}
