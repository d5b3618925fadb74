import type { Label } from '../en/labels.ts'

export const labels: Readonly<Record<Label, string>> = {
  'Customer Support': 'Kundenservice',
  'Answers from your knowledge, solves problems step by step and hands hard cases to a person.':
    'Antwortet aus Ihrem Wissen, löst Probleme Schritt für Schritt und übergibt schwere Fälle an einen Menschen.',
  'Real Estate Agent': 'Immobilienberatung',
  'Learns what people look for, suggests matching properties and arranges viewings.':
    'Erfährt, was Menschen suchen, schlägt passende Immobilien vor und vereinbart Besichtigungen.',
  'Health Care Agent': 'Praxisempfang',
  'The front desk of a practice: information, appointment requests and call backs, no medical advice.':
    'Der Empfang einer Praxis: Auskunft, Terminwünsche und Rückrufe, kein medizinischer Rat.',
  'Confirm Email': 'E-Mail bestätigen',
  'Asks for an e-mail address, checks it, repeats it back and takes corrections.':
    'Fragt nach einer E-Mail-Adresse, prüft sie, wiederholt sie und nimmt Korrekturen an.',
  'Make Appointment': 'Termin vereinbaren',
  'Collects name, date, time and e-mail, and has them confirmed before passing them on.':
    'Erfragt Name, Datum, Uhrzeit und E-Mail und lässt sie bestätigen, bevor sie weitergehen.',
  'Blank Template': 'Leere Vorlage',
  'One start step and a short prompt: build your own from here.':
    'Ein Startschritt und ein kurzer Prompt: Von hier aus selbst weiterbauen.',
  'Game NPC': 'Spielfigur (NPC)',
  'An innkeeper with moods, rumours and a secret: a character for games and stories.':
    'Ein Wirt mit Launen, Gerüchten und einem Geheimnis: eine Figur für Spiele und Geschichten.',
  'Europe (Frankfurt)': 'Europa (Frankfurt)',
  'North America (Virginia)': 'Nordamerika (Virginia)',
  'Workspace key': 'Schlüssel des Workspace',
  'Agency key': 'Schlüssel der Agentur',
  'Agent key': 'Schlüssel des Agenten',
  'The CSS is longer than 50,000 characters.': 'Das CSS ist länger als 50.000 Zeichen.',
  'Brackets stand more than {max} deep within each other.': 'Klammern stehen mehr als {max}-fach ineinander.',
  'This can’t be read: {message}.': 'Das lässt sich nicht lesen: {message}.',
  'The CSS holds the end of an HTML element.': 'Das CSS enthält das Ende eines HTML-Elements.',
  'This can’t stand here.': 'Das darf hier nicht stehen.',
  'Rules stand at most {max} deep within each other.': 'Regeln stehen höchstens {max}-fach ineinander.',
  '@{name} is not used here.': '@{name} wird hier nicht verwendet.',
  'There are more than {selectors} selectors or {declarations} declarations: the rest goes.':
    'Es gibt mehr als {selectors} Selektoren oder {declarations} Deklarationen: Der Rest entfällt.',
  'A step is from, to or a percentage.': 'Ein Schritt ist from, to oder ein Prozentwert.',
  '«{property}» is no name of a property.': '„{property}“ ist kein Name einer Eigenschaft.',
  '{name} is not used here: it can run scripts.': '{name} wird hier nicht verwendet: Es kann Skripte ausführen.',
  '!{word} means nothing; !important does.': '!{word} bedeutet nichts; !important schon.',
  'This value can’t be read.': 'Dieser Wert lässt sich nicht lesen.',
  'z-index is a whole number up to {max} here: nothing may lie over consent and branding.':
    'z-index ist hier eine ganze Zahl bis {max}: Nichts darf über Einwilligung und Branding liegen.',
  '«{property}» is a property we do not know. Is it spelled right?':
    'Die Eigenschaft „{property}“ kennen wir nicht. Ist sie richtig geschrieben?',
  '«{value}» is no value of {name} that we know.': '„{value}“ ist kein uns bekannter Wert von {name}.',
  'A selector begins with what it names.': 'Ein Selektor beginnt mit dem, was er benennt.',
  'What stands beside the chat can’t be changed, only what is in it.':
    'Was neben dem Chat steht, lässt sich nicht ändern, nur was darin ist.',
  'A selector has at most {max} characters.': 'Ein Selektor hat höchstens {max} Zeichen.',
  'A bracket is not closed.': 'Eine Klammer ist nicht geschlossen.',
  'Escapes with \\ work inside quotes only.': 'Maskierungen mit \\ wirken nur in Anführungszeichen.',
  '{name}() is not used here: only functions that can’t fetch anything are.':
    '{name}() wird hier nicht verwendet: nur Funktionen, die nichts laden können.',
  'Only pictures uploaded here (/media/…) and data:image (PNG, JPEG, GIF, WebP, AVIF) can be loaded, so that visitors are not tracked.':
    'Geladen werden nur hier hochgeladene Bilder (/media/…) und data:image (PNG, JPEG, GIF, WebP, AVIF), damit Besucher nicht verfolgt werden.',
  'This is required.': 'Das ist ein Pflichtfeld.',
  'Enter a valid e-mail address.': 'Bitte eine gültige E-Mail-Adresse eingeben.',
  'Enter a valid web address.': 'Bitte eine gültige Webadresse eingeben.',
  'Enter a valid phone number.': 'Bitte eine gültige Telefonnummer eingeben.',
  'Enter a number.': 'Bitte eine Zahl eingeben.',
  'Enter {limit} or more.': 'Bitte {limit} oder mehr eingeben.',
  'Enter {limit} or less.': 'Bitte {limit} oder weniger eingeben.',
  'Enter at least {limit} characters.': 'Bitte mindestens {limit} Zeichen eingeben.',
  'Enter at most {limit} characters.': 'Bitte höchstens {limit} Zeichen eingeben.',
  'Enter a valid date.': 'Bitte ein gültiges Datum eingeben.',
  'Enter a valid time.': 'Bitte eine gültige Uhrzeit eingeben.',
  'Choose one of the options.': 'Bitte eine der Optionen wählen.',
  'Upload a file.': 'Bitte eine Datei hochladen.',
  'Monthly free credits': 'Monatliches Guthaben',
  'Knowledge: {name}': 'Wissen: {name}',
  'Crawler: {name}': 'Seiten des Crawlers: {name}',
  'Page: {name}': 'Seite: {name}',
  'Comparison of passages': 'Vergleich von Textstellen',
  'Interrupted answer': 'Abgebrochene Antwort',
  'Granted by the operator': 'Vom Betreiber gutgeschrieben',
  'Visitor {code}': 'Besucher {code}',
  'Suggestions for an agent': 'Vorschläge für einen Agenten',
  'Improvement of a prompt': 'Verbesserung eines Prompts',
}
