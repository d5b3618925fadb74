/** Pages of the simulated site: prose that depends only on the page number. */

const THINGS = [
  'kettle',
  'lantern',
  'bicycle',
  'ladder',
  'compass',
  'wardrobe',
  'telescope',
  'hammock',
  'piano',
  'umbrella',
]
const DEEDS = ['is repaired', 'can be returned', 'is delivered', 'may be hired', 'is cleaned', 'can be insured']
const TIMES = [
  'within three days',
  'on Mondays',
  'free of charge',
  'after a call',
  'in every branch',
  'for half the price',
]

const of = (list: readonly string[], n: number): string => list[n % list.length] ?? ''

/** Some sentences about article `n`, different for each number. */
export const prose = (n: number): string =>
  Array.from({ length: 6 }, (_, line) => {
    const at = n * 7 + line * 3
    return `The ${of(THINGS, at)} number ${n}-${line} ${of(DEEDS, at + line)} ${of(TIMES, n + line)}, as the shop has done since ${1900 + ((n + line) % 120)}.`
  }).join(' ')

export interface PageOptions {
  readonly title: string
  readonly text: string
  readonly links?: readonly string[]
  readonly head?: string
}

export const html = ({ title, text, links = [], head = '' }: PageOptions): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><nav><a href="/">Home</a></nav>
<main><article><h1>${title}</h1>${text
  .split('\n\n')
  .map((part) => `<p>${part}</p>`)
  .join('')}<ul>${links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('')}</ul></article></main>
<footer>© The shop</footer></body></html>`

/** Page `n` of `count`, which links to ten others, so that all pages are few links away from the first. */
export function generated(n: number, count: number): string {
  const links = Array.from({ length: 10 }, (_, at) => n * 10 + at + 1).filter((next) => next < count)
  return html({
    title: `Article ${n}`,
    text: `${prose(n)}\n\n${prose(n + count)}`,
    links: links.map((next) => `/pages/${next}`),
  })
}
