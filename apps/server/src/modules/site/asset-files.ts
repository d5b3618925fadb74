// Static files of the site, with content hashes in their URLs, so that browsers can cache them forever.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { latinFont } from '../../lib/http/docs/font.ts'
import { sourcePath } from '../../lib/paths.ts'
import { type Asset, makeAsset, tagOf } from '../../lib/http/files/static.ts'

const FOLDERS = ['assets', 'help/pictures'].map((name) => sourcePath(`modules/site/${name}`))
/** Concatenated in this order to the style sheet of all pages; later parts override earlier ones. */
const STYLES = ['ground', 'frame', 'parts', 'scenes', 'pages', 'help', 'widths'].map((name) =>
  sourcePath(`modules/site/styles/${name}.css`),
)
const PREFIX = '/site/'

export interface SiteFiles {
  /** URL of a file by its plain name. Throws for an unknown one. */
  readonly address: (name: string) => string
  readonly find: (path: string) => Asset | undefined
}

export function loadSiteFiles(): SiteFiles {
  const addresses = new Map<string, string>()
  const files = new Map<string, Asset>()
  const add = (name: string, body: Buffer) => {
    const ending = extname(name)
    const address = `${PREFIX}${name.slice(0, -ending.length)}-${tagOf(body).slice(0, 10)}${ending}`
    addresses.set(name, address)
    files.set(address, makeAsset(body, name, true))
  }
  add('dm-sans.woff2', latinFont())
  for (const folder of FOLDERS) for (const name of readdirSync(folder)) add(name, readFileSync(join(folder, name)))
  const css = STYLES.map((path) => readFileSync(path, 'utf8')).join('\n')
  add('site.css', Buffer.from(tight(linked(css, addresses))))
  return {
    address(name) {
      const found = addresses.get(name)
      if (found === undefined) throw new Error(`The site has no file ${name}.`)
      return found
    },
    find: (path) => files.get(path),
  }
}

const linked = (css: string, addresses: ReadonlyMap<string, string>) =>
  css.replaceAll(/url\('([^']+)'\)/g, (whole, name: string) => `url('${addresses.get(name) ?? name}')`)

const tight = (css: string) =>
  css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/([{};,:])\s+/g, '$1')
    .replaceAll(/\s+/g, ' ')
