// Scopes selectors to one part of a page: everything they match is its root or below it.
import { type CssNode, generate, type Selector } from 'css-tree'
import { msg } from '@parlance/i18n/messages'
import { checkWords, type Verdict } from './safe-values.ts'

/** Longer selectors are too slow in visitors' browsers. */
const LONGEST = 500

/** For a top-level rule below `#app`: `.a` becomes `#app .a`, and `:root` that root itself. */
export function containSelector(selector: Selector, root: string): Verdict {
  const parts = selector.children.toArray()
  const checked = checkSelector(parts)
  if ('refused' in checked) return checked
  if (checked.text.includes('&')) return { refused: '& stands inside another rule.' }
  if (parts[0]?.type === 'Combinator') return { refused: msg('css_selector_combinator') }
  const end = endOfRoots(parts, root)
  const [after] = parts.slice(end)
  if (after?.type === 'Combinator' && /[+~|]/.test(after.name)) return { refused: msg('css_selector_sibling') }
  const [roots, rest] = [textOf(parts.slice(0, end)), textOf(parts.slice(end))]
  if (roots === '') return { text: `${root} ${rest}` }
  // `:root` means the part; a condition on the page (`html[dir=rtl] .a`) is kept.
  return { text: roots.includes(root) ? `${roots}${rest}` : `${roots} ${root}${rest}` }
}

/** For a nested rule: what `&` stands for is scoped already, so it may only come first. */
export function nestedSelector(selector: Selector): Verdict {
  const parts = selector.children.toArray()
  const rest = parts[0]?.type === 'NestingSelector' ? parts.slice(1) : parts
  return textOf(rest).includes('&') ? { refused: '& stands once, at the beginning.' } : checkSelector(parts)
}

const textOf = (parts: readonly CssNode[]) => parts.map((part) => generate(part)).join('')

function checkSelector(parts: readonly CssNode[]): Verdict {
  const text = textOf(parts)
  if (text.length > LONGEST) return { refused: msg('css_selector_too_long', { max: LONGEST }) }
  return checkWords(text, 'selector', '')
}

/** How many of the leading parts match the document or the root. */
function endOfRoots(parts: readonly CssNode[], root: string): number {
  let end = 0
  for (let at = 0; at < parts.length;) {
    const stop = endOfCompound(parts, at)
    if (!parts.slice(at, stop).some((part) => isRoot(part, root))) break
    end = stop
    const combinator = parts[stop]
    at = combinator?.type === 'Combinator' && /^[ >]$/.test(combinator.name) ? stop + 1 : parts.length
  }
  return end
}

function endOfCompound(parts: readonly CssNode[], from: number): number {
  const next = parts.findIndex(({ type }, index) => index >= from && type === 'Combinator')
  return next === -1 ? parts.length : next
}

const isRoot = (part: CssNode, root: string): boolean =>
  (part.type === 'TypeSelector' && /^(html|body)$/i.test(part.name)) ||
  (part.type === 'PseudoClassSelector' && /^(root|scope)$/i.test(part.name)) ||
  (part.type === 'IdSelector' && `#${part.name}` === root)
