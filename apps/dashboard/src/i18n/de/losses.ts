import type { Loss } from '../en/losses.ts'

export const losses: Readonly<Record<Loss, string>> = {
  'The picture is sent as a link.': 'Das Bild wird als Link gesendet.',
  'Of the picture only its description is said.': 'Vom Bild wird nur die Beschreibung gesagt.',
  'Tables are shown as plain text.': 'Tabellen erscheinen als einfacher Text.',
  'Formatting and addresses are not said.': 'Formatierung und Adressen werden nicht gesagt.',
  'Formatting is left out.': 'Formatierung entfällt.',
  'The text is sent as {count} messages.': 'Der Text wird als {count} Nachrichten gesendet.',
  'Buttons that open an address become links in the text.':
    'Buttons, die eine Adresse öffnen, werden zu Links im Text.',
  'The options become a numbered list.': 'Die Optionen werden zu einer nummerierten Liste.',
  'Only {max} options fit: they become a numbered list.':
    'Nur {max} Optionen passen: Sie werden zu einer nummerierten Liste.',
  'Only {max} buttons fit: the options become a list to open.':
    'Nur {max} Buttons passen: Die Optionen werden zu einer aufklappbaren Liste.',
  'Labels of more than {max} characters are shortened; the full ones stand above.':
    'Beschriftungen mit mehr als {max} Zeichen werden gekürzt; die vollen stehen darüber.',
  'Addresses are not said.': 'Adressen werden nicht gesagt.',
  'Only the first {max} of {count} options are said at first.':
    'Zuerst werden nur die ersten {max} von {count} Optionen gesagt.',
  'The options are said instead of shown.': 'Die Optionen werden gesagt statt gezeigt.',
  'The card becomes text.': 'Die Karte wird zu Text.',
  'The card is sent in parts: it holds less text or fewer buttons here.':
    'Die Karte wird in Teilen gesendet: Sie fasst hier weniger Text oder Buttons.',
  'Only the names of the cards are said.': 'Nur die Namen der Karten werden gesagt.',
  'The cards become a numbered list.': 'Die Karten werden zu einer nummerierten Liste.',
  'Cards side by side must have a picture and the same kinds of buttons: they stand below each other.':
    'Karten nebeneinander brauchen ein Bild und gleichartige Buttons: Sie stehen untereinander.',
  'The cards stand below each other.': 'Die Karten stehen untereinander.',
  'The page is not shown; only its title is said.': 'Die Seite wird nicht gezeigt; nur ihr Titel wird gesagt.',
  'The page becomes a link.': 'Die Seite wird zu einem Link.',
  'The form is asked one question after the other.': 'Das Formular wird Frage für Frage gestellt.',
  'The field becomes a question.': 'Das Feld wird zu einer Frage.',
  'A password would be typed in the open.': 'Ein Passwort würde offen getippt.',
  'Visitors can’t send a file here.': 'Besucher können hier keine Datei senden.',
  'The file is not sent; only its name is said.': 'Die Datei wird nicht gesendet; nur ihr Name wird gesagt.',
  'The file becomes a link.': 'Die Datei wird zu einem Link.',
  'Only the first {max} of {count} items are shown.': 'Nur die ersten {max} von {count} Elementen werden gezeigt.',
  'Only the first {max} of {count} steps are read.': 'Nur die ersten {max} von {count} Schritten werden gelesen.',
  'only the first {max} characters of the text are shown.': 'Nur die ersten {max} Zeichen des Textes werden gezeigt.',
  'only the first {max} of {count} buttons are shown.': 'Nur die ersten {max} von {count} Buttons werden gezeigt.',
  'only the first 10 of {count} cards are shown.': 'Nur die ersten 10 von {count} Karten werden gezeigt.',
  '{count} items more than a message can hold are left out.':
    '{count} Elemente mehr, als eine Nachricht fasst, entfallen.',
  'Voiceflow would speak again after a silence; visitors are not reminded here.':
    'Voiceflow würde nach einer Stille wieder sprechen; hier werden Besucher nicht erinnert.',
  'nothing leads on from «{name}»': 'Von „{name}“ führt nichts weiter',
  'the address {address} is neither of the agent, nor of a tool, nor of a passage; it is left out.':
    'Die Adresse {address} stammt weder vom Agenten noch von einem Tool noch aus einer Textstelle; sie entfällt.',
}
