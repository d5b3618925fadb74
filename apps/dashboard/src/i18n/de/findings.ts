import type { Finding } from '../en/findings.ts'

export const findings: Readonly<Record<Finding, string>> = {
  'This address does not lead to a page on the public internet.':
    'Diese Adresse führt zu keiner Seite im öffentlichen Internet.',
  'The page redirects again and again without ever arriving.': 'Die Seite leitet immer weiter, ohne je anzukommen.',
  'The page is larger than the 5 MB that are read.': 'Die Seite ist größer als die 5 MB, die gelesen werden.',
  'The page went on sending without coming to an end, so reading it was given up.':
    'Die Seite sendete ohne Ende, deshalb wurde das Lesen abgebrochen.',
  'The site did not answer in time.': 'Die Website hat nicht rechtzeitig geantwortet.',
  'The certificate of the site is not valid, so nothing is read from it.':
    'Das Zertifikat der Website ist ungültig, deshalb wird nichts von ihr gelesen.',
  'The site could not be reached.': 'Die Website war nicht erreichbar.',
  'This is neither a page nor a file of a kind that can be read.':
    'Das ist weder eine Seite noch eine Datei, die sich lesen lässt.',
  'The page has no text of its own: it is made by scripts in the browser, which are not run.':
    'Die Seite hat keinen eigenen Text: Sie entsteht durch Skripte im Browser, die nicht ausgeführt werden.',
  'There is no text on the page.': 'Auf der Seite steht kein Text.',
  'The page asks not to be kept by robots (noindex).':
    'Die Seite möchte von Robotern nicht gespeichert werden (noindex).',
  'The page could not be read: it is broken.': 'Die Seite ließ sich nicht lesen: Sie ist fehlerhaft.',
  'Too much is fetched at the moment.': 'Im Moment wird zu viel abgerufen.',
  'There is no page at this address ({code}).': 'Unter dieser Adresse gibt es keine Seite ({code}).',
  'The site does not let this page be read ({code}).': 'Die Website lässt diese Seite nicht lesen ({code}).',
  'The site asks to come back later ({code}).': 'Die Website bittet, später wiederzukommen ({code}).',
  'The site could not deliver the page because of an error on its side ({code}).':
    'Die Website konnte die Seite wegen eines eigenen Fehlers nicht liefern ({code}).',
  'The site refused to deliver the page ({code}).': 'Die Website hat die Seite verweigert ({code}).',
  'The site could not say what robots may read (robots.txt), so nothing is read for now.':
    'Die Website konnte nicht sagen, was Roboter lesen dürfen (robots.txt), deshalb wird vorerst nichts gelesen.',
  'The file is larger than the 50 MB that are read.': 'Die Datei ist größer als die 50 MB, die gelesen werden.',
  'There is no sitemap at this address.': 'Unter dieser Adresse gibt es keine Sitemap.',
  'The packed sitemap is broken.': 'Die gepackte Sitemap ist fehlerhaft.',
  'The sitemap is larger than the 50 MB that are read.': 'Die Sitemap ist größer als die 50 MB, die gelesen werden.',
  'This {kind} is protected with a password. Remove the protection and upload it again.':
    'Die Datei ist mit einem Passwort geschützt. Bitte den Schutz entfernen und erneut hochladen.',
  'This {kind} is damaged or incomplete, so it could not be read.':
    'Die Datei ist beschädigt oder unvollständig und ließ sich deshalb nicht lesen.',
  'This document is damaged, so it could not be read.':
    'Das Dokument ist beschädigt und ließ sich deshalb nicht lesen.',
  'This {kind} holds no text.': 'Die Datei enthält keinen Text.',
  'This {kind} has {pages} pages, and at most {max} are read. Split it and upload the parts.':
    'Die Datei hat {pages} Seiten, gelesen werden höchstens {max}. Bitte aufteilen und die Teile hochladen.',
  'This {kind} holds more than {max} characters of text, which is more than is read. Split it and upload the parts.':
    'Die Datei enthält mehr als {max} Zeichen Text, mehr wird nicht gelesen. Bitte aufteilen und die Teile hochladen.',
  'This page holds more than {max} characters of text, which is more than is read.':
    'Die Seite enthält mehr als {max} Zeichen Text, mehr wird nicht gelesen.',
  'Reading this file needs more memory than is allowed. Split it and upload the parts.':
    'Das Lesen dieser Datei braucht mehr Speicher als erlaubt. Bitte aufteilen und die Teile hochladen.',
  'Reading this page needs more memory than is allowed.': 'Das Lesen dieser Seite braucht mehr Speicher als erlaubt.',
  'Reading this {kind} took longer than {seconds} seconds, so it was stopped.':
    'Das Lesen dauerte länger als {seconds} Sekunden und wurde deshalb abgebrochen.',
  'This {kind} could not be read: it made the reader stop.':
    'Das ließ sich nicht lesen: Es hat das Lesen abbrechen lassen.',
  'The address answers something that is no text.': 'Unter der Adresse kommt etwas, das kein Text ist.',
  'This file has more than 50 MB, which is more than is read.':
    'Diese Datei hat mehr als 50 MB, mehr wird nicht gelesen.',
  'This file is named .{ending} but holds {content}. Give it the right ending and upload it again.':
    'Diese Datei heißt .{ending}, enthält aber etwas anderes. Bitte richtig benennen und erneut hochladen.',
  'This file is an archive, which is not read. Unpack it and upload the documents in it.':
    'Diese Datei ist ein Archiv, das nicht gelesen wird. Bitte entpacken und die Dokumente darin hochladen.',
  'This file is PostScript, which is not read.': 'Diese Datei ist PostScript, das nicht gelesen wird.',
  'This file is an e-book (EPUB), which is not read.': 'Diese Datei ist ein E-Book (EPUB), das nicht gelesen wird.',
  'This file is of an old Office kind, which is not read. Save it in a current format and upload it again.':
    'Diese Datei hat ein altes Office-Format, das nicht gelesen wird. Bitte in einem aktuellen Format speichern und erneut hochladen.',
  'This file is {content}, which is not read. Save it as {ending} and upload it again.':
    'Diese Art von Datei wird nicht gelesen. Bitte als {ending} speichern und erneut hochladen.',
  'The content of this file is {article} {content} file, which is not read.':
    'Der Inhalt dieser Datei ist von einer Art, die nicht gelesen wird.',
  'This file holds no text that could be read.': 'Diese Datei enthält keinen lesbaren Text.',
  'This document has more than 1,500,000 elements, which is more than is read.':
    'Dieses Dokument hat mehr als 1.500.000 Elemente, mehr wird nicht gelesen.',
  'This document nests its elements more than 10,000 levels deep, which is more than is read.':
    'Dieses Dokument verschachtelt seine Elemente über 10.000 Ebenen tief, mehr wird nicht gelesen.',
  'This file nests its elements more than 1,000 levels deep, which is more than is read.':
    'Diese Datei verschachtelt ihre Elemente über 1.000 Ebenen tief, mehr wird nicht gelesen.',
  'This JSON is nested more than 100 levels deep, which is more than is read.':
    'Dieses JSON ist über 100 Ebenen tief verschachtelt, mehr wird nicht gelesen.',
  'This file unpacks to more than 200 MB, which is more than is read.':
    'Diese Datei ist entpackt größer als 200 MB, mehr wird nicht gelesen.',
  'This file unpacks to more than 200 times its size, so it was not read.':
    'Diese Datei ist entpackt mehr als 200-mal so groß und wurde deshalb nicht gelesen.',
  'This file declares XML entities, which office programs never do, so it was not read.':
    'Diese Datei erklärt XML-Entitäten, was Office-Programme nie tun, und wurde deshalb nicht gelesen.',
  'This file holds more than 10,000 parts, which is more than is read.':
    'Diese Datei enthält mehr als 10.000 Teile, mehr wird nicht gelesen.',
  'This file has parts whose names lead outside of it, so it was not read.':
    'Diese Datei hat Teile, deren Namen aus ihr hinausführen, und wurde deshalb nicht gelesen.',
  'This file is packed in a way that is not read.': 'Diese Datei ist auf eine Art gepackt, die nicht gelesen wird.',
  'This PDF holds no text, only pictures of it. Run text recognition (OCR) over it and upload it again.':
    'Dieses PDF enthält keinen Text, nur Bilder davon. Bitte eine Texterkennung (OCR) durchführen und erneut hochladen.',
  '{blank} of {count} pages hold no text, perhaps only pictures of it.':
    '{blank} von {count} Seiten enthalten keinen Text, vielleicht nur Bilder davon.',
  'One hidden slide was left out.': 'Eine ausgeblendete Folie wurde weggelassen.',
  '{count} hidden slides were left out.': '{count} ausgeblendete Folien wurden weggelassen.',
  'The upload of the file did not finish. Upload it again.':
    'Das Hochladen der Datei wurde nicht beendet. Bitte erneut hochladen.',
  'There is no text in it.': 'Darin steht kein Text.',
  'Its text is longer than the {max} characters that one document can hold.':
    'Der Text ist länger als die {max} Zeichen, die ein Dokument enthalten kann.',
  'no credits: indexing continues by itself once there are enough credits.':
    'Keine Credits: Die Indizierung geht von selbst weiter, sobald genug Credits da sind.',
  "The embedding model refused the request: check the provider's key and model.":
    'Das Embedding-Modell hat die Anfrage abgelehnt: Bitte Schlüssel und Modell des Anbieters prüfen.',
  'The embedding model could not be reached.': 'Das Embedding-Modell war nicht erreichbar.',
  'Indexing by meaning failed.': 'Die Indexierung nach Bedeutung ist fehlgeschlagen.',
  'The document is found by its words meanwhile.': 'Das Dokument wird inzwischen über seine Wörter gefunden.',
  'It is tried again by itself.': 'Es wird von selbst erneut versucht.',
  'no credits: this page is read once there are enough credits.':
    'Keine Credits: Diese Seite wird gelesen, sobald genug Credits da sind.',
  'Reading broke off. Try again in a while.': 'Das Lesen brach ab. Bitte später noch einmal versuchen.',
  'No page could be read.': 'Keine Seite ließ sich lesen.',
  'The page is on another site.': 'Die Seite liegt auf einer anderen Website.',
  'The address is of a picture, film, sound, archive or program.':
    'Die Adresse gehört zu einem Bild, Film, Ton, Archiv oder Programm.',
  'The matcher “{matcher}” leaves it out.': 'Das Muster „{matcher}“ schließt sie aus.',
  'The page is more than 1 link away from a start address.':
    'Die Seite ist mehr als 1 Link von einer Startadresse entfernt.',
  'The page is more than {max} links away from a start address.':
    'Die Seite ist mehr als {max} Links von einer Startadresse entfernt.',
  'None of the matchers for pages to read fits it.': 'Kein Muster für zu lesende Seiten passt auf sie.',
  'None of the matchers for pages to read fits it: only its links were looked at.':
    'Kein Muster für zu lesende Seiten passt auf sie: Nur ihre Links wurden angesehen.',
  'The address is longer than those of pages.': 'Die Adresse ist länger als die von Seiten.',
  'The path has too many parts: it seems to lead on for ever.':
    'Der Pfad hat zu viele Teile: Er scheint endlos weiterzuführen.',
  'The path repeats itself: it seems to lead on for ever.':
    'Der Pfad wiederholt sich: Er scheint endlos weiterzuführen.',
  'The address has too many parameters.': 'Die Adresse hat zu viele Parameter.',
  'The address is of a far-away date: it seems to be a calendar without end.':
    'Die Adresse gehört zu einem fernen Datum: Es scheint ein Kalender ohne Ende zu sein.',
  'It redirects to {address}.': 'Sie leitet zu {address} weiter.',
  'It redirects to {address}, which robots may not read.':
    'Sie leitet zu {address} weiter, was Roboter nicht lesen dürfen.',
  'It names {address} as its own address.': 'Sie nennt {address} als ihre eigene Adresse.',
  'There is no text on the page; its links were looked at.':
    'Auf der Seite steht kein Text; ihre Links wurden angesehen.',
  'It says the same as {address}.': 'Dort steht dasselbe wie unter {address}.',
  'More than {max} addresses differ in their parameters alone.':
    'Mehr als {max} Adressen unterscheiden sich nur in ihren Parametern.',
  'Its document was removed.': 'Ihr Dokument wurde entfernt.',
  'Paused: not enough credits. Continues when credits are added.':
    'Pausiert: nicht genug Credits. Es geht weiter, sobald Credits hinzukommen.',
  'There is no page to begin with.': 'Es gibt keine Seite, mit der sich beginnen ließe.',
  'The sitemap at {address} could not be read.': 'Die Sitemap unter {address} ließ sich nicht lesen.',
  'The sitemap lists no pages.': 'Die Sitemap nennt keine Seiten.',
  'The job reads at most 1 page.': 'Der Auftrag liest höchstens 1 Seite.',
  'The job reads at most {max} pages.': 'Der Auftrag liest höchstens {max} Seiten.',
  'The site asks robots not to read this page (robots.txt).':
    'Die Website bittet Roboter, diese Seite nicht zu lesen (robots.txt).',
  'Its agents were deleted. Choose others and run it again.':
    'Die Agenten wurden gelöscht. Bitte andere wählen und erneut ausführen.',
  'The search broke off. Look again.': 'Die Suche brach ab. Bitte erneut suchen.',
  'The workspace has no credits left. The search continues when credits are added.':
    'Der Workspace hat keine Credits mehr. Die Suche geht weiter, sobald Credits hinzukommen.',
  'The model could not be reached. Pairs that were compared until then are kept.':
    'Das Modell war nicht erreichbar. Bis dahin verglichene Paare bleiben.',
  'This is not the address of a web site, so the agent starts without one.':
    'Das ist keine Adresse einer Website, deshalb beginnt der Agent ohne eine.',
  'The site could not be read now.': 'Die Website ließ sich im Moment nicht lesen.',
}
