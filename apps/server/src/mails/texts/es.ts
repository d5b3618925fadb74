// What mails say in Spanish, with «tú», for Spain and Latin America alike.
import { formFor, numberIn } from '../locale.ts'
import { PRODUCT } from '../product.ts'
import type { MailTexts } from './en.ts'

const PASSWORD = 'pon una contraseña nueva de inmediato: eso cierra la sesión de todos los demás'
const IGNORE = 'Si no fuiste tú, puedes ignorar este correo.'

export const es: MailTexts = {
  letter: {
    sentBy: `Enviado por ${PRODUCT}.`,
    noButton: 'Si el botón no funciona, abre esta dirección:',
    colon: ':',
  },
  verification: {
    subject: 'Confirma tu dirección de correo',
    welcome: `Te damos la bienvenida a ${PRODUCT}.`,
    text: 'Confirma que esta dirección de correo es tuya. El enlace funciona durante 24 horas.',
    button: 'Confirmar dirección de correo',
    ignore: 'Si no creaste una cuenta, puedes ignorar este correo.',
    why: 'Recibes este correo porque se creó una cuenta con esta dirección.',
  },
  reset: {
    subject: 'Pon una contraseña nueva',
    text: `Alguien pidió una contraseña nueva para tu cuenta de ${PRODUCT}. El enlace funciona una vez, durante 15 minutos.`,
    button: 'Poner una contraseña nueva',
    ignore: 'Si no fuiste tú, puedes ignorar este correo: tu contraseña sigue como está.',
    why: 'Recibes este correo porque se pidió una contraseña nueva con esta dirección.',
  },
  addressChange: {
    subject: 'Confirma tu nueva dirección de correo',
    text: `Alguien quiere iniciar sesión en su cuenta de ${PRODUCT} con esta dirección a partir de ahora. El enlace funciona una vez, durante 24 horas.`,
    button: 'Usar esta dirección',
    ignore: IGNORE,
    why: 'Recibes este correo porque se escribió esta dirección para una cuenta.',
  },
  addressNotice: {
    subject: 'Se pidió cambiar tu dirección de correo',
    text: `Tu cuenta de ${PRODUCT} va a tener otra dirección de correo. Cambia en cuanto se siga el enlace que se envió allí.`,
    newAddress: 'Dirección nueva',
    undo: 'Si no fuiste tú, pon ahora una contraseña nueva: así el enlace que se envió allí deja de valer.',
    button: 'Abrir tu cuenta',
    why: 'Recibes este correo porque esta es la dirección de la cuenta.',
  },
  invitation: {
    somebody: 'Alguien',
    subject: ({ inviter, workspace }) => `${inviter} te invitó a ${workspace}`,
    text: ({ inviter, workspace }) =>
      `${inviter} quiere trabajar contigo en el espacio de trabajo ${workspace} en ${PRODUCT}. Sigue el enlace para empezar: con él creas una cuenta o inicias sesión con esta dirección de correo, y funciona una vez y durante 7 días.`,
    workspace: 'Espacio de trabajo',
    role: 'Tu rol',
    roles: {
      viewer: 'Lector: lo ve todo',
      editor: 'Editor: crea agentes y responde a visitantes',
      admin: 'Administrador: además gestiona miembros, claves y el propio espacio de trabajo',
    },
    region: 'Región',
    regions: { eu: 'Europa (Fráncfort)', na: 'Norteamérica (Virginia)' },
    button: 'Abrir el espacio de trabajo',
    ignore: ({ inviter }) => `Si no conoces a ${inviter}, puedes ignorar este correo.`,
    why: 'Recibes este correo porque alguien escribió esta dirección como miembro de un espacio de trabajo.',
  },
  client: {
    invitationSubject: ({ agency }) => `Tu acceso a ${agency}`,
    invitation: ({ agency, org }) =>
      `${agency} te ha creado una cuenta en ${org}. Elige una contraseña para iniciar sesión. El enlace funciona una sola vez, durante tres días.`,
    invitationByCode: ({ agency, org }) =>
      `${agency} te ha creado una cuenta en ${org}. Para iniciar sesión, escribe esta dirección y te enviaremos un código.`,
    setPassword: 'Elegir contraseña',
    signIn: 'Iniciar sesión',
    invitationWhy: 'Recibes este correo porque tu agencia ha añadido esta dirección.',
    codeSubject: ({ code }) => `${code} es tu código de acceso`,
    code: ({ agency }) => `Escribe este código para iniciar sesión en ${agency}. Es válido durante 10 minutos.`,
    codeLabel: 'Código',
    codeWhy: 'Alguien ha pedido un código de acceso para esta dirección. Si no has sido tú, ignora este correo.',
    notificationOpen: 'Ver conversación',
    notificationWhy: 'Recibes este correo por tus ajustes de notificaciones. Cámbialos en la campana del panel.',
  },
  eventFailures: {
    subject: ({ count, workspace }) =>
      formFor('es', count, {
        one: `No se pudo entregar un evento de ${workspace}`,
        other: `No se pudieron entregar ${numberIn('es', count)} eventos de ${workspace}`,
      }),
    text: ({ count, workspace }) =>
      `El endpoint del espacio de trabajo ${workspace} no aceptó ${formFor('es', count, { one: 'este evento', other: 'estos eventos' })}. Lo que aún se tiene que reintentar se reintenta.`,
    endpoint: 'Endpoint',
    tried: ({ count }) => formFor('es', count, { one: 'un intento', other: `${numberIn('es', count)} intentos` }),
    more: ({ count }) => `Y ${numberIn('es', count)} más.`,
    button: 'Ver las entregas',
    why: ({ workspace }) =>
      `Recibes este correo porque eres miembro del espacio de trabajo ${workspace}, que envía eventos a un endpoint.`,
  },
  workspaceLog: {
    subject: ({ workspace, type }) => `Nueva entrada en el registro de ${workspace}: ${type}`,
    text: 'Una integración escribió esto en el registro de tu espacio de trabajo.',
    type: 'Tipo',
    workspace: 'Espacio de trabajo',
    agent: 'Agente',
    channel: 'Canal',
    button: 'Abrir el espacio de trabajo',
    why: ({ workspace }) => `Recibes este correo porque eres miembro del espacio de trabajo ${workspace}.`,
  },
  notice: {
    subject: ({ workspace }) => `Un mensaje de ${workspace}`,
    why: ({ workspace }) =>
      `Recibes este correo porque el espacio de trabajo ${workspace} lo envió a esta dirección a través de ${PRODUCT}. Si no lo conoces, puedes ignorar este correo.`,
  },
  accountDeleted: {
    subject: 'Se eliminó tu cuenta',
    text: ({ time }) =>
      `Tu cuenta de ${PRODUCT} se eliminó el ${time}, con los espacios de trabajo que te pertenecían y todo lo que había en ellos. No se puede deshacer.`,
    after:
      'Las copias de seguridad la conservan hasta que caducan. Este es el último correo que enviamos a esta dirección, salvo que crees otra cuenta.',
    why: 'Recibes este correo porque esta era la dirección de la cuenta.',
  },
  exportReady: {
    subject: 'Tus datos están listos para descargar',
    text: `La exportación de tus datos de ${PRODUCT} que pediste está lista.`,
    button: 'Descargar tus datos',
    until: ({ time }) =>
      `Se puede descargar hasta el ${time} y luego se elimina. Contiene datos personales: guárdala en un lugar seguro.`,
    why: 'Recibes este correo porque se pidió una exportación de esta cuenta.',
  },
  facts: {
    time: 'Hora',
    device: 'Dispositivo',
    network: 'Red',
    country: 'País',
    deviceName: ({ browser, platform }) => `${browser} en ${platform}`,
  },
  security: {
    nothingToDo: ({ undo }) => `Si fuiste tú, no hay nada que hacer. Si no, ${undo}.`,
    look: 'Ver tu configuración de seguridad',
    signIn: 'Iniciar sesión',
    why: 'Recibes este correo para que tu cuenta siga segura.',
  },
  news: {
    'passkey-added': {
      subject: 'Se añadió una llave de acceso a tu cuenta',
      text: `A partir de ahora, una nueva llave de acceso inicia sesión en tu cuenta de ${PRODUCT} sin la contraseña.`,
      undo: `${PASSWORD}. Después quita la llave de acceso`,
    },
    'passkey-removed': {
      subject: 'Se quitó una llave de acceso de tu cuenta',
      text: `Una llave de acceso ya no puede iniciar sesión en tu cuenta de ${PRODUCT}.`,
      undo: PASSWORD,
    },
    'factor-on': {
      subject: 'El segundo factor de tu cuenta está activado',
      text: `Tu cuenta de ${PRODUCT} pide ahora un código de una app de autenticación después de la contraseña.`,
      undo: `${PASSWORD}. Después avisa a quien administra esta instalación, que puede quitar el segundo factor`,
    },
    'factor-off': {
      subject: 'El segundo factor de tu cuenta está desactivado',
      text: `Tu cuenta de ${PRODUCT} ya no pide un código: basta la contraseña para iniciar sesión.`,
      undo: `${PASSWORD}. Después vuelve a activar el segundo factor`,
    },
    'codes-renewed': {
      subject: 'Se crearon de nuevo tus códigos de recuperación',
      text: `Tu cuenta de ${PRODUCT} tiene códigos de recuperación nuevos. Los anteriores ya no funcionan.`,
      undo: `${PASSWORD}. Después crea códigos de recuperación nuevos`,
    },
    'code-used': {
      subject: 'Se usó un código de recuperación de tu cuenta',
      text: `Alguien inició sesión en tu cuenta de ${PRODUCT} con un código de recuperación en vez de la app de autenticación.`,
      undo: `${PASSWORD}. Después crea códigos de recuperación nuevos`,
    },
    'provider-linked': {
      subject: ({ name }) => `Se conectó ${name} con tu cuenta`,
      text: ({ name }) => `A partir de ahora, una cuenta de ${name} inicia sesión en tu cuenta de ${PRODUCT}.`,
      undo: ({ name }) => `${PASSWORD}. Después desconecta ${name}`,
    },
    'provider-unlinked': {
      subject: ({ name }) => `Se desconectó ${name} de tu cuenta`,
      text: ({ name }) => `Nadie inicia ya sesión en tu cuenta de ${PRODUCT} con ${name}.`,
      undo: PASSWORD,
    },
    'password-changed': {
      subject: 'Se cambió tu contraseña',
      text: `Se cambió la contraseña de tu cuenta de ${PRODUCT} y se cerró la sesión en todos los demás dispositivos.`,
      undo: 'pon una nueva con «¿Olvidaste la contraseña?» en la página de inicio de sesión, que pasa por este buzón',
    },
    'passwords-guessed': {
      subject: 'Alguien probó contraseñas incorrectas',
      text: `Alguien ha intentado una y otra vez iniciar sesión en tu cuenta de ${PRODUCT} con contraseñas incorrectas. Nadie ha entrado así. Los siguientes intentos desde dispositivos desconocidos ahora tienen que esperar; tú puedes iniciar sesión desde un dispositivo que ya hayas usado o poner una contraseña nueva por correo.`,
      undo: 'elige una contraseña larga que no uses en ningún otro sitio y activa la autenticación en dos pasos',
    },
    'password-reset': {
      subject: 'Se puso una contraseña nueva',
      text: `Se puso una contraseña nueva en tu cuenta de ${PRODUCT} con un enlace que llegó a este buzón, y se cerró la sesión en todos los dispositivos.`,
      undo: 'otra persona lee este buzón: protégelo primero y después pon aquí una contraseña nueva',
    },
    'sessions-ended': {
      subject: 'Se cerró la sesión en todos los demás dispositivos',
      text: `Todos los demás navegadores y programas que tenían sesión en tu cuenta de ${PRODUCT} tienen que volver a iniciarla.`,
      undo: PASSWORD,
    },
    'factors-reset': {
      subject: 'Se quitaron tu segundo factor y tus llaves de acceso',
      text: `Quien administra esta instalación quitó el segundo factor y todas las llaves de acceso de tu cuenta de ${PRODUCT}, como se hace cuando alguien los pierde, y cerró la sesión en todos los dispositivos. La contraseña sigue como estaba. Vuelve a configurar un segundo factor cuando hayas iniciado sesión.`,
      undo: 'avisa a quien administra esta instalación y pon una contraseña nueva',
    },
    'address-left': {
      subject: 'Tu cuenta tiene otra dirección de correo',
      text: `Tu cuenta de ${PRODUCT} pasó de esta dirección a otra. A partir de ahora se inicia sesión con la nueva, y los correos van allí. Esta dirección ya no tiene nada que ver con la cuenta.`,
      undo: 'escribe de inmediato a quien administra esta instalación',
    },
    'address-taken': {
      subject: 'Esta es ahora la dirección de tu cuenta',
      text: `Tu cuenta de ${PRODUCT} pasó a esta dirección. A partir de ahora inicias sesión con ella, y nuestros correos llegan aquí.`,
      undo: 'inicia sesión, pon una contraseña nueva y vuelve a la dirección de antes',
    },
  },
  newsFacts: {
    passkey: 'Llave de acceso',
    codesLeft: 'Códigos que quedan',
    noneLeft: 'Ninguno: crea códigos nuevos',
    before: 'Antes',
    now: 'Ahora',
  },
  signIn: {
    subject: 'Nuevo inicio de sesión en tu cuenta',
    text: `Alguien inició sesión en tu cuenta de ${PRODUCT} desde un navegador o una red que no habíamos visto antes.`,
    method: 'Inició sesión con',
    methods: {
      password: 'Contraseña',
      code: 'Código de la app de autenticación',
      recovery: 'Código de recuperación',
      passkey: 'Llave de acceso',
      provider: 'Otro proveedor',
    },
    undo: 'Si fuiste tú, no hay nada que hacer. Si no, cierra la sesión de ese dispositivo y pon una contraseña nueva.',
    button: 'Ver tus dispositivos',
  },
  notification: {
    visitor: 'Un visitante',
    title: {
      handoff: ({ visitor }) => `${visitor} quiere hablar con una persona`,
      new: ({ visitor }) => `Nueva conversación con ${visitor}`,
      message: ({ visitor }) => `${visitor} ha respondido`,
      lead: ({ visitor }) => `Nuevo lead: ${visitor}`,
      assigned: ({ person }) => `${person} te ha asignado una conversación`,
    },
    body: {
      handoff: ({ agent }) => `Espera en ${agent}.`,
      new: ({ agent }) => `En ${agent}.`,
      message: ({ agent }) => `En ${agent}.`,
      lead: ({ agent }) => `Captado por ${agent}.`,
      assigned: ({ visitor, agent }) => `${visitor} en ${agent}.`,
    },
  },
  transcript: {
    you: 'Tú',
    team: 'Equipo',
    chat: 'Chat',
    subject: ({ name }) => `Tu chat con ${name}`,
    preview: ({ name }) => `Lo que se dijo en tu chat con ${name}`,
    notices: {
      'handoff-asked': 'Se pidió hablar con una persona.',
      'handoff-cancelled': 'El chat sigue con el agente.',
      'message-left': 'Se dejó un mensaje.',
      'human-joined': 'Alguien se unió al chat.',
      'human-left': 'El asistente vuelve a responder.',
    },
    why: 'Este correo se envió una sola vez, porque alguien escribió esta dirección en el chat. Si no fuiste tú, puedes ignorarlo.',
  },
}
