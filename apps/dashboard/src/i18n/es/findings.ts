import type { Finding } from '../en/findings.ts'

export const findings: Readonly<Record<Finding, string>> = {
  'This address does not lead to a page on the public internet.':
    'Esta dirección no lleva a una página de la internet pública.',
  'The page redirects again and again without ever arriving.': 'La página redirige una y otra vez sin llegar nunca.',
  'The page is larger than the 5 MB that are read.': 'La página supera los 5 MB que se leen.',
  'The page went on sending without coming to an end, so reading it was given up.':
    'La página enviaba sin terminar, así que se abandonó la lectura.',
  'The site did not answer in time.': 'El sitio no respondió a tiempo.',
  'The certificate of the site is not valid, so nothing is read from it.':
    'El certificado del sitio no es válido, así que no se lee nada de él.',
  'The site could not be reached.': 'No se pudo contactar con el sitio.',
  'This is neither a page nor a file of a kind that can be read.':
    'No es una página ni un archivo de un tipo que se pueda leer.',
  'The page has no text of its own: it is made by scripts in the browser, which are not run.':
    'La página no tiene texto propio: la generan scripts en el navegador, que no se ejecutan.',
  'There is no text on the page.': 'No hay texto en la página.',
  'The page asks not to be kept by robots (noindex).': 'La página pide que los robots no la guarden (noindex).',
  'The page could not be read: it is broken.': 'No se pudo leer la página: está dañada.',
  'Too much is fetched at the moment.': 'En este momento se está obteniendo demasiado.',
  'There is no page at this address ({code}).': 'No hay ninguna página en esta dirección ({code}).',
  'The site does not let this page be read ({code}).': 'El sitio no permite leer esta página ({code}).',
  'The site asks to come back later ({code}).': 'El sitio pide volver más tarde ({code}).',
  'The site could not deliver the page because of an error on its side ({code}).':
    'El sitio no pudo entregar la página por un error suyo ({code}).',
  'The site refused to deliver the page ({code}).': 'El sitio se negó a entregar la página ({code}).',
  'The site could not say what robots may read (robots.txt), so nothing is read for now.':
    'El sitio no pudo decir qué pueden leer los robots (robots.txt), así que por ahora no se lee nada.',
  'The file is larger than the 50 MB that are read.': 'El archivo supera los 50 MB que se leen.',
  'There is no sitemap at this address.': 'No hay ningún sitemap en esta dirección.',
  'The packed sitemap is broken.': 'El sitemap comprimido está dañado.',
  'The sitemap is larger than the 50 MB that are read.': 'El sitemap supera los 50 MB que se leen.',
  'This {kind} is protected with a password. Remove the protection and upload it again.':
    'El archivo está protegido con contraseña. Quita la protección y súbelo de nuevo.',
  'This {kind} is damaged or incomplete, so it could not be read.':
    'El archivo está dañado o incompleto, por lo que no se pudo leer.',
  'This document is damaged, so it could not be read.': 'El documento está dañado, por lo que no se pudo leer.',
  'This {kind} holds no text.': 'El archivo no contiene texto.',
  'This {kind} has {pages} pages, and at most {max} are read. Split it and upload the parts.':
    'El archivo tiene {pages} páginas y se leen como máximo {max}. Divídelo y sube las partes.',
  'This {kind} holds more than {max} characters of text, which is more than is read. Split it and upload the parts.':
    'El archivo tiene más de {max} caracteres de texto, que es más de lo que se lee. Divídelo y sube las partes.',
  'This page holds more than {max} characters of text, which is more than is read.':
    'La página tiene más de {max} caracteres de texto, que es más de lo que se lee.',
  'Reading this file needs more memory than is allowed. Split it and upload the parts.':
    'Leer este archivo requiere más memoria de la permitida. Divídelo y sube las partes.',
  'Reading this page needs more memory than is allowed.': 'Leer esta página requiere más memoria de la permitida.',
  'Reading this {kind} took longer than {seconds} seconds, so it was stopped.':
    'La lectura tardó más de {seconds} segundos, así que se detuvo.',
  'This {kind} could not be read: it made the reader stop.': 'No se pudo leer: hizo que el lector se detuviera.',
  'The address answers something that is no text.': 'La dirección devuelve algo que no es texto.',
  'This file has more than 50 MB, which is more than is read.':
    'Este archivo tiene más de 50 MB, que es más de lo que se lee.',
  'This file is named .{ending} but holds {content}. Give it the right ending and upload it again.':
    'Este archivo se llama .{ending}, pero contiene otra cosa. Ponle la extensión correcta y súbelo de nuevo.',
  'This file is an archive, which is not read. Unpack it and upload the documents in it.':
    'Este archivo es un archivo comprimido, que no se lee. Descomprímelo y sube los documentos que contiene.',
  'This file is PostScript, which is not read.': 'Este archivo es PostScript, que no se lee.',
  'This file is an e-book (EPUB), which is not read.': 'Este archivo es un libro electrónico (EPUB), que no se lee.',
  'This file is of an old Office kind, which is not read. Save it in a current format and upload it again.':
    'Este archivo es de un formato antiguo de Office, que no se lee. Guárdalo en un formato actual y súbelo de nuevo.',
  'This file is {content}, which is not read. Save it as {ending} and upload it again.':
    'Este tipo de archivo no se lee. Guárdalo como {ending} y súbelo de nuevo.',
  'The content of this file is {article} {content} file, which is not read.':
    'El contenido de este archivo es de un tipo que no se lee.',
  'This file holds no text that could be read.': 'Este archivo no contiene texto que se pueda leer.',
  'This document has more than 1,500,000 elements, which is more than is read.':
    'Este documento tiene más de 1.500.000 elementos, que es más de lo que se lee.',
  'This document nests its elements more than 10,000 levels deep, which is more than is read.':
    'Este documento anida sus elementos más de 10.000 niveles, que es más de lo que se lee.',
  'This file nests its elements more than 1,000 levels deep, which is more than is read.':
    'Este archivo anida sus elementos más de 1.000 niveles, que es más de lo que se lee.',
  'This JSON is nested more than 100 levels deep, which is more than is read.':
    'Este JSON tiene más de 100 niveles, que es más de lo que se lee.',
  'This file unpacks to more than 200 MB, which is more than is read.':
    'Este archivo ocupa más de 200 MB descomprimido, que es más de lo que se lee.',
  'This file unpacks to more than 200 times its size, so it was not read.':
    'Este archivo ocupa más de 200 veces su tamaño al descomprimirse, así que no se leyó.',
  'This file declares XML entities, which office programs never do, so it was not read.':
    'Este archivo declara entidades XML, algo que los programas de oficina nunca hacen, así que no se leyó.',
  'This file holds more than 10,000 parts, which is more than is read.':
    'Este archivo tiene más de 10.000 partes, que es más de lo que se lee.',
  'This file has parts whose names lead outside of it, so it was not read.':
    'Este archivo tiene partes cuyos nombres llevan fuera de él, así que no se leyó.',
  'This file is packed in a way that is not read.': 'Este archivo está comprimido de una forma que no se lee.',
  'This PDF holds no text, only pictures of it. Run text recognition (OCR) over it and upload it again.':
    'Este PDF no contiene texto, solo imágenes de texto. Pásale un reconocimiento de texto (OCR) y súbelo de nuevo.',
  '{blank} of {count} pages hold no text, perhaps only pictures of it.':
    '{blank} de {count} páginas no contienen texto, quizá solo imágenes de texto.',
  'One hidden slide was left out.': 'Se omitió una diapositiva oculta.',
  '{count} hidden slides were left out.': 'Se omitieron {count} diapositivas ocultas.',
  'The upload of the file did not finish. Upload it again.': 'La subida del archivo no terminó. Súbelo de nuevo.',
  'There is no text in it.': 'No contiene texto.',
  'Its text is longer than the {max} characters that one document can hold.':
    'Su texto supera los {max} caracteres que admite un documento.',
  'no credits: indexing continues by itself once there are enough credits.':
    'Sin créditos: la indexación continúa sola en cuanto haya suficientes.',
  "The embedding model refused the request: check the provider's key and model.":
    'El modelo de embeddings rechazó la solicitud: revisa la clave y el modelo del proveedor.',
  'The embedding model could not be reached.': 'No se pudo contactar con el modelo de embeddings.',
  'Indexing by meaning failed.': 'Falló la indexación por significado.',
  'The document is found by its words meanwhile.': 'Mientras tanto, el documento se encuentra por sus palabras.',
  'It is tried again by itself.': 'Se vuelve a intentar automáticamente.',
  'no credits: this page is read once there are enough credits.':
    'Sin créditos: esta página se leerá en cuanto haya suficientes.',
  'Reading broke off. Try again in a while.': 'La lectura se interrumpió. Inténtalo de nuevo dentro de un rato.',
  'No page could be read.': 'No se pudo leer ninguna página.',
  'The page is on another site.': 'La página está en otro sitio.',
  'The address is of a picture, film, sound, archive or program.':
    'La dirección es de una imagen, película, sonido, archivo comprimido o programa.',
  'The matcher “{matcher}” leaves it out.': 'El patrón «{matcher}» la excluye.',
  'The page is more than 1 link away from a start address.':
    'La página está a más de 1 enlace de una dirección de inicio.',
  'The page is more than {max} links away from a start address.':
    'La página está a más de {max} enlaces de una dirección de inicio.',
  'None of the matchers for pages to read fits it.': 'Ningún patrón de páginas que leer encaja con ella.',
  'None of the matchers for pages to read fits it: only its links were looked at.':
    'Ningún patrón de páginas que leer encaja con ella: solo se miraron sus enlaces.',
  'The address is longer than those of pages.': 'La dirección es más larga que las de las páginas.',
  'The path has too many parts: it seems to lead on for ever.':
    'La ruta tiene demasiadas partes: parece no acabar nunca.',
  'The path repeats itself: it seems to lead on for ever.': 'La ruta se repite: parece no acabar nunca.',
  'The address has too many parameters.': 'La dirección tiene demasiados parámetros.',
  'The address is of a far-away date: it seems to be a calendar without end.':
    'La dirección es de una fecha lejana: parece un calendario sin fin.',
  'It redirects to {address}.': 'Redirige a {address}.',
  'It redirects to {address}, which robots may not read.': 'Redirige a {address}, que los robots no pueden leer.',
  'It names {address} as its own address.': 'Indica {address} como su propia dirección.',
  'There is no text on the page; its links were looked at.': 'No hay texto en la página; se miraron sus enlaces.',
  'It says the same as {address}.': 'Dice lo mismo que {address}.',
  'More than {max} addresses differ in their parameters alone.':
    'Más de {max} direcciones se diferencian solo en sus parámetros.',
  'Its document was removed.': 'Su documento se quitó.',
  'Paused: not enough credits. Continues when credits are added.':
    'En pausa: no hay créditos suficientes. Continúa cuando se añadan créditos.',
  'There is no page to begin with.': 'No hay ninguna página con la que empezar.',
  'The sitemap at {address} could not be read.': 'No se pudo leer el sitemap de {address}.',
  'The sitemap lists no pages.': 'El sitemap no incluye páginas.',
  'The job reads at most 1 page.': 'La tarea lee como máximo 1 página.',
  'The job reads at most {max} pages.': 'La tarea lee como máximo {max} páginas.',
  'The site asks robots not to read this page (robots.txt).':
    'El sitio pide a los robots que no lean esta página (robots.txt).',
  'Its agents were deleted. Choose others and run it again.':
    'Sus agentes se eliminaron. Elige otros y ejecútala de nuevo.',
  'The search broke off. Look again.': 'La búsqueda se interrumpió. Busca de nuevo.',
  'The workspace has no credits left. The search continues when credits are added.':
    'El espacio de trabajo no tiene más créditos. La búsqueda continúa cuando se añadan créditos.',
  'The model could not be reached. Pairs that were compared until then are kept.':
    'No se pudo contactar con el modelo. Los pares comparados hasta entonces se conservan.',
  'This is not the address of a web site, so the agent starts without one.':
    'No es la dirección de un sitio web, así que el agente empieza sin él.',
  'The site could not be read now.': 'Ahora no se pudo leer el sitio.',
}
