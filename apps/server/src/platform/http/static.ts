// Serves built files from memory: immutable ones for a year, pages always fresh, compressed once. What the build has
// compressed is kept in that form alone, which all browsers take.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
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
/** Files named by a hash of their content never change: the bundler writes its seven or eight characters alone or behind a name. */
const HASHED = /^assets\/(.*-)?(?=[\w-]*[A-Z0-9_])[\w-]{7,8}\.\w+$/

export interface Asset {
  /** Absent where `br` is there from the beginning. */
  readonly body?: Buffer
  readonly type: string
  readonly etag: string
  readonly immutable: boolean
  br?: Buffer
  gzip?: Buffer
}
export interface Assets {
  /**
   * The answer for a path below the folder, or undefined when there is no such file. `variant` tells apart answers whose
   * headers differ, so that none is taken for another one that a browser has kept.
   */
  readonly serve: (c: Context, path: string, headers: Record<string, string>, variant?: string) => Response | undefined
}

export const tagOf = (text: Buffer | string) => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/** A file or page held in memory. `name` gives its type by its ending. */
export function makeAsset(body: Buffer, name: string, immutable: boolean): Asset {
  return { body, etag: `"${tagOf(body)}"`, type: TYPES[extname(name)] ?? 'application/octet-stream', immutable }
}

export function loadAssets(folder: string): Assets {
  const files = new Map<string, Asset>()
  const walk = (dir: string) => {
    for (const entry of readdirSync(dir, { withFileTypes: true })) {
      const path = join(dir, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (!/\.(map|br)$/.test(entry.name)) {
        const name = relative(folder, path)
        files.set(name, readAsset(path, HASHED.test(name)))
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

/** The file, or what the build made of it (scripts/build.ts) unless the file was written again since. */
function readAsset(path: string, immutable: boolean): Asset {
  const packed = statSync(`${path}.br`, { throwIfNoEntry: false })
  if (!packed || packed.mtimeMs < statSync(path).mtimeMs) return makeAsset(readFileSync(path), path, immutable)
  const { body: br = Buffer.alloc(0), ...asset } = makeAsset(readFileSync(`${path}.br`), path, immutable)
  return { ...asset, br }
}

/** Answers with the asset, or with 304 where the browser has it. `headers` may name a caching of their own. */
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
