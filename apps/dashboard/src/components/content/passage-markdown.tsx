// A document's quoted Markdown: no raw HTML, no remote images (they would track the reader), safe links.
// packages/chat-ui renders conversations.
import { type Block, type Inline, type ListItem, readMarkdown } from '@parlance/contract/lib/markdown/grammar'
import { createElement, Fragment, type ReactNode } from 'react'
import classes from './passage-markdown.module.css'

const SAFE_LINK = /^(https?:|mailto:|tel:)/i

/** A part of a text that matches a search or not. */
export interface Piece {
  text: string
  hit: boolean
}

export interface PassageTextProps {
  text: string
  /** Splits a text into parts with hits. */
  pieces?: (text: string) => readonly Piece[]
}
type Pieces = PassageTextProps['pieces']

export default function PassageMarkdown({ text, pieces }: PassageTextProps) {
  return (
    <div className={classes.markdown} dir="auto">
      {blocksOf(readMarkdown(text), pieces)}
    </div>
  )
}

const each = <T,>(all: readonly T[], draw: (one: T) => ReactNode): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no names
  all.map((one, index) => <Fragment key={index}>{draw(one)}</Fragment>)

const blocksOf = (blocks: readonly Block[], pieces: Pieces): ReactNode =>
  each(blocks, (block) => blockOf(block, pieces))

function blockOf(block: Block, pieces: Pieces): ReactNode {
  switch (block.kind) {
    case 'rule':
      return <hr />
    case 'code':
      return (
        <pre>
          <code>{hits(block.text, pieces)}</code>
        </pre>
      )
    case 'quote':
      return <blockquote>{blocksOf(block.blocks, pieces)}</blockquote>
    case 'list':
      return createElement(
        block.isOrdered ? 'ol' : 'ul',
        {},
        each(block.items, (item) => itemOf(item, block.isOrdered, pieces)),
      )
    case 'table': {
      const [head = [], ...rows] = block.rows
      return (
        <div className={classes.table}>
          <table>
            <thead>
              <tr>
                {each(head, (cell) => (
                  <th>{inlinesOf(cell, pieces)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {each(rows, (cells) => (
                <tr>
                  {each(cells, (cell) => (
                    <td>{inlinesOf(cell, pieces)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
    }
    case 'heading':
      // Headings of a quote are not headings of the page.
      return <p className={classes.heading}>{inlinesOf(block.children, pieces)}</p>
    case 'paragraph':
      return <p>{inlinesOf(block.children, pieces)}</p>
  }
}

function itemOf({ number, isChecked, blocks }: ListItem, isOrdered: boolean, pieces: Pieces): ReactNode {
  const [first, ...rest] = blocks
  const isText = first?.kind === 'paragraph'
  return (
    <li value={isOrdered ? number : undefined}>
      {isChecked !== undefined && <input type="checkbox" checked={isChecked} disabled readOnly />}
      {isText && inlinesOf(first.children, pieces)}
      {blocksOf(isText ? rest : blocks, pieces)}
    </li>
  )
}

const inlinesOf = (inlines: readonly Inline[], pieces: Pieces): ReactNode =>
  each(inlines, (inline) => inlineOf(inline, pieces))

function inlineOf(inline: Inline, pieces: Pieces): ReactNode {
  switch (inline.kind) {
    case 'text':
      return hits(inline.text, pieces)
    case 'break':
      return inline.isHard ? <br /> : '\n'
    case 'code':
      return <code>{hits(inline.text, pieces)}</code>
    case 'image':
      return inlinesOf(inline.children, pieces)
    case 'link':
      return SAFE_LINK.test(inline.href) ? (
        <a href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
          {inlinesOf(inline.children, pieces)}
        </a>
      ) : (
        inlinesOf(inline.children, pieces)
      )
    default:
      return createElement(inline.kind, {}, inlinesOf(inline.children, pieces))
  }
}

const hits = (text: string, pieces: Pieces): ReactNode =>
  pieces ? each(pieces(text), (piece) => (piece.hit ? <mark>{piece.text}</mark> : piece.text)) : text
