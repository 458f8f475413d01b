import type { enVault } from '../en/vault.ts'
import { formatOf } from '../format.ts'

const { counted } = formatOf('es')

export const esVault: typeof enVault = {
  vault: {
    title: 'Su caja fuerte',
    lead: 'Lo que las aplicaciones pueden pedirle. Todo es opcional, se cifra en este dispositivo y solo se comparte cuando usted lo aprueba.',
    saved: 'Guardado en su caja fuerte.',
    savedWithConflicts: counted({
      one: 'Guardado. Otro dispositivo cambió 1 entrada al mismo tiempo; queda el texto más reciente y el otro se conservó como copia.',
      other:
        'Guardado. Otro dispositivo cambió # entradas al mismo tiempo; quedan los textos más recientes y los otros se conservaron como copias.',
    }),
    unsaved: counted({ one: '1 cambio sin guardar', other: '# cambios sin guardar' }),
    discard: 'Descartar',
    groups: { person: 'Sobre usted', contact: 'Cómo contactar con usted', other: 'Otros datos' },
    emptyTitle: 'Su caja fuerte está vacía',
    empty: 'Rellene lo que quiera, ahora o cuando una aplicación lo pida. Nada de esto se comparte por sí solo.',
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
    elsewhere: (value) =>
      `Mientras tanto se cambió en otro dispositivo o pestaña: «${value}». Si guarda, lo que ha escrito se conserva al lado.`,
    takeMine: 'Sustituirlo por lo que he escrito',
    conflictTitle: (claim) => `${claim}: ¿cuál vale?`,
    conflict:
      'Dos dispositivos cambiaron esto a la vez. Ambos textos se conservan hasta que usted elija; solo se comparte el primero.',
    inVault: 'En su caja fuerte',
    setAside: 'Apartado',
    gone: 'Quitado',
    keepPresent: 'Conservar el de la caja fuerte',
    keepRemoved: 'Dejarlo quitado',
    keepAside: 'Usar el apartado',
    keepBoth: 'Conservar ambos',
    leaveTitle: '¿Guardar antes los cambios?',
    leave: 'Su caja fuerte tiene cambios sin guardar.',
    leaveSave: 'Guardar y cerrar sesión',
    leaveDiscard: 'Cerrar sesión sin guardar',
    whoHas: '¿Quién tiene esto?',
    nobodyHas: 'Su caja fuerte no recuerda ninguna aplicación que haya recibido esto.',
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
      email: 'No es una dirección de correo completa, como ana@example.org.',
      phone: 'No es un número de teléfono del país elegido. Elija otro país o empiece con + y su prefijo.',
      date: 'No es una fecha. Escríbala como año-mes-día, por ejemplo 1990-05-17.',
      futureDate: 'Ese día aún no ha llegado.',
      language: 'No es un idioma. Elija uno de la lista.',
      picture: 'No es una imagen que se pueda compartir. Elija un archivo con una imagen.',
      tooLong: 'Es demasiado largo para compartirlo.',
    },
  },

  origin: {
    firstUseTitle: 'Su caja fuerte es nueva para este navegador',
    firstUse: (when, device, change) =>
      `Se cambió por última vez el ${when}, con ${device}; fue el cambio número ${change}. ¿Es correcto? Si no lo reconoce o ha cambiado algo después, no comparta nada, cierre la sesión y avise al operador: un servidor podría mostrar una copia antigua a un navegador nuevo.`,
    confirm: 'Es correcto',
    unprovenTitle: 'Este navegador no ha visto cómo llegó aquí su caja fuerte',
    unproven: (before, now) =>
      `La última vez que estuvo seguro, su caja fuerte iba por ${before}. Ahora va por ${now}, y el servidor aún no ha demostrado que lo uno llevó a lo otro. Si no cree que haya cambiado tanto, no comparta nada y pregunte al operador.`,
    state: (change, when) => (when === '' ? `el cambio número ${change}` : `el cambio número ${change}, del ${when}`),
    heldTitle: 'Falta algo por devolver',
    held: counted({
      one: 'Este navegador tiene 1 entrada más reciente que la de su caja fuerte.',
      other: 'Este navegador tiene # entradas más recientes que las de su caja fuerte.',
    }),
    putBack: 'Devolver',
  },

  notices: {
    title: 'Novedades desde su última visita',
    lead: 'Esto ocurrió en otros dispositivos.',
    new_device: 'Inicio de sesión en un dispositivo nuevo',
    recovery_key_used: 'Se usó su clave de recuperación',
    app_approved: (app: string) => `Aplicación nueva: ${app}`,
    remedies: {
      sessions: '¿No fue usted? Cerrar su sesión',
      methods: '¿No fue usted? Revisar sus formas de iniciar sesión',
      apps: '¿No fue usted? Retirar su acceso',
    },
    incomplete: 'El servicio no mostró todo lo que cambió.',
    toActivity: 'Ver su actividad',
    more: counted({ one: '1 más', other: '# más' }),
    dismiss: 'Entendido',
    keyReplaced: 'Su clave de recuperación se sustituyó en otro dispositivo.',
    seeChanges: 'Ver qué cambió',
  },

  verification: {
    verify: 'Verificar',
    verifiedOn: (date) => `Verificado el ${date}`,
    title: (claim) => `Verificar: ${claim}`,
    lead: (value) =>
      `Se envía un código de seis cifras a ${value}. Escríbalo aquí y las aplicaciones podrán confiar en ello.`,
    sending: 'Enviando el código…',
    sent: 'El código está en camino. Vale durante 10 minutos. Durante un día, el servicio cuenta los códigos enviados allí; no guarda ninguna dirección ni número.',
    code: 'Código del mensaje',
    codeHint: 'Seis cifras. Mire también en el correo no deseado.',
    confirm: 'Confirmar',
    confirming: 'Comprobando el código…',
    again: 'Enviar un código nuevo',
    wrong: 'Ese no es el código que se envió. Mírelo otra vez o pida uno nuevo.',
    expired: 'Este código ya no vale. Pida uno nuevo.',
    badValue: 'No se puede enviar un código allí. Compruebe cómo está escrito.',
    notSent: 'No se pudo enviar el código. Vuelva a intentarlo dentro de unos minutos.',
    changed: 'Esta entrada ha cambiado entretanto. Cierre esto y empiece de nuevo.',
    required: (app) => `${app} solo lo acepta si está verificado.`,
    unavailable: 'Ahora no se puede verificar nada aquí. Desactívelo o deniegue.',
    obstacle: (claim, app) => `Verifique primero «${claim}»: ${app} solo lo acepta si está verificado.`,
    refused:
      'El servicio ya no sabe que este valor fue verificado, así que su caja fuerte tampoco lo dice. La aplicación no recibió nada. Verifíquelo de nuevo o apruébelo tal como está.',
  },

  issued: {
    title: 'Emitido a su nombre',
    lead: 'Lo que otros confirman sobre usted, con su firma. Las aplicaciones que confían en ellos pueden fiarse de ello.',
    by: (name: string, host: string) => `Emitido por ${name} (${host})`,
    until: (date: string) => `Válido hasta el ${date}`,
    over: (date: string) => `Caducó el ${date}`,
    endless: 'Válido sin límite',
    linkable:
      'Cada aplicación a la que se lo muestre ve la misma firma. Las que comparen esas firmas pueden saber que usted es la misma persona.',
    removeLead: 'Sale de su caja fuerte en todos los dispositivos. Solo su emisor puede volver a dárselo.',
    add: 'Añadir con un enlace',
    addTitle: 'Añadir lo que le han emitido',
    addLead:
      'Una universidad, un banco o una administración le da un enlace. Aquello a lo que lleva se guarda en su caja fuerte.',
    addedTitle: 'Añadido a su caja fuerte',
    signInLead: (host) => `Inicie sesión para ver qué le ofrece ${host}. No se añade nada hasta que lo acepte.`,
    link: 'Enlace',
    linkHint: 'Péguelo entero. Empieza por openid-credential-offer:// o https://.',
    read: 'Verlo',
    reading: 'Preguntando al emisor…',
    offerTitle: (name: string) => `${name} le ofrece:`,
    offerLead: (host: string) => `Viene de ${host}. Va a su caja fuerte y a nadie más hasta que usted lo comparta.`,
    code: 'Código del emisor',
    codeHint: 'El emisor le ha dado este código por otro medio, por ejemplo en una carta.',
    codeEmpty: 'Introduzca el código del emisor.',
    accept: 'Guardar en mi caja fuerte',
    accepting: 'Obteniendo…',
    toVault: 'Volver a la caja fuerte',
    unavailable: 'Este servicio no obtiene nada de emisores en este momento. Lo que ya tiene queda como está.',
    badOffer: 'Este enlace no ofrece nada que su caja fuerte pueda guardar. Pida uno nuevo al emisor y péguelo entero.',
    unknownIssuer:
      'Su caja fuerte solo pregunta a los emisores que este servicio ha nombrado, y este no es uno de ellos. Pida a quien gestiona el servicio que lo añada.',
    refused:
      'El emisor no lo ha entregado. Quizá el código no sea correcto o el enlace ya se usó. Compruebe el código o pida un enlace nuevo.',
    badCredential: 'Lo que llegó no es lo que se ofrecía, y no se ha guardado. Dígaselo al emisor.',
    away: 'El emisor no responde. Inténtelo de nuevo en un momento.',
    missing: 'No tiene nada de esto de un emisor en el que confíe esta aplicación. Puede aprobar sin ello.',
  },
}
