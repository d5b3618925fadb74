import type { ImportFinding } from '../en/import-findings.ts'

export const importFindings: Readonly<Record<ImportFinding, string>> = {
  'The file': 'Die Datei',
  'And {count} more of the kind.': 'Und {count} weitere dieser Art.',
  'There is no file.': 'Es gibt keine Datei.',
  'The file is not valid JSON.': 'Die Datei ist kein gültiges JSON.',
  'The file is not JSON.': 'Die Datei ist kein JSON.',
  'The file is larger than 5 MB.': 'Die Datei ist größer als 5 MB.',
  'The file is too complex: it holds more than 200,000 values.':
    'Die Datei ist zu komplex: Sie enthält mehr als 200.000 Werte.',
  'The file holds a number that JSON does not know.': 'Die Datei enthält eine Zahl, die JSON nicht kennt.',
  'A text in the file holds characters that are not valid Unicode text.':
    'Ein Text in der Datei enthält Zeichen, die kein gültiger Unicode-Text sind.',
  'The file refers to itself in a circle.': 'Die Datei verweist im Kreis auf sich selbst.',
  'The file is nested too deeply.': 'Die Datei ist zu tief verschachtelt.',
  'An object in the file has more than 10,000 entries.': 'Ein Objekt in der Datei hat mehr als 10.000 Einträge.',
  'The key {key} is not allowed in the file.': 'Der Schlüssel {key} ist in der Datei nicht erlaubt.',
  'The file could not be read. It is damaged, or not an export of an agent.':
    'Die Datei ließ sich nicht lesen. Sie ist beschädigt oder kein Export eines Agenten.',
  'The file is neither an agent that was exported here, nor an export of Typebot or of Flowise.':
    'Die Datei ist weder ein hier exportierter Agent noch ein Export von Typebot oder Flowise.',
  'An edge leads to a step that is not in the file.':
    'Ein Übergang führt zu einem Schritt, der nicht in der Datei ist.',
  'The file does not make a valid agent. {field}: {reason}':
    'Die Datei ergibt keinen gültigen Agenten. {field}: {reason}',
  'The file is not an agent that was exported here.': 'Die Datei ist kein hier exportierter Agent.',
  'The file is of version {version} of the format. Here version {known} can be read.':
    'Die Datei hat Version {version} des Formats. Lesbar ist hier Version {known}.',
  'The file holds no configuration.': 'Die Datei enthält keine Konfiguration.',
  'The file is not a valid agent. {reason}': 'Die Datei ist kein gültiger Agent. {reason}',
  'A file carries no secrets. Enter it again.': 'Eine Datei enthält keine Secrets. Bitte erneut eingeben.',
  'This field is not known here.': 'Dieses Feld ist hier nicht bekannt.',
  'Functions of another workspace are not in the file. Add them to the agent again.':
    'Funktionen eines anderen Workspace sind nicht in der Datei. Bitte erneut zum Agenten hinzufügen.',
  'The agent uses this secret: it must be there under Credentials.':
    'Der Agent verwendet dieses Secret: Es muss unter Zugangsdaten vorhanden sein.',
  'The header {name} has no value in the file.': 'Der Header {name} hat in der Datei keinen Wert.',
  'The picture stays where the agent comes from. Upload it again.':
    'Das Bild bleibt, wo der Agent herkommt. Bitte erneut hochladen.',
  'Round picture': 'Rundes Bild',
  'Header picture': 'Kopfbild',
  'Background picture': 'Hintergrundbild',
  "The file has more than {max} steps: an agent can't have so many.":
    'Die Datei hat mehr als {max} Schritte: So viele kann ein Agent nicht haben.',
  'The file has more than {max} variables: an agent can’t have so many.':
    'Die Datei hat mehr als {max} Variablen: So viele kann ein Agent nicht haben.',
  'The file has more than {max} {thing}s: an agent can’t have so many.':
    'Die Datei hat mehr als {max} Einträge einer Art: So viele kann ein Agent nicht haben.',
  'A text of {length} characters is cut to {max}.': 'Ein Text von {length} Zeichen wird auf {max} gekürzt.',
  'Only the first of several branches that run at once is kept.':
    'Von mehreren gleichzeitig laufenden Zweigen bleibt nur der erste.',
  'A node inside an iteration can’t be carried over.':
    'Ein Schritt innerhalb einer Wiederholung lässt sich nicht übernehmen.',
  'Its JavaScript can’t be run.': 'Sein JavaScript lässt sich nicht ausführen.',
  'Another flow can’t be run: import it as an agent of its own.':
    'Ein anderer Ablauf lässt sich nicht ausführen: Bitte als eigenen Agenten importieren.',
  'Steps can’t be repeated for every entry of a list.':
    'Schritte lassen sich nicht für jeden Eintrag einer Liste wiederholen.',
  'There is no step like {name}.': 'Es gibt keinen Schritt wie {name}.',
  'The next step follows when the visitor has written again, not at once.':
    'Der nächste Schritt folgt erst, wenn der Besucher wieder geschrieben hat.',
  'Tools are called without asking a person first.': 'Tools werden aufgerufen, ohne vorher einen Menschen zu fragen.',
  'The documents of «{name}» are not in the file. Add them to the knowledge base.':
    'Die Dokumente von „{name}“ sind nicht in der Datei. Bitte zum Wissen hinzufügen.',
  'The structured output: the step answers in words.': 'Die strukturierte Ausgabe: Der Schritt antwortet in Worten.',
  'The state {name} is not updated: values are not computed between steps.':
    'Der Zustand {name} wird nicht geändert: Zwischen Schritten werden keine Werte berechnet.',
  'Built-in tools of the provider.': 'Eingebaute Tools des Anbieters.',
  'A comparison that is not about a variable is decided by the model, by its words.':
    'Ein Vergleich, der keine Variable betrifft, entscheidet das Modell anhand seiner Worte.',
  'The question is fixed: it is not written by a model.': 'Die Frage ist fest: Kein Modell schreibt sie.',
  'The visitor is asked: nobody else can be.': 'Der Besucher wird gefragt: Jemand anders kann es nicht sein.',
  'Every step that speaks searches the knowledge base by itself.':
    'Jeder sprechende Schritt durchsucht das Wissen von selbst.',
  'How often it loops is bounded by the limits of a turn.':
    'Wie oft er sich wiederholt, begrenzen die Limits einer Runde.',
  'The chatflow has no chain and no agent that answers.':
    'Der Chatflow hat keine Kette und keinen Agenten, der antwortet.',
  'The knowledge base is searched without a tool.': 'Das Wissen wird ohne Tool durchsucht.',
  'Only the last part of the chain answers. The prompt of this one is kept as a note.':
    'Nur der letzte Teil der Kette antwortet. Dieser Prompt bleibt als Notiz.',
  'Conversations are remembered without it.': 'Gespräche werden auch ohne das gemerkt.',
  'Its documents are not in the file. Add them to the knowledge base.':
    'Seine Dokumente sind nicht in der Datei. Bitte zum Wissen hinzufügen.',
  'There is no part like {name}.': 'Es gibt keinen Teil wie {name}.',
  'The flow is begun by a visitor, not by a webhook.': 'Den Ablauf beginnt ein Besucher, kein Webhook.',
  '{{name}} is a Variable of Flowise: give it a value here.':
    '{{name}} ist eine Variable von Flowise: Bitte hier einen Wert geben.',
  'The placeholder {{{name}}} is told in words.': 'Der Platzhalter {{{name}}} wird in Worten gesagt.',
  'The model {model} answers where a key for it is there.':
    'Das Modell {model} antwortet, wo ein Schlüssel dafür da ist.',
  'The model {model} of {provider} is replaced by the agent’s own.':
    'Das Modell {model} von {provider} wird durch das des Agenten ersetzt.',
  'The tool {name} does not exist here. A tool that calls an API can take its place.':
    'Das Tool {name} gibt es hier nicht. Ein Tool, das eine API aufruft, kann es ersetzen.',
  'A raw body can’t be sent, only JSON.': 'Ein roher Inhalt lässt sich nicht senden, nur JSON.',
  'The form is sent as JSON.': 'Das Formular wird als JSON gesendet.',
  'The credential is not in the file. Add it to the tool.':
    'Die Zugangsdaten sind nicht in der Datei. Bitte zum Tool hinzufügen.',
  'The file has no nodes: it is not a Flowise export.':
    'Die Datei hat keine Schritte: Sie ist kein Export von Flowise.',
  'The flow has more than {max} nodes or edges.': 'Der Ablauf hat mehr als {max} Schritte oder Übergänge.',
  'No node of the file says what kind of Flowise node it is.':
    'Kein Schritt der Datei sagt, von welcher Art von Flowise er ist.',
  "Requests with the method {method} can't be made.": 'Anfragen mit der Methode {method} sind nicht möglich.',
  'The address of the request has more than {max} characters.': 'Die Adresse der Anfrage hat mehr als {max} Zeichen.',
  'The address of the request is missing, or depends on a variable in its host.':
    'Die Adresse der Anfrage fehlt, oder ihr Host hängt von einer Variablen ab.',
  'The body is sent as JSON and not as {type}.': 'Der Inhalt wird als JSON gesendet und nicht als {type}.',
  'The header {key} holds a fixed value. Keep it under Credentials and name it in the tool.':
    'Der Header {key} enthält einen festen Wert. Bitte unter Zugangsdaten speichern und im Tool nennen.',
  'The field {key} is too long and left out.': 'Das Feld {key} ist zu lang und wird weggelassen.',
  'Fields after the {max}th are left out.': 'Felder nach dem {max}. werden weggelassen.',
  'The bubble has no address.': 'Die Sprechblase hat keine Adresse.',
  'Shown as a link: it can’t be shown in the chat.': 'Als Link gezeigt: Im Chat lässt es sich nicht zeigen.',
  'Left out: the agent says its answer itself.': 'Weggelassen: Der Agent sagt seine Antwort selbst.',
  'Payments can’t be taken in the chat.': 'Im Chat lassen sich keine Zahlungen annehmen.',
  'Only one date is asked for, not a range.': 'Es wird nur ein Datum erfragt, kein Zeitraum.',
  'The date is asked for without a time.': 'Das Datum wird ohne Uhrzeit erfragt.',
  'The earliest and the latest date are not checked.': 'Das früheste und das späteste Datum werden nicht geprüft.',
  'Several answers at once are asked for in words, without buttons.':
    'Mehrere Antworten zugleich werden in Worten erfragt, ohne Buttons.',
  'This input is asked for as a text.': 'Diese Eingabe wird als Text erfragt.',
  'Buttons from a list in a variable can’t be made: the answer is asked for in words.':
    'Buttons aus einer Liste in einer Variablen sind nicht möglich: Die Antwort wird in Worten erfragt.',
  'Buttons after the {max}th are left out.': 'Buttons nach dem {max}. werden weggelassen.',
  'Buttons with a display condition are always shown.': 'Buttons mit einer Anzeigebedingung werden immer gezeigt.',
  'The file is kept with the conversation; its limits are those of this installation.':
    'Die Datei bleibt beim Gespräch; es gelten die Limits dieser Installation.',
  'The flow does not wait between messages.': 'Der Ablauf wartet nicht zwischen Nachrichten.',
  'Scripts can’t be run.': 'Skripte lassen sich nicht ausführen.',
  'Another Typebot can’t be entered: import it as an agent of its own.':
    'Ein anderer Typebot lässt sich nicht betreten: Bitte als eigenen Agenten importieren.',
  'Google Sheets is not connected. A tool that calls an API can take its place.':
    'Google Sheets ist nicht verbunden. Ein Tool, das eine API aufruft, kann es ersetzen.',
  'Google Analytics is not connected.': 'Google Analytics ist nicht verbunden.',
  'No mail is sent from a flow.': 'Aus einem Ablauf wird keine E-Mail gesendet.',
  '{app} is not connected. A tool that calls its webhook can take its place.':
    '{app} ist nicht verbunden. Ein Tool, das den Webhook aufruft, kann es ersetzen.',
  'Chatwoot is not connected. A hand-off step can take its place.':
    'Chatwoot ist nicht verbunden. Ein Übergabeschritt kann es ersetzen.',
  'Pixel is not connected.': 'Pixel ist nicht verbunden.',
  'There is no step like this block.': 'Es gibt keinen Schritt wie diesen Block.',
  'A condition without a comparison or without a way on is left out.':
    'Eine Bedingung ohne Vergleich oder ohne Fortgang wird weggelassen.',
  '{{name}} has this value from the start.': '{{name}} hat diesen Wert von Anfang an.',
  '{{name}} is not set: values are not computed between steps. It was: {kind} {expression}':
    '{{name}} wird nicht gesetzt: Zwischen Schritten werden keine Werte berechnet. Es war: {kind} {expression}',
  'The address of the redirect is missing or depends on a variable.':
    'Die Adresse der Weiterleitung fehlt oder hängt von einer Variablen ab.',
  'The page is not changed: the visitor gets a button that opens the address.':
    'Die Seite wird nicht gewechselt: Der Besucher bekommt einen Button, der die Adresse öffnet.',
  'The group to jump to is not in the file.': 'Die Gruppe, zu der gesprungen wird, ist nicht in der Datei.',
  'Visitors are not divided: all take the way A.': 'Besucher werden nicht aufgeteilt: Alle nehmen den Weg A.',
  'Only a body that is a JSON object can be carried over.':
    'Übernehmen lässt sich nur ein Inhalt, der ein JSON-Objekt ist.',
  'The value {path} of the answer is not kept.': 'Der Wert {path} der Antwort wird nicht behalten.',
  '«{task}» can’t be done here.': '„{task}“ ist hier nicht möglich.',
  'The agent answers with its own model instead of {model}, and goes on after the visitor’s next message.':
    'Der Agent antwortet mit seinem eigenen Modell statt mit {model} und macht nach der nächsten Nachricht des Besuchers weiter.',
  'The agent answers with its own model, and goes on after the visitor’s next message.':
    'Der Agent antwortet mit seinem eigenen Modell und macht nach der nächsten Nachricht des Besuchers weiter.',
  'A list of values can’t be kept in a variable.': 'Eine Liste von Werten passt nicht in eine Variable.',
  'Inline code {{= … =}} can’t be run.': 'Eingebetteter Code {{= … =}} lässt sich nicht ausführen.',
  'The variable {name} is not in the file.': 'Die Variable {name} ist nicht in der Datei.',
  'A comparison without a variable or an operator is left out.':
    'Ein Vergleich ohne Variable oder Operator wird weggelassen.',
  'A comparison with a pattern is not computed: the model decides by its words.':
    'Ein Vergleich mit einem Muster wird nicht berechnet: Das Modell entscheidet anhand seiner Worte.',
  'The file has no groups: it is not a Typebot export.':
    'Die Datei hat keine Gruppen: Sie ist kein Export von Typebot.',
  'The file is of Typebot version {version}. Versions 3 to 6 can be read.':
    'Die Datei hat die Typebot-Version {version}. Lesbar sind die Versionen 3 bis 6.',
  'The Typebot has more than {max} groups, blocks or edges.':
    'Der Typebot hat mehr als {max} Gruppen, Blöcke oder Übergänge.',
  'The Typebot has no block that could be carried over.': 'Der Typebot hat keinen Block, der sich übernehmen ließe.',
  'Only the start event can be carried over.': 'Nur das Startereignis lässt sich übernehmen.',
  'Colours and fonts are set on the agent’s UI page.':
    'Farben und Schriften werden auf der UI-Seite des Agenten eingestellt.',
  'Typing emulation, metadata and security are not carried over.':
    'Tippsimulation, Metadaten und Sicherheit werden nicht übernommen.',
  'The command is too long: it may have 200,000 characters.': 'Der Befehl ist zu lang: Er darf 200.000 Zeichen haben.',
  'This is not a curl command: it begins with «curl».': 'Das ist kein curl-Befehl: Einer beginnt mit „curl“.',
  'The option «{option}» was not carried over.': 'Die Option „{option}“ wurde nicht übernommen.',
  'The command names no address.': 'Der Befehl nennt keine Adresse.',
  'Only the first address was carried over.': 'Nur die erste Adresse wurde übernommen.',
  'A tool calls addresses that begin with https:// or http:// only.':
    'Ein Tool ruft nur Adressen auf, die mit https:// oder http:// beginnen.',
  'The method «{method}» was not carried over.': 'Die Methode „{method}“ wurde nicht übernommen.',
  'The header «{name}» was not carried over.': 'Der Header „{name}“ wurde nicht übernommen.',
  'Store «Basic » and the base64 of user:password as the secret {name} under Credentials.':
    '„Basic “ und das Base64 von Benutzer:Passwort als Secret {name} unter Zugangsdaten speichern.',
  'Store the value of «{key}» as the secret {name} under Credentials.':
    'Den Wert von „{key}“ als Secret {name} unter Zugangsdaten speichern.',
  'Data from a file was not carried over.': 'Daten aus einer Datei wurden nicht übernommen.',
  'The body is neither a JSON object nor a form, so that it was not carried over.':
    'Der Inhalt ist weder ein JSON-Objekt noch ein Formular und wurde deshalb nicht übernommen.',
  '{name}: fields without a usable name were left out.': '{name}: Felder ohne brauchbaren Namen wurden weggelassen.',
  '{name}: only the first {max} of {count} fields were read.':
    '{name}: Nur die ersten {max} von {count} Feldern wurden gelesen.',
  '{name} was left out: {reason}': '{name} wurde weggelassen: {reason}',
  'it is not a valid tool.': 'Es ist kein gültiges Tool.',
  "tools don't use this method.": 'Tools verwenden diese Methode nicht.',
  'the document names no server with a full address for it.':
    'Das Dokument nennt dafür keinen Server mit vollständiger Adresse.',
  'a body of type {types} was left out: tools send JSON or forms.':
    'Ein Inhalt der Art {types} wurde weggelassen: Tools senden JSON oder Formulare.',
  'how to sign in by «{name}» is not described.': 'Wie man sich mit „{name}“ anmeldet, ist nicht beschrieben.',
  'store {reason} as the secret {name} under Credentials.': '{reason} als Secret {name} unter Zugangsdaten speichern.',
  'the API key': 'den API-Schlüssel',
  'the token': 'das Token',
  'an access token (tools do not fetch one by themselves)': 'ein Zugriffstoken (Tools holen sich keines selbst)',
  '«Basic » and the base64 of user:password': '„Basic “ und das Base64 von Benutzer:Passwort',
  'signing in by «{name}» was left out.': 'Die Anmeldung mit „{name}“ wurde weggelassen.',
  'the parameter «{key}» in «{place}» was left out.': 'Der Parameter „{key}“ in „{place}“ wurde weggelassen.',
  "the header «{key}» was left out, because it can't be set.":
    'Der Header „{key}“ wurde weggelassen, weil er sich nicht setzen lässt.',
  'This is not an OpenAPI document.': 'Das ist kein OpenAPI-Dokument.',
  'This is not an OpenAPI 3 document.': 'Das ist kein OpenAPI-3-Dokument.',
  'This is a Swagger 2.0 document. Convert it to OpenAPI 3 first, e.g. at editor.swagger.io.':
    'Das ist ein Swagger-2.0-Dokument. Bitte zuerst in OpenAPI 3 umwandeln, z. B. unter editor.swagger.io.',
  'The document describes no operation that a tool could call.':
    'Das Dokument beschreibt keinen Aufruf, den ein Tool machen könnte.',
  'Only the first {max} of {count} operations were read.': 'Nur die ersten {max} von {count} Aufrufen wurden gelesen.',
  'Webhooks were left out: a tool calls, it is not called.':
    'Webhooks wurden weggelassen: Ein Tool ruft auf, es wird nicht aufgerufen.',
  'A YAML document may have 1 MB. Convert it to JSON, which may have more.':
    'Ein YAML-Dokument darf 1 MB haben. Bitte in JSON umwandeln, das mehr haben darf.',
  'This is not valid YAML or JSON: {message}': 'Das ist kein gültiges YAML oder JSON: {message}',
  'It is not JSON.': 'Es ist kein JSON.',
  'Its format is not {format}.': 'Das Format ist nicht {format}.',
}
