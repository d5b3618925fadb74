import type { CallFinding } from '../en/call-findings.ts'

export const callFindings: Readonly<Record<CallFinding, string>> = {
  'The address is not reachable on the public internet.': 'Die Adresse ist im öffentlichen Internet nicht erreichbar.',
  'Redirects are not followed.': 'Weiterleitungen wird nicht gefolgt.',
  'The answer was too large.': 'Die Antwort war zu groß.',
  'The endpoint did not take the connection in time.': 'Der Endpunkt hat die Verbindung nicht rechtzeitig angenommen.',
  'The certificate of the endpoint is not valid.': 'Das Zertifikat des Endpunkts ist ungültig.',
  'Too many calls were under way.': 'Es waren zu viele Aufrufe unterwegs.',
  'The endpoint could not be reached, or ended the connection.':
    'Der Endpunkt war nicht erreichbar oder hat die Verbindung beendet.',
  'Nothing answered within {seconds} seconds.': 'Innerhalb von {seconds} Sekunden kam keine Antwort.',
  'The endpoint answered 410: it wants no more events.':
    'Der Endpunkt antwortete mit 410: Er will keine Ereignisse mehr.',
  'The endpoint answered {status}. Redirects are not followed: enter the address it leads to.':
    'Der Endpunkt antwortete mit {status}. Weiterleitungen wird nicht gefolgt: Bitte die Zieladresse eingeben.',
  'The endpoint answered {status}.': 'Der Endpunkt antwortete mit {status}.',
  'The event {event} could not be delivered and is not tried again. {reason}':
    'Das Ereignis {event} konnte nicht zugestellt werden und wird nicht erneut versucht. {reason}',
  'The event {event} could not be delivered; it is tried again. {reason}':
    'Das Ereignis {event} konnte nicht zugestellt werden; es wird erneut versucht. {reason}',
  'The process ended.': 'Der Prozess wurde beendet.',
  '{who} accepts this key.': '{who} akzeptiert diesen Schlüssel.',
  '{who} answers without a key.': '{who} antwortet ohne Schlüssel.',
  '{who} wants a key.': '{who} verlangt einen Schlüssel.',
  '{who} takes no more calls with this key: its credit is used up or a limit is reached ({status}).':
    '{who} nimmt mit diesem Schlüssel keine Aufrufe mehr an: Das Guthaben ist verbraucht oder ein Limit erreicht ({status}).',
  'No answer came from this address. Check that it is right and its server runs. An address inside the network of this installation has to be allowed by its operator.':
    'Von dieser Adresse kam keine Antwort. Bitte prüfen, ob sie stimmt und ihr Server läuft. Eine Adresse im Netz dieser Installation muss deren Betreiber erlauben.',
  '{who} did not answer. Try again in a moment.': '{who} hat nicht geantwortet. Bitte gleich noch einmal versuchen.',
  '{who} does not let this key list models (403). Check what the key may do.':
    '{who} lässt diesen Schlüssel keine Modelle auflisten (403). Bitte prüfen, was der Schlüssel darf.',
  '{who} refuses this key. Check that it was copied completely and not revoked.':
    '{who} lehnt diesen Schlüssel ab. Bitte prüfen, ob er ganz kopiert und nicht widerrufen wurde.',
  '{who} has trouble of its own ({status}). Try again later.':
    '{who} hat eigene Schwierigkeiten ({status}). Bitte später noch einmal versuchen.',
  'This address does not answer like a model provider. Check the base address.':
    'Diese Adresse antwortet nicht wie ein Modellanbieter. Bitte die Basisadresse prüfen.',
  'This address does not answer like a model provider ({status}). Check the base address.':
    'Diese Adresse antwortet nicht wie ein Modellanbieter ({status}). Bitte die Basisadresse prüfen.',
  '{who} gave an answer that was not expected. Try again later.':
    '{who} gab eine unerwartete Antwort. Bitte später noch einmal versuchen.',
  '{who} gave an answer that was not expected ({status}). Try again later.':
    '{who} gab eine unerwartete Antwort ({status}). Bitte später noch einmal versuchen.',
  'The server': 'Der Server',
  'There is no such tool here: it is unknown, switched off, or not for this channel.':
    'Dieses Tool gibt es hier nicht: Es ist unbekannt, ausgeschaltet oder nicht für diesen Kanal.',
  'The secret «{name}» is not stored under Credentials.':
    'Das Secret „{name}“ ist unter Zugangsdaten nicht gespeichert.',
  'The answer is larger than 200 KB, so that nothing could be taken from it.':
    'Die Antwort ist größer als 200 KB, deshalb ließ sich nichts daraus übernehmen.',
  'The arguments are too long.': 'Die Argumente sind zu lang.',
  'The tool says that it failed.': 'Das Tool meldet einen Fehlschlag.',
  'This address could not be reached, or calls to it are not allowed.':
    'Diese Adresse war nicht erreichbar, oder Aufrufe an sie sind nicht erlaubt.',
  'This address could not be reached.': 'Diese Adresse war nicht erreichbar.',
  'The server answered with status {status}.': 'Der Server antwortete mit Status {status}.',
  'The call was stopped.': 'Der Aufruf wurde abgebrochen.',
  'No complete answer came within {seconds} seconds.':
    'Innerhalb von {seconds} Sekunden kam keine vollständige Antwort.',
  'The call failed.': 'Der Aufruf ist fehlgeschlagen.',
  'The address redirects too often.': 'Die Adresse leitet zu oft weiter.',
  'The address redirects to something that is no address.':
    'Die Adresse leitet zu etwas weiter, das keine Adresse ist.',
  'The address redirects to another server, and the call is not repeated there.':
    'Die Adresse leitet zu einem anderen Server weiter, und der Aufruf wird dort nicht wiederholt.',
  'The MCP server did not answer within {seconds} seconds.':
    'Der MCP-Server hat nicht innerhalb von {seconds} Sekunden geantwortet.',
  'The MCP server refuses the credential.': 'Der MCP-Server lehnt die Zugangsdaten ab.',
  'The MCP server answered with status {status}.': 'Der MCP-Server antwortete mit Status {status}.',
  'The MCP server refused: {message}': 'Der MCP-Server hat abgelehnt: {message}',
  'What this address answers is not MCP.': 'Was diese Adresse antwortet, ist kein MCP.',
  'The host of the address is fixed: placeholders are for its path and query.':
    'Der Host der Adresse ist fest: Platzhalter gehören in Pfad und Abfrage.',
  'The address must not hold a user name or password. Send them as a secret header.':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten. Bitte als geheimen Header senden.',
  'This is not a valid address.': 'Das ist keine gültige Adresse.',
  'The address has no {{key}} for the field «{field}».': 'Die Adresse hat kein {{key}} für das Feld „{field}“.',
  '«{field}» does not say which secret it is.': '„{field}“ sagt nicht, welches Secret gemeint ist.',
  'Two fields set the header «{field}».': 'Zwei Felder setzen den Header „{field}“.',
  '«{field}» is not a name of a header.': '„{field}“ ist kein Name eines Headers.',
  "The header «{field}» can't be set.": 'Der Header „{field}“ lässt sich nicht setzen.',
  'The header «Cookie» can only be a secret.': 'Der Header „Cookie“ kann nur ein Secret sein.',
  '«{field}» is missing.': '„{field}“ fehlt.',
  'The fixed value of «{field}» is not JSON.': 'Der feste Wert von „{field}“ ist kein JSON.',
  "The header «{field}» holds a character that headers can't have.":
    'Der Header „{field}“ enthält ein Zeichen, das Header nicht haben dürfen.',
  'The header «{field}» is too long.': 'Der Header „{field}“ ist zu lang.',
  'The address became too long.': 'Die Adresse ist zu lang geworden.',
  'The address needs {{name}}, and nothing fills it.': 'Die Adresse braucht {{name}}, und nichts füllt es aus.',
  'A part of the address must not be «.» or «..».': 'Ein Teil der Adresse darf nicht „.“ oder „..“ sein.',
  'The body became too large.': 'Der Inhalt ist zu groß geworden.',
  '«{field}» must be text.': '„{field}“ muss Text sein.',
  '«{field}» must be a number.': '„{field}“ muss eine Zahl sein.',
  '«{field}» must be a whole number.': '„{field}“ muss eine ganze Zahl sein.',
  '«{field}» must be true or false.': '„{field}“ muss true oder false sein.',
  '«{field}» must be an object.': '„{field}“ muss ein Objekt sein.',
  '«{field}» must be a list.': '„{field}“ muss eine Liste sein.',
  '«{field}» is too long.': '„{field}“ ist zu lang.',
  '«{field}» must be one of: {options}.': '„{field}“ muss eines hiervon sein: {options}.',
  'The value is empty.': 'Der Wert ist leer.',
  'The value is not valid.': 'Der Wert ist ungültig.',
  'The value is not a number.': 'Der Wert ist keine Zahl.',
  'The value is not a text.': 'Der Wert ist kein Text.',
  '{value} is not one of: {options}.': '{value} ist keines hiervon: {options}.',
  '{value} is not a valid e-mail address.': '{value} ist keine gültige E-Mail-Adresse.',
  '{value} is not a valid phone number.': '{value} ist keine gültige Telefonnummer.',
  '{value} is not a valid number.': '{value} ist keine gültige Zahl.',
  '{value} is not a valid time.': '{value} ist keine gültige Uhrzeit.',
  '{value} is not a valid date.': '{value} ist kein gültiges Datum.',
  '{value} is not a valid answer to a yes or no question.': '{value} ist keine gültige Antwort auf eine Ja-Nein-Frage.',
  '{value} may be two different dates: the month should be written as a word.':
    '{value} können zwei verschiedene Daten sein: Der Monat sollte als Wort stehen.',
  '{value} is too small: at least {min}.': '{value} ist zu klein: mindestens {min}.',
  '{value} is too large: at most {max}.': '{value} ist zu groß: höchstens {max}.',
  '{value} is in the past.': '{value} liegt in der Vergangenheit.',
  '{value} is too early: {min} or later.': '{value} ist zu früh.',
  '{value} is too late: {max} or earlier.': '{value} ist zu spät.',
  '{value} is too short: at least {min} characters.': '{value} ist zu kurz: mindestens {min} Zeichen.',
  '{value} is too long: at most {max} characters.': '{value} ist zu lang: höchstens {max} Zeichen.',
  'The model did not answer in time.': 'Das Modell hat nicht rechtzeitig geantwortet.',
  'The model would not stop.': 'Das Modell hörte nicht auf.',
  'The model answered nothing.': 'Das Modell antwortete nichts.',
  'The model broke off in the middle of its answer.': 'Das Modell brach mitten in der Antwort ab.',
  'The model call was ended.': 'Der Modellaufruf wurde beendet.',
  'The model could not be reached.': 'Das Modell war nicht erreichbar.',
  'The model could not be asked.': 'Das Modell konnte nicht gefragt werden.',
  'The model answered something unreadable: {message}': 'Das Modell antwortete etwas Unlesbares: {message}',
  'The answer broke off. You can try again.': 'Die Antwort brach ab. Ein neuer Versuch ist möglich.',
  'Somebody has joined the chat meanwhile.': 'Inzwischen ist jemand dem Chat beigetreten.',
  'Nobody is being waited for.': 'Es wird auf niemanden gewartet.',
  'The visitor asked for a person.': 'Der Besucher hat nach einem Menschen gefragt.',
  'The visitor goes on with the agent.': 'Der Besucher macht mit dem Agenten weiter.',
  'The visitor left a message.': 'Der Besucher hat eine Nachricht hinterlassen.',
  'Voiceflow could not be reached, or did not answer in time.':
    'Voiceflow war nicht erreichbar oder hat nicht rechtzeitig geantwortet.',
  'Voiceflow refused the API key. Use the Dialog Manager key of your project: it begins with VF.DM.':
    'Voiceflow hat den API-Schlüssel abgelehnt. Bitte den Dialog-Manager-Schlüssel des Projekts verwenden: Er beginnt mit VF.DM.',
  'Voiceflow broke off in the middle of its answer, or answered too much.':
    'Voiceflow brach mitten in der Antwort ab oder antwortete zu viel.',
  'Voiceflow answered something unreadable.': 'Voiceflow antwortete etwas Unlesbares.',
  'Voiceflow does not know this project or its version. Publish it there and try again.':
    'Voiceflow kennt dieses Projekt oder seine Version nicht. Bitte dort veröffentlichen und noch einmal versuchen.',
  'Voiceflow receives too many messages for this project at the moment.':
    'Voiceflow erhält für dieses Projekt im Moment zu viele Nachrichten.',
  'Voiceflow has a fault of its own (status {status}).': 'Voiceflow hat einen eigenen Fehler (Status {status}).',
  'This agent runs on Voiceflow and has no model here.': 'Dieser Agent läuft auf Voiceflow und hat hier kein Modell.',
  'Voiceflow can’t go back to an earlier message: its conversation begins anew.':
    'Voiceflow kann nicht zu einer früheren Nachricht zurück: Das Gespräch beginnt neu.',
  'Voiceflow could not forget its conversation: it begins anew, but its variables may still hold values.':
    'Voiceflow konnte sein Gespräch nicht vergessen: Es beginnt neu, aber Variablen können noch Werte haben.',
  'Voiceflow hands over to people.': 'Voiceflow übergibt an Menschen.',
  'Voiceflow ended the conversation.': 'Voiceflow hat das Gespräch beendet.',
  'Steps and variables of Voiceflow are not set from here.':
    'Schritte und Variablen von Voiceflow werden nicht von hier aus gesetzt.',
  'The router did not answer.': 'Der Router hat nicht geantwortet.',
  'The router stayed where it had to choose.': 'Der Router blieb stehen, wo er wählen musste.',
  'The router named several nodes.': 'Der Router nannte mehrere Schritte.',
  'The router named «{name}», which is no candidate.': 'Der Router nannte „{name}“, was nicht zur Wahl steht.',
  'The router named no node.': 'Der Router nannte keinen Schritt.',
  'The values of the router are not an object.': 'Die Werte des Routers sind kein Objekt.',
  'The router gave «{name}», which nobody asked for.': 'Der Router gab „{name}“, wonach niemand gefragt hat.',
  'There is no such tool here, or not on this channel.': 'Dieses Tool gibt es hier oder auf diesem Kanal nicht.',
  'There is no such tool here.': 'Dieses Tool gibt es hier nicht.',
  'The arguments must be a JSON object.': 'Die Argumente müssen ein JSON-Objekt sein.',
  'Too many calls in one turn: answer with what there is.':
    'Zu viele Aufrufe in einer Runde: Bitte mit dem antworten, was da ist.',
  'A step that names no type is left out.': 'Ein Schritt ohne Art wird weggelassen.',
  "A step of the type «{type}» can't be shown here.": 'Ein Schritt der Art „{type}“ lässt sich hier nicht zeigen.',
  'Not set.': 'Nicht gesetzt.',
  'No tool was called.': 'Es wurde kein Tool aufgerufen.',
  'The judge gave no verdict.': 'Der Prüfer gab kein Urteil.',
  'The test could not be run to its end.': 'Der Test ließ sich nicht zu Ende ausführen.',
  'everything asked for is known': 'alles Gefragte ist bekannt',
  'The visitor writes again.': 'Der Besucher schreibt wieder.',
  'No condition clearly fits the message.': 'Keine Bedingung passt klar zur Nachricht.',
  'One has to be chosen, and this fits best.': 'Eine muss gewählt werden, und diese passt am besten.',
  'The message fits: {condition}': 'Die Nachricht passt zu: {condition}',
  '{variable} is «{value}»': '{variable} ist „{value}“',
  '{variable} is not «{value}»': '{variable} ist nicht „{value}“',
  '{variable} contains «{value}»': '{variable} enthält „{value}“',
  '{variable} does not contain «{value}»': '{variable} enthält nicht „{value}“',
  '{variable} starts with «{value}»': '{variable} beginnt mit „{value}“',
  '{variable} ends with «{value}»': '{variable} endet mit „{value}“',
  '{variable} is greater than «{value}»': '{variable} ist größer als „{value}“',
  '{variable} is at least «{value}»': '{variable} ist mindestens „{value}“',
  '{variable} is less than «{value}»': '{variable} ist kleiner als „{value}“',
  '{variable} is at most «{value}»': '{variable} ist höchstens „{value}“',
  '{variable} is known': '{variable} ist bekannt',
  '{variable} is not known': '{variable} ist nicht bekannt',
}
