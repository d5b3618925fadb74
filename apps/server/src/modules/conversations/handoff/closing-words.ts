// Detects thanks and goodbyes, which need no answer.

/** Words that make up thanks and goodbyes. Assent is missing: a «yes» answers a person's question. */
const CLOSING = new Set(
  `thanks thank you thx ty so very much many a lot again all for your the help that this was it helps helped me ok okay great perfect cool nice awesome
  wonderful brilliant lovely cheers bye goodbye have good day evening weekend one too see later
  danke dankeschön vielen dank schön schönen tag noch sehr für die ihre deine hilfe super toll prima perfekt gut tschüss auf wiedersehen
  merci beaucoup bien pour votre ton aide parfait génial au revoir bonne journée soirée
  gracias muchas muchísimas por su tu la ayuda perfecto genial muy amable adiós buen día
  obrigado obrigada muito pela sua ajuda perfeito ótimo tchau bom dia
  شكرا شكراً جزيلا جزيلاً لك لكم على المساعدة ممتاز مع السلامة`
    .split(/\s+/)
    .filter(Boolean),
)
const MAX_WORDS = 10

/** Also true for emoji alone. False for an empty text, which came with something else, such as a file. */
export function isClosing(text: string): boolean {
  if (text.trim() === '' || /[\p{N}?？؟]/u.test(text)) return false
  const words = text.toLowerCase().match(/[\p{L}\p{M}'’]+/gu) ?? []
  return words.length <= MAX_WORDS && words.every((word) => CLOSING.has(word))
}
