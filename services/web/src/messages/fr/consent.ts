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
  firstTime: 'Elle vous le demande pour la première fois.',
  knownSince: (date) => `Vous l’utilisez depuis le ${date}.`,
  changedTitle: (app) => `${app} n’est plus tout à fait l’application que vous aviez approuvée`,
  hostChanged: 'Elle vous ramène maintenant à une autre adresse. Ne continuez que si vous savez pourquoi.',
  before: 'Avant',
  now: 'Maintenant',
  keyChanged:
    'Elle chiffre maintenant avec une autre clé. Soit elle a renouvelé la sienne, soit quelqu’un d’autre veut lire vos données à sa place.',
  keyGone: 'Elle ne chiffre plus ce que vous partagez : les services intermédiaires pourraient aussi le lire.',
  acceptKey: (app) => `Je m’attendais à ce changement de ${app}, ou j’ai interrogé son exploitant.`,
  keyNotAccepted: 'Confirmez d’abord ci-dessus la clé modifiée, ou refusez.',
  scopes: 'Ce qu’elle demande',
  reason: (app) => `${app} précise :`,
  requiredBecause: (app) => `${app} ne fonctionne pas sans cela.`,
  signsIn: (app) => `Toute approbation vous connecte aussi à ${app}.`,
  shareScope: (title) => `Partager : ${title}`,
  noData: 'Aucune de vos données n’est partagée.',
  off: 'Non partagé.',
  claimOff: 'Non partagé',
  chooseOne: (claim) => `${claim} : choisissez`,
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
  requiredOff: (claim, app) =>
    `Activez « ${claim} » ou une autre donnée à côté : ${app} ne fonctionne pas sans aucune d’elles.`,
  policy: (app) => `Politique de confidentialité de ${app}`,
  terms: (app) => `Conditions d’utilisation de ${app}`,
  promiseSealed: (app) =>
    `Votre appareil chiffre ce que vous partagez, si bien que seule ${app} peut le lire. Seul ce que vous voyez ici est envoyé, et seulement si vous approuvez.`,
  openUntil: 'Cette demande est ouverte jusqu’à',
  promise:
    'Votre coffre-fort n’est ouvert que sur cet appareil. Seul ce que vous voyez ici est signé et envoyé, et seulement si vous acceptez.',
  leavingTitle: (app) => `Retour vers ${app}`,
  leaving: 'Si rien ne se passe, utilisez ce lien.',
  continue: (app) => `Continuer vers ${app}`,
}
