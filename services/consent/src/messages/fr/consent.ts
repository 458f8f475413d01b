import { formatOf } from '../format.ts'
import type { EntryText } from '../messages.ts'

const { plural } = formatOf('fr')

export const consent: EntryText['consent'] = {
  loading: 'Récupération de la demande…',
  title: (app) => `${app} demande certaines de vos données`,
  returnsTo: {
    site: (host) => `Vous retournerez sur ${host}`,
    local: (host) => `Vous retournerez à un programme de cet ordinateur, à l’adresse ${host}`,
    program: (scheme) => `Vous retournerez à une application de cet appareil, ${scheme}`,
  },
  scopes: 'Ce qu’elle demande',
  reason: (app) => `${app} précise :`,
  requiredBecause: (app) => `${app} ne fonctionne pas sans cela.`,
  shareScope: (title) => `Partager : ${title}`,
  noData: 'Aucune de vos données n’est partagée.',
  off: 'Non partagé.',
  nothingYet:
    'Votre coffre-fort ne contient encore rien pour cela. Ce que vous ajoutez ici est conservé dans votre coffre-fort.',
  addMore: (count) =>
    plural(count, {
      one: (number) => `Ajouter ${number} information`,
      other: (number) => `Ajouter ${number} autres informations`,
    }),
  addedHint: 'Facultatif. Ce que vous ajoutez ici est également partagé et conservé dans votre coffre-fort.',
  summaryNone: (app) => `${app} apprend que c’est vous et ne reçoit aucune de vos données.`,
  summary: (app, count) =>
    plural(count, {
      one: (number) => `${app} reçoit ${number} information de votre coffre-fort :`,
      other: (number) => `${app} reçoit ${number} informations de votre coffre-fort :`,
    }),
  summaryOff: 'Tout est désactivé. Activez quelque chose pour accepter, ou refusez.',
  approve: 'Accepter',
  approving: 'Envoi de votre accord…',
  deny: 'Refuser',
  denying: 'Envoi de votre refus…',
  requiredGap: (claim, app) => `Remplissez « ${claim} » : ${app} ne fonctionne pas sans cela.`,
  promise:
    'Votre coffre-fort n’est ouvert que sur cet appareil. Seul ce que vous voyez ici est signé et envoyé, et seulement si vous acceptez.',
  leavingTitle: (app) => `Retour vers ${app}`,
  leaving: 'Si rien ne se passe, utilisez ce lien.',
  continue: (app) => `Continuer vers ${app}`,
}
