import type { Refusal } from '../en/refusals.ts'

export const refusals: Readonly<Record<Refusal, string>> = {
  'Some of the input is not valid.': 'Ein Teil der Eingaben ist ungültig.',
  'This link is not valid any more. Request a new one.':
    'Dieser Link ist nicht mehr gültig. Bitte einen neuen anfordern.',
  'Sign in, or send a valid bearer token.': 'Bitte anmelden oder ein gültiges Bearer-Token senden.',
  'The e-mail address or the password is not right.': 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  'Too many wrong passwords. Wait, or set a new password by e-mail.':
    'Zu viele falsche Passwörter. Warten Sie, oder legen Sie per E-Mail ein neues Passwort fest.',
  'The workspace has no credits left for this.': 'Der Workspace hat dafür keine Credits mehr.',
  'Your role does not allow this.': 'Die eigene Rolle erlaubt das nicht.',
  'There is nothing here by this id.': 'Unter dieser ID gibt es hier nichts.',
  'This conflicts with what is already there.': 'Das steht im Widerspruch zu dem, was schon da ist.',
  'You have reached the maximum number of seats': 'Die Höchstzahl der Plätze ist erreicht',
  'Someone saved a newer version meanwhile.': 'Inzwischen hat jemand eine neuere Version gespeichert.',
  'The agent is still answering the previous message.': 'Der Agent beantwortet noch die vorige Nachricht.',
  'A different message was already sent with this id. Send this one with a new id.':
    'Mit dieser ID wurde schon eine andere Nachricht gesendet. Bitte diese mit einer neuen ID senden.',
  'This idempotency key was already used for a different request. Use a new key.':
    'Dieser Idempotenzschlüssel wurde schon für eine andere Anfrage verwendet. Bitte einen neuen verwenden.',
  'The first request with this idempotency key is still running.':
    'Die erste Anfrage mit diesem Idempotenzschlüssel läuft noch.',
  'The first request with this idempotency key was completed, but its answer could not be kept.':
    'Die erste Anfrage mit diesem Idempotenzschlüssel ist abgeschlossen, aber ihre Antwort konnte nicht aufbewahrt werden.',
  'There is already an account with this e-mail address. Sign in instead.':
    'Zu dieser E-Mail-Adresse gibt es schon ein Konto. Bitte stattdessen anmelden.',
  'The request is larger than this call accepts.': 'Die Anfrage ist größer, als dieser Aufruf annimmt.',
  'This host does not serve that region.': 'Dieser Host bedient diese Region nicht.',
  'Too many requests. Wait a moment and try again.': 'Zu viele Anfragen. Bitte kurz warten und noch einmal versuchen.',
  'This agent has reached its limit for this month.': 'Dieser Agent hat sein Limit für diesen Monat erreicht.',
  'Something went wrong on our side. Try again, and quote the request id if it happens again.':
    'Auf unserer Seite ist etwas schiefgegangen. Bitte noch einmal versuchen und bei Wiederholung die Anfrage-ID nennen.',
  'The language model could not be reached. Try again in a moment.':
    'Das Sprachmodell war nicht erreichbar. Bitte gleich noch einmal versuchen.',
  'The other service could not be reached or refused the call.':
    'Der andere Dienst war nicht erreichbar oder hat den Aufruf abgelehnt.',
  'The service is busy or restarting. Try again in a moment.':
    'Der Dienst ist ausgelastet oder startet neu. Bitte gleich noch einmal versuchen.',
  'The request took too long to arrive.': 'Die Anfrage brauchte zu lange, bis sie ankam.',
  'There is no such call. The list is at /api/docs.': 'Diesen Aufruf gibt es nicht. Die Liste steht unter /api/docs.',
  'This address has expired. Open the conversation again to get a new one.':
    'Diese Adresse ist abgelaufen. Das Gespräch erneut öffnen, um eine neue zu erhalten.',
  'This address has expired. Get a new one.': 'Diese Adresse ist abgelaufen. Bitte eine neue holen.',
  'You have no personal workspace in this region.': 'In dieser Region gibt es keinen persönlichen Workspace.',
  'The file is larger than {max} MB.': 'Die Datei ist größer als {max} MB.',
  'Max size: {max} MBs': 'Höchstgröße: {max} MB',
  'The file ended before all of it had come.': 'Die Datei endete, bevor sie ganz angekommen war.',
  'This request came from another site.': 'Diese Anfrage kam von einer anderen Website.',
  'The request ended before its body did.': 'Die Anfrage brach ab, bevor ihr Inhalt ganz da war.',
  'The request is larger than the {max} KB this call accepts.':
    'Die Anfrage ist größer als die {max} KB, die dieser Aufruf annimmt.',
  'The body is not valid JSON in UTF-8.': 'Der Inhalt ist kein gültiges JSON in UTF-8.',
  'The body is too complex: it holds more than 200,000 values.':
    'Der Inhalt ist zu komplex: Er enthält mehr als 200.000 Werte.',
  'The body is nested too deeply.': 'Der Inhalt ist zu tief verschachtelt.',
  'An object in the body has more than 10,000 entries.': 'Ein Objekt im Inhalt hat mehr als 10.000 Einträge.',
  'The key {key} is not allowed.': 'Der Schlüssel {key} ist nicht erlaubt.',
  'Text must not contain the NUL character.': 'Text darf das NUL-Zeichen nicht enthalten.',
  'Text must be well-formed Unicode.': 'Text muss gültiges Unicode sein.',
  'The server is restarting. Try again in a moment.': 'Der Server startet neu. Bitte gleich noch einmal versuchen.',
  '{key} is too long.': '{key} ist zu lang.',
  'Too many streams are open at once. Close some of them first.':
    'Es sind zu viele Streams gleichzeitig offen. Bitte zuerst einige schließen.',
  'This page is not valid any more. Start again from the first one.':
    'Diese Seite ist nicht mehr gültig. Bitte wieder bei der ersten beginnen.',
  'The cursor is not one of this list. Start from the first page.':
    'Diese Stelle gehört nicht zu dieser Liste. Bitte bei der ersten Seite beginnen.',
  'The cursor is not valid.': 'Diese Stelle der Liste ist nicht gültig.',
  'The base URL must begin with https:// or http://.': 'Die Basis-URL muss mit https:// oder http:// beginnen.',
  'This address lies inside the network of this installation. Its operator can allow it with OUTBOUND_ALLOW.':
    'Diese Adresse liegt im Netz dieser Installation. Ihr Betreiber kann sie mit OUTBOUND_ALLOW erlauben.',
  'No key of this provider is stored.': 'Von diesem Anbieter ist kein Schlüssel gespeichert.',
  'A workspace has at most {max} API keys. Revoke one that nobody uses.':
    'Ein Workspace hat höchstens {max} API-Schlüssel. Bitte einen widerrufen, den niemand nutzt.',
  'API keys do not open this call.': 'API-Schlüssel gelten für diesen Aufruf nicht.',
  'Mails go to members who have joined the workspace, and to nobody else.':
    'E-Mails gehen nur an Mitglieder, die dem Workspace beigetreten sind.',
  'This workspace sent as many mails as it may.': 'Dieser Workspace hat so viele E-Mails versendet, wie er darf.',
  'The mail could not be sent. Try again in a few minutes.':
    'Die E-Mail konnte nicht versendet werden. Bitte in ein paar Minuten noch einmal versuchen.',
  'The mail could not be sent. Try again in a moment.':
    'Die E-Mail konnte nicht versendet werden. Bitte gleich noch einmal versuchen.',
  'You own {max} workspaces in this region, which is as many as there may be.':
    'In dieser Region gehören Ihnen schon {max} Workspaces, mehr sind nicht möglich.',
  'Confirm your e-mail address first.': 'Bitte zuerst die E-Mail-Adresse bestätigen.',
  'The owner of a workspace stays its owner.': 'Der Inhaber eines Workspace bleibt sein Inhaber.',
  'You cannot change your own role.': 'Die eigene Rolle lässt sich nicht ändern.',
  'The personal workspace stays as long as the account.': 'Der persönliche Workspace bleibt so lange wie das Konto.',
  'Failed to add user to workspace, workspace does not have enough seats':
    'Hinzufügen nicht möglich: Der Workspace hat nicht genug Plätze',
  "You can't invite yourself lol": 'Sich selbst einladen geht nicht :)',
  'You cannot remove yourself from the workspace.': 'Sie können sich nicht selbst aus dem Workspace entfernen.',
  '{email} belongs to this workspace already.': '{email} gehört schon zu diesem Workspace.',
  '{email} has joined already.': '{email} ist schon beigetreten.',
  'A workspace belongs to its owner. Delete it instead.':
    'Ein Workspace gehört seinem Inhaber. Er lässt sich stattdessen löschen.',
  'Please enter a workspace name.': 'Bitte einen Namen für den Workspace eingeben.',
  'Please enter the address of the server.': 'Bitte die Adresse des Servers eingeben.',
  'Please enter the key that belongs to this address.': 'Bitte den Schlüssel eingeben, der zu dieser Adresse gehört.',
  'Choose at least one scope.': 'Bitte mindestens eine Berechtigung wählen.',
  'This is no scope of an API key.': 'Das ist keine Berechtigung eines API-Schlüssels.',
  'A logo has to be uploaded to this workspace first.': 'Ein Logo muss zuerst in diesen Workspace hochgeladen werden.',
  'There is no room for more files now.': 'Für weitere Dateien ist im Moment kein Platz.',
  'The files of a workspace may take {size}. Delete agents, documents or conversations whose files nobody needs any more.':
    'Die Dateien eines Workspace dürfen {size} belegen. Bitte Agenten, Dokumente oder Gespräche löschen, deren Dateien niemand mehr braucht.',
  'This workspace uploaded {max} files within a day. Try again tomorrow.':
    'Dieser Workspace hat innerhalb eines Tages {max} Dateien hochgeladen. Bitte morgen noch einmal versuchen.',
  'You can send {max} files a day. Try again tomorrow.':
    'Am Tag lassen sich {max} Dateien senden. Bitte morgen noch einmal versuchen.',
  'Pictures may have up to {max} pixels a side.': 'Bilder dürfen je Seite bis zu {max} Pixel haben.',
  'This .{ending} file holds {content}.': 'Diese .{ending}-Datei enthält {content}.',
  'a PNG picture': 'ein PNG-Bild',
  'a JPEG picture': 'ein JPEG-Bild',
  'a WebP picture': 'ein WebP-Bild',
  'a GIF picture': 'ein GIF-Bild',
  'a PDF document': 'ein PDF-Dokument',
  'a Word document': 'ein Word-Dokument',
  'an Excel workbook': 'eine Excel-Arbeitsmappe',
  'plain text': 'reinen Text',
  'a HEIC photo': 'ein HEIC-Foto',
  'an AVIF picture': 'ein AVIF-Bild',
  'a TIFF picture': 'ein TIFF-Bild',
  'a BMP picture': 'ein BMP-Bild',
  'a video': 'ein Video',
  'a recording': 'eine Tonaufnahme',
  'a Photoshop file': 'eine Photoshop-Datei',
  'a program': 'ein Programm',
  'a ZIP archive': 'ein ZIP-Archiv',
  'a document with macros': 'ein Dokument mit Makros',
  'a document of an old version of Office': 'ein Dokument einer alten Office-Version',
  'an RTF document': 'ein RTF-Dokument',
  'an SVG drawing': 'eine SVG-Zeichnung',
  'an HTML page': 'eine HTML-Seite',
  'text that is not in UTF-8': 'Text, der nicht in UTF-8 ist',
  'nothing at all': 'gar nichts',
  'something else than its name says': 'etwas anderes, als ihr Name sagt',
  'The picture can’t be read. Save it anew and try again.':
    'Das Bild lässt sich nicht lesen. Bitte neu speichern und noch einmal versuchen.',
  'An animation may have up to {max} pictures.': 'Eine Animation darf bis zu {max} Bilder haben.',
  'The picture has too many pixels. Make it smaller and try again.':
    'Das Bild hat zu viele Pixel. Bitte verkleinern und noch einmal versuchen.',
  'Files can’t be reached now. Try again in a moment.':
    'Dateien sind im Moment nicht erreichbar. Bitte gleich noch einmal versuchen.',
  'Please enter a valid email': 'Bitte eine gültige E-Mail-Adresse eingeben',
  'This address takes no mail. Check how it is written.':
    'Diese Adresse nimmt keine Mail an. Bitte die Schreibweise prüfen.',
  'Use at least {min} characters.': 'Mindestens {min} Zeichen verwenden.',
  'The password is too long.': 'Das Passwort ist zu lang.',
  'The password is not right.': 'Das Passwort stimmt nicht.',
  'The current password is not right.': 'Das aktuelle Passwort stimmt nicht.',
  'Type the e-mail address of this account.': 'Bitte die E-Mail-Adresse dieses Kontos eingeben.',
  'Other people belong to your workspaces. Say that these are to be deleted too.':
    'Zu Ihren Workspaces gehören andere Personen. Bitte bestätigen, dass auch diese gelöscht werden sollen.',
  'Something of a deleted account is still being deleted.': 'Von einem gelöschten Konto wird noch etwas gelöscht.',
  'A workspace of a deleted account was made meanwhile.':
    'Inzwischen ist ein Workspace eines gelöschten Kontos entstanden.',
  'This copy is not ready.': 'Diese Kopie ist nicht fertig.',
  'A copy of your data is being made already. Wait until it is ready.':
    'Eine Kopie der Daten wird schon erstellt. Bitte warten, bis sie fertig ist.',
  '{max} copies can be made a day. Try again tomorrow.':
    'Am Tag lassen sich {max} Kopien erstellen. Bitte morgen noch einmal versuchen.',
  'Another process is at this copy.': 'An dieser Kopie arbeitet schon ein anderer Prozess.',
  'This invitation does not work any more: it was used, taken back or replaced by a newer one, or it is older than 7 days.':
    'Diese Einladung gilt nicht mehr: Sie wurde benutzt, zurückgenommen oder durch eine neuere ersetzt, oder sie ist älter als 7 Tage.',
  'This invitation is for another e-mail address than the one of your account.':
    'Diese Einladung gilt für eine andere E-Mail-Adresse als die Ihres Kontos.',
  'This sign-in has ended. Begin again.': 'Diese Anmeldung ist beendet. Bitte neu beginnen.',
  'Sign in with your password or a passkey first, then connect {name} under Account › Security.':
    'Bitte zuerst mit Passwort oder Passkey anmelden, dann {name} unter Konto › Sicherheit verbinden.',
  'This person of {name} is connected with another account.':
    'Diese Person bei {name} ist mit einem anderen Konto verbunden.',
  'Set a password or add a passkey first: there would be no way to sign in.':
    'Bitte zuerst ein Passwort setzen oder einen Passkey hinzufügen: Sonst gäbe es keinen Weg zur Anmeldung.',
  'Sign out and in again to change this: it is a while since you did.':
    'Zum Ändern bitte ab- und wieder anmelden: Die letzte Anmeldung ist eine Weile her.',
  'This passkey was not accepted. Try again.': 'Dieser Passkey wurde nicht angenommen. Bitte noch einmal versuchen.',
  'This passkey is in use already, or there are {max} of them. Remove one first.':
    'Dieser Passkey ist schon in Gebrauch, oder es gibt schon {max}. Bitte zuerst einen entfernen.',
  'This address has an account already.': 'Zu dieser Adresse gibt es schon ein Konto.',
  'This address has an account by now.': 'Zu dieser Adresse gibt es inzwischen ein Konto.',
  'Sign in to the account that is to have this address.':
    'Bitte mit dem Konto anmelden, das diese Adresse bekommen soll.',
  'This link belongs to another account than the one you are signed in to.':
    'Dieser Link gehört zu einem anderen Konto als dem angemeldeten.',
  'This code is not right, or it was used before.': 'Dieser Code stimmt nicht oder wurde schon benutzt.',
  'Too many wrong codes. Try again in {minutes} min.':
    'Zu viele falsche Codes. In {minutes} min noch einmal versuchen.',
  'The second factor is on already. Turn it off first.':
    'Der zweite Faktor ist schon eingeschaltet. Bitte zuerst ausschalten.',
  'The sign-in with the other provider did not work. Begin again.':
    'Die Anmeldung über den anderen Anbieter ist nicht gelungen. Bitte neu beginnen.',
  '{name} could not be reached. Try again in a moment.':
    '{name} war nicht erreichbar. Bitte gleich noch einmal versuchen.',
  'A copy of this account is still being packed.': 'Eine Kopie dieses Kontos wird noch gepackt.',
  'This file holds {content}.': 'Diese Datei enthält {content}.',
}
