import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('fr')

export const sessions: RestText['sessions'] = {
  title: 'Appareils',
  lead: 'Où votre compte est connecté en ce moment.',
  current: 'Cet appareil',
  unknownBrowser: 'Navigateur inconnu',
  unknownNetwork: 'réseau inconnu',
  methods: { password: 'par mot de passe', passkey: 'par clé d’accès', recovery: 'par clé de récupération' },
  network: (network) => `depuis ${network}`,
  lastSeen: (when) => `Vu le ${when}`,
  onlyThis: 'Votre compte n’est connecté nulle part ailleurs.',
  end: 'Déconnecter',
  ended: 'Cet appareil a été déconnecté.',
  endOthers: 'Déconnecter tous les autres appareils',
  endOthersTitle: 'Déconnecter tous les autres appareils ?',
  endOthersMessage: 'Il faudra s’y reconnecter. Cet appareil-ci reste connecté.',
  endOthersApps: 'Retirer aussi l’accès à toutes les applications ; elles devront vous le redemander.',
  endedOthers: (count) =>
    plural(count, {
      one: 'L’autre appareil a été déconnecté.',
      other: (number) => `${number} autres appareils ont été déconnectés.`,
    }),
  events: 'Ce que le service a remarqué',
  eventsLead:
    'C’est le service qui le dit ; votre coffre-fort ne peut pas le vérifier. Si quelque chose ici ne vient pas de vous, déconnectez tous les autres appareils et vérifiez vos moyens de connexion.',
  noEvents: 'Rien pour le moment.',
}
