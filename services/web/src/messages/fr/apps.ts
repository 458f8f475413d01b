import type { RestText } from '../messages.ts'

export const apps: RestText['apps'] = {
  title: 'Applications connectées',
  lead: 'Les applications que vous avez approuvées. Chacune voit ce que vous avez approuvé et rien d’autre de votre coffre-fort.',
  maySee: 'Ce que vous avez approuvé',
  since: (date) => `Approuvée depuis le ${date}.`,
  lastUsed: (moment) => `Dernière utilisation : ${moment}.`,
  revoke: 'Révoquer',
  revoking: 'Révocation…',
  revokeTitle: (app) => `Révoquer l’accès de ${app} ?`,
  revokeText: (app) =>
    `${app} est déconnectée immédiatement et devra vous redemander. Ce qu’elle a déjà reçu reste chez elle : demandez à ${app} de l’effacer. Cela ne peut pas être annulé.`,
  revoked: (app) => `${app} n’a plus accès.`,
  emptyTitle: 'Aucune application n’a accès',
  empty: 'Quand vous approuvez une application, elle figure ici avec ce qu’elle peut voir, et vous pouvez la révoquer.',
  unavailable:
    'La liste de vos applications ne peut pas être obtenue pour l’instant. Votre coffre-fort n’est pas concerné et aucune application ne reçoit rien de nouveau.',
}
