import type { AgentRefusal } from '../en/agent-refusals.ts'

export const agentRefusals: Readonly<Record<AgentRefusal, string>> = {
  'Only {endings} Files': 'Solo archivos {endings}',
  'The owner of this agent is another workspace than yours.': 'Este agente pertenece a otro espacio de trabajo.',
  'Please provide a name for the agent.': 'Indica un nombre para el agente.',
  'Please provide your Voiceflow dialogue API key and try again.':
    'Indica tu clave de API de diálogo de Voiceflow e inténtalo de nuevo.',
  'Max chunk size must be greater than 1000': 'El tamaño máximo de fragmento debe ser mayor que 1000',
  'Enter an address that begins with https:// or http://.': 'Escribe una dirección que empiece por https:// o http://.',
  'Please enter an address that begins with https:// or http://.':
    'Escribe una dirección que empiece por https:// o http://.',
  'The options are too large.': 'Las opciones ocupan demasiado.',
  'The settings of the voice are too large.': 'La configuración de la voz ocupa demasiado.',
  'Enter a domain like example.com or *.example.com, without https:// and path.':
    'Escribe un dominio como example.com o *.example.com, sin https:// ni ruta.',
  'An agent has exactly one start node.': 'Un agente tiene exactamente un nodo de inicio.',
  'Two nodes have the same id.': 'Dos nodos tienen el mismo ID.',
  'A variable name is letters, digits and _, and does not begin with a digit.':
    'El nombre de una variable lleva letras, cifras y _, y no empieza por una cifra.',
  'Two variables have the same name.': 'Dos variables tienen el mismo nombre.',
  'A choice needs options.': 'Una elección necesita opciones.',
  'Two fields have the same name.': 'Dos campos tienen el mismo nombre.',
  'The agent and its functions are more than 100 tools: a file holds no more.':
    'El agente y sus funciones suman más de 100 herramientas: un archivo no admite más.',
  'The key of an agent can’t change what Publish does when tests get worse.':
    'La clave de un agente no puede cambiar qué hace Publicar cuando las pruebas empeoran.',
  'The ID in the body is not the id in the address.': 'El ID del contenido no es el de la dirección.',
  'Not published: these protected tests are failing: {names}.':
    'No publicado: estas pruebas protegidas fallan: {names}.',
  'Not published: run the protected tests on this draft first: {names}.':
    'No se publicó: ejecuta primero las pruebas protegidas con este borrador: {names}.',
  'No operation was found in this text.': 'No se encontró ninguna operación en este texto.',
  'This text takes too much to read. Try a smaller part of it.':
    'Leer este texto cuesta demasiado. Prueba con una parte más pequeña.',
  'There is already a tool called «{name}».': 'Ya hay una herramienta llamada «{name}».',
  'A workspace has at most {max} tools. Delete one first.':
    'Un espacio de trabajo tiene como máximo {max} herramientas. Elimina una primero.',
  'This address lies inside the network of this installation, or on a port that is not open to tools. Its operator can allow it with OUTBOUND_ALLOW.':
    'Esta dirección está dentro de la red de esta instalación o en un puerto cerrado a las herramientas. Quien la opera puede permitirla con OUTBOUND_ALLOW.',
  'A workspace has at most {max} secrets. Delete one first.':
    'Un espacio de trabajo tiene como máximo {max} secretos. Elimina uno primero.',
  'A workspace has at most {max} themes of its own. Delete one first.':
    'Un espacio de trabajo tiene como máximo {max} temas propios. Elimina uno primero.',
  'There is already a theme called «{name}».': 'Ya hay un tema llamado «{name}».',
  'This can no longer be restored. Deleted items are kept for one hour.':
    'Esto ya no se puede restaurar. Lo eliminado se conserva durante una hora.',
  'This page was added again meanwhile. Delete it first to restore the old one.':
    'Esta página se añadió de nuevo entretanto. Elimínala primero para restaurar la anterior.',
  'A test with this ID was added meanwhile. Delete it first.':
    'Entretanto se añadió una prueba con este ID. Elimínala primero.',
  'A colour is six hex digits, like #12ab34.': 'Un color son seis dígitos hexadecimales, como #12ab34.',
  'Upload the file again: it could not be read.': 'Sube el archivo de nuevo: no se pudo leer.',
  'The file is empty.': 'El archivo está vacío.',
  'A workspace can upload {max} documents in 24 hours. Try again later.':
    'Un espacio de trabajo puede subir {max} documentos en 24 horas. Inténtalo más tarde.',
  'This is not the address of a web page.': 'Esta no es la dirección de una página web.',
  'A document has at most 20 tags of at most 50 characters each.':
    'Un documento tiene como máximo 20 etiquetas de 50 caracteres cada una.',
  'The document has no such chunk.': 'El documento no tiene ese fragmento.',
  'The document would be longer than one document can be.': 'El documento sería más largo de lo que puede ser.',
  'The document changed meanwhile. Look at it again.': 'El documento cambió mientras tanto. Míralo de nuevo.',
  'Nothing would be left. Delete the document instead.': 'No quedaría nada. Elimina el documento en su lugar.',
  'An agent can hold {max} documents.': 'Un agente puede tener {max} documentos.',
  'Only pages added by their address are read again by themselves.':
    'Solo las páginas añadidas por su dirección se vuelven a leer solas.',
  'The crawler reads this page again: change its job instead.':
    'El rastreador vuelve a leer esta página: cambia su tarea en su lugar.',
  'An agent has at most {max} golden questions.': 'Un agente tiene como máximo {max} preguntas de referencia.',
  'There are no golden questions to ask.': 'No hay preguntas de referencia que hacer.',
  'This question is answered already.': 'Esta pregunta ya está respondida.',
  'A workspace has at most {max} webhook endpoints. Delete one first.':
    'Un espacio de trabajo tiene como máximo {max} endpoints de webhook. Elimina uno primero.',
  'The endpoint is disabled. Enable it first.': 'El endpoint está desactivado. Actívalo primero.',
  'The endpoint of this delivery was deleted.': 'El endpoint de esta entrega se eliminó.',
  'Enter the URL of the endpoint.': 'Escribe la URL del endpoint.',
  'Save an endpoint first.': 'Guarda primero un endpoint.',
  'The endpoint answered that it wants no more events. Save it again to go on.':
    'El endpoint respondió que no quiere más eventos. Guárdalo de nuevo para continuar.',
  'This address can’t be used: it must be reachable on the public internet.':
    'Esta dirección no se puede usar: debe ser accesible en la internet pública.',
  'There are no tests to run.': 'No hay pruebas que ejecutar.',
  'The tests of this agent are already running.': 'Las pruebas de este agente ya se están ejecutando.',
  'A test run of this agent is paused. Continue it or stop it first.':
    'Una ejecución de pruebas de este agente está en pausa. Continúala o detenla primero.',
  'An agent has at most {max} tests.': 'Un agente tiene como máximo {max} pruebas.',
  'The visitor said nothing in this conversation.': 'El visitante no dijo nada en esta conversación.',
  'One of the agents does not exist.': 'Uno de los agentes no existe.',
  '“{address}” is not the address of a page.': '«{address}» no es la dirección de una página.',
  '“{address}” does not lead to a page on the public internet.':
    '«{address}» no lleva a una página de la internet pública.',
  'A workspace has at most {max} jobs. Delete one that is not needed any more.':
    'Un espacio de trabajo tiene como máximo {max} tareas. Elimina una que ya no haga falta.',
  'This job is running already.': 'Esta tarea ya está en marcha.',
  'The agents of this job were deleted. Choose others before it runs again.':
    'Los agentes de esta tarea se eliminaron. Elige otros antes de que vuelva a ejecutarse.',
  'This agent takes no attachments.': 'Este agente no acepta archivos adjuntos.',
  'This agent takes no voice notes.': 'Este agente no acepta mensajes de voz.',
  'The latest answer does not ask for a file.': 'La última respuesta no pide ningún archivo.',
  'A conversation can hold {max} files.': 'Una conversación puede tener {max} archivos.',
  'This chat has ended. Start a new one to go on.': 'Este chat ha terminado. Empieza uno nuevo para continuar.',
  'Write a message.': 'Escribe un mensaje.',
  'Only those who may edit the agent can talk to its draft.':
    'Solo quien puede editar el agente puede hablar con su borrador.',
  'Only those who may edit the agent can debug a conversation.':
    'Solo quien puede editar el agente puede depurar una conversación.',
  'Upload the attachments first.': 'Sube primero los archivos adjuntos.',
  'These attachments were sent before. Upload them again.': 'Estos archivos adjuntos ya se enviaron. Súbelos de nuevo.',
  'There is no such button.': 'Ese botón no existe.',
  'Fill in the form.': 'Rellena el formulario.',
  'The period ends before it begins.': 'El periodo termina antes de empezar.',
  'A period lies between {from} and {to}.': 'Un período está entre {from} y {to}.',
  'A period has at most {max} days.': 'Un período tiene como máximo {max} días.',
  'No key is configured for the model {model}. Add one under Credentials, or choose another model.':
    'No hay ninguna clave configurada para el modelo {model}. Añade una en Credenciales o elige otro modelo.',
  'A tool name is letters, digits, _ and -, at most 64, and begins with a letter.':
    'Un nombre de herramienta lleva letras, dígitos, _ y -, 64 como máximo, y empieza por una letra.',
  'Two tools have the same id.': 'Dos herramientas tienen el mismo ID.',
  'Two tools have the same name.': 'Dos herramientas tienen el mismo nombre.',
  'Two MCP servers have the same id.': 'Dos servidores MCP tienen el mismo ID.',
  'An agent id is 16 letters and digits.': 'El ID de un agente tiene 16 letras y dígitos.',
  'Enter a time since 1970.': 'Escribe una fecha desde 1970.',
  'Too small: expected {kind} to have >={min} {units}': 'Demasiado corto: {min} como mínimo',
  'Too big: expected {kind} to have <={max} {units}': 'Demasiado largo: {max} como máximo',
  'Too small: expected {kind} to be >={min}': 'Demasiado pequeño: {min} como mínimo',
  'Too big: expected {kind} to be <={max}': 'Demasiado grande: {max} como máximo',
  'Invalid input: expected {kind}, received {other}': 'Dato no válido',
  'Invalid option: expected one of {options}': 'No válido: se admite {options}',
  'Invalid input': 'Dato no válido',
  'Invalid URL': 'URL no válida',
  'Invalid email address': 'Dirección de correo no válida',
  'Invalid ISO datetime': 'Fecha no válida',
  'Invalid ISO date': 'Fecha no válida',
  'Add an API key for the agent’s model first. The demo model does not write prompts.':
    'Añada primero una clave API para el modelo del agente. El modelo de demostración no escribe prompts.',
  'The provider refused the request. Check the API key and the model’s name under Credentials.':
    'El proveedor rechazó la solicitud. Revise la clave API y el nombre del modelo en Credenciales.',
  'The provider has too many requests, or the key has no credit left. Try again later, or check your account there.':
    'El proveedor tiene demasiadas solicitudes o la clave se quedó sin saldo. Inténtelo más tarde o revise allí su cuenta.',
  'The model did not answer in time. Try again.': 'El modelo no respondió a tiempo. Inténtelo de nuevo.',
  'The model gave no usable text. Try again, or choose another model.':
    'El modelo no dio un texto utilizable. Inténtelo de nuevo o elija otro modelo.',
}
