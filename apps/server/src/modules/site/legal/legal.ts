// The legal texts: samples in this folder, each replaced by the operator's file of the same name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourcePath } from '../../../lib/paths.ts'
import type { SiteSettings } from '../../../lib/settings.ts'
import type { Html } from '../html.ts'
import { markdown } from '../markdown.ts'

const TEXTS = [
  ['about', 'About', 'What Parlance is, and who runs this site.'],
  ['tos', 'Terms of service', 'The terms under which this installation of Parlance may be used.'],
  ['refund-policy', 'Refund policy', 'When payments for plans, credits and add-ons are given back.'],
  ['cookie-policy', 'Cookie policy', 'Which cookies and which storage this site and the chat widget use, and why.'],
  ['contact', 'Contact', 'How to reach whoever runs this site: support, sales, security and data protection.'],
  ['gdpr', 'GDPR', 'How personal data is processed under the General Data Protection Regulation, and your rights.'],
  ['privacy-policy', 'Privacy policy', 'Which personal data is stored, for what, for how long, and who receives it.'],
] as const

export interface LegalText {
  readonly path: string
  readonly title: string
  readonly description: string
  readonly body: (settings: SiteSettings) => Html
}

/** Read once, at start. `folder` may contain `about.md`, `tos.md` and so on; samples replace missing ones. */
export const legalTexts = (folder: string): LegalText[] =>
  TEXTS.map(([name, title, description]) => {
    const text = read(join(folder, `${name}.md`)) ?? read(sourcePath(`modules/site/legal/${name}.md`)) ?? ''
    return {
      path: `/legal/${name}`,
      title,
      description,
      body: (settings) => markdown(fill(text, settings)),
    }
  })

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces known placeholders in braces. Paragraphs, items and sections that need missing settings are dropped. */
export function fill(text: string, { operator }: Pick<SiteSettings, 'operator'>): string {
  const mail = operator.email ? `[${operator.email}](mailto:${operator.email})` : ''
  const words: Readonly<Record<string, string>> = {
    operator: operator.name,
    name: operator.name,
    address: operator.address,
    email: mail,
    contact: mail,
    country: operator.country,
  }
  const filled = (part: string) => part.replaceAll(PLACE, (whole, word: string) => words[word] ?? whole)
  const canBeSaid = (part: string) => [...part.matchAll(PLACE)].every(([, word = '']) => words[word] !== '')
  const blocks = text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((block) =>
      /^[-*] /.test(block)
        ? block
            .split(/\n(?=[-*] )/)
            .filter(canBeSaid)
            .join('\n')
        : canBeSaid(block)
          ? block
          : '',
    )
    .filter((block) => block !== '')
  const kept: string[] = []
  for (const block of blocks.toReversed()) if (!isEmptySection(block, kept[0])) kept.unshift(block)
  return kept.map(filled).join('\n\n')
}

const levelOf = (block: string | undefined) => /^(#+) /.exec(block ?? '')?.[1]?.length
/** A heading followed by the end or a heading of the same or a higher level; not the page title. */
function isEmptySection(block: string, next: string | undefined): boolean {
  const level = levelOf(block)
  return level !== undefined && level > 1 && (next === undefined || (levelOf(next) ?? Infinity) <= level)
}
const PLACE = /\{(\w+)\}/g
