import type { EntryText } from '../messages.ts'

export const problem: EntryText['problem'] = {
  malformedTitle: 'Dieser Link ist nicht vollständig',
  malformed: 'Die Adresse der Anfrage fehlt oder ist beschädigt. Gehen Sie zur App zurück und beginnen Sie von vorn.',
  unknownTitle: 'Diese Anfrage kennen wir nicht',
  unknown:
    'Sie ist vielleicht zu alt oder wurde mit einem anderen Konto geöffnet. Gehen Sie zur App zurück und beginnen Sie von vorn.',
  expiredTitle: 'Diese Anfrage ist abgelaufen',
  expired: (app) =>
    `Zu Ihrer Sicherheit ist eine Anfrage nur wenige Minuten offen. Es wurde nichts weitergegeben. Gehen Sie zu ${app} zurück und beginnen Sie von vorn.`,
  approvedTitle: 'Dem haben Sie schon zugestimmt',
  approved: (app) =>
    `Eine Zustimmung gilt einmal. Falls ${app} Sie nicht angemeldet hat, gehen Sie dorthin zurück und beginnen Sie von vorn.`,
  deniedTitle: 'Das haben Sie schon abgelehnt',
  denied: (app) =>
    `Es wurde nichts weitergegeben. Um neu zu entscheiden, gehen Sie zu ${app} zurück und beginnen Sie von vorn.`,
  unsafeTitle: 'Dorthin leiten wir Sie nicht weiter',
  unsafe:
    'Die App hat eine Adresse angegeben, die nicht sicher ist. Es wurde nichts weitergegeben. Bitte sagen Sie es dem Betreiber der App.',
  backTo: (app) => `Zurück zu ${app}`,
  loadTitle: 'Wir konnten die Anfrage nicht holen',
  load: 'Es wurde nichts weitergegeben. Ihre Anfrage wartet noch.',
  pageTitle: 'Diese Seite konnte nicht geladen werden',
  page: 'Ein Teil dieser Seite ist nicht angekommen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  notFoundTitle: 'Hier ist nichts',
  notFound: 'Diese Adresse gibt es nicht.',
}
