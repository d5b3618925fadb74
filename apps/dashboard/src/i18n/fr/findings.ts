import type { Finding } from '../en/findings.ts'

export const findings: Readonly<Record<Finding, string>> = {
  'This address does not lead to a page on the public internet.':
    'Cette adresse ne mène pas à une page de l’internet public.',
  'The page redirects again and again without ever arriving.': 'La page redirige encore et encore sans jamais arriver.',
  'The page is larger than the 5 MB that are read.': 'La page dépasse les 5 Mo qui sont lus.',
  'The page went on sending without coming to an end, so reading it was given up.':
    'La page n’en finissait pas d’envoyer, la lecture a été abandonnée.',
  'The site did not answer in time.': 'Le site n’a pas répondu à temps.',
  'The certificate of the site is not valid, so nothing is read from it.':
    'Le certificat du site n’est pas valable, rien n’en est donc lu.',
  'The site could not be reached.': 'Le site est injoignable.',
  'This is neither a page nor a file of a kind that can be read.':
    'Ce n’est ni une page ni un fichier d’un type lisible.',
  'The page has no text of its own: it is made by scripts in the browser, which are not run.':
    'La page n’a pas de texte propre : elle est produite par des scripts du navigateur, qui ne sont pas exécutés.',
  'There is no text on the page.': 'Il n’y a pas de texte sur la page.',
  'The page asks not to be kept by robots (noindex).':
    'La page demande à ne pas être conservée par les robots (noindex).',
  'The page could not be read: it is broken.': 'La page n’a pas pu être lue : elle est défectueuse.',
  'Too much is fetched at the moment.': 'Trop de contenus sont récupérés en ce moment.',
  'There is no page at this address ({code}).': 'Il n’y a pas de page à cette adresse ({code}).',
  'The site does not let this page be read ({code}).': 'Le site ne laisse pas lire cette page ({code}).',
  'The site asks to come back later ({code}).': 'Le site demande de revenir plus tard ({code}).',
  'The site could not deliver the page because of an error on its side ({code}).':
    'Le site n’a pas pu fournir la page à cause d’une erreur de son côté ({code}).',
  'The site refused to deliver the page ({code}).': 'Le site a refusé de fournir la page ({code}).',
  'The site could not say what robots may read (robots.txt), so nothing is read for now.':
    'Le site n’a pas pu dire ce que les robots peuvent lire (robots.txt), rien n’est donc lu pour l’instant.',
  'The file is larger than the 50 MB that are read.': 'Le fichier dépasse les 50 Mo qui sont lus.',
  'There is no sitemap at this address.': 'Il n’y a pas de sitemap à cette adresse.',
  'The packed sitemap is broken.': 'Le sitemap compressé est défectueux.',
  'The sitemap is larger than the 50 MB that are read.': 'Le sitemap dépasse les 50 Mo qui sont lus.',
  'This {kind} is protected with a password. Remove the protection and upload it again.':
    'Le fichier est protégé par un mot de passe. Retirez la protection et envoyez-le à nouveau.',
  'This {kind} is damaged or incomplete, so it could not be read.':
    'Le fichier est endommagé ou incomplet, il n’a donc pas pu être lu.',
  'This document is damaged, so it could not be read.': 'Le document est endommagé, il n’a donc pas pu être lu.',
  'This {kind} holds no text.': 'Le fichier ne contient pas de texte.',
  'This {kind} has {pages} pages, and at most {max} are read. Split it and upload the parts.':
    'Le fichier a {pages} pages, et {max} au plus sont lues. Divisez-le et envoyez les parties.',
  'This {kind} holds more than {max} characters of text, which is more than is read. Split it and upload the parts.':
    'Le fichier contient plus de {max} caractères de texte, davantage n’est pas lu. Divisez-le et envoyez les parties.',
  'This page holds more than {max} characters of text, which is more than is read.':
    'La page contient plus de {max} caractères de texte, davantage n’est pas lu.',
  'Reading this file needs more memory than is allowed. Split it and upload the parts.':
    'Lire ce fichier demande plus de mémoire que permis. Divisez-le et envoyez les parties.',
  'Reading this page needs more memory than is allowed.': 'Lire cette page demande plus de mémoire que permis.',
  'Reading this {kind} took longer than {seconds} seconds, so it was stopped.':
    'La lecture a pris plus de {seconds} secondes et a donc été arrêtée.',
  'This {kind} could not be read: it made the reader stop.':
    'La lecture est impossible : le contenu a fait s’arrêter le lecteur.',
  'The address answers something that is no text.': 'L’adresse renvoie quelque chose qui n’est pas du texte.',
  'This file has more than 50 MB, which is more than is read.': 'Ce fichier dépasse 50 Mo, davantage n’est pas lu.',
  'This file is named .{ending} but holds {content}. Give it the right ending and upload it again.':
    'Ce fichier se nomme .{ending} mais contient autre chose. Donnez-lui la bonne extension et envoyez-le à nouveau.',
  'This file is an archive, which is not read. Unpack it and upload the documents in it.':
    'Ce fichier est une archive, qui n’est pas lue. Décompressez-la et envoyez les documents qu’elle contient.',
  'This file is PostScript, which is not read.': 'Ce fichier est du PostScript, qui n’est pas lu.',
  'This file is an e-book (EPUB), which is not read.': 'Ce fichier est un livre numérique (EPUB), qui n’est pas lu.',
  'This file is of an old Office kind, which is not read. Save it in a current format and upload it again.':
    'Ce fichier est d’un ancien format Office, qui n’est pas lu. Enregistrez-le dans un format actuel et envoyez-le à nouveau.',
  'This file is {content}, which is not read. Save it as {ending} and upload it again.':
    'Ce type de fichier n’est pas lu. Enregistrez-le en {ending} et envoyez-le à nouveau.',
  'The content of this file is {article} {content} file, which is not read.':
    'Le contenu de ce fichier est d’un type qui n’est pas lu.',
  'This file holds no text that could be read.': 'Ce fichier ne contient pas de texte lisible.',
  'This document has more than 1,500,000 elements, which is more than is read.':
    'Ce document a plus de 1 500 000 éléments, davantage n’est pas lu.',
  'This document nests its elements more than 10,000 levels deep, which is more than is read.':
    'Ce document imbrique ses éléments sur plus de 10 000 niveaux, davantage n’est pas lu.',
  'This file nests its elements more than 1,000 levels deep, which is more than is read.':
    'Ce fichier imbrique ses éléments sur plus de 1 000 niveaux, davantage n’est pas lu.',
  'This JSON is nested more than 100 levels deep, which is more than is read.':
    'Ce JSON est imbriqué sur plus de 100 niveaux, davantage n’est pas lu.',
  'This file unpacks to more than 200 MB, which is more than is read.':
    'Ce fichier dépasse 200 Mo une fois décompressé, davantage n’est pas lu.',
  'This file unpacks to more than 200 times its size, so it was not read.':
    'Ce fichier fait plus de 200 fois sa taille une fois décompressé, il n’a donc pas été lu.',
  'This file declares XML entities, which office programs never do, so it was not read.':
    'Ce fichier déclare des entités XML, ce que les logiciels de bureau ne font jamais : il n’a pas été lu.',
  'This file holds more than 10,000 parts, which is more than is read.':
    'Ce fichier contient plus de 10 000 parties, davantage n’est pas lu.',
  'This file has parts whose names lead outside of it, so it was not read.':
    'Ce fichier a des parties dont les noms mènent hors de lui : il n’a pas été lu.',
  'This file is packed in a way that is not read.': 'Ce fichier est compressé d’une façon qui n’est pas lue.',
  'This PDF holds no text, only pictures of it. Run text recognition (OCR) over it and upload it again.':
    'Ce PDF ne contient pas de texte, seulement des images de texte. Appliquez une reconnaissance de texte (OCR) et envoyez-le à nouveau.',
  '{blank} of {count} pages hold no text, perhaps only pictures of it.':
    '{blank} pages sur {count} ne contiennent pas de texte, peut-être seulement des images.',
  'One hidden slide was left out.': 'Une diapositive masquée a été laissée de côté.',
  '{count} hidden slides were left out.': '{count} diapositives masquées ont été laissées de côté.',
  'The upload of the file did not finish. Upload it again.': 'L’envoi du fichier n’a pas abouti. Envoyez-le à nouveau.',
  'There is no text in it.': 'Il ne contient pas de texte.',
  'Its text is longer than the {max} characters that one document can hold.':
    'Son texte dépasse les {max} caractères qu’un document peut contenir.',
  'no credits: indexing continues by itself once there are enough credits.':
    'Plus de crédits : l’indexation reprend d’elle-même dès qu’il y en a assez.',
  "The embedding model refused the request: check the provider's key and model.":
    'Le modèle d’embedding a refusé la requête : vérifiez la clé et le modèle du fournisseur.',
  'The embedding model could not be reached.': 'Le modèle d’embedding n’a pas pu être joint.',
  'Indexing by meaning failed.': 'L’indexation par le sens a échoué.',
  'The document is found by its words meanwhile.': 'En attendant, le document est trouvé par ses mots.',
  'It is tried again by itself.': 'Une nouvelle tentative a lieu automatiquement.',
  'no credits: this page is read once there are enough credits.':
    'Plus de crédits : cette page sera lue dès qu’il y en aura assez.',
  'Reading broke off. Try again in a while.': 'La lecture s’est interrompue. Réessayez un peu plus tard.',
  'No page could be read.': 'Aucune page n’a pu être lue.',
  'The page is on another site.': 'La page est sur un autre site.',
  'The address is of a picture, film, sound, archive or program.':
    'L’adresse est celle d’une image, d’un film, d’un son, d’une archive ou d’un programme.',
  'The matcher “{matcher}” leaves it out.': 'Le motif « {matcher} » l’exclut.',
  'The page is more than 1 link away from a start address.': 'La page est à plus d’un lien d’une adresse de départ.',
  'The page is more than {max} links away from a start address.':
    'La page est à plus de {max} liens d’une adresse de départ.',
  'None of the matchers for pages to read fits it.': 'Aucun des motifs de pages à lire ne lui correspond.',
  'None of the matchers for pages to read fits it: only its links were looked at.':
    'Aucun des motifs de pages à lire ne lui correspond : seuls ses liens ont été examinés.',
  'The address is longer than those of pages.': 'L’adresse est plus longue que celles des pages.',
  'The path has too many parts: it seems to lead on for ever.':
    'Le chemin a trop de parties : il semble se poursuivre sans fin.',
  'The path repeats itself: it seems to lead on for ever.': 'Le chemin se répète : il semble se poursuivre sans fin.',
  'The address has too many parameters.': 'L’adresse a trop de paramètres.',
  'The address is of a far-away date: it seems to be a calendar without end.':
    'L’adresse est celle d’une date lointaine : il semble s’agir d’un calendrier sans fin.',
  'It redirects to {address}.': 'Elle redirige vers {address}.',
  'It redirects to {address}, which robots may not read.':
    'Elle redirige vers {address}, que les robots ne peuvent pas lire.',
  'It names {address} as its own address.': 'Elle indique {address} comme sa propre adresse.',
  'There is no text on the page; its links were looked at.':
    'Il n’y a pas de texte sur la page ; ses liens ont été examinés.',
  'It says the same as {address}.': 'Elle dit la même chose que {address}.',
  'More than {max} addresses differ in their parameters alone.':
    'Plus de {max} adresses ne diffèrent que par leurs paramètres.',
  'Its document was removed.': 'Son document a été retiré.',
  'Paused: not enough credits. Continues when credits are added.':
    'En pause : pas assez de crédits. Reprise dès l’ajout de crédits.',
  'There is no page to begin with.': 'Il n’y a pas de page par laquelle commencer.',
  'The sitemap at {address} could not be read.': 'Le sitemap {address} n’a pas pu être lu.',
  'The sitemap lists no pages.': 'Le sitemap ne contient aucune page.',
  'The job reads at most 1 page.': 'La tâche lit au plus 1 page.',
  'The job reads at most {max} pages.': 'La tâche lit au plus {max} pages.',
  'The site asks robots not to read this page (robots.txt).':
    'Le site demande aux robots de ne pas lire cette page (robots.txt).',
  'Its agents were deleted. Choose others and run it again.':
    'Ses agents ont été supprimés. Choisissez-en d’autres et relancez-la.',
  'The search broke off. Look again.': 'La recherche s’est interrompue. Relancez-la.',
  'The workspace has no credits left. The search continues when credits are added.':
    'L’espace de travail n’a plus de crédits. La recherche reprend dès que des crédits sont ajoutés.',
  'The model could not be reached. Pairs that were compared until then are kept.':
    'Le modèle n’a pas pu être joint. Les paires déjà comparées sont conservées.',
  'This is not the address of a web site, so the agent starts without one.':
    'Ce n’est pas l’adresse d’un site web, l’agent démarre donc sans site.',
  'The site could not be read now.': 'Le site n’a pas pu être lu pour l’instant.',
}
