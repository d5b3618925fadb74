// The help centre: one Markdown file per task, grouped by audience.
import { readFileSync } from 'node:fs'
import { textOf } from '@parlance/contract/lib/markdown/grammar'
import { sourcePath } from '../../../lib/paths.ts'

export const HELP_GROUPS = [
  {
    title: 'Build an agent',
    slugs: ['first-agent', 'teach', 'crawler', 'prompt', 'steps', 'collect', 'tools', 'test'],
  },
  {
    title: 'Go live',
    slugs: [
      'design',
      'publish',
      'add-to-website',
      'channels',
      'settings',
      'privacy',
      'conversations',
      'inbox',
      'hand-off',
      'leads',
      'notifications',
      'gaps',
      'analytics',
      'metrics',
    ],
  },
  { title: 'Your account', slugs: ['models-and-credits', 'team', 'clients', 'copies', 'dns-records', 'import-export'] },
  { title: 'For developers', slugs: ['api', 'widget-api', 'webhooks', 'webhook-channel', 'mcp'] },
  { title: 'For operators', slugs: ['install', 'operate'] },
] as const

export interface HelpArticle {
  readonly slug: string
  readonly title: string
  /** The first paragraph, as plain text. */
  readonly summary: string
  readonly markdown: string
  readonly words: string
}

/** Read once, at start. Throws for an article without a title. */
export const helpArticles = (): HelpArticle[] =>
  HELP_GROUPS.flatMap(({ slugs }) => slugs).map((slug) => {
    const markdown = readFileSync(sourcePath(`modules/site/help/articles/${slug}.md`), 'utf8')
    const [, title, first] = /^# (.+)\n+([^\n]+)/.exec(markdown) ?? []
    if (title === undefined || first === undefined) throw new Error(`The help article ${slug} has no title.`)
    return { slug, title, summary: textOf(first), markdown, words: wordsOf(markdown) }
  })

/** The search matches parts of words, so a word inside a longer one is left out. */
function wordsOf(text: string): string {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [])]
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word))).join(' ')
}
