// Builds files: where they lie, and a process of its own that reads what visitors attach, so that no large document of
// a knowledge base makes them wait.
import { AppError } from '@parlance/contract/lib/errors'
import { createIngest } from './adapters/ingest/ingest.ts'
import { createPictures } from './adapters/pictures/pictures.ts'
import type { Accounts } from './modules/accounts/service.ts'
import type { Agents } from './modules/agents/service.ts'
import type { ReadText } from './modules/files/ports.ts'
import { createFiles, type Files } from './modules/files/service.ts'
import type { Room } from './modules/files/storage-quota.ts'
import { bytesOfOriginals } from './modules/knowledge/ingestion/sources.repository.ts'
import { bytesOfFiles } from './modules/trash/repository.ts'
import type { Workspaces } from './modules/workspaces/service.ts'
import type { Signer } from './lib/crypto.ts'
import type { Guard } from './lib/http/access.ts'
import type { Logger } from './lib/log.ts'
import type { ReadMedia } from './lib/storage/media.ts'
import type { Storage } from './lib/storage/storage.ts'
import type { Base } from './wiring.ts'

const MB = 1_000_000
/** A visitor waits for it: what takes longer is sent with its name alone. */
const LIMITS = { timeMs: 10_000, maxRss: 500 * MB, keptRss: 200 * MB }
const WAIT_MS = 15_000
const TWO_GB = 2000 * MB

/** Everything that lies in the bucket for a workspace counts, whichever module put it there. */
export const roomOf = ({ workspaceBytes = TWO_GB }: { readonly workspaceBytes?: number | undefined }): Room => ({
  workspaceBytes,
  elsewhere: async (ctx, workspaceId) =>
    (await bytesOfOriginals(ctx.db, workspaceId)) + (await bytesOfFiles(ctx.db, workspaceId)),
})

export function wireFiles({
  agents,
  log,
  storage,
  signer,
  workspaceBytes,
}: {
  readonly agents: Pick<Agents, 'workspaceOf'>
  readonly log: Logger
  readonly storage: Storage
  readonly signer: Signer
  /** What all files of a workspace may take. */
  readonly workspaceBytes?: number | undefined
}) {
  const ingest = createIngest({ files: LIMITS })
  const readText: ReadText = async ({ bytes, filename, mime }) => {
    try {
      const signal = AbortSignal.timeout(WAIT_MS)
      const { markdown } = await ingest.parse({ source: { bytes }, fileName: filename, mediaType: mime, signal })
      return markdown
    } catch (error) {
      log.info({ err: error }, 'the text of a visitor’s file was not read')
      return undefined
    }
  }
  const files = createFiles({
    storage,
    agentExists: async (ctx, agentId) => (await agents.workspaceOf(ctx, agentId)) !== undefined,
    readText,
    redraw: createPictures(),
    room: roomOf({ workspaceBytes }),
    signer,
  })
  return { files, closeFiles: ingest.close }
}

/**
 * Who may have a file: everybody a public one; a private one whoever was told its signed address of late, and whoever is
 * signed in and belongs to its workspace, so that addresses which were told unsigned go on working for them.
 */
const mediaOf =
  (
    { contexts }: Pick<Base, 'contexts'>,
    { files, workspaces }: { readonly files: Pick<Files, 'read'>; readonly workspaces: Pick<Workspaces, 'roleOf'> },
    guard: Pick<Guard, 'session'>,
  ): ReadMedia =>
  async (region, id, { headers, ...grant }) => {
    const ctx = contexts.system(region)
    const file = await files.read(ctx, id)
    if (!file?.isPrivate) return file
    const known = file.check(grant)
    if (known === 'open') return file
    const person = await guard.session(headers).catch(() => undefined)
    if (person && (await workspaces.roleOf({ ...ctx, actor: person }, file.workspaceId, person.email))) return file
    if (known === 'expired')
      throw new AppError('FORBIDDEN', 'This address has expired. Open the conversation again to get a new one.')
    return undefined
  }

/** What of the buckets is served under addresses of its own. */
export const servedFiles = (
  base: Pick<Base, 'contexts' | 'storage' | 'signedAddresses'>,
  faces: Parameters<typeof mediaOf>[1] & { readonly accounts: Pick<Accounts, 'photo'> },
  guard: Pick<Guard, 'session'>,
) => ({
  media: mediaOf(base, faces, guard),
  photo: faces.accounts.photo,
  stored: { storage: base.storage, addresses: base.signedAddresses },
})
