import type { EntryText } from '../messages.ts'

export const common: EntryText['common'] = {
  tryAgain: 'Volver a intentarlo',
  cancel: 'Cancelar',
  close: 'Cerrar',
  signOut: 'Cerrar sesión',
  home: 'Ir a su caja fuerte',
  start: 'Ir a la página de inicio',
  show: 'Mostrar',
  hide: 'Ocultar',
  required: 'Necesario',
  loading: 'Cargando…',
  save: 'Guardar',
  saving: 'Guardando…',
  next: 'Continuar',
  back: 'Atrás',
  download: 'Descargar',
  earlier: 'Mostrar entradas anteriores',
  language: 'Idioma',
  support: 'Ayuda y contacto',
  navigation: 'Su cuenta',
  quote: (words) => `«${words}»`,

  pages: {
    home: 'Datos',
    apps: 'Aplicaciones',
    activity: 'Actividad',
    methods: 'Formas de iniciar sesión',
    sessions: 'Dispositivos',
    account: 'Cuenta',
  },

  claims: {
    name: 'Nombre completo',
    given_name: 'Nombre',
    family_name: 'Apellidos',
    nickname: 'Apodo',
    email: 'Dirección de correo electrónico',
    phone: 'Número de teléfono',
    address: 'Dirección postal',
    birthdate: 'Fecha de nacimiento',
    locale: 'Idioma',
    picture: 'Imagen',
  },
  claimHints: {
    phone: 'Con el prefijo del país, por ejemplo +34 612 345 678.',
    locale: 'Como código de idioma, por ejemplo es, es-MX o pt-BR.',
    picture: 'La dirección web de una imagen.',
  },
  scopes: {
    openid: {
      title: 'Iniciar su sesión',
      description:
        'Un identificador que indica a la aplicación que es usted de nuevo. No contiene ninguno de sus datos.',
    },
    email: { title: 'Correo electrónico', description: 'Su dirección de correo electrónico.' },
    profile: { title: 'Perfil', description: 'Su nombre, imagen, fecha de nacimiento e idioma.' },
    phone: { title: 'Número de teléfono', description: 'Su número de teléfono.' },
    address: { title: 'Dirección postal', description: 'Su dirección postal.' },
  },
}
