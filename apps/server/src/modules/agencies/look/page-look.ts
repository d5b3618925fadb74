import { textOf } from '@parlance/contract/lib/markdown/grammar'
import type { PublicAgency } from '@parlance/contract/agencies/schemas'
import { agencyCss, agencyDeviceCss, agencyTheme } from '@parlance/contract/agencies/theme'
import type { Region } from '@parlance/contract/lib/regions'

/** Texts are not escaped yet; `head` is trusted HTML. */
export interface PageLook {
  readonly title: string
  readonly description: string
  /** A URL on the page's host, or a data URL. */
  readonly icon: string
  readonly head: string
  /** The same colours and font for pages without scripts, whose colours follow the device. */
  readonly css: string
  readonly attributes: Readonly<Record<string, string>>
}

interface Parts {
  readonly region: Region
  readonly agency: PublicAgency
  readonly fontFaces: string
  readonly fonts: readonly string[]
  readonly css: string
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/** JSON for a script element: nothing in it can end the element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

export function pageLook({ region, agency, fontFaces, fonts, css }: Parts): PageLook {
  const theme = agencyTheme(agency)
  const description = plain(agency.brandingText).slice(0, 200) || agency.name
  const head = [
    `<meta name="theme-color" content="${theme.primary}" />`,
    ...Object.entries({ site_name: agency.name, title: agency.name, description }).map(
      ([name, text]) => `<meta property="og:${name}" content="${escaped(text)}" />`,
    ),
    ...fonts.map((path) => `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin />`),
    `<style id="agency-look">${fontFaces}${agencyCss(theme)}</style>`,
    ...(css === '' ? [] : [`<style id="agency-css">${css}</style>`]),
    `<script type="application/json" id="agency">${inScript({ region, agency })}</script>`,
  ]
  return {
    title: agency.name,
    description,
    icon: agency.squarePhotoURL || letterIcon(agency.name, theme.primary, theme.variables.shared['--pl-on-accent']),
    head: head.join('\n    '),
    css: `${fontFaces}${agencyDeviceCss(theme)}`,
    attributes: {
      'data-variant': agency.themeVariant,
      'data-color-usage': agency.themeColorUsage,
      ...(theme.colorScheme === 'dark' && { 'data-default-scheme': 'dark' }),
    },
  }
}

/** Markdown without its markup, on one line. */
const plain = (markdown: string) => textOf(markdown).replaceAll(/\s+/g, ' ').trim()

/** The first letter of the name on the agency's colour. */
export function letterIcon(name: string, ground: string, ink = '#ffffff'): string {
  const [first] = new Intl.Segmenter().segment(name.trim())
  const letter = first?.segment.toUpperCase() ?? ''
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${ground}"/>` +
    `<text x="16" y="22" text-anchor="middle" font-family="system-ui,sans-serif" font-size="18" font-weight="700" fill="${ink}">${escaped(letter)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
