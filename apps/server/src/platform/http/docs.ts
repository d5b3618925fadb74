// The browsable page of the API, its style and its script; made once for an address, out of the contract.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenAPI } from '@orpc/contract'
import { contract } from '@parlance/core/contract'
import { docOps } from './docs/operations.ts'
import { page } from './docs/page.ts'

const asset = (name: string) => readFileSync(join(import.meta.dirname, 'docs', name), 'utf8')
export const DOCS_CSS = asset('style.css')
export const DOCS_JS = asset('client.js')

let made: { readonly origin: string; readonly html: string } | undefined

export function docsPage(doc: OpenAPI.Document, origin: string): string {
  if (made?.origin !== origin)
    made = { origin, html: page({ ops: docOps(contract), origin, description: doc.info.description ?? '' }) }
  return made.html
}
