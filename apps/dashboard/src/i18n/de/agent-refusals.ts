import type { AgentRefusal } from '../en/agent-refusals.ts'

export const agentRefusals: Readonly<Record<AgentRefusal, string>> = {
  'Only {endings} Files': 'Nur Dateien der Art {endings}',
  'The owner of this agent is another workspace than yours.': 'Dieser Agent gehört einem anderen Workspace.',
  'Please provide a name for the agent.': 'Bitte dem Agenten einen Namen geben.',
  'Please provide your Voiceflow dialogue API key and try again.':
    'Bitte den Dialogue-API-Schlüssel von Voiceflow angeben und erneut versuchen.',
  'Max chunk size must be greater than 1000': 'Die max. Länge einer Textstelle muss über 1000 liegen',
  'Enter an address that begins with https:// or http://.':
    'Bitte eine Adresse eingeben, die mit https:// oder http:// beginnt.',
  'Please enter an address that begins with https:// or http://.':
    'Bitte eine Adresse eingeben, die mit https:// oder http:// beginnt.',
  'The options are too large.': 'Die Optionen sind zu groß.',
  'The settings of the voice are too large.': 'Die Einstellungen der Stimme sind zu groß.',
  'Enter a domain like example.com or *.example.com, without https:// and path.':
    'Bitte eine Domain wie example.com oder *.example.com eingeben, ohne https:// und Pfad.',
  'An agent has exactly one start node.': 'Ein Agent hat genau einen Startschritt.',
  'Two nodes have the same id.': 'Zwei Schritte haben dieselbe ID.',
  'A variable name is letters, digits and _, and does not begin with a digit.':
    'Ein Variablenname besteht aus Buchstaben, Ziffern und _ und beginnt nicht mit einer Ziffer.',
  'Two variables have the same name.': 'Zwei Variablen haben denselben Namen.',
  'A choice needs options.': 'Eine Auswahl braucht Optionen.',
  'Two fields have the same name.': 'Zwei Felder haben denselben Namen.',
  'The agent and its functions are more than 100 tools: a file holds no more.':
    'Der Agent und seine Funktionen ergeben mehr als 100 Tools: Mehr fasst eine Datei nicht.',
  'The key of an agent can’t change what Publish does when tests get worse.':
    'Der Schlüssel eines Agenten kann nicht ändern, was „Veröffentlichen“ bei schlechteren Tests tut.',
  'The ID in the body is not the id in the address.': 'Die ID im Inhalt ist nicht die ID in der Adresse.',
  'Not published: these protected tests are failing: {names}.':
    'Nicht veröffentlicht: Diese geschützten Tests schlagen fehl: {names}.',
  'Not published: run the protected tests on this draft first: {names}.':
    'Nicht veröffentlicht: Bitte zuerst die geschützten Tests mit diesem Entwurf ausführen: {names}.',
  'No operation was found in this text.': 'In diesem Text wurde kein Aufruf gefunden.',
  'This text takes too much to read. Try a smaller part of it.':
    'Dieser Text ist zu aufwendig zu lesen. Bitte einen kleineren Teil versuchen.',
  'There is already a tool called «{name}».': 'Es gibt schon ein Tool namens „{name}“.',
  'A workspace has at most {max} tools. Delete one first.':
    'Ein Workspace hat höchstens {max} Tools. Bitte zuerst eines löschen.',
  'This address lies inside the network of this installation, or on a port that is not open to tools. Its operator can allow it with OUTBOUND_ALLOW.':
    'Diese Adresse liegt im Netz dieser Installation oder auf einem Port, der Tools nicht offensteht. Ihr Betreiber kann sie mit OUTBOUND_ALLOW erlauben.',
  'A workspace has at most {max} secrets. Delete one first.':
    'Ein Workspace hat höchstens {max} Secrets. Bitte zuerst eines löschen.',
  'A workspace has at most {max} themes of its own. Delete one first.':
    'Ein Workspace hat höchstens {max} eigene Themes. Bitte zuerst eines löschen.',
  'There is already a theme called «{name}».': 'Es gibt schon ein Theme namens „{name}“.',
  'This can no longer be restored. Deleted items are kept for one hour.':
    'Das lässt sich nicht mehr wiederherstellen. Gelöschtes wird eine Stunde lang aufbewahrt.',
  'This page was added again meanwhile. Delete it first to restore the old one.':
    'Diese Seite wurde inzwischen erneut hinzugefügt. Bitte sie zuerst löschen, um die alte wiederherzustellen.',
  'A test with this ID was added meanwhile. Delete it first.':
    'Ein Test mit dieser ID wurde inzwischen hinzugefügt. Bitte ihn zuerst löschen.',
  'A colour is six hex digits, like #12ab34.': 'Eine Farbe besteht aus sechs Hex-Ziffern, etwa #12ab34.',
  'Upload the file again: it could not be read.': 'Bitte die Datei erneut hochladen: Sie ließ sich nicht lesen.',
  'The file is empty.': 'Die Datei ist leer.',
  'A workspace can upload {max} documents in 24 hours. Try again later.':
    'Ein Workspace kann in 24 Stunden {max} Dokumente hochladen. Bitte später noch einmal versuchen.',
  'This is not the address of a web page.': 'Das ist keine Adresse einer Webseite.',
  'A document has at most 20 tags of at most 50 characters each.':
    'Ein Dokument hat höchstens 20 Schlagwörter mit je höchstens 50 Zeichen.',
  'The document has no such chunk.': 'Diese Textstelle hat das Dokument nicht.',
  'The document would be longer than one document can be.': 'Das Dokument würde länger, als ein Dokument sein darf.',
  'The document changed meanwhile. Look at it again.':
    'Das Dokument hat sich inzwischen geändert. Bitte noch einmal ansehen.',
  'Nothing would be left. Delete the document instead.':
    'Es bliebe nichts übrig. Bitte stattdessen das Dokument löschen.',
  'An agent can hold {max} documents.': 'Ein Agent kann {max} Dokumente enthalten.',
  'Only pages added by their address are read again by themselves.':
    'Nur Seiten, die über ihre Adresse hinzugefügt wurden, werden von selbst erneut gelesen.',
  'The crawler reads this page again: change its job instead.':
    'Diese Seite liest der Crawler erneut: Bitte stattdessen seinen Auftrag ändern.',
  'An agent has at most {max} golden questions.': 'Ein Agent hat höchstens {max} Prüffragen.',
  'There are no golden questions to ask.': 'Es gibt keine Prüffragen zu stellen.',
  'This question is answered already.': 'Diese Frage ist schon beantwortet.',
  'A workspace has at most {max} webhook endpoints. Delete one first.':
    'Ein Workspace hat höchstens {max} Webhook-Endpunkte. Bitte zuerst einen löschen.',
  'The endpoint is disabled. Enable it first.': 'Der Endpunkt ist deaktiviert. Bitte zuerst aktivieren.',
  'The endpoint of this delivery was deleted.': 'Der Endpunkt dieser Zustellung wurde gelöscht.',
  'Enter the URL of the endpoint.': 'Bitte die URL des Endpunkts eingeben.',
  'Save an endpoint first.': 'Bitte zuerst einen Endpunkt speichern.',
  'The endpoint answered that it wants no more events. Save it again to go on.':
    'Der Endpunkt hat geantwortet, dass er keine Ereignisse mehr will. Zum Fortfahren erneut speichern.',
  'This address can’t be used: it must be reachable on the public internet.':
    'Diese Adresse lässt sich nicht verwenden: Sie muss im öffentlichen Internet erreichbar sein.',
  'There are no tests to run.': 'Es gibt keine Tests zum Ausführen.',
  'The tests of this agent are already running.': 'Die Tests dieses Agenten laufen schon.',
  'A test run of this agent is paused. Continue it or stop it first.':
    'Ein Testlauf dieses Agenten ist pausiert. Setzen Sie ihn fort oder halten Sie ihn zuerst an.',
  'An agent has at most {max} tests.': 'Ein Agent hat höchstens {max} Tests.',
  'The visitor said nothing in this conversation.': 'Der Besucher hat in diesem Gespräch nichts gesagt.',
  'One of the agents does not exist.': 'Einen der Agenten gibt es nicht.',
  '“{address}” is not the address of a page.': '„{address}“ ist keine Adresse einer Seite.',
  '“{address}” does not lead to a page on the public internet.':
    '„{address}“ führt zu keiner Seite im öffentlichen Internet.',
  'A workspace has at most {max} jobs. Delete one that is not needed any more.':
    'Ein Workspace hat höchstens {max} Aufträge. Bitte einen löschen, der nicht mehr gebraucht wird.',
  'This job is running already.': 'Dieser Auftrag läuft schon.',
  'The agents of this job were deleted. Choose others before it runs again.':
    'Die Agenten dieses Auftrags wurden gelöscht. Bitte andere wählen, bevor er wieder läuft.',
  'This agent takes no attachments.': 'Dieser Agent nimmt keine Anhänge an.',
  'This agent takes no voice notes.': 'Dieser Agent nimmt keine Sprachnachrichten an.',
  'The latest answer does not ask for a file.': 'Die letzte Antwort fragt nicht nach einer Datei.',
  'A conversation can hold {max} files.': 'Ein Gespräch kann {max} Dateien enthalten.',
  'This chat has ended. Start a new one to go on.': 'Dieser Chat ist beendet. Zum Weitermachen einen neuen beginnen.',
  'Write a message.': 'Bitte eine Nachricht schreiben.',
  'Only those who may edit the agent can talk to its draft.':
    'Nur wer den Agenten bearbeiten darf, kann mit seinem Entwurf sprechen.',
  'Only those who may edit the agent can debug a conversation.':
    'Nur wer den Agenten bearbeiten darf, kann ein Gespräch debuggen.',
  'Upload the attachments first.': 'Bitte zuerst die Anhänge hochladen.',
  'These attachments were sent before. Upload them again.':
    'Diese Anhänge wurden schon gesendet. Bitte erneut hochladen.',
  'There is no such button.': 'Diesen Button gibt es nicht.',
  'Fill in the form.': 'Bitte das Formular ausfüllen.',
  'The period ends before it begins.': 'Der Zeitraum endet, bevor er beginnt.',
  'A period lies between {from} and {to}.': 'Ein Zeitraum liegt zwischen {from} und {to}.',
  'A period has at most {max} days.': 'Ein Zeitraum hat höchstens {max} Tage.',
  'No key is configured for the model {model}. Add one under Credentials, or choose another model.':
    'Für das Modell {model} ist kein Schlüssel hinterlegt. Unter Zugangsdaten einen hinzufügen oder ein anderes Modell wählen.',
  'A tool name is letters, digits, _ and -, at most 64, and begins with a letter.':
    'Ein Tool-Name besteht aus höchstens 64 Buchstaben, Ziffern, _ und - und beginnt mit einem Buchstaben.',
  'Two tools have the same id.': 'Zwei Tools haben dieselbe ID.',
  'Two tools have the same name.': 'Zwei Tools haben denselben Namen.',
  'Two MCP servers have the same id.': 'Zwei MCP-Server haben dieselbe ID.',
  'An agent id is 16 letters and digits.': 'Eine Agenten-ID hat 16 Buchstaben und Ziffern.',
  'Enter a time since 1970.': 'Bitte eine Zeit seit 1970 eingeben.',
  'Too small: expected {kind} to have >={min} {units}': 'Zu kurz: mindestens {min}',
  'Too big: expected {kind} to have <={max} {units}': 'Zu lang: höchstens {max}',
  'Too small: expected {kind} to be >={min}': 'Zu klein: mindestens {min}',
  'Too big: expected {kind} to be <={max}': 'Zu groß: höchstens {max}',
  'Invalid input: expected {kind}, received {other}': 'Ungültige Eingabe',
  'Invalid option: expected one of {options}': 'Ungültig: erlaubt sind {options}',
  'Invalid input': 'Ungültige Eingabe',
  'Invalid URL': 'Ungültige URL',
  'Invalid email address': 'Ungültige E-Mail-Adresse',
  'Invalid ISO datetime': 'Ungültige Zeitangabe',
  'Invalid ISO date': 'Ungültiges Datum',
  'Add an API key for the agent’s model first. The demo model does not write prompts.':
    'Fügen Sie zuerst einen API-Schlüssel für das Modell des Agenten hinzu. Das Demomodell schreibt keine Prompts.',
  'The provider refused the request. Check the API key and the model’s name under Credentials.':
    'Der Anbieter hat die Anfrage abgelehnt. Prüfen Sie den API-Schlüssel und den Namen des Modells unter Zugangsdaten.',
  'The provider has too many requests, or the key has no credit left. Try again later, or check your account there.':
    'Der Anbieter hat zu viele Anfragen, oder der Schlüssel hat kein Guthaben mehr. Versuchen Sie es später noch einmal, oder prüfen Sie Ihr Konto dort.',
  'The model did not answer in time. Try again.':
    'Das Modell hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
  'The model gave no usable text. Try again, or choose another model.':
    'Das Modell hat keinen brauchbaren Text geliefert. Versuchen Sie es noch einmal, oder wählen Sie ein anderes Modell.',
}
