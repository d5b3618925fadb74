/** What visitors send beside words: files whose text the prompt holds, and pictures that nobody here looks at. Pure. */
import { type Language, PHRASES } from './phrases.ts'
import type { Passage } from './passage.ts'
import { unescape } from './tags.ts'
import type { ChatMessage } from './types.ts'

/** As the product writes what came with a message into its text. */
const LINE = /^\[(?:Picture|File): [^\]\n]{1,200}\]$|^\[Voice note\]$/gm

/** The visitor's own words. */
export const wordsOf = (text: string): string =>
  text
    .replaceAll(LINE, '')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()

export const hasAttached = (text: string): boolean => text.search(LINE) >= 0

/** A file is read like a passage, but nobody cites it. */
export function readAttachments(inner: string): Passage[] {
  const found = inner.matchAll(/<attachment name="([^"<]*)"(?: cut="yes")?>([^<]*)<\/attachment>/g)
  return Array.from(found, ([, title, text]) => ({ n: 0, title: unescape(title ?? ''), text: unescape(text ?? '') }))
}

const PICTURE = /^\[Picture: /m

/** Whether this message names a picture that came with it. */
export const namesPicture = (text: string): boolean => PICTURE.test(text)

export const picturesIn = (message: ChatMessage | undefined): number =>
  Array.isArray(message?.content) ? message.content.filter(({ type }) => type === 'image_url').length : 0

const BLIND: Record<Language, string> = {
  en: 'The picture has arrived. This is the sandbox model: it can’t look at pictures.',
  de: 'Das Bild ist angekommen. Das ist das Sandkasten-Modell: Es kann keine Bilder ansehen.',
  fr: 'L’image est arrivée. C’est le modèle d’essai : il ne peut pas regarder les images.',
  es: 'La imagen ha llegado. Este es el modelo de prueba: no puede ver imágenes.',
  pt: 'A imagem chegou. Este é o modelo de teste: ele não consegue ver imagens.',
  ar: 'وصلت الصورة. هذا هو النموذج التجريبي: لا يمكنه رؤية الصور.',
}
const ARRIVED: Record<Language, string> = {
  en: 'Thank you, it has arrived. What would you like to know about it?',
  de: 'Danke, das ist angekommen. Was möchtest du dazu wissen?',
  fr: 'Merci, c’est bien arrivé. Que souhaitez-vous savoir à ce sujet ?',
  es: 'Gracias, ha llegado. ¿Qué le gustaría saber al respecto?',
  pt: 'Obrigado, chegou. O que gostaria de saber sobre isso?',
  ar: 'شكرًا، لقد وصل. ماذا تريد أن تعرف عنه؟',
}

/** What is said of a message that brings something: before the answer to its words, or in its place where it has none. */
export function aboutAttached(language: Language, { pictures, words }: { pictures: number; words: string }) {
  const blind = pictures > 0 ? BLIND[language] : undefined
  return words === '' ? { all: blind ?? ARRIVED[language] } : { before: blind }
}

/** An answer that knows nothing adds nothing to what was said of a picture. */
export const isNothing = (text: string, language: Language): boolean =>
  text === PHRASES[language].unknown || text === PHRASES[language].noted
