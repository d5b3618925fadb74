// Fonts of agencies: fetched once from the provider, then served from the region's bucket, so that no visitor's browser
// contacts the provider.
import { createHash } from 'node:crypto'
import { DEFAULT_AGENCY_FONT, INHERIT_FONT } from '@parlance/contract/agencies/look-values'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Bucket, Storage } from '../../../lib/storage/storage.ts'
import { type FontFace, FontsUnreachable, type FontsProvider } from './ports.ts'

export interface AgencyFonts {
  /** Makes a family available. Errors: INVALID_INPUT for an unknown name, UNAVAILABLE without the provider. */
  readonly ensure: (region: Region, family: string) => Promise<void>
  /** The `@font-face` rules of a family; empty for `inherit` and for families that are not stored. */
  readonly facesOf: (region: Region, family: string) => Promise<string>
  readonly file: (region: Region, slug: string, name: string) => Promise<Buffer | undefined>
  readonly firstFiles: (region: Region, family: string) => Promise<readonly string[]>
}

const StoredFace = z.object({
  weight: z.string(),
  style: z.enum(['normal', 'italic']),
  range: z.string(),
  file: z.string(),
})
const Manifest = z.array(StoredFace)
type Manifest = z.infer<typeof Manifest>

const slugOf = (family: string) => family.toLowerCase().replaceAll(' ', '-')
const folderOf = (slug: string) => `fonts/${slug}`
const isPlain = (family: string) => /^[A-Za-z0-9][A-Za-z0-9 ]{0,39}$/.test(family)

interface Deps {
  readonly storage: Storage
  readonly provider: FontsProvider
  readonly bundled: () => readonly FontFace[]
}

export function createAgencyFonts({ storage, provider, bundled }: Deps): AgencyFonts {
  const manifests = new LRUCache<string, Manifest>({ max: 500 })
  const keep = async (bucket: Bucket, slug: string, faces: readonly FontFace[]): Promise<Manifest> => {
    const made: Manifest = []
    const stored = new Set<string>()
    for (const { bytes, ...face } of faces) {
      const file = `${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.woff2`
      // Weights of one variable font share a file.
      if (!stored.has(file)) await bucket.put(`${folderOf(slug)}/${file}`, bytes)
      stored.add(file)
      made.push({ ...face, file })
    }
    // Written last: once the manifest exists, all its files do.
    await bucket.put(`${folderOf(slug)}/manifest.json`, Buffer.from(JSON.stringify(made)))
    return made
  }
  const manifestOf = async (region: Region, family: string): Promise<Manifest | undefined> => {
    if (family === INHERIT_FONT || !isPlain(family)) return undefined
    const slug = slugOf(family)
    const key = `${region}/${slug}`
    const known = manifests.get(key)
    if (known) return known
    const bucket = storage.bucket(region)
    const bytes = await bucket.get(`${folderOf(slug)}/manifest.json`)
    const read = bytes && Manifest.safeParse(JSON.parse(bytes.toString('utf8'))).data
    const manifest = read ?? (family === DEFAULT_AGENCY_FONT ? await keep(bucket, slug, bundled()) : undefined)
    if (manifest) manifests.set(key, manifest)
    return manifest
  }
  const addressOf = (region: Region, family: string, file: string) => `/fonts/${region}/${slugOf(family)}/${file}`
  return {
    async ensure(region, family) {
      if (family === INHERIT_FONT || (await manifestOf(region, family))) return
      const faces = await provider.fetchFamily(family).catch((error: unknown) => {
        if (error instanceof FontsUnreachable)
          throw new AppError('UNAVAILABLE', msg('fonts_unreachable'), { cause: error })
        throw error
      })
      if (!faces) throw new AppError('INVALID_INPUT', msg('font_name_invalid'))
      const slug = slugOf(family)
      manifests.set(`${region}/${slug}`, await keep(storage.bucket(region), slug, faces))
    },
    async facesOf(region, family) {
      const manifest = (await manifestOf(region, family)) ?? []
      return manifest
        .map(
          ({ weight, style, range, file }) =>
            `@font-face{font-family:"${family}";font-style:${style};font-weight:${weight};font-display:swap;src:url("${addressOf(region, family, file)}") format("woff2")${range === '' ? '' : `;unicode-range:${range}`}}`,
        )
        .join('')
    },
    async firstFiles(region, family) {
      const manifest = (await manifestOf(region, family)) ?? []
      const [first] = manifest
      return first ? [addressOf(region, family, first.file)] : []
    },
    async file(region, slug, name) {
      if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(slug) || !/^[0-9a-f]{20}\.woff2$/.test(name)) return undefined
      return storage.bucket(region).get(`${folderOf(slug)}/${name}`)
    },
  }
}
