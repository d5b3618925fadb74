// Serves built files from memory: immutable ones are cached for a year, pages revalidated. Files that the build
// compressed are only kept compressed.
import { createHash, type Hash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { z } from 'zod'
import { chooseEncoding } from './encodings.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const COMPRESSIBLE = /^(text|application\/(json|manifest|xml))|svg/
/** File names with a content hash, alone or after a name, as the bundler writes them. */
const HASHED = /^assets\/(.*-)?(?=[\w-]*[A-Z0-9_])[\w-]{7,8}\.\w+$/

/** Written by the build (scripts/build.ts): for each path the ETags of a file and of its compressed form. */
export const NOTES = '.packed.json'
const notesSchema = z.record(z.string(), z.tuple([z.string(), z.string()]))
export type Notes = z.infer<typeof notesSchema>
/** Files of the build itself, or unfinished ones. */
const NOT_SERVED = /\.(map|br)$|\.br\.\d+$|^\.(packed|built-from)/

export interface Asset {
  /** Absent if the file is only kept compressed. */
  readonly body?: Buffer
  readonly type: string
  readonly etag: string
  readonly immutable: boolean
  br?: Buffer
  gzip?: Buffer
}
export interface Assets {
  /** Undefined if there is no such file. `variant` keeps responses with different headers apart in caches. */
  readonly serve: (c: Context, path: string, headers: Record<string, string>, variant?: string) => Response | undefined
}

const shorten = (hash: Hash) => hash.digest('base64url').slice(0, 20)

export const tagOf = (text: Buffer | string) => shorten(createHash('sha256').update(text))

/** A file or page in memory. Its type follows from the extension of `name`. */
export function makeAsset(body: Buffer, name: string, immutable: boolean): Asset {
  return { body, etag: `"${tagOf(body)}"`, type: TYPES[extname(name)] ?? 'application/octet-stream', immutable }
}

export function loadAssets(folder: string): Assets {
  const files = new Map<string, Asset>()
  const notes = readNotes(folder)
  const walk = (dir: string) => {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (!NOT_SERVED.test(entry.name)) {
        const name = relative(folder, path)
        const isHashed = HASHED.test(name)
        files.set(name, readPacked(path, notes.get(name), isHashed) ?? makeAsset(readFileSync(path), path, isHashed))
      }
    }
  }
  if (existsSync(folder)) walk(folder)
  return {
    serve(c, path, headers, variant = '') {
      const asset = files.get(path)
      return asset && serveAsset(c, asset, headers, variant)
    },
  }
}

/** Empty if missing or damaged: then all files are compressed at startup. */
function readNotes(folder: string): ReadonlyMap<string, Notes[string]> {
  try {
    return new Map(Object.entries(notesSchema.parse(JSON.parse(readFileSync(join(folder, NOTES), 'utf8')))))
  } catch {
    return new Map()
  }
}

/** Undefined unless file and compressed form match the notes. Decompressing would need 14 MB and twice the time. */
function readPacked(path: string, note: Notes[string] | undefined, immutable: boolean): Asset | undefined {
  if (!note) return undefined
  try {
    if (tagOfFile(path) !== note[0]) return undefined
    const { body: br = Buffer.alloc(0), ...asset } = makeAsset(readFileSync(`${path}.br`), path, immutable)
    return asset.etag === `"${note[1]}"` ? { ...asset, br } : undefined
  } catch {
    return undefined
  }
}

const piece = Buffer.allocUnsafeSlow(65_536)

/** Like `tagOf` of its content, without reading it into memory as a whole. */
function tagOfFile(path: string): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  const fill = () => readSync(file, piece, 0, piece.length, null)
  try {
    for (let length = fill(); length > 0; length = fill()) hash.update(piece.subarray(0, length))
  } finally {
    closeSync(file)
  }
  return shorten(hash)
}

/** Responds with the asset, or 304 if the browser has it. `headers` may override the caching. */
export function serveAsset(c: Context, asset: Asset, headers: Record<string, string>, variant = ''): Response {
  const etag = variant === '' ? asset.etag : `${asset.etag.slice(0, -1)}-${tagOf(variant)}"`
  const common = {
    'content-type': asset.type,
    etag,
    vary: 'accept-encoding',
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...headers,
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, common)
  const [encoding, body] = encode(asset, c.req.header('accept-encoding') ?? '')
  return c.body(new Uint8Array(body), 200, encoding ? { ...common, 'content-encoding': encoding } : common)
}

function encode(asset: Asset, accepted: string): readonly [string | undefined, Buffer] {
  const plain = () => asset.body ?? brotliDecompressSync(asset.br ?? Buffer.alloc(0))
  if (!asset.br && (!COMPRESSIBLE.test(asset.type) || plain().length < 1024)) return [undefined, plain()]
  const encoding = chooseEncoding(accepted)
  if (encoding === 'br')
    return ['br', (asset.br ??= brotliCompressSync(plain(), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))]
  if (encoding === 'gzip') return ['gzip', (asset.gzip ??= gzipSync(plain()))]
  return [undefined, plain()]
}
