import type { CallFinding } from '../en/call-findings.ts'

export const callFindings: Readonly<Record<CallFinding, string>> = {
  'The address is not reachable on the public internet.': 'La dirección no es accesible en la internet pública.',
  'Redirects are not followed.': 'No se siguen las redirecciones.',
  'The answer was too large.': 'La respuesta era demasiado grande.',
  'The endpoint did not take the connection in time.': 'El endpoint no aceptó la conexión a tiempo.',
  'The certificate of the endpoint is not valid.': 'El certificado del endpoint no es válido.',
  'Too many calls were under way.': 'Había demasiadas llamadas en curso.',
  'The endpoint could not be reached, or ended the connection.':
    'No se pudo contactar con el endpoint, o este cerró la conexión.',
  'Nothing answered within {seconds} seconds.': 'Nada respondió en {seconds} segundos.',
  'The endpoint answered 410: it wants no more events.': 'El endpoint respondió 410: no quiere más eventos.',
  'The endpoint answered {status}. Redirects are not followed: enter the address it leads to.':
    'El endpoint respondió {status}. No se siguen las redirecciones: escribe la dirección de destino.',
  'The endpoint answered {status}.': 'El endpoint respondió {status}.',
  'The event {event} could not be delivered and is not tried again. {reason}':
    'El evento {event} no se pudo entregar y no se vuelve a intentar. {reason}',
  'The event {event} could not be delivered; it is tried again. {reason}':
    'El evento {event} no se pudo entregar; se vuelve a intentar. {reason}',
  'The process ended.': 'El proceso terminó.',
  '{who} accepts this key.': '{who} acepta esta clave.',
  '{who} takes no more calls with this key: its credit is used up or a limit is reached ({status}).':
    '{who} no acepta más llamadas con esta clave: se agotó su saldo o se alcanzó un límite ({status}).',
  'No answer came from this address. Check that it is right and its server runs. An address inside the network of this installation has to be allowed by its operator.':
    'No hubo respuesta de esta dirección. Comprueba que es correcta y que su servidor funciona. Una dirección dentro de la red de esta instalación debe permitirla quien la opera.',
  '{who} did not answer. Try again in a moment.': '{who} no respondió. Inténtalo de nuevo en un momento.',
  '{who} does not let this key list models (403). Check what the key may do.':
    '{who} no deja que esta clave liste modelos (403). Comprueba qué permite la clave.',
  '{who} refuses this key. Check that it was copied completely and not revoked.':
    '{who} rechaza esta clave. Comprueba que se copió completa y no se revocó.',
  '{who} has trouble of its own ({status}). Try again later.':
    '{who} tiene problemas propios ({status}). Inténtalo más tarde.',
  'This address does not answer like a model provider. Check the base address.':
    'Esta dirección no responde como un proveedor de modelos. Revisa la dirección base.',
  'This address does not answer like a model provider ({status}). Check the base address.':
    'Esta dirección no responde como un proveedor de modelos ({status}). Revisa la dirección base.',
  '{who} gave an answer that was not expected. Try again later.':
    '{who} dio una respuesta inesperada. Inténtalo más tarde.',
  '{who} gave an answer that was not expected ({status}). Try again later.':
    '{who} dio una respuesta inesperada ({status}). Inténtalo más tarde.',
  'The server': 'El servidor',
  'There is no such tool here: it is unknown, switched off, or not for this channel.':
    'Esa herramienta no existe aquí: es desconocida, está desactivada o no es para este canal.',
  'The secret «{name}» is not stored under Credentials.': 'El secreto «{name}» no está guardado en Credenciales.',
  'The answer is larger than 200 KB, so that nothing could be taken from it.':
    'La respuesta supera los 200 KB, así que no se pudo tomar nada de ella.',
  'The arguments are too long.': 'Los argumentos son demasiado largos.',
  'The tool says that it failed.': 'La herramienta indica que falló.',
  'This address could not be reached, or calls to it are not allowed.':
    'No se pudo acceder a esta dirección, o no se permiten llamadas a ella.',
  'This address could not be reached.': 'No se pudo acceder a esta dirección.',
  'The server answered with status {status}.': 'El servidor respondió con el estado {status}.',
  'The call was stopped.': 'La llamada se detuvo.',
  'No complete answer came within {seconds} seconds.': 'No llegó ninguna respuesta completa en {seconds} segundos.',
  'The call failed.': 'La llamada falló.',
  'The address redirects too often.': 'La dirección redirige demasiadas veces.',
  'The address redirects to something that is no address.': 'La dirección redirige a algo que no es una dirección.',
  'The address redirects to another server, and the call is not repeated there.':
    'La dirección redirige a otro servidor, y la llamada no se repite allí.',
  'The MCP server did not answer within {seconds} seconds.': 'El servidor MCP no respondió en {seconds} segundos.',
  'The MCP server refuses the credential.': 'El servidor MCP rechaza la credencial.',
  'The MCP server answered with status {status}.': 'El servidor MCP respondió con el estado {status}.',
  'The MCP server refused: {message}': 'El servidor MCP rechazó: {message}',
  'What this address answers is not MCP.': 'Lo que responde esta dirección no es MCP.',
  'The host of the address is fixed: placeholders are for its path and query.':
    'El host de la dirección es fijo: los marcadores van en la ruta y la consulta.',
  'The address must not hold a user name or password. Send them as a secret header.':
    'La dirección no puede llevar usuario ni contraseña. Envíalos en un encabezado secreto.',
  'This is not a valid address.': 'Esta no es una dirección válida.',
  'The address has no {{key}} for the field «{field}».': 'La dirección no tiene {{key}} para el campo «{field}».',
  '«{field}» does not say which secret it is.': '«{field}» no dice qué secreto es.',
  'Two fields set the header «{field}».': 'Dos campos definen el encabezado «{field}».',
  '«{field}» is not a name of a header.': '«{field}» no es un nombre de encabezado.',
  "The header «{field}» can't be set.": 'El encabezado «{field}» no se puede definir.',
  'The header «Cookie» can only be a secret.': 'El encabezado «Cookie» solo puede ser un secreto.',
  '«{field}» is missing.': 'Falta «{field}».',
  'The fixed value of «{field}» is not JSON.': 'El valor fijo de «{field}» no es JSON.',
  "The header «{field}» holds a character that headers can't have.":
    'El encabezado «{field}» tiene un carácter no permitido en encabezados.',
  'The header «{field}» is too long.': 'El encabezado «{field}» es demasiado largo.',
  'The address became too long.': 'La dirección quedó demasiado larga.',
  'The address needs {{name}}, and nothing fills it.': 'La dirección necesita {{name}} y nada lo rellena.',
  'A part of the address must not be «.» or «..».': 'Una parte de la dirección no puede ser «.» ni «..».',
  'The body became too large.': 'El contenido quedó demasiado grande.',
  '«{field}» must be text.': '«{field}» debe ser texto.',
  '«{field}» must be a number.': '«{field}» debe ser un número.',
  '«{field}» must be a whole number.': '«{field}» debe ser un número entero.',
  '«{field}» must be true or false.': '«{field}» debe ser true o false.',
  '«{field}» must be an object.': '«{field}» debe ser un objeto.',
  '«{field}» must be a list.': '«{field}» debe ser una lista.',
  '«{field}» is too long.': '«{field}» es demasiado largo.',
  '«{field}» must be one of: {options}.': '«{field}» debe ser uno de estos: {options}.',
  'The value is empty.': 'El valor está vacío.',
  'The value is not valid.': 'El valor no es válido.',
  'The value is not a number.': 'El valor no es un número.',
  'The value is not a text.': 'El valor no es un texto.',
  '{value} is not one of: {options}.': '{value} no es ninguno de estos: {options}.',
  '{value} is not a valid e-mail address.': '{value} no es una dirección de correo válida.',
  '{value} is not a valid phone number.': '{value} no es un número de teléfono válido.',
  '{value} is not a valid number.': '{value} no es un número válido.',
  '{value} is not a valid time.': '{value} no es una hora válida.',
  '{value} is not a valid date.': '{value} no es una fecha válida.',
  '{value} is not a valid answer to a yes or no question.':
    '{value} no es una respuesta válida a una pregunta de sí o no.',
  '{value} may be two different dates: the month should be written as a word.':
    '{value} pueden ser dos fechas distintas: el mes debería escribirse con letras.',
  '{value} is too small: at least {min}.': '{value} es demasiado pequeño: {min} como mínimo.',
  '{value} is too large: at most {max}.': '{value} es demasiado grande: {max} como máximo.',
  '{value} is in the past.': '{value} ya ha pasado.',
  '{value} is too early: {min} or later.': '{value} es demasiado pronto.',
  '{value} is too late: {max} or earlier.': '{value} es demasiado tarde.',
  '{value} is too short: at least {min} characters.': '{value} es demasiado corto: {min} caracteres como mínimo.',
  '{value} is too long: at most {max} characters.': '{value} es demasiado largo: {max} caracteres como máximo.',
  'The model did not answer in time.': 'El modelo no respondió a tiempo.',
  'The model would not stop.': 'El modelo no paraba.',
  'The model answered nothing.': 'El modelo no respondió nada.',
  'The model broke off in the middle of its answer.': 'El modelo se interrumpió en mitad de su respuesta.',
  'The model call was ended.': 'La llamada al modelo se terminó.',
  'The model could not be reached.': 'No se pudo contactar con el modelo.',
  'The model could not be asked.': 'No se pudo preguntar al modelo.',
  'The model answered something unreadable: {message}': 'El modelo respondió algo ilegible: {message}',
  'The answer broke off. You can try again.': 'La respuesta se interrumpió. Puedes intentarlo de nuevo.',
  'Somebody has joined the chat meanwhile.': 'Mientras tanto, alguien se unió al chat.',
  'Nobody is being waited for.': 'No se espera a nadie.',
  'The visitor asked for a person.': 'El visitante pidió hablar con una persona.',
  'The visitor goes on with the agent.': 'El visitante sigue con el agente.',
  'The visitor left a message.': 'El visitante dejó un mensaje.',
  'Voiceflow could not be reached, or did not answer in time.':
    'No se pudo contactar con Voiceflow o no respondió a tiempo.',
  'Voiceflow refused the API key. Use the Dialog Manager key of your project: it begins with VF.DM.':
    'Voiceflow rechazó la clave de API. Usa la clave Dialog Manager de tu proyecto: empieza por VF.DM.',
  'Voiceflow broke off in the middle of its answer, or answered too much.':
    'Voiceflow se interrumpió en mitad de su respuesta o respondió demasiado.',
  'Voiceflow answered something unreadable.': 'Voiceflow respondió algo ilegible.',
  'Voiceflow does not know this project or its version. Publish it there and try again.':
    'Voiceflow no conoce este proyecto o su versión. Publícalo allí e inténtalo de nuevo.',
  'Voiceflow receives too many messages for this project at the moment.':
    'Voiceflow recibe demasiados mensajes para este proyecto en este momento.',
  'Voiceflow has a fault of its own (status {status}).': 'Voiceflow tiene un fallo propio (estado {status}).',
  'This agent runs on Voiceflow and has no model here.': 'Este agente funciona en Voiceflow y aquí no tiene modelo.',
  'Voiceflow can’t go back to an earlier message: its conversation begins anew.':
    'Voiceflow no puede volver a un mensaje anterior: su conversación empieza de nuevo.',
  'Voiceflow could not forget its conversation: it begins anew, but its variables may still hold values.':
    'Voiceflow no pudo olvidar su conversación: empieza de nuevo, pero sus variables pueden conservar valores.',
  'Voiceflow hands over to people.': 'Voiceflow transfiere a una persona.',
  'Voiceflow ended the conversation.': 'Voiceflow terminó la conversación.',
  'Steps and variables of Voiceflow are not set from here.':
    'Los pasos y variables de Voiceflow no se definen desde aquí.',
  'The router did not answer.': 'El enrutador no respondió.',
  'The router stayed where it had to choose.': 'El enrutador se quedó donde tenía que elegir.',
  'The router named several nodes.': 'El enrutador nombró varios nodos.',
  'The router named «{name}», which is no candidate.': 'El enrutador nombró «{name}», que no es candidato.',
  'The router named no node.': 'El enrutador no nombró ningún nodo.',
  'The values of the router are not an object.': 'Los valores del enrutador no son un objeto.',
  'The router gave «{name}», which nobody asked for.': 'El enrutador dio «{name}», que nadie pidió.',
  'There is no such tool here, or not on this channel.': 'Esa herramienta no existe aquí o no en este canal.',
  'There is no such tool here.': 'Esa herramienta no existe aquí.',
  'The arguments must be a JSON object.': 'Los argumentos deben ser un objeto JSON.',
  'Too many calls in one turn: answer with what there is.':
    'Demasiadas llamadas en un turno: responder con lo que hay.',
  'A step that names no type is left out.': 'Se omite un paso sin tipo.',
  "A step of the type «{type}» can't be shown here.": 'Un paso del tipo «{type}» no se puede mostrar aquí.',
  'Not set.': 'Sin definir.',
  'No tool was called.': 'No se llamó a ninguna herramienta.',
  'The judge gave no verdict.': 'El juez no dio ningún veredicto.',
  'The test could not be run to its end.': 'La prueba no se pudo ejecutar hasta el final.',
}
