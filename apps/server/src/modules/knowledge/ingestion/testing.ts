import { join } from 'node:path'
import { Readable } from 'node:stream'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../../lib/ctx.ts'
import { createDiskStorage } from '../../../lib/storage/disk.ts'
import { signedAddresses } from '../../../lib/storage/storage.testing.ts'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, vi } from 'vitest'
import type { TestDatabases } from '../../../../test/helpers/databases.ts'
import { rows } from '../../../lib/db/sql.ts'
import { testCtx, testKnowledge } from '../testing.ts'
import type { PageReader } from '../pages.ports.ts'
import type { ParseInput } from '../parsing.ports.ts'

type Read = (
  url: string,
  options: { signal?: AbortSignal; etag?: string },
) => Promise<Awaited<ReturnType<PageReader['read']>>>
export const page = (url: string, markdown: string, etag = '') =>
  ({
    kind: 'page',
    url,
    redirectedTo: '',
    canonical: '',
    title: `Title of ${url}`,
    markdown,
    links: [],
    nofollow: false,
    etag,
    lastModified: '',
    bytes: markdown.length,
    code: 200,
    language: '',
  }) as const

export async function readingOn(dbs: TestDatabases, dir: string) {
  const how: { read: Read; parse: (input: ParseInput) => Promise<string> } = {
    read: async (url) => page(url, `This is ${url}.`),
    parse: async () => 'A text.',
  }
  const storage = createDiskStorage(join(dir, randomId(8)), signedAddresses)
  const test = await testKnowledge({
    storage,
    checkAddress: async () => {},
    pages: { read: (url, options = {}) => how.read(url, options), sitemap: async () => ({ items: [], more: false }) },
    parser: {
      parse: async (input) => ({
        title: '',
        markdown: await how.parse(input),
        pages: 7,
        mediaType: 'application/pdf',
        warnings: [],
      }),
    },
  })
  let clock = Date.UTC(2026, 5, 1)
  const now = () => new Date(clock)
  const ctx = testCtx(dbs.eu.db, undefined, { now })
  const agentId = randomId(16)
  const { knowledge } = test
  // Stops background work that would affect the next test.
  onTestFinished(() => knowledge.close())
  return {
    test,
    how,
    ctx,
    agentId,
    knowledge,
    bucket: storage.bucket('eu'),
    later: (ms: number) => void (clock += ms),
    add: async (...urls: string[]) => (await knowledge.addUrls(ctx, { agentId, urls })).items.map(({ ID }) => ID),
    get: (docId: string) => knowledge.get(ctx, { agentId, docId }),
    neighbour: () => ({ ctx: testCtx(dbs.eu.db, undefined, { now }), agentId: randomId(16) }),
    upload: async (name: string, body: string, whose: Ctx = ctx) => {
      const request = { file: Readable.from([Buffer.from(body)]), headers: new Headers() }
      return (await knowledge.upload({ ...whose, request } as unknown as Ctx, { agentId, name })).ID
    },
  }
}

export function watchOn({ eu }: TestDatabases) {
  const status = (docId: string) =>
    rows<{ status: string }>(eu.db, sql`select status from documents where id = ${docId}`).then(([row]) => row?.status)
  const is = (docId: string, wanted: string | undefined) =>
    vi.waitFor(async () => expect(await status(docId)).toBe(wanted), { interval: 20, timeout: 8000 })
  return { status, is }
}

export const until = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason as Error)
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
