import type { Label } from '../en/labels.ts'

export const labels: Readonly<Record<Label, string>> = {
  'Customer Support': 'Atención al cliente',
  'Answers from your knowledge, solves problems step by step and hands hard cases to a person.':
    'Responde con tu conocimiento, resuelve problemas paso a paso y pasa los casos difíciles a una persona.',
  'Real Estate Agent': 'Agente inmobiliario',
  'Learns what people look for, suggests matching properties and arranges viewings.':
    'Averigua qué buscan las personas, sugiere inmuebles adecuados y concierta visitas.',
  'Health Care Agent': 'Recepción médica',
  'The front desk of a practice: information, appointment requests and call backs, no medical advice.':
    'La recepción de una consulta: información, solicitudes de cita y devolución de llamadas, sin consejo médico.',
  'Confirm Email': 'Confirmar correo',
  'Asks for an e-mail address, checks it, repeats it back and takes corrections.':
    'Pide una dirección de correo, la comprueba, la repite y acepta correcciones.',
  'Make Appointment': 'Concertar cita',
  'Collects name, date, time and e-mail, and has them confirmed before passing them on.':
    'Recoge nombre, fecha, hora y correo, y los hace confirmar antes de enviarlos.',
  'Blank Template': 'Plantilla en blanco',
  'One start step and a short prompt: build your own from here.':
    'Un paso de inicio y un prompt breve: construye el tuyo desde aquí.',
  'Game NPC': 'PNJ de juego',
  'An innkeeper with moods, rumours and a secret: a character for games and stories.':
    'Un posadero con sus humores, rumores y un secreto: un personaje para juegos e historias.',
  'Europe (Frankfurt)': 'Europa (Fráncfort)',
  'North America (Virginia)': 'Norteamérica (Virginia)',
  'Workspace key': 'Clave del espacio de trabajo',
  'Agency key': 'Clave de la agencia',
  'Agent key': 'Clave del agente',
  'The CSS is longer than 50,000 characters.': 'El CSS supera los 50.000 caracteres.',
  'Brackets stand more than {max} deep within each other.': 'Los paréntesis están anidados más de {max} niveles.',
  'This can’t be read: {message}.': 'Esto no se puede leer: {message}.',
  'The CSS holds the end of an HTML element.': 'El CSS contiene el final de un elemento HTML.',
  'This can’t stand here.': 'Esto no puede estar aquí.',
  'Rules stand at most {max} deep within each other.': 'Las reglas se anidan como máximo {max} niveles.',
  '@{name} is not used here.': '@{name} no se usa aquí.',
  'There are more than {selectors} selectors or {declarations} declarations: the rest goes.':
    'Hay más de {selectors} selectores o {declarations} declaraciones: el resto se descarta.',
  'A step is from, to or a percentage.': 'Un paso es from, to o un porcentaje.',
  '«{property}» is no name of a property.': '«{property}» no es un nombre de propiedad.',
  '{name} is not used here: it can run scripts.': '{name} no se usa aquí: puede ejecutar scripts.',
  '!{word} means nothing; !important does.': '!{word} no significa nada; !important sí.',
  'This value can’t be read.': 'Este valor no se puede leer.',
  'z-index is a whole number up to {max} here: nothing may lie over consent and branding.':
    'z-index es aquí un entero hasta {max}: nada puede tapar el consentimiento ni la marca.',
  '«{property}» is a property we do not know. Is it spelled right?':
    'No conocemos la propiedad «{property}». ¿Está bien escrita?',
  '«{value}» is no value of {name} that we know.': '«{value}» no es un valor de {name} que conozcamos.',
  'A selector begins with what it names.': 'Un selector empieza por lo que nombra.',
  'What stands beside the chat can’t be changed, only what is in it.':
    'Lo que está junto al chat no se puede cambiar, solo lo que hay dentro.',
  'A selector has at most {max} characters.': 'Un selector tiene como máximo {max} caracteres.',
  'A bracket is not closed.': 'Hay un paréntesis sin cerrar.',
  'Escapes with \\ work inside quotes only.': 'Los escapes con \\ solo funcionan entre comillas.',
  '{name}() is not used here: only functions that can’t fetch anything are.':
    '{name}() no se usa aquí: solo funciones que no puedan cargar nada.',
  'Only pictures uploaded here (/media/…) and data:image (PNG, JPEG, GIF, WebP, AVIF) can be loaded, so that visitors are not tracked.':
    'Solo se cargan imágenes subidas aquí (/media/…) y data:image (PNG, JPEG, GIF, WebP, AVIF), para que no se rastree a los visitantes.',
  'This is required.': 'Este campo es obligatorio.',
  'Enter a valid e-mail address.': 'Escribe una dirección de correo válida.',
  'Enter a valid web address.': 'Escribe una dirección web válida.',
  'Enter a valid phone number.': 'Escribe un número de teléfono válido.',
  'Enter a number.': 'Escribe un número.',
  'Enter {limit} or more.': 'Escribe {limit} o más.',
  'Enter {limit} or less.': 'Escribe {limit} o menos.',
  'Enter at least {limit} characters.': 'Escribe al menos {limit} caracteres.',
  'Enter at most {limit} characters.': 'Escribe como máximo {limit} caracteres.',
  'Enter a valid date.': 'Escribe una fecha válida.',
  'Enter a valid time.': 'Escribe una hora válida.',
  'Choose one of the options.': 'Elige una de las opciones.',
  'Upload a file.': 'Sube un archivo.',
  'Monthly free credits': 'Créditos gratis del mes',
  'Knowledge: {name}': 'Conocimiento: {name}',
  'Crawler: {name}': 'Páginas del Crawler: {name}',
  'Page: {name}': 'Página: {name}',
  'Comparison of passages': 'Comparación de pasajes',
  'Interrupted answer': 'Respuesta interrumpida',
  'Granted by the operator': 'Concedidos por el operador',
  'Visitor {code}': 'Visitante {code}',
  'Suggestions for an agent': 'Propuestas para un agente',
  'Improvement of a prompt': 'Mejora de un prompt',
}
