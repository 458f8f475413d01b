import type { enUpdates } from '../en/updates.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('fr')

export const frUpdates: typeof enUpdates = {
  updates: {
    keep: 'Tenir ces données à jour',
    keepHint: (app) =>
      `Si vous en modifiez une plus tard, ${app} reçoit la modification, une fois que vous la confirmez. Seule ${app} peut la lire. Vous pouvez arrêter à tout moment.`,
    title: (apps) => `Tenir ${apps} à jour ?`,
    others: counted({ one: '# autre', other: '# autres' }),
    lead: (claims) =>
      `Vous avez modifié : ${claims}. Chaque application reçoit exactement ce qui figure sous son nom, et elle seule peut le lire.`,
    sendTo: (app) => `Envoyer à ${app}`,
    gone: 'Plus partagé',
    send: 'Envoyer',
    sending: 'Envoi…',
    notNow: 'Pas maintenant',
    sent: (apps) => `Envoyé à ${apps}.`,
    sentTitle: 'Vos modifications',
    sentLead: 'Sous « Applications connectées », vous voyez quand chacune l’a récupéré.',
    changedMeanwhile: (app) => `Non envoyé à ${app} : votre coffre-fort a changé entre-temps. Vérifiez de nouveau.`,
    notSent: (app, reason) => `Non envoyé à ${app}. ${reason}`,
    lookAgain: 'Vérifier de nouveau',
    done: 'Terminé',
    newKey: (app) =>
      `${app} ne reçoit rien : elle a une nouvelle clé. Connectez-vous-y de nouveau pour partager avec elle.`,
    malformed: (claims, app) => `Corrigez d’abord « ${claims} » : ${app} ne peut pas l’accepter sous cette forme.`,
    toVault: 'Aller à votre coffre-fort',
    kept: 'Tenue à jour',
    since: (date) => `Depuis le ${date}`,
    current: 'À jour',
    older: 'A une ancienne valeur',
    waiting: (date) => `Envoyé le ${date}, pas encore récupéré`,
    fetched: (date) => `À jour : a récupéré votre envoi du ${date}`,
    sendNow: 'Envoyer maintenant',
    stop: 'Arrêter',
    stopping: 'Arrêt…',
    stopTitle: (app) => `Ne plus tenir ${app} à jour ?`,
    stopText: (app) =>
      `${app} garde son accès et ce qu’elle a, et peut encore récupérer ce que vous avez envoyé. Elle ne recevra plus de modifications, sauf si vous réactivez cette option en vous y connectant.`,
    stopped: (app) => `${app} n’est plus tenue à jour.`,
    logged: (app) => `Mise à jour envoyée à ${app}`,
    notLogged: (app) => `Mise à jour non envoyée à ${app}`,
    failed: 'Cette mise à jour n’a pas abouti. L’application garde ce qu’elle avait.',
    emptied: 'Rien : vous avez retiré tout ce qu’elle avait.',
    receiptTime: 'Envoyé',
    receiptDevice: 'Envoyé avec',
    genuine: (app, moment) => `Ce reçu est authentique. Mise à jour envoyée à ${app} le ${moment} :`,
  },
}
