// Allow-lists for an owner's CSS: future features of browsers must not be able to fetch anything either.
import { ident, string, tokenize, tokenTypes, url } from 'css-tree'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** Functions that fetch nothing. `url` is a separate token and checked separately. */
const FUNCTIONS = new Set(
  `calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp calc-size
  var env attr counter counters fit-content minmax repeat
  rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark contrast-color
  linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient
  repeating-conic-gradient -webkit-linear-gradient -webkit-radial-gradient
  matrix matrix3d perspective rotate rotate3d rotatex rotatey rotatez scale scale3d scalex scaley scalez skew skewx
  skewy translate translate3d translatex translatey translatez
  cubic-bezier steps linear
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  inset circle ellipse polygon path rect xywh shape ray
  local format tech`.split(/\s+/),
)
const CONDITIONS = new Set([...FUNCTIONS, 'selector', 'style', 'not', 'and', 'or'])
const PSEUDO = new Set(
  `is where not has nth-child nth-last-child nth-of-type nth-last-of-type nth-col dir lang -webkit-any -moz-any
  highlight part`.split(/\s+/),
)
const FUNCTIONS_OF = { value: FUNCTIONS, condition: CONDITIONS, selector: PSEUDO }

/** A picture of this installation or a data URL; no SVG, which can contain scripts. */
const OWN_MEDIA = /^\/media\/[\w-]+(?:\/[\w-]+)*(?:\.[\w-]+)?$/
const INLINE = /^data:image\/(?:png|jpe?g|gif|webp|avif)(?:;base64)?,[\w+/=%.~-]*$/i

/** The URL if it may be fetched, otherwise undefined. `origin` is that of this installation, if known. */
export function ownUrl(address: string, origin: string): string | undefined {
  const path = origin !== '' && address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  return OWN_MEDIA.test(path) || INLINE.test(path) ? path : undefined
}

/** A few reasons have no message code and stay English. */
export type Reason = string | MessageDescriptor
export type Verdict = { readonly text: string } | { readonly refused: Reason }

/** Checks a text token by token and serialises it again, so that browsers read exactly what was checked. */
export function checkWords(source: string, kind: keyof typeof FUNCTIONS_OF, origin: string): Verdict {
  const written: string[] = []
  const open: number[] = []
  let refused: Reason | undefined
  tokenize(source, (type, start, end) => {
    const closer = CLOSER.get(type)
    if (closer !== undefined) open.push(closer)
    // An unclosed bracket would swallow what follows.
    else if (CLOSERS.has(type) && open.pop() !== type) refused ??= UNBALANCED
    const result = word(type, source.slice(start, end), kind, origin)
    if ('refused' in result) refused ??= result.refused
    else written.push(result.text)
  })
  if (open.length > 0) refused ??= UNBALANCED
  return refused === undefined ? { text: written.join('') } : { refused }
}

const CLOSER = new Map<number, number>([
  [tokenTypes.Function, tokenTypes.RightParenthesis],
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
])
const CLOSERS = new Set<number>(CLOSER.values())
const UNBALANCED = msg('css_bracket_open')
const NOT_HERE = msg('css_misplaced')

function word(type: number, text: string, kind: keyof typeof FUNCTIONS_OF, origin: string): Verdict {
  switch (type) {
    case tokenTypes.Url:
      return kind === 'value' ? address(url.decode(text), origin) : { refused: NOT_HERE }
    case tokenTypes.String:
      return { text: safeString(string.decode(text)) }
    case tokenTypes.Function:
      return called(text, kind)
    case tokenTypes.Comment:
      return { text: ' ' }
    case tokenTypes.BadString:
    case tokenTypes.BadUrl:
    case tokenTypes.CDO:
    case tokenTypes.CDC:
    case tokenTypes.AtKeyword:
    case tokenTypes.Semicolon:
    case tokenTypes.LeftCurlyBracket:
    case tokenTypes.RightCurlyBracket:
      return { refused: NOT_HERE }
    default:
      return plain(text, kind)
  }
}

/** Escapes could hide a word from the check; nothing in the chat needs one outside a string. */
function plain(text: string, kind: keyof typeof FUNCTIONS_OF): Verdict {
  if (text.includes('\\')) return { refused: msg('css_escape') }
  if (text === '<' && kind !== 'condition') return { refused: NOT_HERE }
  return { text }
}

function called(text: string, kind: keyof typeof FUNCTIONS_OF): Verdict {
  const name = text.slice(0, -1)
  // With quotes `url(` is a function; without, it is the tokenizer's own `url` token.
  if (/^url$/i.test(ident.decode(name))) return { refused: FOREIGN }
  return FUNCTIONS_OF[kind].has(name.toLowerCase()) ? { text } : { refused: msg('css_function_unused', { name }) }
}

const FOREIGN = msg('css_url_not_allowed')

function address(decoded: string, origin: string): Verdict {
  const own = ownUrl(decoded, origin)
  return own === undefined ? { refused: FOREIGN } : { text: `url("${own}")` }
}

const safeString = (text: string) => string.encode(text.replaceAll('\0', '')).replaceAll('<', String.raw`\3c `)
