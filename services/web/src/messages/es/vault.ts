import type { enVault } from '../en/vault.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('es')

export const esVault: typeof enVault = {
  vault: {
    title: 'Su caja fuerte',
    lead: 'Datos que las aplicaciones pueden pedir. Todo es opcional, se cifra en este dispositivo y solo se comparte con su aprobación.',
    saved: 'Guardado en su caja fuerte.',
    savedWithConflicts: counted({
      one: 'Guardado. Otro dispositivo cambió 1 entrada al mismo tiempo, así que se conservaron ambas versiones.',
      other:
        'Guardado. Otro dispositivo cambió # entradas al mismo tiempo, así que se conservaron ambas versiones de cada una.',
    }),
    unsaved: counted({ one: '1 cambio sin guardar', other: '# cambios sin guardar' }),
    discard: 'Descartar',
    groups: { person: 'Sobre usted', contact: 'Cómo contactar con usted', other: 'Otros datos' },
    emptyTitle: 'Su caja fuerte está vacía',
    empty: 'Rellene lo que quiera, ahora o cuando una aplicación lo pida. No se comparte nada sin su aprobación.',
    room: counted({
      one: 'Su caja fuerte está casi llena: queda sitio para 1 entrada más.',
      other: 'Su caja fuerte está casi llena: queda sitio para # entradas más.',
    }),
    addAnother: 'Añadir otro valor',
    label: (number) => `Etiqueta ${number}`,
    offerFirst: 'Ofrecer primero',
    remove: 'Quitar',
    removed: 'se quitará al guardar.',
    undo: 'Deshacer',
    undone: 'Deshecho. Su caja fuerte está como antes.',
    elsewhere: (value) => `Se cambió en otro dispositivo o pestaña: «${value}». Si guarda, se conservan ambos.`,
    takeMine: 'Sustituirlo por lo mío',
    conflictTitle: (claim) => `${claim}: ¿cuál es el correcto?`,
    conflict:
      'Dos dispositivos cambiaron esto a la vez. Hasta que elija, solo se comparte la versión de su caja fuerte.',
    inVault: 'En su caja fuerte',
    setAside: 'Otra versión',
    gone: 'Quitado',
    keepPresent: 'Conservar la de mi caja fuerte',
    keepRemoved: 'Dejarlo quitado',
    keepAside: 'Usar la otra versión',
    keepBoth: 'Conservar ambas',
    leaveTitle: '¿Guardar antes los cambios?',
    leave: 'Su caja fuerte tiene cambios sin guardar.',
    leaveSave: 'Guardar y cerrar sesión',
    leaveDiscard: 'Cerrar sesión sin guardar',
    whoHas: '¿Quién tiene esto?',
    nobodyHas: 'Su caja fuerte no tiene constancia de ninguna aplicación que lo recibiera.',
  },

  values: {
    countryOf: (label) => `${label}: país`,
    noLanguage: 'Sin elegir',
    address: {
      street: 'Calle y número',
      postalCode: 'Código postal',
      locality: 'Localidad',
      region: 'Región',
      country: 'País',
    },
    problems: {
      email: 'Escriba una dirección de correo completa, como ana@example.org.',
      phone: 'No es un teléfono del país elegido. Elija otro país o empiece con + y su prefijo.',
      date: 'Escriba la fecha como año-mes-día, por ejemplo 1990-05-17.',
      futureDate: 'Esta fecha está en el futuro.',
      language: 'Elija un idioma de la lista.',
      picture: 'Este archivo no se puede compartir como imagen. Elija otro.',
      tooLong: 'Es demasiado largo para compartirlo.',
    },
  },

  origin: {
    firstUseTitle: '¿Es este su último cambio?',
    firstUse: (when, device, change) =>
      `Su caja fuerte es nueva en este navegador. Se cambió por última vez el ${when}, con ${device}: cambio número ${change}. Si no lo reconoce o ha cambiado algo después, no comparta nada, cierre la sesión y avise al operador: quizá esté viendo una copia antigua.`,
    confirm: 'Es correcto',
    unprovenTitle: '¿Hizo usted estos cambios?',
    unproven: (before, now) =>
      `La última vez, este navegador vio su caja fuerte en ${before}. Ahora va por ${now}, y el servidor no ha mostrado cómo llegó ahí. Si no cree que haya cambiado tanto, no comparta nada y pregunte al operador.`,
    state: (change, when) => (when === '' ? `el cambio número ${change}` : `el cambio número ${change}, del ${when}`),
    keyReplacedTitle: 'Se sustituyó su clave de recuperación',
    keyReplaced: (when, device) =>
      `${when === '' ? '' : `Fue el ${when}, con ${device}. `}Si no fue usted, puede que alguien haya recuperado su cuenta: sustituya la clave otra vez y revise sus formas de iniciar sesión.`,
    heldTitle: 'Entradas más recientes por restaurar',
    held: counted({
      one: 'Este navegador tiene 1 entrada más reciente que la de su caja fuerte.',
      other: 'Este navegador tiene # entradas más recientes que las de su caja fuerte.',
    }),
    putBack: 'Restaurar',
  },

  verification: {
    verify: 'Verificar',
    verifiedOn: (date) => `Verificado el ${date}`,
    title: (claim) => `Verificar: ${claim}`,
    lead: (value) =>
      `Enviaremos un código de seis cifras a ${value}. Cuando lo escriba, las aplicaciones podrán confiar en ello.`,
    sending: 'Enviando el código…',
    sent: 'El código está en camino. Vale durante 10 minutos.',
    code: 'Código del mensaje',
    codeHint: 'Seis cifras. Mire también en el correo no deseado.',
    confirm: 'Confirmar',
    confirming: 'Comprobando el código…',
    again: 'Enviar un código nuevo',
    wrong: 'Ese código no es correcto. Revíselo o envíe uno nuevo.',
    expired: 'Este código ya no funciona. Envíe uno nuevo.',
    badValue: 'No podemos enviar un código allí. Compruebe cómo está escrito.',
    notSent: 'No pudimos enviar el código. Inténtelo de nuevo en unos minutos.',
    changed: 'Esta entrada ha cambiado. Cierre esto y empiece de nuevo.',
    required: (app) => `${app} solo lo acepta si está verificado.`,
    unavailable: 'Ahora no se puede verificar nada. Desactívelo o rechace la solicitud.',
    obstacle: (claim, app) => `Verifique primero «${claim}»: ${app} solo lo acepta si está verificado.`,
    refused:
      'El servicio ya no confirma esta verificación, así que su caja fuerte la quitó. La aplicación no recibió nada. Verifíquelo de nuevo o apruébelo tal como está.',
  },

  issued: {
    title: 'Emitido a su nombre',
    lead: 'Confirmado y firmado por otros, como su universidad. Las aplicaciones que confían en ellos pueden fiarse de ello.',
    by: (name: string, host: string) => `Emitido por ${name} (${host})`,
    until: (date: string) => `Válido hasta el ${date}`,
    over: (date: string) => `Caducó el ${date}`,
    endless: 'Válido sin límite',
    linkable:
      'Las aplicaciones que comparen datos pueden saber que usted es la misma persona: todas ven la misma firma.',
    removeLead: 'Se elimina en todos sus dispositivos. Solo su emisor puede volver a dárselo.',
    add: 'Añadir con un enlace',
    addTitle: 'Añadir lo que le han emitido',
    addLead: 'Una universidad, un banco o una administración le da un enlace. Lo que ofrece va a su caja fuerte.',
    addedTitle: 'Añadido a su caja fuerte',
    signInLead: (host) => `Inicie sesión para ver qué le ofrece ${host}. No se añade nada hasta que lo acepte.`,
    link: 'Enlace',
    linkHint: 'Pegue el enlace entero. Empieza por openid-credential-offer:// o https://.',
    read: 'Abrir',
    reading: 'Preguntando al emisor…',
    offerTitle: (name: string) => `${name} le ofrece:`,
    offerLead: (host: string) => `De ${host}. Va a su caja fuerte y a ningún otro sitio hasta que lo comparta.`,
    code: 'Código del emisor',
    codeHint: 'El emisor le dio este código, por ejemplo en su página o en una carta.',
    codeEmpty: 'Escriba el código del emisor.',
    accept: 'Añadir a mi caja fuerte',
    accepting: 'Añadiendo…',
    toVault: 'Volver a la caja fuerte',
    unavailable: 'Ahora no puede añadir nada nuevo. Lo que ya tiene se queda.',
    badOffer:
      'Este enlace no ofrece nada que su caja fuerte pueda guardar. Pegue el enlace entero o pida uno nuevo al emisor.',
    unknownIssuer: 'Este servicio no acepta a este emisor. Pida al operador que lo añada.',
    refused: 'El código no funcionó o el enlace ya se usó. Revise el código o pida un enlace nuevo al emisor.',
    badCredential: 'El emisor envió algo distinto de lo que ofrecía, así que no se añadió. Dígaselo al emisor.',
    away: 'El emisor no responde. Inténtelo de nuevo en un momento.',
    missing: 'No tiene ninguno de un emisor en el que confíe esta aplicación. Puede aprobar sin él.',
  },
}
