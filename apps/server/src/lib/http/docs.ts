// The API documentation page with its style and script, built from the contract once per origin.
import { readFileSync } from 'node:fs'
import type { OpenAPI } from '@orpc/contract'
import { contract } from '@parlance/contract'
import { docOps } from './docs/operations.ts'
import { page } from './docs/page.ts'
import { latinFont } from './docs/font.ts'
import { sourcePath } from '../paths.ts'
import { type Asset, makeAsset } from './files/static.ts'

const read = (...names: [string, ...string[]]) =>
  makeAsset(Buffer.concat(names.map((name) => readFileSync(sourcePath(`lib/http/docs/${name}`)))), names[0], false)
export const DOCS_CSS = read('style.css', 'phone.css')
export const DOCS_JS = read('client.js')
export const DOCS_FONT = makeAsset(latinFont(), 'docs.woff2', false)

let made: { readonly origin: string; readonly asset: Asset } | undefined

export function docsPage(doc: OpenAPI.Document, origin: string): Asset {
  if (made?.origin !== origin) {
    const html = page({ ops: docOps(contract), origin, description: doc.info.description ?? '' })
    made = { origin, asset: makeAsset(Buffer.from(html), 'docs.html', false) }
  }
  return made.asset
}
