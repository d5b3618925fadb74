/**
 * The simulator's tokenizer: a token is up to eight letters or digits of one word, or one other character, with the
 * white space before it; an ideograph is a separate token. It only has to be deterministic and lossless. Its counts for
 * English are close to OpenAI's, but it is not compatible.
 */
const TOKEN = /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_'’]{1,8}|\S)|\s+/gu

/** Splits a text into tokens; `tokenize(text).join('') === text`. */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? []
}

/** The number of tokens of a text; counting stops soon after `enough`. */
export function countTokens(text: string, enough = Infinity): number {
  let count = 0
  TOKEN.lastIndex = 0
  while (count <= enough && TOKEN.test(text)) count += 1
  return count
}
