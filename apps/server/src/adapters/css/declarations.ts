import { type Declaration, generate, lexer, tokenize, tokenTypes } from 'css-tree'
import { msg } from '@parlance/i18n/messages'
import { parseAfresh } from './parser.ts'
import { checkWords, type Reason, type Verdict } from './safe-values.ts'

/** Old ways of running scripts. */
const FORBIDDEN = /^(?:behavior|-ms-behavior|-moz-binding)$/
const NAME = /^(?:--[\w-]+|-?[a-z][a-z-]*)$/i
/** Branding and the consent prompt are at 10 and must stay readable. */
const HIGHEST = 9

export function checkDeclaration({ property, value, important }: Declaration, origin: string): Verdict {
  if (!NAME.test(property)) return { refused: msg('css_property_name', { property }) }
  const name = property.toLowerCase()
  if (FORBIDDEN.test(name)) return { refused: msg('css_property_scripts', { name }) }
  if (typeof important === 'string') return { refused: msg('css_bang_unknown', { word: important }) }
  if (value.type === 'Raw') return { refused: msg('css_value_unreadable') }
  const checked = checkWords(generate(value), 'value', origin)
  if ('refused' in checked) return checked
  const refused = overlaying(name, checked.text)
  // Names of custom properties are case-sensitive.
  const written = property.startsWith('--') ? property : name
  return refused === undefined ? { text: `${written}:${checked.text}${important ? '!important' : ''}` } : { refused }
}

/** Nothing may cover the consent prompt and the branding. */
function overlaying(name: string, value: string): Reason | undefined {
  if (name === 'position' && !/^(?:static|relative|absolute|sticky|inherit|initial|unset|revert)$/i.test(value.trim()))
    return 'position is static, relative, absolute or sticky here: nothing may lie over the whole chat.'
  if (name !== 'z-index' || /^(?:auto|inherit|initial|unset|revert)$/i.test(value.trim())) return undefined
  const level = Number(value)
  return Number.isInteger(level) && level <= HIGHEST ? undefined : msg('css_z_index', { max: HIGHEST })
}

/** What browsers will probably ignore; undefined for a known declaration. */
export function unknownIn({ property, value }: Declaration): Reason | undefined {
  const name = property.toLowerCase()
  if (name.startsWith('--') || name.startsWith('-')) return undefined
  if (lexer.getProperty(name) === null) return msg('css_property_unknown', { property })
  const text = generate(value)
  if (text.length > 300 || hasFunction(text, /^(?:var|env|attr)\($/i)) return undefined
  const { error } = lexer.matchProperty(name, parseAfresh(text, { context: 'value' }))
  return error?.name === 'SyntaxMatchError' ? msg('css_value_unknown', { value: text.slice(0, 60), name }) : undefined
}

function hasFunction(text: string, wanted: RegExp): boolean {
  let found = false
  tokenize(text, (type, start, end) => {
    found ||= type === tokenTypes.Function && wanted.test(text.slice(start, end))
  })
  return found
}
