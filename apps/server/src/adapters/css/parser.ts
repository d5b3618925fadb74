// css-tree's parser, so that one text does not depend on the one before.
import { type CssNode, parse, type ParseOptions } from 'css-tree'

/**
 * The parser keeps its buffers from call to call and looks at one entry behind the end of the text. What an earlier, longer
 * text left there can make it pair brackets wrongly and never end, so that this place is written over first.
 * Throws SyntaxError where `options` names a context that the text does not fit.
 */
export function parseAfresh(source: string, options: ParseOptions): CssNode {
  try {
    // As many commas as the text has characters and one more; the context is refused once they are in the buffer.
    parse(','.repeat(source.length + 2), { context: 'none' })
  } catch {
    // That context is none.
  }
  return parse(source, options)
}
