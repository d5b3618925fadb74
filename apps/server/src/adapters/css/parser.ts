// css-tree's parser, called so that no parse depends on the one before.
import { type CssNode, parse, type ParseOptions } from 'css-tree'

/**
 * The parser reuses its buffers and reads one entry past the end of the text. What an earlier, longer
 * text left there can make it mismatch brackets and never end, so that entry is overwritten first.
 * Throws SyntaxError where `options` names a context that the text does not fit.
 */
export function parseAfresh(source: string, options: ParseOptions): CssNode {
  try {
    // One comma more than the text has characters; the unknown context is refused once they are in the buffer.
    parse(','.repeat(source.length + 2), { context: 'none' })
  } catch {
    // The context is invalid on purpose.
  }
  return parse(source, options)
}
