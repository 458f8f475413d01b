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
  endedOthers: (count) =>
    plural(count, {
      one: 'L’autre appareil a été déconnecté.',
      other: (number) => `${number} autres appareils ont été déconnectés.`,
    }),
  events: 'Ce que le service a remarqué',
  eventsLead:
    'Si quelque chose ici ne vient pas de vous, déconnectez tous les autres appareils et vérifiez vos moyens de connexion.',
  noEvents: 'Rien pour le moment.',
  more: 'Afficher les précédents',
  types: {
    signed_up: 'Compte créé',
    signed_in: 'Connexion',
    sign_in_failed: 'Une connexion a échoué',
    sign_in_paused: 'Connexion par mot de passe suspendue après de nombreuses tentatives',
    session_ended: 'Un appareil a été déconnecté',
    other_sessions_ended: 'Tous les autres appareils ont été déconnectés',
    method_added: 'Moyen de connexion ajouté',
    method_removed: 'Moyen de connexion supprimé',
    password_changed: 'Mot de passe changé',
    login_name_changed: 'Identifiant changé',
    recovery_key_replaced: 'Clé de récupération remplacée',
    account_key_rotated: 'Tout verrouillé avec une nouvelle clé',
    account_exported: 'Compte exporté',
    grant_revoked: 'Accès d’une application révoqué',
  },
}
