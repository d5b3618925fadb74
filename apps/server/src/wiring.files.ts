// Builds files: where they lie, and a process of its own that reads what visitors attach, so that no large document of
// a knowledge base makes them wait.
import { createIngest } from './adapters/ingest/ingest.ts'
import { createPictures } from './adapters/pictures/pictures.ts'
import type { Agents } from './modules/agents/agents.ts'
import type { ReadText } from './modules/files/files.port.ts'
import { createFiles } from './modules/files/files.ts'
import type { Logger } from './platform/log.ts'
import type { Storage } from './platform/storage/storage.ts'

const MB = 1_000_000
/** A visitor waits for it: what takes longer is sent with its name alone. */
const LIMITS = { timeMs: 10_000, maxRss: 500 * MB, keptRss: 200 * MB }
const WAIT_MS = 15_000
const TWO_GB = 2000 * MB

export function wireFiles({
  agents,
  log,
  storage,
  workspaceBytes = TWO_GB,
}: {
  readonly agents: Pick<Agents, 'workspaceOf'>
  readonly log: Logger
  readonly storage: Storage
  /** What all files of a workspace may take. */
  readonly workspaceBytes?: number
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
    room: { workspaceBytes },
  })
  return { files, closeFiles: ingest.close }
}
