import type { ImportFinding } from '../en/import-findings.ts'

export const importFindings: Readonly<Record<ImportFinding, string>> = {
  'The file': 'El archivo',
  'And {count} more of the kind.': 'Y {count} más de este tipo.',
  'There is no file.': 'No hay ningún archivo.',
  'The file is not valid JSON.': 'El archivo no es JSON válido.',
  'The file is not JSON.': 'El archivo no es JSON.',
  'The file is larger than 5 MB.': 'El archivo supera los 5 MB.',
  'The file is too complex: it holds more than 200,000 values.':
    'El archivo es demasiado complejo: tiene más de 200.000 valores.',
  'The file holds a number that JSON does not know.': 'El archivo contiene un número que JSON no admite.',
  'A text in the file holds characters that are not valid Unicode text.':
    'Un texto del archivo contiene caracteres que no son Unicode válido.',
  'The file refers to itself in a circle.': 'El archivo se refiere a sí mismo en círculo.',
  'The file is nested too deeply.': 'El archivo tiene demasiados niveles.',
  'An object in the file has more than 10,000 entries.': 'Un objeto del archivo tiene más de 10.000 entradas.',
  'The key {key} is not allowed in the file.': 'La clave {key} no está permitida en el archivo.',
  'The file could not be read. It is damaged, or not an export of an agent.':
    'No se pudo leer el archivo. Está dañado o no es la exportación de un agente.',
  'The file is neither an agent that was exported here, nor an export of Typebot or of Flowise.':
    'El archivo no es un agente exportado aquí ni una exportación de Typebot o de Flowise.',
  'An edge leads to a step that is not in the file.': 'Una transición lleva a un paso que no está en el archivo.',
  'The file does not make a valid agent. {field}: {reason}': 'El archivo no da un agente válido. {field}: {reason}',
  'The file is not an agent that was exported here.': 'El archivo no es un agente exportado aquí.',
  'The file is of version {version} of the format. Here version {known} can be read.':
    'El archivo es de la versión {version} del formato. Aquí se lee la versión {known}.',
  'The file holds no configuration.': 'El archivo no contiene configuración.',
  'The file is not a valid agent. {reason}': 'El archivo no es un agente válido. {reason}',
  'A file carries no secrets. Enter it again.': 'Un archivo no lleva secretos. Escríbelo de nuevo.',
  'This field is not known here.': 'Este campo no se conoce aquí.',
  'Functions of another workspace are not in the file. Add them to the agent again.':
    'Las funciones de otro espacio de trabajo no están en el archivo. Añádelas de nuevo al agente.',
  'The agent uses this secret: it must be there under Credentials.':
    'El agente usa este secreto: debe estar en Credenciales.',
  'The header {name} has no value in the file.': 'El encabezado {name} no tiene valor en el archivo.',
  'The picture stays where the agent comes from. Upload it again.':
    'La imagen se queda donde estaba el agente. Súbela de nuevo.',
  'Round picture': 'Imagen redonda',
  'Header picture': 'Imagen de cabecera',
  'Background picture': 'Imagen de fondo',
  "The file has more than {max} steps: an agent can't have so many.":
    'El archivo tiene más de {max} pasos: un agente no puede tener tantos.',
  'The file has more than {max} variables: an agent can’t have so many.':
    'El archivo tiene más de {max} variables: un agente no puede tener tantas.',
  'The file has more than {max} {thing}s: an agent can’t have so many.':
    'El archivo tiene más de {max} elementos de un tipo: un agente no puede tener tantos.',
  'A text of {length} characters is cut to {max}.': 'Un texto de {length} caracteres se corta a {max}.',
  'Only the first of several branches that run at once is kept.':
    'De varias ramas simultáneas solo se conserva la primera.',
  'A node inside an iteration can’t be carried over.': 'Un nodo dentro de una iteración no se puede trasladar.',
  'Its JavaScript can’t be run.': 'Su JavaScript no se puede ejecutar.',
  'Another flow can’t be run: import it as an agent of its own.':
    'No se puede ejecutar otro flujo: impórtalo como un agente propio.',
  'Steps can’t be repeated for every entry of a list.':
    'Los pasos no se pueden repetir para cada elemento de una lista.',
  'There is no step like {name}.': 'No hay ningún paso como {name}.',
  'The next step follows when the visitor has written again, not at once.':
    'El siguiente paso llega cuando el visitante vuelve a escribir, no enseguida.',
  'Tools are called without asking a person first.': 'Las herramientas se llaman sin preguntar antes a una persona.',
  'The documents of «{name}» are not in the file. Add them to the knowledge base.':
    'Los documentos de «{name}» no están en el archivo. Añádelos a la base de conocimiento.',
  'The structured output: the step answers in words.': 'La salida estructurada: el paso responde con palabras.',
  'The state {name} is not updated: values are not computed between steps.':
    'El estado {name} no se actualiza: no se calculan valores entre pasos.',
  'Built-in tools of the provider.': 'Herramientas integradas del proveedor.',
  'A comparison that is not about a variable is decided by the model, by its words.':
    'Una comparación que no trata de una variable la decide el modelo por sus palabras.',
  'The question is fixed: it is not written by a model.': 'La pregunta es fija: no la escribe un modelo.',
  'The visitor is asked: nobody else can be.': 'Se pregunta al visitante: no puede ser a nadie más.',
  'Every step that speaks searches the knowledge base by itself.':
    'Cada paso que habla busca por sí mismo en la base de conocimiento.',
  'How often it loops is bounded by the limits of a turn.':
    'Cuántas veces se repite lo limitan los límites de un turno.',
  'The chatflow has no chain and no agent that answers.': 'El chatflow no tiene cadena ni agente que responda.',
  'The knowledge base is searched without a tool.': 'La base de conocimiento se consulta sin herramienta.',
  'Only the last part of the chain answers. The prompt of this one is kept as a note.':
    'Solo responde la última parte de la cadena. El prompt de esta se guarda como nota.',
  'Conversations are remembered without it.': 'Las conversaciones se recuerdan sin ello.',
  'Its documents are not in the file. Add them to the knowledge base.':
    'Sus documentos no están en el archivo. Añádelos a la base de conocimiento.',
  'There is no part like {name}.': 'No hay ninguna parte como {name}.',
  'The flow is begun by a visitor, not by a webhook.': 'El flujo lo inicia un visitante, no un webhook.',
  '{{name}} is a Variable of Flowise: give it a value here.':
    '{{name}} es una variable de Flowise: dale un valor aquí.',
  'The placeholder {{{name}}} is told in words.': 'El marcador {{{name}}} se dice con palabras.',
  'The model {model} answers where a key for it is there.': 'El modelo {model} responde donde haya una clave para él.',
  'The model {model} of {provider} is replaced by the agent’s own.':
    'El modelo {model} de {provider} se sustituye por el del agente.',
  'The tool {name} does not exist here. A tool that calls an API can take its place.':
    'La herramienta {name} no existe aquí. La puede sustituir una que llame a una API.',
  'A raw body can’t be sent, only JSON.': 'No se puede enviar contenido sin formato, solo JSON.',
  'The form is sent as JSON.': 'El formulario se envía como JSON.',
  'The credential is not in the file. Add it to the tool.':
    'La credencial no está en el archivo. Añádela a la herramienta.',
  'The file has no nodes: it is not a Flowise export.': 'El archivo no tiene nodos: no es una exportación de Flowise.',
  'The flow has more than {max} nodes or edges.': 'El flujo tiene más de {max} nodos o transiciones.',
  'No node of the file says what kind of Flowise node it is.':
    'Ningún nodo del archivo dice qué tipo de nodo de Flowise es.',
  "Requests with the method {method} can't be made.": 'No se pueden hacer solicitudes con el método {method}.',
  'The address of the request has more than {max} characters.':
    'La dirección de la solicitud tiene más de {max} caracteres.',
  'The address of the request is missing, or depends on a variable in its host.':
    'Falta la dirección de la solicitud, o su host depende de una variable.',
  'The body is sent as JSON and not as {type}.': 'El contenido se envía como JSON y no como {type}.',
  'The header {key} holds a fixed value. Keep it under Credentials and name it in the tool.':
    'El encabezado {key} tiene un valor fijo. Guárdalo en Credenciales y nómbralo en la herramienta.',
  'The field {key} is too long and left out.': 'El campo {key} es demasiado largo y se omite.',
  'Fields after the {max}th are left out.': 'Los campos después del {max} se omiten.',
  'The bubble has no address.': 'La burbuja no tiene dirección.',
  'Shown as a link: it can’t be shown in the chat.': 'Se muestra como enlace: no se puede mostrar en el chat.',
  'Left out: the agent says its answer itself.': 'Se omite: el agente da su respuesta él mismo.',
  'Payments can’t be taken in the chat.': 'En el chat no se pueden cobrar pagos.',
  'Only one date is asked for, not a range.': 'Solo se pide una fecha, no un intervalo.',
  'The date is asked for without a time.': 'La fecha se pide sin hora.',
  'The earliest and the latest date are not checked.': 'No se comprueban la fecha más temprana ni la más tardía.',
  'Several answers at once are asked for in words, without buttons.':
    'Varias respuestas a la vez se piden con palabras, sin botones.',
  'This input is asked for as a text.': 'Esta entrada se pide como texto.',
  'Buttons from a list in a variable can’t be made: the answer is asked for in words.':
    'No se pueden hacer botones de una lista en una variable: la respuesta se pide con palabras.',
  'Buttons after the {max}th are left out.': 'Los botones después del {max} se omiten.',
  'Buttons with a display condition are always shown.':
    'Los botones con condición de visualización se muestran siempre.',
  'The file is kept with the conversation; its limits are those of this installation.':
    'El archivo se guarda con la conversación; sus límites son los de esta instalación.',
  'The flow does not wait between messages.': 'El flujo no espera entre mensajes.',
  'Scripts can’t be run.': 'Los scripts no se pueden ejecutar.',
  'Another Typebot can’t be entered: import it as an agent of its own.':
    'No se puede entrar en otro Typebot: impórtalo como un agente propio.',
  'Google Sheets is not connected. A tool that calls an API can take its place.':
    'Google Sheets no está conectado. Lo puede sustituir una herramienta que llame a una API.',
  'Google Analytics is not connected.': 'Google Analytics no está conectado.',
  'No mail is sent from a flow.': 'Desde un flujo no se envían correos.',
  '{app} is not connected. A tool that calls its webhook can take its place.':
    '{app} no está conectado. Lo puede sustituir una herramienta que llame a su webhook.',
  'Chatwoot is not connected. A hand-off step can take its place.':
    'Chatwoot no está conectado. Lo puede sustituir un paso de transferencia.',
  'Pixel is not connected.': 'Pixel no está conectado.',
  'There is no step like this block.': 'No hay ningún paso como este bloque.',
  'A condition without a comparison or without a way on is left out.':
    'Se omite una condición sin comparación o sin continuación.',
  '{{name}} has this value from the start.': '{{name}} tiene este valor desde el inicio.',
  '{{name}} is not set: values are not computed between steps. It was: {kind} {expression}':
    '{{name}} no se define: no se calculan valores entre pasos. Era: {kind} {expression}',
  'The address of the redirect is missing or depends on a variable.':
    'Falta la dirección de la redirección o depende de una variable.',
  'The page is not changed: the visitor gets a button that opens the address.':
    'La página no cambia: el visitante recibe un botón que abre la dirección.',
  'The group to jump to is not in the file.': 'El grupo al que saltar no está en el archivo.',
  'Visitors are not divided: all take the way A.': 'Los visitantes no se reparten: todos toman el camino A.',
  'Only a body that is a JSON object can be carried over.':
    'Solo se puede trasladar un contenido que sea un objeto JSON.',
  'The value {path} of the answer is not kept.': 'El valor {path} de la respuesta no se guarda.',
  '«{task}» can’t be done here.': '«{task}» no se puede hacer aquí.',
  'The agent answers with its own model instead of {model}, and goes on after the visitor’s next message.':
    'El agente responde con su propio modelo en vez de {model} y sigue tras el próximo mensaje del visitante.',
  'The agent answers with its own model, and goes on after the visitor’s next message.':
    'El agente responde con su propio modelo y sigue tras el próximo mensaje del visitante.',
  'A list of values can’t be kept in a variable.': 'Una lista de valores no se puede guardar en una variable.',
  'Inline code {{= … =}} can’t be run.': 'El código insertado {{= … =}} no se puede ejecutar.',
  'The variable {name} is not in the file.': 'La variable {name} no está en el archivo.',
  'A comparison without a variable or an operator is left out.':
    'Se omite una comparación sin variable o sin operador.',
  'A comparison with a pattern is not computed: the model decides by its words.':
    'Una comparación con un patrón no se calcula: decide el modelo por sus palabras.',
  'The file has no groups: it is not a Typebot export.':
    'El archivo no tiene grupos: no es una exportación de Typebot.',
  'The file is of Typebot version {version}. Versions 3 to 6 can be read.':
    'El archivo es de la versión {version} de Typebot. Se leen las versiones de la 3 a la 6.',
  'The Typebot has more than {max} groups, blocks or edges.':
    'El Typebot tiene más de {max} grupos, bloques o transiciones.',
  'The Typebot has no block that could be carried over.': 'El Typebot no tiene ningún bloque que se pueda trasladar.',
  'Only the start event can be carried over.': 'Solo se puede trasladar el evento de inicio.',
  'Colours and fonts are set on the agent’s UI page.':
    'Los colores y tipos de letra se ajustan en la página UI del agente.',
  'Typing emulation, metadata and security are not carried over.':
    'La simulación de escritura, los metadatos y la seguridad no se trasladan.',
  'The command is too long: it may have 200,000 characters.':
    'El comando es demasiado largo: puede tener 200.000 caracteres.',
  'This is not a curl command: it begins with «curl».': 'Esto no es un comando curl: empieza por «curl».',
  'The option «{option}» was not carried over.': 'La opción «{option}» no se trasladó.',
  'The command names no address.': 'El comando no indica ninguna dirección.',
  'Only the first address was carried over.': 'Solo se trasladó la primera dirección.',
  'A tool calls addresses that begin with https:// or http:// only.':
    'Una herramienta solo llama a direcciones que empiecen por https:// o http://.',
  'The method «{method}» was not carried over.': 'El método «{method}» no se trasladó.',
  'The header «{name}» was not carried over.': 'El encabezado «{name}» no se trasladó.',
  'Store «Basic » and the base64 of user:password as the secret {name} under Credentials.':
    'Guarda «Basic » y el base64 de usuario:contraseña como el secreto {name} en Credenciales.',
  'Store the value of «{key}» as the secret {name} under Credentials.':
    'Guarda el valor de «{key}» como el secreto {name} en Credenciales.',
  'Data from a file was not carried over.': 'Los datos de un archivo no se trasladaron.',
  'The body is neither a JSON object nor a form, so that it was not carried over.':
    'El contenido no es un objeto JSON ni un formulario, así que no se trasladó.',
  '{name}: fields without a usable name were left out.': '{name}: se omitieron los campos sin un nombre utilizable.',
  '{name}: only the first {max} of {count} fields were read.':
    '{name}: solo se leyeron los primeros {max} de {count} campos.',
  '{name} was left out: {reason}': 'Se omitió {name}: {reason}',
  'it is not a valid tool.': 'no es una herramienta válida.',
  "tools don't use this method.": 'las herramientas no usan este método.',
  'the document names no server with a full address for it.':
    'el documento no indica un servidor con dirección completa.',
  'a body of type {types} was left out: tools send JSON or forms.':
    'se omitió un contenido de tipo {types}: las herramientas envían JSON o formularios.',
  'how to sign in by «{name}» is not described.': 'no se describe cómo iniciar sesión con «{name}».',
  'store {reason} as the secret {name} under Credentials.': 'guarda {reason} como el secreto {name} en Credenciales.',
  'the API key': 'la clave de API',
  'the token': 'el token',
  'an access token (tools do not fetch one by themselves)':
    'un token de acceso (las herramientas no lo obtienen solas)',
  '«Basic » and the base64 of user:password': '«Basic » y el base64 de usuario:contraseña',
  'signing in by «{name}» was left out.': 'se omitió el inicio de sesión con «{name}».',
  'the parameter «{key}» in «{place}» was left out.': 'se omitió el parámetro «{key}» en «{place}».',
  "the header «{key}» was left out, because it can't be set.":
    'se omitió el encabezado «{key}» porque no se puede definir.',
  'This is not an OpenAPI document.': 'Esto no es un documento OpenAPI.',
  'This is not an OpenAPI 3 document.': 'Esto no es un documento OpenAPI 3.',
  'This is a Swagger 2.0 document. Convert it to OpenAPI 3 first, e.g. at editor.swagger.io.':
    'Es un documento Swagger 2.0. Conviértelo primero a OpenAPI 3, p. ej. en editor.swagger.io.',
  'The document describes no operation that a tool could call.':
    'El documento no describe ninguna operación que una herramienta pueda llamar.',
  'Only the first {max} of {count} operations were read.': 'Solo se leyeron las primeras {max} de {count} operaciones.',
  'Webhooks were left out: a tool calls, it is not called.':
    'Se omitieron los webhooks: una herramienta llama, no se la llama.',
  'A YAML document may have 1 MB. Convert it to JSON, which may have more.':
    'Un documento YAML puede tener 1 MB. Conviértelo a JSON, que puede tener más.',
  'This is not valid YAML or JSON: {message}': 'Esto no es YAML ni JSON válido: {message}',
  'It is not JSON.': 'No es JSON.',
  'Its format is not {format}.': 'Su formato no es {format}.',
}
