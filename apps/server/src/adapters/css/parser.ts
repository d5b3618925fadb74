// css-tree's parser, called so that no parse depends on the one before.
import { type CssNode, parse, type ParseOptions } from 'css-tree'

/** Overwrites the entry read past the end of the text: leftovers there can make a parse endless. Throws SyntaxError. */
export function parseAfresh(source: string, options: ParseOptions): CssNode {
  try {
    // One comma more than the text has characters; the unknown context is refused once they are in the buffer.
    parse(','.repeat(source.length + 2), { context: 'none' })
  } catch {
    // The context is invalid on purpose.
  }
  return parse(source, options)
}
