import { formatOf } from '../format.ts'
import type { RestText } from '../messages.ts'

const { plural } = formatOf('fr')

export const signUp: RestText['signUp'] = {
  title: 'Créez votre compte',
  lead: 'Cela prend une minute. Vous choisissez comment s’ouvre votre coffre-fort et gardez une clé de récupération.',
  appWaiting: 'L’application qui vous a envoyé ici attend. Vous verrez juste après ce qu’elle demande.',
  step: (step) => `Étape ${step} sur 2`,
  passkeyTitle: 'Avec une clé d’accès',
  passkeyLead:
    'Votre empreinte, votre visage ou le code de cet appareil ouvre votre coffre-fort : rien à retenir, rien à deviner.',
  passkeySubmit: 'Créer une clé d’accès',
  passkeyAccount: (date) => `Mon coffre-fort, ${date}`,
  passkeyFinish: 'Créer la clé d’accès et le compte',
  passkeyNext:
    'Votre navigateur va vous demander votre clé d’accès deux ou trois fois : une fois pour la créer, puis pour vérifier qu’elle ouvre.',
  cancelled: 'Aucune clé d’accès n’a été créée, et il n’y a pas encore de compte. Réessayez quand vous voulez.',
  noPasskeys:
    'Ce navigateur ne peut pas utiliser de clés d’accès ici : c’est un mot de passe qui ouvre votre coffre-fort.',
  noPrf:
    'Ce navigateur peut se connecter avec une clé d’accès, mais pas ouvrir un coffre-fort avec elle. Un mot de passe le peut.',
  maybeMade:
    'La réponse s’est perdue : votre compte existe peut-être déjà. Connectez-vous avec la nouvelle clé d’accès pour le savoir.',
  or: 'ou',
  usePassword: 'Utiliser plutôt un mot de passe',
  passwordTitle: 'Votre identifiant et votre mot de passe',
  loginHint: 'Un nom ou une adresse e-mail ; de 3 à 64 caractères. Nous n’en gardons qu’une empreinte.',
  passwordHint: 'Au moins 15 caractères. Quatre ou cinq mots sans rapport entre eux sont faciles à retenir.',
  passwordMissing: (missing) =>
    plural(missing, {
      one: (number) => `Encore ${number} caractère.`,
      other: (number) => `Encore ${number} caractères.`,
    }),
  passwordRepetitive: 'Trop répétitif. Utilisez davantage de caractères différents.',
  passwordName: 'C’est presque uniquement votre identifiant. Choisissez autre chose.',
  passwordGood: 'Assez long. L’utilisez-vous uniquement ici ?',
  passwordWarning:
    'Personne ne peut réinitialiser ce mot de passe pour vous, pas même nous. C’est à cela que sert la clé de récupération.',
  emptyLogin: 'Choisissez un identifiant.',
  submit: 'Continuer',
  busy: 'Préparation…',
  finish: 'Créer le compte',
  finishBusy: 'Création de votre compte…',
  haveAccount: 'Vous avez déjà un compte ?',
  signIn: 'Se connecter',
}
