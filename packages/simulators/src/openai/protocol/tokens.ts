/**
 * The simulator's tokenizer: a token is up to eight letters or digits of one word, or one other character, together with the
 * white space before it; an ideograph is a token of its own. It only has to be deterministic and lossless: the tokens of a
 * text, joined, are that text. It counts near to OpenAI's for English and is not compatible with it.
 */
const TOKEN = /\s*(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}_'’]{1,8}|\S)|\s+/gu

/** Cuts a text into its tokens; `tokenize(text).join('') === text`. */
export function tokenize(text: string): string[] {
  return text.match(TOKEN) ?? []
}

/** How many tokens a text has; counting stops soon after `enough`. */
export function countTokens(text: string, enough = Infinity): number {
  let count = 0
  TOKEN.lastIndex = 0
  while (count <= enough && TOKEN.test(text)) count += 1
  return count
}
