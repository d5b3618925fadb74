import type { Loss } from '../en/losses.ts'

export const losses: Readonly<Record<Loss, string>> = {
  'The picture is sent as a link.': 'La imagen se envía como enlace.',
  'Of the picture only its description is said.': 'De la imagen solo se dice la descripción.',
  'Tables are shown as plain text.': 'Las tablas se muestran como texto sin formato.',
  'Formatting and addresses are not said.': 'El formato y las direcciones no se dicen.',
  'Formatting is left out.': 'Se omite el formato.',
  'The text is sent as {count} messages.': 'El texto se envía en {count} mensajes.',
  'Buttons that open an address become links in the text.':
    'Los botones que abren una dirección pasan a ser enlaces en el texto.',
  'The options become a numbered list.': 'Las opciones pasan a ser una lista numerada.',
  'Only {max} options fit: they become a numbered list.': 'Solo caben {max} opciones: pasan a ser una lista numerada.',
  'Only {max} buttons fit: the options become a list to open.':
    'Solo caben {max} botones: las opciones pasan a ser una lista desplegable.',
  'Labels of more than {max} characters are shortened; the full ones stand above.':
    'Las etiquetas de más de {max} caracteres se acortan; las completas están arriba.',
  'Addresses are not said.': 'Las direcciones no se dicen.',
  'Only the first {max} of {count} options are said at first.':
    'Al principio solo se dicen las primeras {max} de {count} opciones.',
  'The options are said instead of shown.': 'Las opciones se dicen en lugar de mostrarse.',
  'The card becomes text.': 'La tarjeta pasa a ser texto.',
  'The card is sent in parts: it holds less text or fewer buttons here.':
    'La tarjeta se envía por partes: aquí admite menos texto o menos botones.',
  'Only the names of the cards are said.': 'Solo se dicen los nombres de las tarjetas.',
  'The cards become a numbered list.': 'Las tarjetas pasan a ser una lista numerada.',
  'Cards side by side must have a picture and the same kinds of buttons: they stand below each other.':
    'Las tarjetas en fila deben tener una imagen y los mismos tipos de botones: se muestran una debajo de otra.',
  'The cards stand below each other.': 'Las tarjetas se muestran una debajo de otra.',
  'The page is not shown; only its title is said.': 'La página no se muestra; solo se dice su título.',
  'The page becomes a link.': 'La página pasa a ser un enlace.',
  'The form is asked one question after the other.': 'El formulario se hace pregunta por pregunta.',
  'The field becomes a question.': 'El campo pasa a ser una pregunta.',
  'A password would be typed in the open.': 'Una contraseña se escribiría a la vista.',
  'Visitors can’t send a file here.': 'Los visitantes no pueden enviar archivos aquí.',
  'The file is not sent; only its name is said.': 'El archivo no se envía; solo se dice su nombre.',
  'The file becomes a link.': 'El archivo pasa a ser un enlace.',
  'Only the first {max} of {count} items are shown.': 'Solo se muestran los primeros {max} de {count} elementos.',
  'Only the first {max} of {count} steps are read.': 'Solo se leen los primeros {max} de {count} pasos.',
  'only the first {max} characters of the text are shown.': 'solo se muestran los primeros {max} caracteres del texto.',
  'only the first {max} of {count} buttons are shown.': 'solo se muestran los primeros {max} de {count} botones.',
  'only the first 10 of {count} cards are shown.': 'solo se muestran las primeras 10 de {count} tarjetas.',
  '{count} items more than a message can hold are left out.':
    'Se omiten {count} elementos que ya no caben en un mensaje.',
  'Voiceflow would speak again after a silence; visitors are not reminded here.':
    'Voiceflow hablaría de nuevo tras un silencio; aquí no se recuerda nada a los visitantes.',
  'nothing leads on from «{name}»': 'nada lleva más allá de «{name}»',
  'the address {address} is neither of the agent, nor of a tool, nor of a passage; it is left out.':
    'la dirección {address} no es del agente, ni de una herramienta, ni de un fragmento; se omite.',
}
