// Sanitizes an owner's CSS: css-tree parses it, and only what is known to be harmless is serialised again.
import type { CssCheck, CssProblem } from '@parlance/contract/agents/css'
import { CHAT_ROOT, LONGEST_CSS } from '@parlance/contract/agents/custom-css'
import { type Atrule, type CssNode, generate, type Rule, tokenize, tokenTypes } from 'css-tree'
import { msg } from '@parlance/i18n/messages'
import { checkDeclaration, unknownIn } from './declarations.ts'
import { parseAfresh } from './parser.ts'
import { containSelector, nestedSelector } from './selectors.ts'
import { checkWords, type Reason, type Verdict } from './safe-values.ts'

const MOST_PROBLEMS = 100
/** Maximum nesting of brackets of all kinds: the parser and browsers walk them recursively. */
const DEEPEST = 16
/** Maximum nesting of rules: each `&` doubles what a browser compares. */
const NESTED = 4
const MOST_SELECTORS = 2000
const MOST_DECLARATIONS = 5000
/** Values compared with their grammar, which is slow; the rest is not compared. */
const MOST_COMPARED = 300

/** At-rules that may contain rules; all others are removed. */
const GROUPS = new Set(['media', 'supports', 'container', 'layer', 'starting-style'])

export interface Css {
  readonly clean: (css: string) => string
  readonly check: (css: string) => CssCheck
}

/** `origin` of the installation is read on every use, empty while unknown; `root` scopes everything. */
export const createCss = (origin: () => string, root = CHAT_ROOT): Css => ({
  clean: (css) => new Cleaning(css, origin(), root, false).run().css,
  check: (css) => new Cleaning(css, origin(), root, true).run(),
})

type Place = 'top' | 'rule' | 'keyframes' | 'font'

class Cleaning {
  readonly #source: string
  readonly #origin: string
  readonly #root: string
  readonly #compares: boolean
  readonly #problems: CssProblem[] = []
  #selectors = 0
  #declarations = 0
  #tooMany = false

  constructor(source: string, origin: string, root: string, compares: boolean) {
    this.#source = source.replaceAll('\0', '\uFFFD')
    this.#origin = origin
    this.#root = root
    this.#compares = compares
  }

  run(): CssCheck {
    const css = this.#source.length > LONGEST_CSS ? this.#whole(msg('css_too_long')) : this.#read()
    return { css, problems: this.#problems.toSorted((a, b) => a.line - b.line || a.column - b.column) }
  }

  #read(): string {
    if (depthOf(this.#source) > DEEPEST) return this.#whole(msg('css_brackets_too_deep', { max: DEEPEST }))
    const sheet = parseAfresh(this.#source, {
      positions: true,
      parseCustomProperty: true,
      onParseError: ({ message, line, column }) =>
        this.#say('removed', msg('css_unreadable', { message }), {
          line,
          column,
          endLine: line,
          endColumn: column + 1,
        }),
    })
    const written = sheet.type === 'StyleSheet' ? this.#all(sheet.children, 'top', 0) : ''
    // Strings are serialised without `<`, and nowhere else can both characters meet.
    return written.includes('</') ? this.#whole(msg('css_html_end')) : written
  }

  #all(nodes: Iterable<CssNode>, place: Place, depth: number): string {
    return [...nodes].map((node) => this.#one(node, place, depth)).join('')
  }

  #one(node: CssNode, place: Place, depth: number): string {
    if (this.#tooMany || node.type === 'Comment' || node.type === 'WhiteSpace') return ''
    if (node.type === 'Rule' && place !== 'font') return this.#rule(node, place, depth)
    if (node.type === 'Atrule' && place !== 'font' && place !== 'keyframes') return this.#atrule(node, place, depth)
    if (node.type === 'Declaration' && (place === 'rule' || place === 'font')) return this.#declaration(node)
    if (node.type !== 'Raw') this.#removed(node, msg('css_misplaced'))
    return ''
  }

  #rule(rule: Rule, place: Place, depth: number): string {
    if (rule.prelude.type !== 'SelectorList') return ''
    if (depth > NESTED) return this.#removed(rule.prelude, msg('css_rules_too_deep', { max: NESTED }))
    const selectors = rule.prelude.children.toArray().flatMap((selector) => {
      if (selector.type !== 'Selector' || !this.#counts('selector', selector)) return []
      const verdict =
        place === 'keyframes'
          ? step(selector)
          : depth === 0
            ? containSelector(selector, this.#root)
            : nestedSelector(selector)
      return this.#kept(verdict, selector)
    })
    const block = this.#all(rule.block.children, 'rule', place === 'keyframes' ? NESTED + 1 : depth + 1)
    return selectors.length > 0 && block !== '' ? `${selectors.join(',')}{${block}}` : ''
  }

  #atrule(rule: Atrule, place: Place, depth: number): string {
    const name = rule.name.toLowerCase()
    if (GROUPS.has(name)) return this.#group(rule, name, place, depth)
    if (place === 'top' && /^(?:-webkit-)?keyframes$/.test(name)) return this.#keyframes(rule, name)
    if (place === 'top' && name === 'font-face') return this.#fontFace(rule)
    return this.#removed(rule, msg('css_at_rule_unused', { name }))
  }

  #group(rule: Atrule, name: string, place: Place, depth: number): string {
    const said = rule.prelude ? checkWords(generate(rule.prelude), 'condition', '') : { text: '' }
    const [condition] = this.#kept(said, rule)
    if (condition === undefined) return ''
    const head = `@${name}${condition === '' ? '' : ` ${condition}`}`
    if (!rule.block) return name === 'layer' ? `${head};` : ''
    // Groups count as nesting even outside rules, so that the walk ends.
    const block = this.#all(rule.block.children, place, depth)
    return block === '' ? '' : `${head}{${block}}`
  }

  #keyframes(rule: Atrule, name: string): string {
    const [title] = rule.prelude ? this.#kept(checkWords(generate(rule.prelude), 'condition', ''), rule) : []
    if (title === undefined || !rule.block) return ''
    return `@${name} ${title}{${this.#all(rule.block.children, 'keyframes', 0)}}`
  }

  #fontFace(rule: Atrule): string {
    if (!rule.block) return ''
    const block = this.#all(rule.block.children, 'font', 0)
    return /(?:^|;)src:/.test(block) ? `@font-face{${block}}` : ''
  }

  #declaration(node: Extract<CssNode, { type: 'Declaration' }>): string {
    if (!this.#counts('declaration', node)) return ''
    const [text] = this.#kept(checkDeclaration(node, this.#origin), node)
    if (text === undefined) return ''
    const unknown = this.#compares && this.#declarations <= MOST_COMPARED ? unknownIn(node) : undefined
    if (unknown !== undefined) this.#say('unknown', unknown, placeOf(node))
    return `${text};`
  }

  #counts(what: 'selector' | 'declaration', node: CssNode): boolean {
    if (what === 'selector') this.#selectors += 1
    else this.#declarations += 1
    if (this.#selectors <= MOST_SELECTORS && this.#declarations <= MOST_DECLARATIONS) return true
    this.#tooMany = true
    this.#removed(node, msg('css_too_many_rules', { selectors: MOST_SELECTORS, declarations: MOST_DECLARATIONS }))
    return false
  }

  #kept(verdict: Verdict, node: CssNode): string[] {
    if ('text' in verdict) return [verdict.text]
    this.#removed(node, verdict.refused)
    return []
  }

  #removed(node: CssNode, reason: Reason): '' {
    this.#say('removed', reason, placeOf(node))
    return ''
  }

  #whole(reason: Reason): '' {
    this.#say('removed', reason, { line: 1, column: 1, endLine: 1, endColumn: 2 })
    return ''
  }

  #say(level: CssProblem['level'], reason: Reason, place: Range): void {
    if (this.#problems.length >= MOST_PROBLEMS) return
    const message = typeof reason === 'string' ? { message: reason } : reason
    this.#problems.push({ ...place, level, ...message })
  }
}

/** `from`, `to` or a share of the way. */
function step(selector: CssNode): Verdict {
  const text = generate(selector)
  return /^(?:from|to|\d{1,3}(?:\.\d{1,5})?%)$/i.test(text) ? { text } : { refused: msg('css_keyframe_step') }
}

type Range = Pick<CssProblem, 'line' | 'column' | 'endLine' | 'endColumn'>

function placeOf({ loc }: CssNode): Range {
  const { start, end } = loc ?? { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } }
  return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column }
}

const OPENING = new Set<number>([
  tokenTypes.Function,
  tokenTypes.LeftParenthesis,
  tokenTypes.LeftSquareBracket,
  tokenTypes.LeftCurlyBracket,
])
const CLOSING = new Set<number>([
  tokenTypes.RightParenthesis,
  tokenTypes.RightSquareBracket,
  tokenTypes.RightCurlyBracket,
])

function depthOf(source: string): number {
  let [depth, deepest] = [0, 0]
  tokenize(source, (type) => {
    if (OPENING.has(type)) deepest = Math.max(deepest, (depth += 1))
    else if (CLOSING.has(type)) depth = Math.max(0, depth - 1)
  })
  return deepest
}
