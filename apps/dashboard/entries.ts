// Dashboard pages that search engines and link previews see: the same page with its own title and description.
import type { Plugin } from 'vite'

interface Entry {
  readonly title: string
  readonly description: string
}

/** By built file, next to `index.html`. Titles match those of the pages (`usePageTitle`). */
export const ENTRIES: Readonly<Record<string, Entry>> = {
  'login.html': {
    title: 'Sign in · Parlance',
    description: 'Sign in to Parlance to build, teach and watch over your AI chat and voice agents.',
  },
  'sign-up.html': {
    title: 'Create your account · Parlance',
    description:
      'Create a free Parlance account: an AI agent that answers from what you know, on your website in five minutes.',
  },
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The built page with another title, description and link preview. Throws when a placeholder is missing. */
export function entryOf(page: string, { title, description }: Entry): string {
  const named = [
    `<meta property="og:site_name" content="Parlance" />`,
    `<meta property="og:title" content="${escaped(title)}" />`,
    `<meta property="og:description" content="${escaped(description)}" />`,
  ]
  return [
    [/<title>[^<]*<\/title>/, () => `<title>${escaped(title)}</title>\n    ${named.join('\n    ')}`] as const,
    [
      /(<meta name="description" content=")[^"]*/,
      (_: string, before: string) => before + escaped(description),
    ] as const,
  ].reduce((text, [place, words]) => {
    if (!place.test(text)) throw new Error(`index.html has nothing like ${place.source}`)
    return text.replace(place, words as (...found: string[]) => string)
  }, page)
}

/** Writes the files of `ENTRIES` after the build. */
export function entries(): Plugin {
  return {
    name: 'entries',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      for (const [fileName, entry] of Object.entries(ENTRIES))
        this.emitFile({ type: 'asset', fileName, source: entryOf(String(page.source), entry) })
    },
  }
}
