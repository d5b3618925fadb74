import type { Refusal } from '../en/refusals.ts'

export const refusals: Readonly<Record<Refusal, string>> = {
  'Some of the input is not valid.': 'Algunos de los datos no son válidos.',
  'This link is not valid any more. Request a new one.': 'Este enlace ya no es válido. Solicita uno nuevo.',
  'Sign in, or send a valid bearer token.': 'Inicia sesión o envía un token Bearer válido.',
  'The e-mail address or the password is not right.': 'La dirección de correo o la contraseña no es correcta.',
  'Too many wrong passwords. Wait, or set a new password by e-mail.':
    'Demasiadas contraseñas incorrectas. Espera o pon una contraseña nueva por correo.',
  'The workspace has no credits left for this.': 'El espacio de trabajo ya no tiene créditos para esto.',
  'Your role does not allow this.': 'Tu rol no lo permite.',
  'There is nothing here by this id.': 'Aquí no hay nada con este ID.',
  'This conflicts with what is already there.': 'Esto entra en conflicto con lo que ya existe.',
  'You have reached the maximum number of seats': 'Has llegado al número máximo de plazas',
  'Someone saved a newer version meanwhile.': 'Mientras tanto, alguien guardó una versión más reciente.',
  'The agent is still answering the previous message.': 'El agente aún está respondiendo al mensaje anterior.',
  'A different message was already sent with this id. Send this one with a new id.':
    'Ya se envió otro mensaje con este ID. Envía este con un ID nuevo.',
  'This idempotency key was already used for a different request. Use a new key.':
    'Esta clave de idempotencia ya se usó para otra solicitud. Usa una clave nueva.',
  'The first request with this idempotency key is still running.':
    'La primera solicitud con esta clave de idempotencia todavía está en curso.',
  'The first request with this idempotency key was completed, but its answer could not be kept.':
    'La primera solicitud con esta clave de idempotencia se completó, pero no se pudo guardar su respuesta.',
  'There is already an account with this e-mail address. Sign in instead.':
    'Ya hay una cuenta con esta dirección de correo. Inicia sesión.',
  'The request is larger than this call accepts.': 'La solicitud es más grande de lo que acepta esta llamada.',
  'This host does not serve that region.': 'Este host no atiende esa región.',
  'Too many requests. Wait a moment and try again.': 'Demasiadas solicitudes. Espera un momento e inténtalo de nuevo.',
  'This agent has reached its limit for this month.': 'Este agente ha alcanzado su límite de este mes.',
  'Something went wrong on our side. Try again, and quote the request id if it happens again.':
    'Algo falló por nuestra parte. Inténtalo de nuevo y, si vuelve a ocurrir, indica el ID de la solicitud.',
  'The language model could not be reached. Try again in a moment.':
    'No se pudo contactar con el modelo de lenguaje. Inténtalo de nuevo en un momento.',
  'The other service could not be reached or refused the call.':
    'No se pudo contactar con el otro servicio o este rechazó la llamada.',
  'The service is busy or restarting. Try again in a moment.':
    'El servicio está ocupado o se está reiniciando. Inténtalo de nuevo en un momento.',
  'The request took too long to arrive.': 'La solicitud tardó demasiado en llegar.',
  'There is no such call. The list is at /api/docs.': 'Esa llamada no existe. La lista está en /api/docs.',
  'This address has expired. Open the conversation again to get a new one.':
    'Esta dirección ha caducado. Abre la conversación de nuevo para obtener otra.',
  'This address has expired. Get a new one.': 'Esta dirección ha caducado. Obtén otra.',
  'You have no personal workspace in this region.': 'No tienes un espacio de trabajo personal en esta región.',
  'The file is larger than {max} MB.': 'El archivo supera los {max} MB.',
  'Max size: {max} MBs': 'Tamaño máximo: {max} MB',
  'The file ended before all of it had come.': 'El archivo terminó antes de llegar por completo.',
  'This request came from another site.': 'Esta solicitud vino de otro sitio.',
  'The request ended before its body did.': 'La solicitud terminó antes que su contenido.',
  'The request is larger than the {max} KB this call accepts.':
    'La solicitud supera los {max} KB que acepta esta llamada.',
  'The body is not valid JSON in UTF-8.': 'El contenido no es JSON válido en UTF-8.',
  'The body is too complex: it holds more than 200,000 values.':
    'El contenido es demasiado complejo: tiene más de 200.000 valores.',
  'The body is nested too deeply.': 'El contenido tiene demasiados niveles.',
  'An object in the body has more than 10,000 entries.': 'Un objeto del contenido tiene más de 10.000 entradas.',
  'The key {key} is not allowed.': 'La clave {key} no está permitida.',
  'Text must not contain the NUL character.': 'El texto no puede contener el carácter NUL.',
  'Text must be well-formed Unicode.': 'El texto debe ser Unicode válido.',
  'The server is restarting. Try again in a moment.':
    'El servidor se está reiniciando. Inténtalo de nuevo en un momento.',
  '{key} is too long.': '{key} es demasiado largo.',
  'Too many streams are open at once. Close some of them first.':
    'Hay demasiados flujos abiertos a la vez. Cierra algunos primero.',
  'This page is not valid any more. Start again from the first one.':
    'Esta página ya no es válida. Empieza de nuevo por la primera.',
  'The cursor is not one of this list. Start from the first page.':
    'Esa posición no es de esta lista. Empieza por la primera página.',
  'The cursor is not valid.': 'Esa posición de la lista no es válida.',
  'The base URL must begin with https:// or http://.': 'La URL base debe empezar por https:// o http://.',
  'This address lies inside the network of this installation. Its operator can allow it with OUTBOUND_ALLOW.':
    'Esta dirección está dentro de la red de esta instalación. Quien la opera puede permitirla con OUTBOUND_ALLOW.',
  'No key of this provider is stored.': 'No hay ninguna clave guardada de este proveedor.',
  'A workspace has at most {max} API keys. Revoke one that nobody uses.':
    'Un espacio de trabajo tiene como máximo {max} claves de API. Revoca una que nadie use.',
  'API keys do not open this call.': 'Las claves de API no dan acceso a esta llamada.',
  'Mails go to members who have joined the workspace, and to nobody else.':
    'Los correos solo van a miembros que ya se unieron al espacio de trabajo.',
  'This workspace sent as many mails as it may.': 'Este espacio de trabajo ya envió todos los correos que puede.',
  'The mail could not be sent. Try again in a few minutes.':
    'No se pudo enviar el correo. Inténtalo de nuevo en unos minutos.',
  'The mail could not be sent. Try again in a moment.':
    'No se pudo enviar el correo. Inténtalo de nuevo en un momento.',
  'You own {max} workspaces in this region, which is as many as there may be.':
    'Ya tienes {max} espacios de trabajo en esta región, que es el máximo.',
  'Confirm your e-mail address first.': 'Confirma primero tu dirección de correo.',
  'The owner of a workspace stays its owner.': 'El propietario de un espacio de trabajo sigue siéndolo.',
  'You cannot change your own role.': 'No puedes cambiar tu propio rol.',
  'The personal workspace stays as long as the account.': 'El espacio de trabajo personal dura lo mismo que la cuenta.',
  'Failed to add user to workspace, workspace does not have enough seats':
    'No se pudo añadir: el espacio de trabajo no tiene plazas suficientes',
  "You can't invite yourself lol": 'No puedes enviarte una invitación, jaja',
  'You cannot remove yourself from the workspace.': 'No puedes quitarte del espacio de trabajo.',
  '{email} belongs to this workspace already.': '{email} ya pertenece a este espacio de trabajo.',
  '{email} has joined already.': '{email} ya se ha unido.',
  'A workspace belongs to its owner. Delete it instead.':
    'Un espacio de trabajo pertenece a su propietario. Elimínalo en su lugar.',
  'Please enter a workspace name.': 'Escribe un nombre para el espacio de trabajo.',
  'Please enter the address of the server.': 'Escribe la dirección del servidor.',
  'Please enter the key that belongs to this address.': 'Escribe la clave que corresponde a esta dirección.',
  'Choose at least one scope.': 'Elige al menos un permiso.',
  'This is no scope of an API key.': 'Ese no es un permiso de una clave de API.',
  'A logo has to be uploaded to this workspace first.': 'Primero hay que subir el logo a este espacio de trabajo.',
  'There is no room for more files now.': 'Ahora no hay espacio para más archivos.',
  'The files of a workspace may take {size}. Delete agents, documents or conversations whose files nobody needs any more.':
    'Los archivos de un espacio de trabajo pueden ocupar {size}. Elimina agentes, documentos o conversaciones cuyos archivos ya nadie necesite.',
  'This workspace uploaded {max} files within a day. Try again tomorrow.':
    'Este espacio de trabajo subió {max} archivos en un día. Inténtalo de nuevo mañana.',
  'You can send {max} files a day. Try again tomorrow.':
    'Puedes enviar {max} archivos al día. Inténtalo de nuevo mañana.',
  'Pictures may have up to {max} pixels a side.': 'Las imágenes pueden tener hasta {max} píxeles por lado.',
  'This .{ending} file holds {content}.': 'Este archivo .{ending} contiene {content}.',
  'a PNG picture': 'una imagen PNG',
  'a JPEG picture': 'una imagen JPEG',
  'a WebP picture': 'una imagen WebP',
  'a GIF picture': 'una imagen GIF',
  'a PDF document': 'un documento PDF',
  'a Word document': 'un documento de Word',
  'an Excel workbook': 'un libro de Excel',
  'plain text': 'texto sin formato',
  'a HEIC photo': 'una foto HEIC',
  'an AVIF picture': 'una imagen AVIF',
  'a TIFF picture': 'una imagen TIFF',
  'a BMP picture': 'una imagen BMP',
  'a video': 'un vídeo',
  'a recording': 'una grabación de sonido',
  'a Photoshop file': 'un archivo de Photoshop',
  'a program': 'un programa',
  'a ZIP archive': 'un archivo ZIP',
  'a document with macros': 'un documento con macros',
  'a document of an old version of Office': 'un documento de una versión antigua de Office',
  'an RTF document': 'un documento RTF',
  'an SVG drawing': 'un dibujo SVG',
  'an HTML page': 'una página HTML',
  'text that is not in UTF-8': 'texto que no está en UTF-8',
  'nothing at all': 'absolutamente nada',
  'something else than its name says': 'algo distinto de lo que dice su nombre',
  'The picture can’t be read. Save it anew and try again.':
    'No se puede leer la imagen. Guárdala otra vez e inténtalo de nuevo.',
  'An animation may have up to {max} pictures.': 'Una animación puede tener hasta {max} imágenes.',
  'The picture has too many pixels. Make it smaller and try again.':
    'La imagen tiene demasiados píxeles. Redúcela e inténtalo de nuevo.',
  'Files can’t be reached now. Try again in a moment.':
    'Ahora no se puede acceder a los archivos. Inténtalo de nuevo en un momento.',
  'Please enter a valid email': 'Escribe un correo válido',
  'This address takes no mail. Check how it is written.':
    'Esta dirección no acepta correo. Comprueba cómo está escrita.',
  'Use at least {min} characters.': 'Usa al menos {min} caracteres.',
  'The password is too long.': 'La contraseña es demasiado larga.',
  'The password is not right.': 'La contraseña no es correcta.',
  'The current password is not right.': 'La contraseña actual no es correcta.',
  'Type the e-mail address of this account.': 'Escribe la dirección de correo de esta cuenta.',
  'Other people belong to your workspaces. Say that these are to be deleted too.':
    'Otras personas pertenecen a tus espacios de trabajo. Confirma que también deben eliminarse.',
  'Something of a deleted account is still being deleted.': 'Aún se está eliminando algo de una cuenta eliminada.',
  'A workspace of a deleted account was made meanwhile.':
    'Mientras tanto se creó un espacio de trabajo de una cuenta eliminada.',
  'This copy is not ready.': 'Esta copia no está lista.',
  'A copy of your data is being made already. Wait until it is ready.':
    'Ya se está haciendo una copia de tus datos. Espera a que esté lista.',
  '{max} copies can be made a day. Try again tomorrow.':
    'Se pueden hacer {max} copias al día. Inténtalo de nuevo mañana.',
  'Another process is at this copy.': 'Otro proceso ya trabaja en esta copia.',
  'This invitation does not work any more: it was used, taken back or replaced by a newer one, or it is older than 7 days.':
    'Esta invitación ya no sirve: se usó, se retiró, se sustituyó por otra más reciente o tiene más de 7 días.',
  'This invitation is for another e-mail address than the one of your account.':
    'Esta invitación es para otra dirección de correo que la de tu cuenta.',
  'This sign-in has ended. Begin again.': 'Este inicio de sesión ha terminado. Empieza de nuevo.',
  'Sign in with your password or a passkey first, then connect {name} under Account › Security.':
    'Inicia sesión primero con tu contraseña o una llave de acceso y conecta {name} en Cuenta › Seguridad.',
  'This person of {name} is connected with another account.': 'Esta persona de {name} está conectada con otra cuenta.',
  'Set a password or add a passkey first: there would be no way to sign in.':
    'Primero establece una contraseña o añade una llave de acceso: si no, no habría forma de iniciar sesión.',
  'Sign out and in again to change this: it is a while since you did.':
    'Cierra sesión y vuelve a entrar para cambiar esto: hace tiempo que no lo haces.',
  'This passkey was not accepted. Try again.': 'Esta llave de acceso no se aceptó. Inténtalo de nuevo.',
  'This passkey is in use already, or there are {max} of them. Remove one first.':
    'Esta llave de acceso ya está en uso o ya hay {max}. Quita una primero.',
  'This address has an account already.': 'Esta dirección ya tiene una cuenta.',
  'This address has an account by now.': 'Esta dirección ya tiene ahora una cuenta.',
  'Sign in to the account that is to have this address.': 'Inicia sesión en la cuenta que debe tener esta dirección.',
  'This link belongs to another account than the one you are signed in to.':
    'Este enlace pertenece a otra cuenta que la que tiene la sesión abierta.',
  'This code is not right, or it was used before.': 'Este código no es correcto o ya se usó.',
  'Too many wrong codes. Try again in {minutes} min.':
    'Demasiados códigos incorrectos. Inténtalo de nuevo en {minutes} min.',
  'The second factor is on already. Turn it off first.': 'El segundo factor ya está activado. Desactívalo primero.',
  'The sign-in with the other provider did not work. Begin again.':
    'El inicio de sesión con el otro proveedor no funcionó. Empieza de nuevo.',
  '{name} could not be reached. Try again in a moment.':
    'No se pudo contactar con {name}. Inténtalo de nuevo en un momento.',
  'A copy of this account is still being packed.': 'Aún se está empaquetando una copia de esta cuenta.',
  'This file holds {content}.': 'Este archivo contiene {content}.',
}
